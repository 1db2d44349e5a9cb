#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# carom new: its file runs at once, and its comments agree with the parameter tables.

load common
setup() { begin; }
teardown() { rm -rf "$work"; }

@test "new: show, explain, run, check and compare accept its file without warnings" {
    run "$carom" new mine
    [ "$status" -eq 0 ]
    [ "$output" = "created mine.yaml; to run it: carom compare mine.yaml" ]
    [ "$(grep -v '^# yaml-language-server' mine.yaml | wc -L)" -le 110 ]
    grep -q '^title: "mine"$' mine.yaml
    for command in show explain compare check; do
        plots=$([ $command != compare ] || echo --no-plots)
        # shellcheck disable=SC2086
        "$carom" $command mine.yaml $plots > said.txt 2> complaints.txt
        [ -s said.txt ]
        [ ! -s complaints.txt ]
    done
    grep -q '6 passed, 0 failed' said.txt
    ! "$carom" compare mine.yaml --no-plots | grep -q 'overlap is' || false # the only advice is about Euler's energy
    "$carom" new - | sed 's/"Two balls"/"mine"/; s/FILE/mine.yaml/' | cmp - <(grep -v '^# yaml-language-server' mine.yaml)
}

# The commented lines "#key: VALUE" hold the defaults: removing the # changes nothing.
@test "new: defaults, units and ranges in its comments are those of the tables and of a run" {
    "$carom" new mine -q
    [ "$(grep -c '^ *#[a-z]' mine.yaml)" -ge 15 ]
    sed 's/^\( *\)#\([a-z]\)/\1\2/' mine.yaml > all.yaml
    "$carom" show mine.yaml > mine.txt
    "$carom" show all.yaml | cmp - mine.txt
    sed 's/^ *#mass_kg: 0.17/    mass_kg: 0.16/' mine.yaml > other.yaml # (another value makes a difference)
    "$carom" show other.yaml > other.txt
    run cmp other.txt mine.txt
    [ "$status" -eq 1 ]
    # each comment, on one line, is the text of the table
    awk '/^ *#?(- )?[a-z][A-Za-z_]*:.* # / { if (said != "") print said; said = $0; next }
         /^ *# / && said != "" && $0 ~ /^ {30}# / { sub(/^ *# /, " "); said = said $0; next } { if (said != "") print said; said = "" }' mine.yaml > lines.txt
    [ "$(wc -l < lines.txt)" -ge 35 ]
    for what in keys solvers force-laws shapes; do "$carom" list $what; done | sed 's/ (optional)$//; s/ (required)$//; s/; a mapping { key: value, ... }$//; s/; a list, each item on its own .- .$//' > rows.txt
    while read -r said; do
        key=$(sed 's/^#\{0,1\}\(- \)\{0,1\}\([A-Za-z_]*\):.*/\2/' <<< "$said")
        grep -F -- "${said#* # }" rows.txt | grep -q "^ *$key "
        value=$(sed 's/^#[A-Za-z_]*: \(.*[^ ]\)  *# .*/\1/' <<< "$said")
        case $said in
            '#'*\(default*\)) [[ "$said" == *"(default $value)" || "$value" == '[0, 0]' ]] ;;
        esac
    done < lines.txt
}

@test "new: the examples in its comments are valid" {
    "$carom" new mine -q
    [ "$(grep -cE '^# (groups|sweep): ' mine.yaml)" -eq 2 ]
    sed -E 's/^# (groups|sweep): /\1: /' mine.yaml > all.yaml
    "$carom" show all.yaml | grep -q 'name: "red6"'
    "$carom" sweep all.yaml --no-plots --set duration_s=0.01 --json > sweep.json
    [ "$(grep -c '"solver": "heun"' sweep.json)" -eq 3 ]
}

@test "new: existing files are kept; paths, endings and shipped scenarios are accepted" {
    echo mine > mine.yaml
    run "$carom" new mine
    [ "$status" -eq 73 ]
    [[ "$output" == *"'mine.yaml' already exists"* ]]
    [ "$(cat mine.yaml)" = mine ]
    ln -s nowhere.yaml link.yaml
    run "$carom" new link.yaml
    [ "$status" -eq 73 ]
    [ ! -e nowhere.yaml ]
    run "$carom" new no/such/folder
    [ "$status" -eq 73 ]
    run "$carom" new folder/
    [ "$status" -eq 2 ]
    run "$carom" new
    [ "$status" -eq 2 ]
    mkdir 'a folder'
    "$carom" new 'a folder/it'"'"'s "odd"
$(x).yml'
    "$carom" explain 'a folder/it'"'"'s "odd"
$(x).yml' | grep -q '^Two balls$'
    "$carom" new a.yaml --from 04-break
    "$carom" show 04-break | diff - <("$carom" show a.yaml)
    run "$carom" new b --from no-such
    [ "$status" -eq 66 ]
    [ ! -e b.yaml ]
    [ -e /dev/full ] || return 0
    run bash -c "'$carom' new - > /dev/full"
    [ "$status" -eq 74 ]
}
