#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Manual pages and completions: complete, generated from the same tables as the help, valid for man and the shells.

load common
setup() { begin; }
teardown() { rm -rf "$work"; }

pages() { # writes all manual pages to pages/, as make install does
    mkdir -p pages
    for page in $("$carom" help --man); do "$carom" help --man "$page" > "pages/$page"; done
}

plain() { sed 's/^\.B "\(.*\)"$/\1/; s/\\-/-/g; s/\\f[BIR]//g; s/\\(aq/'"'"'/g; s/\\(ga/`/g; s/\\(ha/^/g; s/\\(ti/~/g; s/\\e/\\/g; s/\\&//g' "$1"; }

@test "manual: every command and topic has a page, with every option and sentence of its help" {
    ! sanitized || return 0
    pages
    "$carom" help | sed -n 's/^  carom \([a-z][a-z]*\).*/\1/p' > commands.txt
    [ "$(wc -l < commands.txt)" -gt 15 ]
    plain pages/carom.1 > carom.txt
    while read -r command; do
        plain "pages/carom-$command.1" > page.txt
        grep -q "^carom $command\b" carom.txt
        "$carom" help "$command" > help.txt
        # options, keys and words equal the help, with any line breaks
        sed -n 's/^  \(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p' help.txt > options.txt
        while read -r option; do grep -qe "$option\b" page.txt; done < options.txt
        tail -n +3 help.txt | tr -s ' \n' '\n\n' | grep -vE '^(Options:|KEY=VALUE:)$' | sort -u > said.txt
        tr -s ' \n' '\n\n' < page.txt | sort -u > printed.txt
        [ "$(comm -23 said.txt printed.txt | grep -cvE ',$|^(Keys|In|file|\}):?')" -le 1 ]
    done < commands.txt
    for topic in $("$carom" help | sed -n '/^topics/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        grep -q "^carom-$topic([57])" carom.txt
        [ -s pages/carom-$topic.[57] ]
    done
    run "$carom" help --man carom-nonsense.1
    [ "$status" -eq 2 ]
}

@test "manual: carom-scenario(5) has every key of a scenario and of all plug-ins" {
    "$carom" help --man carom-scenario.5 > page.5
    plain page.5 > page.txt
    for what in keys solvers integrators force-laws impact-laws impact-policies friction-laws shapes groups checks studies; do
        "$carom" list $what
    done | awk '/^ / && !/cannot be used|is not there/ { print $1 }' | grep -E '^[a-zA-Z_][a-zA-Z0-9_-]*$' | sort -u > keys.txt
    [ "$(wc -l < keys.txt)" -gt 150 ]
    sort -u page.txt | comm -23 keys.txt - > missing.txt
    # the keys of engine plug-ins appear only where they are built
    "$carom" list solvers | sed -n '/^  chipmunk/,$p' | awk '{ print $1 }' | sort -u > engines.txt
    "$carom" list solvers | sed -n '/^  lammps/,$p' | awk '{ print $1 }' | sort -u >> engines.txt
    run grep -vxFf engines.txt missing.txt
    [ -z "$output" ]
}

@test "manual: man, groff and mandoc accept the pages without warnings" {
    pages
    for page in pages/*; do
        if command -v groff > /dev/null; then
            [ -z "$(groff -man -ww -Tascii "$page" 2>&1 > printed.txt)" ]
            [ "$(wc -l < printed.txt)" -gt 10 ]
        fi
        # (without a date the same sources give the same page)
        ! command -v mandoc > /dev/null || [ -z "$(mandoc -Tlint -W warning "$page" | grep -v 'missing date')" ]
    done
    ! command -v man > /dev/null || man -l pages/carom-contact.1 2> /dev/null | grep -q 'one contact'
}

completed() { # completed LINE: prints the completions of bash after LINE; in a bash of its own that bats does not trace
    bash -c 'source ./carom.bash
        COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
        read -r -a COMP_WORDS <<< "$1"
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _carom
        printf "%s\n" "${COMPREPLY[@]}"' - "$1"
}

@test "completion: bash completes commands, options, keys, words, experiments, folders and topics" {
    ! sanitized || return 0
    "$carom" help --completion bash > carom.bash
    mkdir bin && ln -s "$(cd "$root" && pwd)/build/carom" bin/carom && export PATH="$work/bin:$PATH"
    source ./carom.bash
    complete -p carom | grep -q -- '-F _carom carom'
    "$carom" help | sed -n 's/^  carom \([a-z][a-z]*\).*/\1/p' | sort > commands.txt
    completed 'carom ' | grep -vE '^(help|--version)$' | sort | diff - commands.txt
    [ "$(completed 'carom conv')" = converge ]
    for command in $(cat commands.txt); do
        { "$carom" help "$command" | sed -n '/^Options:/,/^$/s/^  \(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p'; echo --help; } | sort -u > options.txt
        completed "carom $command -" | sort -u | diff - options.txt
    done
    completed 'carom compare 04' | grep -qx 04-break
    completed 'carom compare --set table.' | grep -qx 'table.width_m='
    completed 'carom compare 04-break --set table.shape=' | grep -qx stadium
    completed 'carom compare 04-break --set solvers.heun.st' | grep -qx 'solvers.heun.step_s='
    [ "$(completed 'carom plot out --preset half')" = half-slide ]
    completed 'carom help the' | grep -qx theory
    completed 'carom help comp' | grep -qx compare
    [ "$(completed 'carom exercise ' | tr '\n' ' ')" = 'list show grade ' ]
    completed 'carom exercise show ' | diff - <("$carom" exercise list | sed 's/ .*//')
    touch my-answers.yaml
    completed 'carom exercise grade my' | grep -qx my-answers.yaml
    [ -z "$(completed 'carom exercise list ')" ]
    mkdir results
    completed 'carom plot res' | grep -qx results
    # carom list accepts each of its completions
    [ "$(completed 'carom list ' | wc -l)" -gt 12 ]
    for word in $(completed 'carom list '); do "$carom" list "$word" > /dev/null; done
    # completions of --set are keys
    for part in table.width duration restitution.ball_w solvers.heun.step; do
        key=$(completed "carom show 01-head-on --set $part" | head -n 1)
        [[ "$key" == *= ]]
        run "$carom" show 01-head-on --set "${key}nonsense"
        [ "$status" -eq 65 ]
        [[ "$output" == *nonsense* && "$output" != *'unknown key'* ]]
    done
}

@test "completion: zsh and fish have the same commands, options and keys" {
    "$carom" help --completion zsh > _carom
    "$carom" help --completion fish > carom.fish
    ! command -v zsh > /dev/null || zsh -n _carom
    ! command -v fish > /dev/null || fish --no-execute carom.fish
    source <("$carom" help --completion bash)
    [ "$(wc -l <<< "$_carom_keys")" -gt 300 ]
    for file in _carom carom.fish; do
        sed -n "/_carom_keys.*'/,/^'/p" $file | sed "s/.*'//" | grep . | diff - <(grep . <<< "$_carom_keys")
    done
    for command in $_carom_commands; do
        case $command in help | --version) continue ;; esac
        _carom_takes "$command"
        for option in $options; do
            [ "$option" != --help ] || continue
            sed -n "/^    $command) _arguments/,/;;/p" _carom | grep -q -- "'\*$option=\{0,1\}\["
            grep -q "'__carom_in $command' -l ${option#--} " carom.fish
        done
    done
    run "$carom" help --completion tcsh
    [ "$status" -eq 2 ]
    [[ "$output" == *"expects bash, zsh or fish, not 'tcsh'"* ]]
}

completed_fish() { # completed_fish LINE: prints the completions of fish after LINE, without their descriptions
    HOME=$work fish --no-config -c 'source carom.fish; complete -C "$argv[1]"' -- "$1" | cut -f 1
}

start_zsh() { # an interactive zsh that completes each line from `asked`, and lists what the function offers in `answered`
    mkfifo asked answered
    zsh -f -c 'zmodload zsh/zpty
        zpty z zsh -f -i
        zpty -w z "PROMPT=; fpath=($PWD \$fpath); unsetopt autolist automenu; bindkey -e; : > offered.txt"
        zpty -w z "autoload -Uz compinit; compinit -u -D; bindkey \"^I\" complete-word"
        # -O, -A and -D only filter
        zpty -w z "compadd() { local -a hits; [[ \" \${*%%-- *} \" == *\" -\"[OAD]\" \"* ]] || { builtin compadd -A hits \"\$@\"; print -rl -- \$hits >> offered.txt; }; builtin compadd \"\$@\"; }"
        zpty -w z "finish() { print END >> offered.txt; comppostfuncs=(finish); }; comppostfuncs=(finish); print END >> offered.txt"
        await() { repeat 1000; do grep -qs END offered.txt && return; sleep 0.01; done; }
        await
        while IFS= read -r line; do
            : > offered.txt
            zpty -n -w z $'"'\x15'"'"$line"$'"'\t'"' # ^U and Tab
            await
            grep . offered.txt
        done
        zpty -d z' < asked > answered 3>&- &
    exec 8> asked 9< answered
}

completed_zsh() {
    local word
    printf '%s\n' "$1" >&8
    while read -r -t 30 -u 9 word && [ "$word" != END ]; do printf '%s\n' "$word"; done | sort -u
}

check_completions() { # check_completions COMPLETED: the same words as in bash
    local all=$1
    touch my-answers.yaml my-scene.yaml
    mkdir results
    "$carom" help | sed -n 's/^  carom \([a-z][a-z]*\).*/\1/p' | sort | diff - <("$all" 'carom ' | grep -vx help | sort)
    [ "$("$all" 'carom conv')" = converge ]
    "$all" 'carom compare 04' | grep -qx 04-break
    "$all" 'carom compare my-s' | grep -qx my-scene.yaml
    { "$carom" help fan | sed -n '/^Options:/,/^$/s/^  \(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p'; echo --help; } | sort -u |
        diff - <("$all" 'carom fan --' | sed 's/=$//' | sort -u)
    "$all" 'carom compare --set table.' | grep -qx 'table.width_m='
    "$all" 'carom compare 04-break --set table.shape=' | sed 's/.*=//' | grep -qx stadium
    "$all" 'carom compare 04-break --set solvers.heun.st' | grep -qx 'solvers.heun.step_s='
    [ "$("$all" 'carom plot out --preset half')" = half-slide ]
    "$all" 'carom plot out --preset=half' | grep -qx '\(--preset=\)\{0,1\}half-slide'
    [ "$("$all" 'carom plot out --style my-a')" = my-answers.yaml ]
    "$all" 'carom plot res' | grep -qx 'results/\{0,1\}'
    "$all" 'carom help the' | grep -qx theory
    "$all" 'carom help comp' | grep -qx compare
    [ "$("$all" 'carom exercise ' | sort | tr '\n' ' ')" = 'grade list show ' ]
    "$all" 'carom exercise show ' | sort | diff - <("$carom" exercise list | sed 's/ .*//' | sort)
    "$all" 'carom exercise grade my-a' | grep -qx my-answers.yaml
    [ -z "$("$all" 'carom exercise list ')" ]
    [ "$("$all" 'carom list mat')" = materials ]
}

@test "completion: fish completes commands, options, keys, scenes, worksheets and topics" {
    ! sanitized || return 0
    command -v fish > /dev/null || skip "no fish"
    "$carom" help --completion fish > carom.fish
    mkdir bin && ln -s "$(cd "$root" && pwd)/build/carom" bin/carom && export PATH="$work/bin:$PATH"
    [ -z "$(HOME=$work fish --no-config carom.fish 2>&1)" ]
    check_completions completed_fish
}

@test "completion: zsh completes commands, options, keys, scenes, worksheets and topics" {
    ! sanitized || return 0
    command -v zsh > /dev/null || skip "no zsh"
    "$carom" help --completion zsh > _carom
    mkdir bin && ln -s "$(cd "$root" && pwd)/build/carom" bin/carom && export PATH="$work/bin:$PATH"
    start_zsh
    check_completions completed_zsh
}

@test "records: the Python reader of carom help records works" {
    local python='' tried
    for tried in python3 /usr/bin/python3; do "$tried" -c 'import numpy' 2> /dev/null && python=$tried && break; done
    [ -n "$python" ] || skip "no numpy"
    "$carom" help records | sed -n '/^in Python/,/^columns/s/^  //p' > read.py
    [ -s read.py ]
    [ "$(wc -l < read.py)" -le 20 ]
    "$carom" compare 01-head-on -o out --no-plots > /dev/null
    "$python" read.py out > said.txt
    [ "$(grep -c 'energy residual at most' said.txt)" -eq "$(($(wc -l < out/summary.tsv) - 1))" ]
    way=$(columns out/heun/trajectory.tsv ball x_m y_m | awk '$1 == "cue" { if (n++) s += sqrt(($2 - x) ^ 2 + ($3 - y) ^ 2); x = $2; y = $3 }
        END { printf "%.6f", s }')
    sed -n '/^heun:/,/^[a-z]*:/p' said.txt | grep -qx "  cue: $way m"
}
