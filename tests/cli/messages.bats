#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Messages about faulty files: place, problem, fix. (Many more in
# tests/scenario/test_bad_files.c; these are the ones in a terminal.)

load common

setup() {
    begin
    printf 'carom: 1\nballs: [ { name: cue, x_m: 1, y_m: 0.5, vx_mps: 1 } ]\nsolvers: [ { kind: impulse } ]\n' > good.yaml
}

teardown() { rm -rf "$work"; }

# Tests the first line of the message about a file, and status 65.
says() { # says LINE:COLUMN TEXT < FILE
    cat > bad.yaml
    run timeout -s KILL 60 "$carom" show bad.yaml
    echo "$output"
    [ "$status" -eq 65 ]
    [[ "${lines[0]}" == "bad.yaml:$1: error: "*"$2"* ]]
}

@test "UTF-16, byte-order marks and carriage returns are read" {
    "$carom" show good.yaml > want
    if command -v iconv > /dev/null; then
        iconv -f UTF-8 -t UTF-16 good.yaml > wide.yaml
        "$carom" show wide.yaml | diff want -
    fi
    { printf '\357\273\277'; cat good.yaml; } > marked.yaml
    "$carom" show marked.yaml | diff want -
    sed 's/$/\r/' good.yaml > crlf.yaml
    "$carom" show crlf.yaml | diff want -
}

@test "control characters of a file never reach the terminal" {
    printf 'carom: 1\nduration_s: "\\x1b]0;x\\x07"\n"\\x1b[2J": 1\n' > bad.yaml
    run "$carom" show bad.yaml
    [ "$status" -eq 65 ]
    [[ "$output" != *$'\033'* ]]
    sed 's/name: cue/name: "a\\x1b[31m"/' good.yaml | says 2:18 "a text with a control character after 1 bytes; expected plain text in one line"
    sed 's/name: cue/name: "a\\u202eb"/' good.yaml | says 2:18 "a control character"
}

@test "show and run.json contain readable scenarios" {
    cat > odd.yaml <<'Y'
carom: 1
title: "a: b # c \"d\" 'e' \\ [f] {g} &h *i !j %k @l `m | > ~"
balls:
  - { name: "&cue", x_m: 1, y_m: 0.5, vx_mps: 1, material: "&teel" }
  - { name: "no", x_m: 1.2, y_m: 0.5, material: "*x" }
  - { name: " { ~ ", x_m: 1.5, y_m: 0.5, material: "1e5" }
pairs: [ { a: "&teel", b: "*x" }, { a: "1e5", b: wall } ]
solvers: [ { kind: impulse } ]
checks: [ { kind: column, file: trajectory, column: x_m, ball: " { ~ ", min: 0 } ]
Y
    "$carom" show odd.yaml > shown.yaml
    "$carom" show shown.yaml | diff shown.yaml -
    grep -q 'a: "&teel", b: "\*x"' shown.yaml
    "$carom" compare odd.yaml -o out --no-plots > /dev/null
    run "$carom" check --records out
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"2 passed, 0 failed"* ]]
    sed 's/material: "&teel"/material: \&teel/; s/a: "&teel"/a: \&teel/' odd.yaml | says 4:60 "'&teel' is a YAML anchor without a value; a text that begins with & needs quotes: \"&teel\""
}

# ---- options ----

@test "a folder instead of a scenario is reported, with a fix" {
    mkdir empty records with.yaml
    echo '{}' > records/run.json
    cp good.yaml with.yaml/experiment.yaml
    for command in compare run sweep check converge diverge reverse statistics fan contact explain show; do
        for folder in empty ./empty/; do
            run "$carom" $command $folder
            [ "$status" -eq 66 ]
            [[ "$output" == *"cannot read '$folder': it is a folder; use "* ]] || { echo "$command $folder: $output"; false; }
        done
    done
    run "$carom" new mine --from empty
    [[ "$output" == *"it is a folder; use "* ]]
    run "$carom" run records/
    [[ "$output" == *"'carom plot records'"* ]]
    run "$carom" run with.yaml
    [[ "$output" == *"'with.yaml/experiment.yaml'"* ]]
    mkdir 01-head-on # the shipped experiment is still found
    "$carom" show 01-head-on > shown
}

@test "options: unabbreviated, in any place; errors name a fix" {
    # a new option could change the meaning of an abbreviation
    run "$carom" show 01-head-on --se samples=5
    [ "$status" -eq 2 ]
    [[ "$output" == *"unknown option '--se'; did you mean '--set'?"* ]]
    run "$carom" compare 01-head-on --solvr=heun
    [ "$status" -eq 2 ]
    [[ "$output" == *"unknown option '--solvr=heun'; did you mean '--solver'?"* ]]
    run "$carom" comare 01-head-on
    [ "$status" -eq 2 ]
    [[ "$output" == *"unknown command 'comare'; did you mean 'compare'?"* ]]
    run "$carom" compare --tap 01-head-on
    [ "$status" -eq 2 ]
    [[ "$output" == *"carom compare has no option '--tap'"* ]]
    run "$carom" compare 01-head-on --no-plots=yes
    [[ "$output" == *"no value allowed for '--no-plots=yes'"* ]]
    run "$carom" sweep 01-head-on --no-plot
    [[ "$output" == *"unknown option '--no-plot'; did you mean '--no-plots'?"* ]]
    "$carom" run 01-head-on -j 2 --no-plots -q -o one # as for compare and sweep
    "$carom" compare 01-head-on -j 2 --no-plots -q -o two
    run "$carom" compare 01-head-on -o two.yaml
    [ "$status" -eq 2 ]
    [[ "$output" == *"-o expects a folder, not a scenario: 'two.yaml'"* ]]
    [ ! -e two.yaml ]
    run "$carom" sweep 06-stiffness -j
    [[ "$output" == *"missing value after '-j'"* ]]
    # --records is a flag of sweep and takes a folder in check
    run "$carom" check 01-head-on --records
    [[ "$output" == *"missing value after '--records'"* ]]
    # before and after FILE, in any environment; nothing after -- is an option
    POSIXLY_CORRECT=1 run "$carom" show --set samples=5 01-head-on --set duration_s=3
    [ "$status" -eq 0 ]
    [[ "$output" == *"samples: 5"* && "$output" == *"duration_s: 3"* ]]
    run "$carom" show -- --set
    [ "$status" -eq 66 ]
}

@test "options: the help of every command lists its options and fits a terminal" {
    for command in $("$carom" help | sed -n '/^usage/,/^$/s/^  carom \([a-z]*\).*/\1/p'); do
        "$carom" help "$command" > help.txt
        awk 'length > 100 { print FILENAME ": " $0; wide = 1 } END { exit wide }' help.txt
        for option in $(sed -n '/^Options:/,/^$/s/^  \(-., \)*\(--[a-z-]*\).*/\2/p' help.txt); do
            run "$carom" "$command" --help "$option=x"
            [[ "$output" != *"unknown option"* && "$output" != *"has no option"* ]]
            ! sanitized || break
        done
    done
}

@test "misspelled names: in a list, in a pair, in a key of another kind" {
    for name in force_laws 'force laws' force-law; do "$carom" list "$name" | cmp - <("$carom" list force-laws); done
    "$carom" list key --json | cmp - <("$carom" list keys --json)
    run "$carom" contact 01-head-on --set contact.pair=cue,ate -o out
    [ "$status" -eq 65 ]
    [[ "$output" == *"contact.pair: found 'ate'; expected the name of a ball or of a wall"* ]]
    run "$carom" show 01-head-on --set solvers.heun.contact_time_s=1e-4
    [[ "$output" == *"contact_time_s: given together with 'stiffness_N_per_m'; expected one of the two"* ]]
    run "$carom" show 01-head-on --set heun.step_s=1e-5
    [[ "$output" == *"unknown key; did you mean 'solvers.heun.step_s'?"* ]]
    run "$carom" show 04-break --set balls.rack1.mass_kg=1
    [[ "$output" == *"--set balls.rack1.mass_kg=1: error: balls.rack1.mass_kg: 'rack1' is a ball of a group; list the balls ('carom show' prints them)"* ]]
}

@test "a solver that stops reports time, reason and fix, and keeps its records" {
    { sed '/^solvers/d; s/y_m: 0.5/y_m: 0.5, radius_m: 0.05/' good.yaml
      printf 'table: { width_m: 2, height_m: 1 }\nduration_s: 2\nsamples: 5\nallow_energy_gain: true\nrestitution: 1e160\nsolvers: [ { name: it, kind: impulse } ]\n'; } > gains.yaml
    run "$carom" run gains.yaml -o out
    [ "$status" -eq 65 ]
    # contact onset at (1 - 0.05)/1 s; 1e320 overflows
    [[ "$output" == *"solver 'it' stopped: at t = 0.95 s the speed of ball 1, cue overflows; lower a restitution above 1 or shorten duration_s (its records until t = 0.5 s are kept)"* ]]
    [ "$(cut -f 1 out/it/series.tsv | tail -n 1)" = 0.5 ]
}

@test "an unsupported feature is rejected with its key" {
    for solver in 'kind: oracle' 'kind: penalty, flight: leap, stiffness_N_per_m: 1e5, theta: 0.05'; do
        printf 'carom: 1\ngravity_mps2: [0, -9.81]\nballs: [ { x_m: 1, y_m: 0.8 }, { x_m: 1, y_m: 0.2, fixed: true } ]\nsolvers: [ { name: it, %s } ]\n' "$solver" > falls.yaml
        run "$carom" show falls.yaml
        [ "$status" -eq 65 ]
        case $solver in
            *oracle) [[ "${lines[0]}" == "falls.yaml:2:15: error: gravity_mps2 (solver it): oracle does not support gravity with fixed balls; use [0, 0] or no fixed balls" ]] ;;
            *) [[ "${lines[0]}" == *"error: flight (solver it): leap has no closed form for a ball that falls past a fixed one; use step" ]] ;;
        esac
        sed 's/, fixed: true//' falls.yaml > free.yaml
        "$carom" show free.yaml > /dev/null
    done
}

@test "a step that is too long is reported with the time and the displacement of the ball" {
    cat > long.yaml <<'Y'
carom: 1
table: { width_m: 1, height_m: 0.5, boundary: walls }
duration_s: 1
samples: 3
balls: [ { name: a, x_m: 0.5, y_m: 0.25, vx_mps: 1 } ]
solvers: [ { name: it, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1e6, step_s: 0.01, allow_unstable: true } ]
Y
    run "$carom" run long.yaml -o out
    [ "$status" -eq 65 ]
    [[ "$output" == *"solver 'it' stopped: step_s: the motion is unstable: a ball moves "*" m in one step at t = 0.54 s (got 0.01 s); use a smaller step (its records until t = 0.5 s are kept)"* ]]
    run "$carom" run long.yaml -o out --set solvers.it.stiffness_N_per_m=1e300 --set solvers.it.step_s=1e-3
    [ "$status" -eq 65 ]
    [[ "$output" == *"the motion is unstable: a position is not finite at t = 0.472 s (got 0.001 s); use a smaller step"* ]]
    run "$carom" run long.yaml -o out --set table.boundary=periodic --set balls.a.vx_mps=60
    [ "$status" -eq 65 ]
    [[ "$output" == *"a ball may move 0.6 m in one step at t = 0 s, too far for a periodic table of 1 m x 0.5 m (got 0.01 s); use a smaller step"* ]]
}

# Runs a command of an older version: status 2 and one line.
instead() { # instead TEXT ARGUMENT...
    run timeout -s KILL 60 "$carom" "${@:2}"
    echo "$output"
    [ "$status" -eq 2 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == "carom: error: '"*"' was removed; $1"* ]]
}

@test "removed commands and options are refused with what to do instead" {
    instead "see experiments/25-engines" engines
    instead "make install writes a completion" compare good.yaml --completion=bash
    instead "make install writes a manual page" help --man
    for option in checkpoint junit schema limit csv keys latex keep style width zoom exaggerate no-clock threads no-collisions plots \
        shard gif overlay length loudest man \
        address no-seal contact pair by to interval target lyapunov; do
        instead "" check good.yaml --$option=1
    done
    for command in animate sound calibrate transfer card export merge; do
        instead "" $command good.yaml
        instead "" help $command
    done
}
