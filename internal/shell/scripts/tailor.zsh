#compdef tailor
# Completion of tailor for zsh: put it as `_tailor` into a directory of $fpath, or `source <(tailor completion zsh)`

_tailor() {
	local program=${(Q)words[1]} mode
	local -a lines values shown open
	program=${program/#\~\//$HOME/}
	whence -p -- $program >/dev/null || program=tailor # an alias, for example
	lines=("${(@f)$(command $program __complete zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
	mode=$lines[1]
	shift lines
	values=("${(@)lines%%$'\t'*}")
	shown=("${(@)lines#*$'\t'}")
	[[ $mode == open ]] && open=(-S '')
	(( $#values )) && _describe -V -t values value shown values "${(@)open}"
	if [[ $mode == files || $mode == dirs ]]; then
		[[ $PREFIX == --*=* ]] && compset -P '*='
		_files ${${(M)mode:#dirs}:+-/}
	fi
}

# As a file of $fpath this is the completion itself; sourced, it says what it is for.
if [[ $funcstack[1] == _tailor ]]; then
	_tailor "$@"
else
	(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -D }
	compdef _tailor tailor
fi
