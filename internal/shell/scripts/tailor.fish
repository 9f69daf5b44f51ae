# Completion of tailor for fish: save it as ~/.config/fish/completions/tailor.fish, or `tailor completion fish | source`

function __tailor_complete
    set -l words (commandline -opc)
    set -l token (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    type -q -f -- $program; or set program tailor # an alias, for example
    type -q -f -- $program; or return
    set -l current (string unescape -- "$token"; or string trim --left --chars "'\"" -- "$token")
    set -l lines (command $program __complete fish -- $words "$current" 2>/dev/null)
    set -l mode $lines[1]
    set -e lines[1]
    string join \n -- $lines
    # A file name behind `--flag=` is completed by itself.
    set -l parts (string match --regex --groups-only '^(--[a-z-]+=|)(.*)$' -- "$token")
    switch $mode
        case files
            printf "$parts[1]%s\n" (__fish_complete_path $parts[2])
        case dirs
            printf "$parts[1]%s\n" (__fish_complete_directories $parts[2])
    end
end

complete --command tailor --no-files --keep-order --arguments '(__tailor_complete)'
