#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Hostile names of scenarios, folders, records and files: they run no command, leave no folder, break no format and
# move no cursor. A program that executed them would run `touch MARKER`.

load common

setup() {
    begin
    escape=$(printf '\033')
    cat > nasty.yaml <<'Y'
carom: 1
title: "`touch MARKER` $(touch MARKER) %s%n '); system('touch MARKER'); (\" @x_y^z{a}{/:Bold x} ]]> <script>touch(1)</script> &lt; \\n --> 'a''b'"
source: "`touch MARKER`%s%n\"); system(\"touch MARKER\") <!-- </script><script>alert(1)</script>"
table: { width_m: 1, height_m: 0.5 }
duration_s: 0.2
samples: 3
balls:
  - { name: "`touch MARKER`'$(touch MARKER)\"%s%n", x_m: 0.2, y_m: 0.25, vx_mps: 1.1, radius_m: 0.03, mass_kg: 0.17, material: "`touch M`'\"" }
  - { name: "../../MARKER", x_m: 0.4, y_m: 0.26, radius_m: 0.03, mass_kg: 0.2, material: "../<b>&,;@^_{" }
  - { name: "@x_y^z{a}{:Bold x}]]><script>", x_m: 0.6, y_m: 0.1, radius_m: 0.03, mass_kg: 0.2 }
groups: [ { kind: row, name: "$(touch MARKER)'`touch MARKER`\"\\", count: 1, x_m: 0.8, y_m: 0.1, radius_m: 0.02 } ]
solvers:
  - { name: impulse, kind: impulse, label: "`touch MARKER`'); system('touch MARKER'); (\"%s@^_{" }
  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, step_s: 5e-4, label: "</text><script>`touch MARKER`\\" }
reference: impulse
checks: [ { kind: column, file: trajectory, column: x_m, ball: "`touch MARKER`'$(touch MARKER)\"%s%n", at_s: 0.2, min: 0 } ]
sweep:
  parameters: [ { key: balls.0.vx_mps, values: [0.9, 1.2], label: "`touch MARKER`'\"%s@^_{ (m/s)" } ]
  collect: ["`touch MARKER`'$(touch MARKER)\"%s%n.x_m"]
  data: data.tsv
statistics: { seeds: 2, from_s: 0 }
convergence: { theta_from: 0.1, theta_to: 0.2, thetas: 2, factors: 1, phases: 1 }
Y
    printf 'x\tx_error\ty\ty_error\tseries\tsource\n1\t0\t0.1\t1\t`touch MARKER`\047); system("touch MARKER"); (\042%%s@^_{</text><script>\tme\n' > data.tsv
}

teardown() { rm -rf "$work"; }

# The arguments of each command; a new command needs a line.
given() { # given COMMAND
    case $1 in
        fit) echo nasty.yaml --set fit.by=balls.0.vx_mps --no-plots ;; # no recording
        run | compare | reverse | fan | contact | check | sweep | diverge | statistics | converge | gradient) echo nasty.yaml -o "out-$1" ;;
        plot) echo out-compare ;;
        lab) echo nasty.yaml -o lab.html ;;
        new) echo "new --from nasty.yaml" ;;
        explain | show | estimate) echo nasty.yaml ;;
        exercise) echo grade answers.yaml ;;
        list) echo keys ;;
        *) return 1 ;;
    esac
}

@test "no command executes a name in a scenario" {
    printf 'exercise: "`touch MARKER`$(touch MARKER)"\nanswers: {}\n' > answers.yaml
    for command in compare $("$carom" help | sed -n 's/^  carom \([a-z]*\) .*/\1/p'); do
        arguments=$(given "$command") || { echo "say above what carom $command is given"; false; }
        case $command in
            plot) continue ;; # tested with the sweep below
            lab) [ -e "$root/build/lab/template.html" ] || continue ;;
        esac
        plots=
        case $command in compare | reverse | fan | contact | diverge | statistics | converge | gradient) plots=--no-plots ;; esac
        status=0
        # shellcheck disable=SC2086
        timeout 100 "$carom" "$command" $arguments $plots > "said-$command" 2>&1 || status=$?
        echo "$command: $status"
        case $status in 0 | 1 | 2 | 65 | 66) ;; *) cat "said-$command"; false ;; esac
        run grep -l "$escape" "said-$command"
        [ "$status" -eq 1 ]
    done
    [ -z "$(find . -name '*MARKER')" ]
    [ ! -e ../MARKER ] && [ ! -e ../../MARKER ]
    "$carom" show nasty.yaml > shown.yaml
    "$carom" show shown.yaml | diff shown.yaml -
}

@test "output with hostile names is valid JSON, SVG, TAP and HTML" {
    command -v python3 > /dev/null || skip "needs python3"
    "$carom" compare nasty.yaml -o out --no-plots --json > table.json
    "$carom" check --records out --tap > tap
    [ ! -e "$root/build/lab/template.html" ] || "$carom" lab nasty.yaml -o lab.html
    ! has_gnuplot || sanitized || "$carom" sweep nasty.yaml -o drawn -j 1 2> warnings
    python3 - <<'P'
import glob, json, os, xml.dom.minidom
json.load(open("table.json")), json.load(open("out/run.json"))
tap = open("tap").read().splitlines()
assert sum(line.startswith(("ok ", "not ok ")) for line in tap) == 4, tap
for name in glob.glob("drawn/*.svg"):
    xml.dom.minidom.parse(name)
if os.path.exists("lab.html"):
    page = open("lab.html").read()
    assert "<script>touch(1)" not in page and "<script>alert(1)" not in page
P
    [ ! -e warnings ] || ! grep -q "no column" warnings # one curve per name
    [ -z "$(find . -name MARKER)" ]
}

@test "a figure file in foreign records gives gnuplot no command" {
    mkdir theirs
    for line in 'DIR\t< touch MARKER; cat .' 'PLOTS\t/tmp' 'TABLE\t< touch MARKER' "OUTLINE\tfrom 0,0; system('touch MARKER')"; do
        printf "what\tname\tvalue\ntext\t$line\nfigure\tfan\tfan\n" > theirs/fan.figures.tsv
        run "$carom" plot theirs
        echo "$output"
        [ "$status" -eq 65 ] || [ "$status" -eq 73 ] # 73 without gnuplot
        [ ! -e MARKER ]
    done
}

@test "no argument and no cell of records moves the cursor of a terminal" {
    "$carom" run nasty.yaml -o theirs > /dev/null
    for name in "${escape}[2J" "$(printf 'a\342\200\256b')"; do
        for command in show run plot help list new "lab nasty.yaml -o" "run nasty.yaml -o" "run nasty.yaml --solver" "plot theirs --figures"; do
            # shellcheck disable=SC2086
            run "$carom" $command "$name"
            [ "$status" -eq 2 ]
            [[ "$output" == *"control characters and changes of writing direction are not allowed (shown as ?) in"* ]]
            [[ "$output" != *"$name"* ]]
        done
    done
    run "$carom" show nasty.yaml --set "title=${escape}[2J"
    [ "$status" -eq 65 ]
    [[ "$output" != *"$escape"* ]]
    sed -i "1s/x_m/x${escape}[2J/" theirs/heun/trajectory.tsv
    run "$carom" plot theirs
    [ "$status" -eq 65 ]
    [[ "$output" == *"expected one of: t_s, ball, x?[2J, y_m"* ]]
}

@test "folders, pipes without a scenario, empty files, loops and endless brackets are rejected" {
    mkdir folder
    : > empty.yaml
    ln -s loop loop
    { printf 'carom: 1\ntitle: '; head -c 100000 /dev/zero | tr '\0' '['; } > deep.yaml
    mkfifo pipe
    for file in folder empty.yaml /dev/null loop deep.yaml ""; do
        run timeout -s KILL 20 "$carom" show "$file"
        [ "$status" -eq 65 ] || [ "$status" -eq 66 ]
        [ -n "$output" ]
    done
    (echo 'carom: 2' > pipe &)
    run timeout -s KILL 20 "$carom" show pipe
    [ "$status" -eq 65 ]
    { printf '\357\273\277'; sed 's/$/\r/' nasty.yaml; } > marked.yaml
    "$carom" show nasty.yaml > want
    "$carom" show marked.yaml | diff want -
}
