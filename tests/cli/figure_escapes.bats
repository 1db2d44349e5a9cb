#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What users write stands in figures letter by letter: every special character before every digit, in title, ball names and labels.

load common

setup() { begin; has_gnuplot || skip "no gnuplot"; }
teardown() { rm -rf "$work"; }

# words_of FILE.svg: all its text in one line without blanks
words_of() {
    tr -d '\n\t ' < "$1" | sed 's/<[^<>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&apos;/'"'"'/g; s/&amp;/\&/g'
}

is_xml() { # is_xml FILE.svg: no control bytes, no & and no < but those of XML; by xmllint too where that is
    if tr -d '\n\t' < "$1" | LC_ALL=C grep -q '[[:cntrl:]]'; then return 1; fi
    if tr '\n' ' ' < "$1" | sed 's/<[^<>]*>//g; s/&\(lt\|gt\|amp\|quot\|apos\|#[0-9]*\);//g' | grep -q '[<&]'; then return 1; fi
    if command -v xmllint > /dev/null; then xmllint --noout "$1"; fi
}

quoted() { printf "'%s'" "${1//\'/\'\'}"; } # for YAML

# scene TITLE NAME NAME NAME LABEL LABEL LABEL
scene() {
    cat << Y
carom: 1
title: $(quoted "$1")
table: { boundary: open }
restitution: 0.5
duration_s: 0.6
samples: 7
figures: [space-time, raster]
balls:
  - { name: $(quoted "$2"), x_m: 0.6, y_m: 0.63, vx_mps: 2 }
  - { name: $(quoted "$3"), x_m: 1.2, y_m: 0.65 }
  - { name: $(quoted "$4"), x_m: 1.2, y_m: 3 }
solvers:
  - { name: impulse, kind: impulse, label: $(quoted "$5") }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1.0e6, step_s: 5.0e-5, label: $(quoted "$6") }
  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1.0e6, step_s: 5.0e-5, label: $(quoted "$7") }
Y
}

# chunk CHARACTERS: each before each digit
chunk() {
    local i d
    for ((i = 0; i < ${#1}; i++)); do for d in 0 1 2 3 4 5 6 7 8 9; do printf '%s%s' "${1:i:1}" "$d"; done; done
}

expect_words() { # expect_words FILE.svg TEXT...
    local file="$1" words text
    words="$(words_of "$file")"
    shift
    for text in "$@"; do
        [[ "$words" == *"${text// /}"* ]] || { echo "$file lacks $text: $words"; false; }
    done
}

@test "texts: every special character before every digit, in title, names and labels" {
    local part a b c
    for part in '!"# $%& `*+' "'() ,-. /:;" '<=> ?@[ \]^' '_{} ~| =_'; do
        read -r a b c <<< "$part"
        a="$(chunk "$a")" b="$(chunk "$b")" c="$(chunk "$c")"
        scene "x$a$b$c" "n$a" "n$b" "n$c" "l$a" "l$b" "l$c" > scene.yaml
        run "$carom" compare scene.yaml -o out
        [ "$status" -eq 0 ] || { echo "$output"; false; }
        for svg in out/*.svg; do is_xml "$svg" || { echo "$svg"; false; }; done
        expect_words out/raster.svg "x${a:0:20}" "l$a" "l$b" "l$c"
        run "$carom" contact scene.yaml -o contact
        [ "$status" -eq 0 ] || { echo "$output"; false; }
        for svg in contact/*.svg; do is_xml "$svg" || { echo "$svg"; false; }; done
        expect_words contact/axes.svg "n$a" "n$b"
    done
}

@test "texts: those of the issue, and a label that ends in %" {
    scene 'Break #1 of 3, $5 and <3 balls' 'c&1' '<3' 'a$7' 'rigid 100 %' 'soft #1' '50%' > scene.yaml
    printf 'convergence: { thetas: 2, factors: 2, phases: 2 }\nstatistics: { seeds: 2 }\n' >> scene.yaml
    for study in compare contact fan statistics diverge converge; do
        run "$carom" $study scene.yaml -o $study
        [ "$status" -eq 0 ] || { echo "$study: $output"; false; }
        for svg in $study/*.svg; do is_xml "$svg" || { echo "$svg"; false; }; done
        expect_words "$(ls $study/*.svg | head -n 1)" 'Break #1 of 3, $5 and <3 balls'
    done
    run "$carom" plot compare --film --solver impulse
    [ "$status" -eq 0 ]
    expect_words compare/raster.svg 'rigid 100 %' 'soft #1' '50%'
}

@test "texts: a sweep with names that other programs would execute" {
    cat > nasty.yaml <<'Y'
carom: 1
title: "`touch MARKER` $(touch MARKER) %s%n '); system('touch MARKER'); (\" @x_y^z{a}{/:Bold x} ]]> <script>touch(1)</script> &lt; \\n --> 'a''b'"
table: { width_m: 1, height_m: 0.5 }
duration_s: 0.2
samples: 3
balls:
  - { name: "`touch MARKER`'$(touch MARKER)\"%s%n", x_m: 0.2, y_m: 0.25, vx_mps: 1.1, radius_m: 0.03, mass_kg: 0.17 }
  - { name: "../../MARKER", x_m: 0.4, y_m: 0.26, radius_m: 0.03, mass_kg: 0.2 }
solvers:
  - { name: impulse, kind: impulse, label: "`touch MARKER`'); system('touch MARKER'); (\"%s@^_{" }
  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, step_s: 5e-4, label: "</text><script>`touch MARKER`\\" }
sweep:
  parameters: [ { key: balls.0.vx_mps, values: [0.9, 1.2], label: "`touch MARKER`'\"%s@^_{ (m/s)" } ]
  collect: ["`touch MARKER`'$(touch MARKER)\"%s%n.x_m"]
  data: data.tsv
Y
    printf 'x\tx_error\ty\ty_error\tseries\tsource\n1\t0\t0.1\t1\t`touch MARKER`\047); system("touch MARKER"); (\042%%s@^_{</text><script>\tme\n' > data.tsv
    run "$carom" sweep nasty.yaml -o drawn -j 1
    [ "$status" -eq 0 ]
    has_not "no column" # one curve per name
    for svg in drawn/*.svg; do is_xml "$svg" || { echo "$svg"; false; }; done
    [ -z "$(find . -name '*MARKER')" ]
}
