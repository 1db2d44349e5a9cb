# SPDX-License-Identifier: GPL-3.0-or-later
# Completes commands, options, topics, experiments, worksheets and files. For zsh:
#   autoload -U compinit bashcompinit && compinit && bashcompinit && source THIS_FILE

_carom() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words='' files=yes IFS=$'\n'
    local commands='s/^  carom \([a-z][a-z]*\).*/\1/p' topics='/^topics/,/^$/s/^  \([a-z]*\) .*/\1/p' options='s/^  \(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p'
    case $COMP_CWORD,$command,$before,$word in
        1,*) words="help$IFS$(carom help 2> /dev/null | sed -n "$commands")" files='' ;;
        *,help,*) words=$(carom help 2> /dev/null | sed -n -e "$commands" -e "$topics") files='' ;;
        *,*,*,-*) words=$(carom "$command" --help 2> /dev/null | sed -n "$options") files='' ;;
        2,exercise,*) words="list${IFS}show${IFS}grade" files='' ;;
        *,exercise,show,*) words=$(carom exercise list 2> /dev/null | sed 's/ .*//') files='' ;;
        2,list,*) words=$(carom list 2> /dev/null | sed -n 's/^\([a-z-]\{1,\}\)$/\1/p') files='' ;;
        *,exercise,* | *,plot,*) ;;
        *) words=$(carom list experiments 2> /dev/null | sed -n 's/^  \([^ ]*\) .*/\1/p') ;;
    esac
    # shellcheck disable=SC2207
    COMPREPLY=($(compgen -W "$words" -- "$word"; [ -z "$files" ] || compgen -f -- "$word"))
}
complete -o filenames -F _carom carom
