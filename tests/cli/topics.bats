#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Topics of carom help: each prints, fits a terminal, and names only existing things.

load common
setup() { begin; }
teardown() { rm -rf "$work"; }

@test "topics: every topic of carom help prints" {
    names=$("$carom" help | sed -n '/^topics/,/^$/s/^  \([a-z]*\) .*/\1/p')
    [ "$(echo "$names" | wc -l)" -ge 7 ]
    for name in $names; do
        "$carom" help "$name" > out.txt
        grep -q "^$name: " out.txt
        [ "$(wc -l < out.txt)" -ge 5 ]
        # texts fit the width; lists have one row per line
        sed '/^\(solvers\|integrators\|force-laws\|groups\|checks\|keys\|presets\|quantities\|columns\)$/,$d' out.txt > said.txt
        [ "$(wc -l < said.txt)" -ge 5 ]
        awk 'length > 100 { print FILENAME ": " $0; bad = 1 } END { exit bad }' said.txt
    done
    run "$carom" help nonsense
    [ "$status" -eq 2 ]
    run "$carom" help divergance
    [ "$status" -eq 2 ]
    [[ "$output" == *"did you mean 'divergence'?"* ]]
    run "$carom" comapre
    [ "$status" -eq 2 ]
    [[ "$output" == *"did you mean 'compare'?"* ]]
}

@test "topics: the scenarios in help and README.md are valid" {
    "$carom" help scenario | sed -n '/^a file/,/^Only/s/^  //p' > shown.yaml
    "$carom" show shown.yaml | grep -q '"post"'
    sed -n '/^```yaml/,/^```/p' "$root/README.md" | grep -v '^```' > two.yaml
    "$carom" compare two.yaml --no-plots -o o | grep -q '^2 balls'
    # carom reports the mistakes with the words of the help
    sed 's/, vx_mps: 2 }/, mass_kg: -2 }/; s/stiffness_N_per_m/stiffness/' shown.yaml > wrong.yaml
    run "$carom" show wrong.yaml
    [ "$status" -eq 65 ]
    "$carom" help scenario | sed -n 's/^  two.yaml:[0-9:]* //p' > mistakes.txt
    [ "$(wc -l < mistakes.txt)" -eq 2 ]
    while read -r mistake; do [[ "$output" == *"$mistake"* ]]; done < mistakes.txt
}

@test "topics: the parts of a scenario in help are valid" {
    { "$carom" help scenario | sed -n '/^a file/,/^Only/s/^  //p' | sed 's/name: cue,/name: cue, material: steel,/; s/name: post,/name: post, material: rubber,/'
      "$carom" help scenario | sed -n '/^materials/,/^table and/s/^  //p'; } > materials.yaml
    "$carom" show materials.yaml | grep -q 'a: "steel", b: "rubber", restitution: 0.7'
    { "$carom" help scenario | sed -n '/^a file/,/^Only/s/^  //p' | grep -vE '^(checks:|  - \{ quantity)'
      "$carom" help checks | sed -n '/^  checks:/,/^[A-Z]/s/^  //p'; } > checks.yaml
    "$carom" show checks.yaml > checks.txt
    [ "$(grep -c 'kind: ' checks.txt)" -ge 5 ]
    { "$carom" help scenario | sed -n '/^a file/,/^Only/s/^  //p'; "$carom" help sweeps | sed -n '/^in the file/,/^[A-Z]/s/^  //p'; } > sweep.yaml
    "$carom" show sweep.yaml | grep -q 'solvers.\*.phase'
    { "$carom" help scenario | sed -n '/^a file/,/^Only/s/^  //p'; "$carom" help sweeps | sed -n '/^figures/,/^[A-Z]/s/^  //p' | sed 's/third/cue/'; } > drawn.yaml
    "$carom" show drawn.yaml | grep -q 'formula: .*atan'
}

@test "topics: theory fits 100 columns, in sections, each with its literature" {
    "$carom" help theory > theory.txt
    awk 'length > 100 { print FILENAME ": " $0; bad = 1 } END { exit bad }' theory.txt
    for section in contact dashpot "power laws" integrators impacts collapse motion gas chaos; do
        grep -q -x "$section" theory.txt
        awk -v s="$section" '$0 == s { on = 1; next } on && /^[a-z][a-z ]*$/ { exit } on && /[12][0-9][0-9][0-9][;,)]?/ { found = 1 }
            END { exit !found }' theory.txt
    done
}

@test "topics: the output of every command in the tutorial has the numbers that the tutorial shows" {
    released
    "$carom" help tutorial > tutorial.txt
    [ "$(grep -c '^  > ' tutorial.txt)" -eq 7 ]
    while read -r line; do
        case $line in
            '> '*) for number in $(grep -oE '[0-9.]+(e-[0-9]+)?' <<< "${line#> }"); do grep -qF "$number" output.txt; done ;;
            'carom compare '* | 'carom diverge '*) "$carom" ${line#carom } --no-plots > output.txt 2>&1 ;;
            *) "$carom" ${line#carom } > output.txt 2>&1 ;;
        esac
    done < <(grep -E '^  (> |carom (compare|diverge|new|explain|check) )' tutorial.txt)
}

@test "topics: terms has a line for each term, in order" {
    "$carom" help terms | tail -n +3 > terms.txt
    [ "$(wc -l < terms.txt)" -ge 45 ]
    cut -c 1-22 terms.txt | LC_ALL=C sort -fc
    ! grep -vE '^[a-z][a-zA-Z, -]{0,20} +[^ ]' terms.txt || false
}

@test "topics: the numbers of theory agree with runs" {
    "$carom" help theory > theory.txt
    cat > ball.yaml <<'Y'
carom: 1
table: { boundary: open }
rolling_resistance: 0.01
drag: { air_kgpm3: 1.2, ball_kgpm3: 1700, c_d: 0.47 }
duration_s: 30
balls: [ { name: cue, x_m: 0, y_m: 0, vx_mps: 2, density_kgpm3: 1700 } ]
solvers: [ { kind: impulse } ]
Y
    "$carom" run ball.yaml -o o > /dev/null
    tail -n 1 o/impulse/trajectory.tsv | awk -F '\t' '{ exit !($3 > 18.765 && $3 < 18.775) }'
    "$carom" run ball.yaml --set drag.c_d=0 -o o > /dev/null
    tail -n 1 o/impulse/trajectory.tsv | awk -F '\t' '{ exit !($3 > 20.385 && $3 < 20.395) }'
    grep -q '18.77 m instead of 20.39 m' theory.txt
}

@test "topics: sources fits 100 columns, and all its scenes, sources, keys and values exist" {
    "$carom" help sources > sources.txt
    awk 'length > 100 { print; bad = 1 } END { exit bad }' sources.txt
    "$carom" list experiments > scenes.txt
    scenes=$(grep -oE '\b[01][0-9]-[a-z]+(-[a-z]+)*(/[a-z-]+)?' sources.txt | grep -v '^out/' | sort -u)
    [ "$(echo "$scenes" | wc -l)" -ge 12 ]
    for scene in $scenes; do grep -q "^  $scene " scenes.txt; done
    "$carom" list > all.txt
    # `key: value` and `key` in backquotes; a word must be a value of its key
    grep -oE '`[a-z0-9_A-Z]+(: [a-z0-9_]+)?`' sources.txt | tr -d '`' | sort -u > named.txt
    [ "$(wc -l < named.txt)" -ge 12 ]
    while IFS=': ' read -r key value; do
        grep -qE "^ +$key " all.txt
        case $value in '' | *[0-9]*) ;; *) grep -E "^ +$key " all.txt | grep -qE "\b$value\b" || grep -qE "^  $value " all.txt ;; esac
    done < named.txt
    "$carom" list solvers > solvers.txt
    for source in $(grep -oE 'source: [a-z0-9_]+' sources.txt | sed 's/source: //' | sort -u); do
        grep -E '^ +source ' solvers.txt | grep -q "\b$source\b"
        scene=$(grep -E "as published +source: $source " sources.txt | grep -oE '[01][0-9]-[a-z-]+(/[a-z-]+)?' | head -n 1)
        "$carom" show "$scene" | grep -q "source: $source,"
    done
}

@test "topics: their files are found from the program or CAROM_HOME, and a missing one is named" {
    mkdir -p home/plots home/help/topics bin
    cp "$root/src/cli/help/topics/ledger.txt" home/help/topics
    CAROM_HOME="$work/home" "$carom" help ledger | diff - <("$carom" help ledger)
    CAROM_HOME="$work/home" run "$carom" help theory
    [ "$status" -eq 66 ]
    [[ "$output" == *"cannot read '$work/home/help/topics/theory.txt': No such file or directory"* ]]
    cp "$carom" bin/alone
    CAROM_HOME='' run bin/alone help theory
    [ "$status" -eq 66 ]
    [[ "$output" == *"cannot read help/topics/theory.txt: "*"set CAROM_HOME"* ]]
    CAROM_HOME='' run bin/alone new mine
    [ "$status" -eq 66 ]
    [ ! -e mine.yaml ]
    # tables of the program need no file
    bin/alone help > alone.txt
    "$carom" help | cmp - alone.txt
    bin/alone compare --help | cmp - <("$carom" compare --help)
}
