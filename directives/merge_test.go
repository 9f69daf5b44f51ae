package directives_test

import (
	"testing"

	"tailor/internal/source"
	"tailor/internal/yamltree"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	for _, tt := range mergeCases {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tree := fold(t, tt.docs)
			if found := conflicts(tree); len(found) > 0 {
				t.Errorf("conflicts:\n%s", dump(found))
			}
			if hasDirective(tree) {
				t.Error("a directive is left")
			}
			want, faults := yamltree.Parse(source.New("want", []byte(tt.want)))
			if len(faults) > 0 {
				t.Fatalf("the wanted text is no YAML: %s", dump(faults))
			}
			if got := text(tree); got != text(want) {
				t.Errorf("got:\n%swant:\n%s", got, text(want))
			}
		})
	}
}
