# What bash suggests, one line each.
# usage: completion.bash SCRIPT LINE
#        completion.bash SCRIPT --words HONE   checks that HONE accepts every suggested word of every option
source "$1"

suggest() { # LINE
    local rest=$1
    COMP_WORDS=()
    while [[ $rest =~ ^([^ =]+|=)(.*)$ ]]; do # as readline makes words of it
        COMP_WORDS+=("${BASH_REMATCH[1]}")
        rest=${BASH_REMATCH[2]# }
    done
    [[ $1 == *' ' ]] && COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _hone "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
    [ ${#COMPREPLY[@]} = 0 ] || printf '%s\n' "${COMPREPLY[@]}"
}

check_words() { # HONE
    local command option word words any files list said failed=0 checked=0
    for command in $_hone_commands; do
        for option in $(_hone_options "$command"); do
            words=
            _hone_hints "$command $option" || continue
            for word in $words; do
                case $word in *=) word=${word}x ;; esac
                [ "$option" = --compare ] && word=$word,$([ "$word" = auto ] && echo linear || echo auto)
                said=$(LC_ALL=C "$1" "$command" "$option" "$word" /nonexistent.pmx --nonsense 2>&1)
                case $said in
                *'unknown option --nonsense'*) checked=$((checked + 1)) ;;
                *) echo "hone $command $option $word: $said"; failed=1 ;;
                esac
            done
        done
    done
    [ $checked -gt 100 ] || { echo "only $checked words were checked"; failed=1; }
    return $failed
}

if [ "$2" = --words ]; then
    check_words "$3"
else
    suggest "$2"
fi
