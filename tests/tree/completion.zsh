# What zsh suggests, one line each: an interactive zsh completes a line, and its compadd writes down the matches.
# usage: completion.zsh FOLDER_OF_SCRIPT LINE WORK_FILE
zmodload zsh/zpty
rm -f $3 $3.rc $3.done $3.ready
cat >$3.rc <<END
fpath=($1 \$fpath)
autoload -Uz compinit
compinit -u -D
compadd() {
    if [[ \${@[1,(i)(-|--)]} != *-(O|A|D)* ]]; then
        local -a matches
        builtin compadd -A matches "\$@"
        print -rl -- \${matches//\\\\/} >>$3
    fi
    builtin compadd "\$@"
}
zstyle ':completion:*' menu no
tried() { zle complete-word; : >$3.done; zle kill-whole-line }
zle -N tried
bindkey '^I' tried
unsetopt beep
: >$3.ready
END
wait_for() { # FILE
    integer i
    for ((i = 0; i < 600; i++)); do
        [[ -e $1 ]] && return
        zpty -r -t z rest 2>/dev/null
        sleep 0.05
    done
    echo "zsh does not answer"
    exit 1
}
zpty z zsh -f -i
zpty -w z "source ${(q)3}.rc"
wait_for $3.ready
zpty -w -n z "$2"$'\t'
wait_for $3.done
zpty -d z
[[ -e $3 ]] && sort -u $3
exit 0
