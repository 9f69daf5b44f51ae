package directives_test

import (
	"testing"

	"tailor/directives"
)

func TestPathString(t *testing.T) {
	t.Parallel()
	var root *directives.Path
	config := root.Key("config")
	tests := []struct {
		path *directives.Path
		want string
	}{
		{root, ""},
		{config, "config"},
		{config.Key("os").Key("hostname"), "config.os.hostname"},
		{config.Key("kernel-args_2").Item(0), "config.kernel-args_2[0]"},
		{config.Item(10).Item(0).Key("x"), "config[10][0].x"},
		{root.Item(3), "[3]"},
		{config.Key("net.ipv4.ip_forward").Key("x"), `config["net.ipv4.ip_forward"].x`},
		{root.Key("a b").Item(1), `["a b"][1]`},
		{config.Key(""), `config[""]`},
		{config.Key("*"), `config["*"]`},
		{config.Key(`a"b\`), `config["a\"b\\"]`},
		{config.Key("größe"), `config["größe"]`},
		{config.Key("line\nbreak"), `config["line\nbreak"]`},
	}
	for _, tt := range tests {
		if got := tt.path.String(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}
