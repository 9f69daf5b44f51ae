# Completion of tailor for bash 4.1 or later: `source <(tailor completion bash)`

_tailor() {
	local mode='' program=${COMP_WORDS[0]/#\~\//$HOME/}
	type -P -- "$program" >/dev/null || program=tailor # an alias, for example
	COMPREPLY=()
	{
		read -r mode
		mapfile -t COMPREPLY
	} < <(
		"$program" __complete bash -- \
			"${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" "${COMP_TYPE:-9}" "${COLUMNS:-80}" 2>/dev/null
	)
	case $mode in
	open) compopt -o nospace ;;
	files) compopt -o default ;;
	dirs) compopt -o plusdirs ;;
	esac
}

complete -o nosort -F _tailor tailor 2>/dev/null || complete -F _tailor tailor
