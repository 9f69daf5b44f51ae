package main

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBuildStepMake runs the Makefile of docs/how-to/build-step.md, with a stand-in for Image Customizer.
func TestBuildStepMake(t *testing.T) {
	t.Parallel()
	b := newBuild(t, "make", "jq")
	b.put("Makefile", pageBlocks(t, buildStep, "makefile", 1)[0])
	b.scenario("make")

	b.expect("make check", 0, nil)
	b.edit("gateway/by-edition/pro.yaml", "gateway-pro", "gateway-professional")
	b.fails("make check")
	b.expect("make", 1, b.slugs("gateway", "-s", "edition=pro"))
	b.edit("build/configs/gateway/gateway_pro_amd64_beta_cosi.yaml", "gateway-professional", "hotfix")
	b.fails("make check")

	b.edit("gateway/by-edition/pro.yaml", "gateway-professional", "gateway-pro")
	b.expect("make arm64", 1, b.slugs("gateway", "-s", "edition=pro,arch=arm64"))
	b.expect("make build/images/gateway_pro_amd64_beta_cosi", 0, []string{"gateway_pro_amd64_beta_cosi"})
	b.expect("make clean", 0, nil)
	b.expect("make -j4", 1, b.slugs())
	b.current()
	b.expect("make check", 0, nil)
}

// TestBuildStepNinja does the same with ninja.
func TestBuildStepNinja(t *testing.T) {
	t.Parallel()
	b := newBuild(t, "ninja", "jq")
	files := pageBlocks(t, buildStep, "ninja", 2)
	b.put("render.ninja", files[0])
	b.put("images.ninja", files[1])
	b.scenario(pageBlocks(t, buildStep, "sh", 2)[1])
}

// scenario is what happens to a workspace, and which images each event must make again.
func (b *build) scenario(command string) {
	const pro, edge = "gateway/by-edition/pro.yaml", "gateway/by-channel/edge.yaml"
	b.expect(command, 1, b.slugs())
	b.expect(command, 0, nil)

	b.touch(pro)
	b.expect(command, 1, nil)
	b.expect(command, 0, nil)
	b.edit("gateway/by-edition+arch/pro+arm64.yaml", "config:\n", "config:\n  previewFeatures: [uki]\n")
	b.expect(command, 1, b.slugs("gateway", "-s", "edition=pro,arch=arm64"))
	b.edit("recovery/scripts/install-rescue.sh", "\n", "\n# again\n")
	b.expect(command, 1, b.slugs("recovery"))
	b.touch("base/azurelinux-3.0-arm64.vhdx")
	b.expect(command, 0, b.slugs("-s", "arch=arm64"))

	b.write("gateway/by-edition/home.yaml", "config: { os: { hostname: { $set: gateway-home } } }\n")
	b.expect(command, 1, b.slugs("gateway", "-s", "edition=home"))
	b.remove("gateway/by-edition/home.yaml")
	b.expect(command, 1, b.slugs("gateway", "-s", "edition=home"))
	b.expect(command, 0, nil)

	before := b.tree("build/configs")
	b.edit(edge, "config:\n", "config: ]\n")
	b.fails(command)
	if diff := cmp.Diff(before, b.tree("build/configs")); diff != "" {
		b.t.Errorf("a run that fails changes configs (-before +after):\n%s", diff)
	}
	b.edit(edge, "config: ]\n", "config:\n")
	b.expect(command, 1, nil)

	b.edit(edge, "nightly.gateway", "weekly.gateway")
	b.put("../state/broken", "gateway_pro_arm64_edge_cosi")
	done := b.fails(command)
	b.put("../state/broken", "")
	left := slices.DeleteFunc(b.slugs("-s", "channel=edge"), func(slug string) bool { return slices.Contains(done, slug) })
	b.expect(command, 0, left)
	b.expect(command, 0, nil)

	b.rename("gateway/by-edition", "gateway/later")
	b.expect(command, 1, b.slugs("gateway", "-s", "edition=pro"))
	b.rename("gateway/later", "gateway/by-edition")
	b.expect(command, 1, b.slugs("gateway", "-s", "edition=pro"))
	b.remove("recovery")
	b.expect(command, 1, nil)
	b.expect(command, 0, nil)
	b.current()
}

// TestBuildStepLoops runs the loop that builds every image, and the check that docs/how-to/check-with-image-customizer.md
// puts before it.
func TestBuildStepLoops(t *testing.T) {
	t.Parallel()
	b := newBuild(t, "jq")
	build := pageBlocks(t, buildStep, "sh", 2)[0]
	var steps []ciStep
	parseYAML(t, pageBlocks(t, "docs/how-to/check-with-image-customizer.md", "yaml", 1)[0], &steps)
	check := steps[0].Run
	b.put("base/azl3-amd64.vhdx", "")
	b.put("base/azl3-arm64.vhdx", "")
	b.expect(build, 0, b.slugs())
	b.current()
	b.expect(check, 0, b.slugs())
	inOrder := sorted(b.slugs()) // of the manifest
	b.put("../state/broken", inOrder[1])
	if done := b.fails(build); !slices.Equal(done, inOrder[:1]) {
		t.Errorf("after a failure it goes on: %v", done)
	}
	if done := b.fails(check); !slices.Equal(done, slices.Delete(inOrder, 1, 2)) {
		t.Errorf("after a failure it does not look at the others: %v", done)
	}
}
