#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Options of all commands: -V, -q, --json.

load common

setup() {
    begin
    cat > two.yaml <<'Y'
carom: 1
title: Two "balls"
duration_s: 0.6
samples: 3
balls:
  - { name: cue, x_m: 0.6, y_m: 0.63, vx_mps: 2 }
  - { name: "1", x_m: 1.2, y_m: 0.65 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1.0e5, step_s: 1.0e-5 }
checks:
  - { quantity: energy_residual_rel, solver: impulse, max: 1.0e-12 }
  - { quantity: collisions, min: 1 }
sweep:
  parameters: [ { key: balls.cue.vx_mps, values: [1, 2] } ]
  collect: [energy_residual_rel, first_mismatch_s]
convergence: { thetas: 2, factors: 1, phases: 1 }
statistics: { seeds: 2 }
Y
    printf 'exercise: 01-head-on\nanswers:\n  halving: 7\n' > answers.yaml
}
teardown() { rm -rf "$work"; }

commands() { "$carom" help | sed -n 's/^  carom \([a-z][a-z]*\).*/\1/p'; }
takes() { "$carom" help "$1" | grep -qe "$2"; } # takes COMMAND OPTION: true if the command has the option
is_json() { awk -f "$root/tests/cli/json.awk" "$@"; }

arguments() { # arguments COMMAND: prints the arguments of its tests, one line per run
    case $1 in
        compare | run | sweep | diverge | converge | statistics | fan | contact | check | explain | show) echo two.yaml ;;
        reverse) echo two.yaml --set duration_s=0.1 ;; # (the oracle is slow)
        plot) echo drawn --at 0.3 ;;
        lab) echo two.yaml -o lab.html ;;
        new) echo fresh ;;
        exercise) printf '%s\n' list 'show 01-head-on' 'grade answers.yaml' ;;
        list) printf '%s\n' '' solvers keys experiments quantities columns figures presets materials ;;
        *) echo "options.bats does not know what carom $1 takes" >&2; return 1 ;;
    esac
}

prepare() { # makes the records that some commands read
    "$carom" compare two.yaml -q --no-plots -o drawn
}

plain() { ! takes "$1" ' --no-plots' || echo --no-plots; }

@test "-V and --version: every command prints version, commit and compiler as in run.json" {
    "$carom" -V > version.txt
    "$carom" --version | cmp - version.txt
    for command in $(commands); do
        takes "$command" '^  -V, --version '
        "$carom" "$command" -V | cmp - version.txt
    done
    "$carom" run two.yaml -o out -q
    value() { sed -n "s/^  \"$1\": \"\(.*\)\",/\1/p" out/run.json; }
    printf 'carom %s (%s)\ncompiler: %s\n' "$(value version)" "$(value commit)" "$(value compiler)" | cmp - version.txt
}

@test "--json: every command with a table prints one JSON document and nothing else" {
    prepare
    for command in $(commands); do
        if ! takes "$command" ' --json '; then
            # these print a path, no table
            [[ " plot lab new " == *" $command "* ]]
            continue
        fi
        while read -r arguments; do
            # shellcheck disable=SC2046,SC2086
            "$carom" "$command" $arguments --json $(plain "$command") > printed.json 2> said.txt || [ $? -eq 1 ]
            is_json printed.json
            [ "$(wc -c < printed.json)" -gt 40 ]
            [ ! -s said.txt ]
        done < <(arguments "$command")
    done
}

@test "--json: numbers equal those of the tables, names are strings, missing values are null" {
    "$carom" contact two.yaml -o out --no-plots --json > contact.json
    grep '"solver": "heun".*"asked_restitution"' contact.json | sed 's/.*"contact_s": \([^,]*\),.*/\1/' > said.txt
    columns out/contact.tsv solver contact_s | awk '$1 == "heun" { print $2 }' | cmp - said.txt
    grep -q '"ball": "1"' contact.json
    "$carom" sweep two.yaml --no-plots -o out --json > sweep.json
    [ "$(grep -c '"solver": "heun"' sweep.json)" -eq 2 ]
    grep -q '{"balls.cue.vx_mps": 2, "solver": "impulse", "energy_residual_rel": [-0-9.e]*, "first_mismatch_s": null}' sweep.json
    prepare
    "$carom" check two.yaml --json > check.json
    [ "$(grep -c '"verdict": "pass", "value": [-0-9.e]*, "text": "' check.json)" -eq 3 ]
    run "$carom" check two.yaml --json --set checks.1.min=100 -o out
    [ "$status" -eq 1 ]
    [[ "$output" == *'"verdict": "fail", "value": 1, '* ]]
    run "$carom" check two.yaml --json --tap
    [ "$status" -eq 2 ]
    run "$carom" list nonsense --json
    [ "$status" -eq 2 ]
    [[ "$output" == *"unknown list 'nonsense'"* ]]
}

@test "--json: carom reads the output of show as the same scenario" {
    for file in two.yaml 03-bumper 07-restitution; do
        "$carom" show $file --json > shown.json
        is_json shown.json
        "$carom" show shown.json > again.yaml
        "$carom" show $file | cmp - again.yaml
    done
}

@test "explain --json: every sentence with its quantities by key" {
    "$carom" explain two.yaml | grep . > lines.txt
    "$carom" explain two.yaml --json > explained.json
    is_json explained.json
    sed -n 's/^ *{.*"text": "\(.*\)"},*$/\1/p' explained.json | sed 's/\\"/"/g; s/\\\\/\\/g' | cmp lines.txt -
    value() { sed -n "s/.*\"about\": \"$1\".*\"$2\": \([^,]*\),.*/\1/p" explained.json | head -n 1; }
    near() { echo "$1 $2" | awk '{ print; exit !($1 > 0 && ($1 - $2) ^ 2 <= (1e-12 * $2) ^ 2) }'; }
    near "$(value scene kinetic_J)" 0.34 # m v^2/2
    near "$(value 'first to meet' t_s)" "$(awk 'BEGIN { printf "%.17g", (0.6 - sqrt((2 * 0.028575) ^ 2 - 0.02 ^ 2)) / 2 }')"
    # pi sqrt(m_red/k), longest at a wall, where m_red = m; after a head-on hit a ball trails by v t_c
    period=$(awk 'BEGIN { printf "%.17g", atan2(0, -1) * sqrt(0.17 / 1e5) }')
    near "$(value solver contact_s)" "$period"
    near "$(value solver lag_m)" "$(echo "$period" | awk '{ printf "%.17g", 2 * $1 }')"
}

@test "-q: only errors and requested data" {
    prepare
    sed -i 's/^duration_s.*/&\nwall_contact: centre/' two.yaml # causes a warning
    for command in $(commands); do
        takes "$command" '^  -q, --quiet '
        [[ " plot " != *" $command "* ]] || has_gnuplot && ! sanitized || continue
        while read -r arguments; do
            # shellcheck disable=SC2046,SC2086
            "$carom" "$command" $arguments -q $(plain "$command") > printed.txt 2> said.txt || [ $? -eq 1 ] || { echo "carom $command $arguments"; cat said.txt; false; }
            [ ! -s said.txt ] || { echo "carom $command $arguments"; cat said.txt; false; }
            case "$command $arguments" in
                show* | list* | explain* | exercise\ list* | exercise\ show*) [ -s printed.txt ] ;; # commands whose output is the result
                exercise\ grade*) [ "$(grep -vc '^FAIL' printed.txt)" -eq 0 ] && [ -s printed.txt ] ;;
                *) [ ! -s printed.txt ] ;;
            esac
        done < <(arguments "$command")
    done
    # a missing gnuplot is reported
    mkdir bin
    printf '#!/bin/sh\necho broken >&2\nexit 1\n' > bin/gnuplot
    chmod +x bin/gnuplot
    PATH="$PWD/bin:$PATH" run "$carom" plot drawn -q
    [ "$status" -eq 73 ]
    [[ "$output" == *"gnuplot failed with status 1: broken"* ]]
    "$carom" run two.yaml -q --json > data.json
    is_json data.json
    run "$carom" check two.yaml -q --set checks.1.min=100
    [ "$status" -eq 1 ]
    [[ "$output" == FAIL*collisions* && "$output" != *PASS* && "$output" != *passed* ]]
    run "$carom" run missing.yaml -q
    [ "$status" -eq 66 ]
    [[ "$output" == *"cannot read"* ]]
}

@test "--solver: every command that runs a scenario rejects an unknown solver before the run" {
    for asked in "sweep 06-stiffness" "compare 01-head-on" "run 01-head-on" "check 01-head-on" "contact 01-head-on"; do
        # shellcheck disable=SC2086
        run "$carom" $asked --solver nonsense
        echo "$asked: $status: $output"
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
        [[ "$output" == "carom: error: --solver: the scenario has no solver 'nonsense'; its solvers are: impulse "* ]]
    done
    [ ! -e out ]
}
