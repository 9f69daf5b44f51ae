package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/txtar"

	"tailor/internal/shell"
)

// completionFiles is the workspace in which command lines are completed.
const completionFiles = `
-- tailor.yaml --
-- gizmo/image.yaml --
name: gizmo
matrix:
  edition: [home, pro]
  arch: [amd64, arm64]
config:
  os:
    hostname: gizmo
    packages: { install: [nftables, chrony] }
    sysctl:
      net.ipv4.ip_forward: "1"
-- gizmo/by-edition/pro.yaml --
config:
  storage: { bootType: efi }
-- solo/image.yaml --
name: solo
-- a dir/notes.txt --
-- notes-of-mine.txt --
`

// keys are pressed at a prompt, and then the line must be what is given for the shells. In keys a tab is TAB.
type keys struct {
	press           string
	bash, zsh, fish string
}

// same is for all shells.
func same(press, line string) keys { return keys{press, line, line, line} }

var completions = []keys{
	same("tailor expl\t", "tailor explain "),
	same("tailor sh\tgi\t", "tailor show gizmo "),
	same("tailor explain --ce\tgiz\t", "tailor explain --cell gizmo_"),
	same("tailor explain --cell giz\tp\tr\t", "tailor explain --cell gizmo_pro_arm64_cosi "),
	same("tailor explain --cell=gizmo_p\tm\t", "tailor explain --cell=gizmo_pro_amd64_cosi "),
	same("tailor explain giz\t", "tailor explain gizmo"),
	same("tailor explain so\t_\t", "tailor explain solo_amd64_cosi "),
	same("tailor matrix -s ed\tp\t", "tailor matrix -s edition=pro "),
	same("tailor matrix -s ar\t", "tailor matrix -s arch=a"),
	same("tailor matrix -s arch=ar\t", "tailor matrix -s arch=arm64 "),
	same("tailor matrix -s edition=home,ar\tr\t", "tailor matrix -s edition=home,arch=arm64 "),
	same("tailor matrix --select=edition=p\t", "tailor matrix --select=edition=pro "),
	same("tailor matrix --format=j\t", "tailor matrix --format=json "),
	same("tailor matrix --format sl\t", "tailor matrix --format slugs "),
	same("tailor explain --path os.h\t", "tailor explain --path os.hostname "),
	same("tailor explain --path o\t.p\t.i\t", "tailor explain --path os.packages.install"),
	same("tailor explain --path 'os.h\t", "tailor explain --path 'os.hostname' "),
	same("tailor explain --path config.st\t.b\t", "tailor explain --path config.storage.bootType "),
	same("tailor explain --path os.sy\t\\[\t", `tailor explain --path os.sysctl\[\"net.ipv4.ip_forward\"\] `),
	same("tailor explain --path 'os.sy\t[\t", `tailor explain --path 'os.sysctl["net.ipv4.ip_forward"]' `),
	same("tailor render -o a\t", "tailor render -o a\\ dir/"),
	same("tailor render --depfile=notes\t", "tailor render --depfile=notes-of-mine.txt "),
	same("tailor --manifest gi\tim\tlist \t", "tailor --manifest gizmo/image.yaml list gizmo"),
	same("tailor list >notes\t", "tailor list >notes-of-mine.txt "),
	same("tailor rendr \t", "tailor rendr "),
	same("tailor explain --cell \"giz\tp\tr\t", "tailor explain --cell \"gizmo_pro_arm64_cosi\" "),
	{"tailor sh gizmo" + strings.Repeat(left, len(" gizmo")) + "\t", "tailor show gizmo", "tailor show  gizmo", "tailor show gizmo"},
	same("./tailor sh\t", "./tailor show "),
	same("~/workspace/tailor li\t", "~/workspace/tailor list "),
	same("tailor explain --cell $(touch ran) giz\t", "tailor explain --cell $(touch ran) gizmo"),
	same("LC_ALL=C tailor li\t", "LC_ALL=C tailor list "),
	same("short li\t", "short list "), // an alias
}

// left is the key that moves the cursor to the left.
const left = "\x02"

// installed is a shell with completion, installed in one of the ways that docs/how-to/shell-completion.md names.
type installed struct {
	name, shell string
	script      string // what the shell reads first; $0 in it is how completion is installed
	install     string
	args        []string
	want        func(keys) string
}

const (
	bashScript = `$0
alias short=tailor
complete -F _tailor short
PS1='ready> '
bind 'set bell-style none'
report() { printf '%s|\n' "$READLINE_LINE" >>$REPORT; READLINE_LINE=; }
bind -x '"\C-xp": report'
`
	zshScript = `$0
alias short=tailor
PS1='ready> '
unsetopt beep
report() { print -r -- "$BUFFER|" >>$REPORT; BUFFER=; }
zle -N report
bindkey '^Xp' report
`
	fishScript = `$0
alias short=tailor
function fish_prompt; echo 'ready> '; end
function report; echo (commandline)'|' >>$REPORT; commandline ''; end
bind \cxp report
`
	bashPackage = "/usr/share/bash-completion/bash_completion"
)

var installations = []installed{
	{"bash", "bash", bashScript, `source <(tailor completion bash)`, []string{"--rcfile"}, func(k keys) string { return k.bash }},
	{
		"bash with its package", "bash", bashScript, `. ` + bashPackage + `; source <(tailor completion bash)`,
		[]string{"--rcfile"}, func(k keys) string { return k.bash },
	},
	{
		"bash with a file", "bash", bashScript,
		`dir=~/.local/share/bash-completion/completions; mkdir -p $dir; tailor completion bash >$dir/tailor; . ` + bashPackage,
		[]string{"--rcfile"}, func(k keys) string { return k.bash },
	},
	{
		"zsh", "zsh", zshScript, `autoload -Uz compinit && compinit -D -u; source <(tailor completion zsh)`,
		nil, func(k keys) string { return k.zsh },
	},
	{"zsh without compinit", "zsh", zshScript, `source <(tailor completion zsh)`, nil, func(k keys) string { return k.zsh }},
	{
		"zsh with a function", "zsh", zshScript,
		`mkdir ~/functions; tailor completion zsh >~/functions/_tailor; fpath=(~/functions $fpath); autoload -Uz compinit && compinit -D -u`,
		nil, func(k keys) string { return k.zsh },
	},
	{"fish", "fish", fishScript, `tailor completion fish | source`, []string{"--init-command"}, func(k keys) string { return k.fish }},
	{
		"fish with a file", "fish", fishScript,
		`mkdir -p ~/.config/fish/completions; tailor completion fish >~/.config/fish/completions/tailor.fish`,
		[]string{"--init-command"}, func(k keys) string { return k.fish },
	},
}

// TestCompletion presses keys in real shells.
func TestCompletion(t *testing.T) {
	t.Parallel()
	for _, i := range installations {
		t.Run(i.name, func(t *testing.T) {
			t.Parallel()
			x := i.start(t)
			for _, k := range completions {
				if got := x.press(k.press); got != i.want(k) {
					t.Errorf("%q makes the line %q, want %q; the terminal shows\n%s", k.press, got, i.want(k), x.shown())
				}
			}
			if _, err := os.Stat(filepath.Join(x.dir, "ran")); err == nil {
				t.Error("completion runs commands that stand on the line")
			}
			x.write("tailor explain --cell gizmo_pro\t\t\t")
			x.wait("slugs with their axes", func() bool { return listed.MatchString(x.shown()) })
		})
	}
}

// listed is a list of slugs with their axes, in the order of the matrix.
var listed = regexp.MustCompile(`(?s)edition=pro, arch=amd64.*edition=pro, arch=arm64`)

// TestCompletionPage presses the keys that the page about completion shows, in the example workspace.
func TestCompletionPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("docs/how-to/shell-completion.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := regexp.MustCompile(`(?m)^(tailor .*<TAB>)  +(\S+)$`).FindAllStringSubmatch(string(page), -1)
	if len(examples) == 0 {
		t.Fatal("the page has no examples")
	}
	x := installations[0].start(t)
	if err := os.CopyFS(filepath.Join(x.dir, "example"), os.DirFS("testdata/examples/appliance")); err != nil {
		t.Fatal(err)
	}
	x.press("cd example\r")
	for _, m := range examples {
		got := x.press(strings.ReplaceAll(m[1], "<TAB>", "\t"))
		if word := got[strings.LastIndexByte(strings.TrimRight(got, " '"), ' ')+1:]; strings.TrimRight(word, " '") != m[2] {
			t.Errorf("%s makes the line %q, want %s at its end", m[1], got, m[2])
		}
	}
}

// TestCompletionWithoutTailor holds that nothing is printed at TAB when there is no tailor any more.
func TestCompletionWithoutTailor(t *testing.T) {
	t.Parallel()
	for name, press := range map[string]string{
		"bash": `COMP_LINE="tailor sh" COMP_POINT=9 COMP_CWORD=1 COMP_WORDS=(tailor sh); _tailor`,
		"fish": `complete -C "tailor sh"`,
	} {
		program, err := exec.LookPath(name)
		if err != nil {
			t.Skipf("there is no %s", name)
		}
		cmd := exec.CommandContext(t.Context(), program, "-c", shell.Script(name)+press)
		cmd.Env = []string{"HOME=" + t.TempDir(), "PATH=" + t.TempDir()}
		if printed, _ := cmd.CombinedOutput(); len(printed) > 0 {
			t.Errorf("%s prints\n%s", name, printed)
		}
	}
}

// start starts the shell with completion.
func (i installed) start(t *testing.T) *terminal {
	t.Helper()
	if _, err := os.Stat(bashPackage); err != nil && strings.Contains(i.install, bashPackage) {
		t.Skip("the package bash-completion is not there")
	}
	return newTerminal(t, i.shell, strings.ReplaceAll(i.script, "$0", i.install), i.args...)
}

// terminal is a shell that somebody types into.
type terminal struct {
	t    *testing.T
	dir  string
	file *os.File

	mu     sync.Mutex
	screen bytes.Buffer
}

// newTerminal starts a shell with a script as its configuration, in a new workspace, and waits for its prompt.
func newTerminal(t *testing.T, name, script string, args ...string) *terminal {
	t.Helper()
	if testing.Short() {
		t.Skip("runs many programs")
	}
	program, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("there is no %s", name)
	}
	home := t.TempDir()
	x := &terminal{t: t, dir: filepath.Join(home, "workspace")}
	if err := txtar.Write(txtar.Parse([]byte(completionFiles)), x.dir); err != nil {
		t.Fatal(err)
	}
	tailor, err := exec.LookPath("tailor")
	if err == nil {
		err = os.Symlink(tailor, filepath.Join(x.dir, "tailor"))
	}
	if err != nil {
		t.Fatal(err)
	}
	rc := filepath.Join(home, ".zshrc")
	if err := os.WriteFile(rc, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	switch name {
	case "bash":
		args = append(args, rc)
	case "fish":
		args = append(args, "source "+rc)
	}
	cmd := exec.CommandContext(t.Context(), program, append(args, "-i")...)
	cmd.Dir = x.dir
	cmd.Env = append(os.Environ(), "HOME="+home, "ZDOTDIR="+home, "REPORT="+filepath.Join(x.dir, "report"), "XDG_CONFIG_HOME=", "TERM=xterm", "LC_ALL=C.UTF-8", "HISTFILE=")
	if x.file, err = pty.StartWithSize(cmd, &pty.Winsize{Rows: 50, Cols: 120}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = x.file.Close()
	})
	go x.read()
	x.wait("the prompt", func() bool { return strings.Contains(x.shown(), "ready> ") })
	return x
}

func (x *terminal) read() {
	buffer := make([]byte, 4096)
	for {
		n, err := x.file.Read(buffer)
		x.mu.Lock()
		x.screen.Write(buffer[:n])
		x.mu.Unlock()
		if err != nil {
			return // the shell is gone
		}
	}
}

// shown is all that the shell printed since keys were typed.
func (x *terminal) shown() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.screen.String()
}

// wait waits until something holds.
func (x *terminal) wait(what string, holds func() bool) {
	x.t.Helper()
	for end := time.Now().Add(30 * time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			x.t.Fatalf("waited in vain for %s; the terminal shows\n%s", what, x.shown())
		}
	}
}

// write types keys.
func (x *terminal) write(text string) {
	x.t.Helper()
	x.mu.Lock()
	x.screen.Reset()
	x.mu.Unlock()
	if _, err := x.file.WriteString(text); err != nil {
		x.t.Fatal(err)
	}
}

// press types keys at an empty prompt and returns the line that they lead to. The line is emptied then.
func (x *terminal) press(text string) string {
	x.t.Helper()
	report := filepath.Join(x.dir, "report")
	x.write(text + "\x18p")
	var line string
	x.wait("the line after "+text, func() bool {
		printed, _ := os.ReadFile(report)
		var whole bool
		line, whole = strings.CutSuffix(string(printed), "|\n")
		return whole
	})
	if err := os.Remove(report); err != nil {
		x.t.Fatal(err)
	}
	return line
}
