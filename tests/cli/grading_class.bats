#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Table of a class: a row for every submission, whatever its name and its faults.

setup_file() {
    sh "$BATS_TEST_DIRNAME/../exercises/copy.sh" "$BATS_FILE_TMPDIR/models"
}

setup() {
    home="$BATS_TEST_DIRNAME/../.."
    carom="${CAROM:-$home/build/carom}"
    models="$BATS_FILE_TMPDIR/models"
    cd "$BATS_TEST_TMPDIR" || exit 1
    mkdir class
}

hand_in() { # NAME: creates a submission with right answers
    mkdir -p "class/$1"
    cp "$models/12-collapse.yaml" "class/$1"
}

grade() { "$carom" exercise grade class -o runs "$@"; }

row() { # NAME: row of class.csv from the third column on; line ends are CRLF
    sed -n "s/^$1,[^,]*,//p" class.csv | tr -d '\r'
}

@test "class: every submission has a row with points and faults; a broken one stops no other" {
    hand_in ann
    hand_in bob
    sed -i.bak 's/^  first_s: .*/  first_s: soon/; s/^  no_trouble: .*/  no_trouble: certainly/' class/bob/12-collapse.yaml
    hand_in cy
    sed -i.bak '/^  bounces:/d' class/cy/12-collapse.yaml
    mkdir class/dan class/eve class/fay class/gil class/hal class/ida class/jon class/kim class/leo
    echo 'exercise: [' > class/dan/a.yaml
    head -c 3000 /dev/urandom > class/eve/a.yaml
    mkfifo class/fay/a.yaml
    ln -s /etc/passwd class/gil/a.yaml
    printf 'exercise: 99-none\nanswers: { x: 1 }\n' > class/hal/a.yaml
    printf 'exercise: 12-collapse\nanswers: { nonsense: 1 }\n' > class/ida/a.yaml
    mkdir class/jon/a.yaml
    yes 'a: [[[[[[[[[[[[[[[[[[[[' | head -c 3000000 > class/kim/a.yaml
    printf 'exercise: ../../leo\nanswers: { x: 1 }\n' > class/leo/a.yaml
    ln -s /etc class/mia
    cp "$models/12-collapse.yaml" class/ned.yaml
    printf 'exercise: 12-collapse\nanswers:\n\tfirst_s: 1\n  all_s: [\n' > class/ole.yaml
    mkdir class/pat && cp class/ole.yaml class/pat/a.yml
    echo 'carom: 1' > class/a-scenario.yaml
    echo 'what is this' > class/README.txt
    grade --csv > class.csv 2> said
    [ ! -s said ]
    [ "$(head -n 1 class.csv)" = "name,file,exercise,first_s,all_s,all_08_s,bounces,sunk_m,no_trouble,total,out_of,trouble,sandbox"$'\r' ]
    [ "$(wc -l < class.csv)" -eq 17 ]
    [ "$(row ann)" = "12-collapse,1,1,1,1,1,1,6,6,," ]
    [[ "$(row bob)" == 12-collapse,0,*,4,6,no-number, ]]
    [[ "$(row cy)" == *,5,6,unanswered, ]]
    for name in dan eve ida kim leo; do [[ "$(row $name)" == *unreadable, ]] || { row $name; false; }; done
    for name in fay gil jon; do [[ "$(row $name)" == *no-answers, ]] || { row $name; false; }; done
    [[ "$(row hal)" == *no-exercise, ]]
    # invalid YAML with the name of the worksheet: 0 points of it
    for name in ole pat ida; do [ "$(row $name)" = "12-collapse,,,,,,,0,6,unreadable," ] || { row $name; false; }; done
    [[ "$(row mia)" == *unreadable, ]]
    [[ "$(row ned)" == *,6,6,, ]]
    run grep -c root class.csv
    [ "$status" -eq 1 ]
    # as text and as JSON
    run grade
    [ "$status" -eq 0 ]
    [[ "$output" == *"ann "*"6 of 6"*"7 graded"*"bob "*"no-number: first_s: found 'soon'; expected a number"* ]]
    [[ "$output" != *root:* ]]
    run grade -q
    [ -z "$output" ]
    grade --json > class.json
    [ "$(grep -c '"name": ' class.json)" -eq 16 ]
    ! command -v python3 > /dev/null || [ "$(python3 -c 'import json; c = json.load(open("class.json")); print(len(c), c[0]["total"], c[1]["questions"][0]["trouble"])')" = "16 6 no-number" ]
    run grade --csv --json
    [ "$status" -eq 2 ]
    run "$carom" exercise grade nowhere -o runs --csv
    [ "$status" -eq 66 ]
}

@test "class: names that attack spreadsheets, shells and terminals are escaped" {
    for name in '=HYPERLINK("x")' '+1' '-2+3' '@SUM(A1)' ' =1' 'a,b' 'say "hi"' $'two\nlines' $'esc\e[2J' '$(touch pwned)' '; touch pwned' "it's" $'\xef\xbc\x9d1' $'bad\xff'; do
        hand_in "$name"
    done
    grade --csv > class.csv
    [ ! -e pwned ]
    [[ "$(cat class.csv)" != *$'\e'* ]]
    for cell in "\"'=HYPERLINK(\"\"x\"\")\"" "\"'+1\"" "\"'-2+3\"" "\"'@SUM(A1)\"" "\"' =1\"" '"a,b"' '"say ""hi"""' '$(touch pwned)' "it's"; do
        grep -qF "$cell," class.csv || { echo "no $cell"; cat class.csv; false; }
    done
    [ "$(grep -c ',6,6,,' class.csv)" -eq 14 ]
    command -v python3 > /dev/null || skip "no Python to read it again"
    python3 - <<'P'
import csv
rows = list(csv.reader(open('class.csv', newline='', errors='replace'), strict=True))
assert len(rows) == 15, len(rows)
assert all(len(r) == len(rows[0]) for r in rows), rows
assert not any(c.strip()[:1] in '=+-@\uff1d' and c for r in rows for c in r if c), rows
assert any(r[0] == 'two\nlines' for r in rows)
P
}

@test "class: answer keys may be outside of the source tree; without them worksheets work, and grading reports what is missing" {
    hand_in ann
    mkdir -p clone/experiments clone/plots keys/12-collapse
    cp -R "$home/experiments/12-collapse" "$home/experiments/17-counting-collisions" clone/experiments
    export CAROM_HOME="$PWD/clone"
    mv clone/experiments/12-collapse/answers.yaml keys/12-collapse
    mv clone/experiments/17-counting-collisions/answers.yaml keys/17-counting-collisions.yaml
    [ "$("$carom" exercise list | wc -l)" -eq 2 ]
    run "$carom" exercise show 12-collapse
    [ "$status" -eq 0 ]
    [[ "$output" == *$'\n  first_s:\n'* ]]
    run "$carom" exercise grade class/ann/12-collapse.yaml -o runs
    [ "$status" -eq 66 ]
    [[ "$output" == *"the answer key of '12-collapse' is missing"*"expected --keys DIR with 12-collapse/answers.yaml or 12-collapse.yaml in it"* ]]
    run "$carom" exercise grade class/ann/12-collapse.yaml -o runs --keys keys
    [ "$status" -eq 0 ]
    cp "$models/17-counting-collisions.yaml" class/ann
    run grade --csv --keys keys
    [ "$status" -eq 0 ]
    [[ "$output" == *"12-collapse:first_s"*"17-counting-collisions:"* ]]
    [ "$(echo "$output" | grep -c '^ann,.*,6,6,,')" -eq 2 ]
    rm keys/17-counting-collisions.yaml
    run grade --csv --keys keys
    [ "$status" -eq 66 ]
    [[ "$output" == *"ann,ann/12-collapse.yaml"*",6,6,,"* ]]
    [[ "$output" == *",no-key,"* ]]
    [[ "$output" == *"or 'keys'"* ]]
    # points
    sed -i.bak 's/{ id: first_s,/{ id: first_s, points: 2.5,/' keys/12-collapse/answers.yaml
    run grade --csv --keys keys
    [[ "$output" == *"12-collapse,2.5,1,1,1,1,1,7.5,7.5,,"* ]]
}

@test "class: an unreadable exercise of carom is reported once and is no fault of a submission" {
    hand_in ann
    printf 'exercise: 17-counting-collisions\nanswers: { x: 1 }\n' > class/bob.yaml
    mkdir -p clone/experiments/17-counting-collisions clone/plots
    cp -R "$home/experiments/12-collapse" clone/experiments
    for file in exercise.md answers.yaml; do
        cp "$home/experiments/17-counting-collisions/"{exercise.md,answers.yaml} clone/experiments/17-counting-collisions
        rm "clone/experiments/17-counting-collisions/$file"
        mkdir "clone/experiments/17-counting-collisions/$file"
        CAROM_HOME="$PWD/clone" run grade --csv
        [ "$status" -eq 66 ]
        [[ "$output" == *"ann,"*",6,6,,"*"bob,bob.yaml,"*",not-judged,"*"cannot read "*"$file"* ]]
        rmdir "clone/experiments/17-counting-collisions/$file"
    done
}

@test "class: submitted programs, their verdicts, and the use of the sandbox" {
    for name in good loop bad; do
        mkdir "class/$name"
        printf 'exercise: 07-restitution\nanswers:\n  my_law: law.c\n' > "class/$name/answers.yaml"
        cp "$models/law.c" "class/$name"
    done
    echo '__attribute__((constructor)) static void stay(void) { for (;;) { } }' >> class/loop/law.c
    echo 'this is not C' > class/bad/law.c
    mkdir no-bwrap
    printf '#!/bin/sh\necho "bwrap: no namespaces here" >&2\nexit 1\n' > no-bwrap/bwrap
    chmod +x no-bwrap/bwrap
    mv class/loop .
    PATH="$PWD/no-bwrap:$PATH" run grade --csv # stopped, without a fault of the submissions
    [ "$status" -eq 66 ]
    [[ "$output" == *"good,good/answers.yaml,07-restitution,"*",not-judged,"* ]]
    PATH="$PWD/no-bwrap:$PATH" grade --csv --limit sandbox=auto > class.csv
    [[ "$(row good)" == 07-restitution,*,1,1,7,unanswered,no ]]
    rm -r class/good
    mv loop class
    PATH="$PWD/no-bwrap:$PATH" grade --csv --limit time_s=2 --limit sandbox=auto > class.csv
    [[ "$(row loop)" == 07-restitution,*,0,0,7,timed-out,no ]]
    rm -r class/loop
    if bwrap --unshare-all --ro-bind / / --dev /dev --proc /proc true 2> /dev/null; then where=yes; else where=no; fi
    grade --csv --limit sandbox=auto > class.csv
    [[ "$(row bad)" == 07-restitution,*,0,0,7,not-compiled,$where ]]
    grade --limit sandbox=auto > said
    [ $where = yes ] && says="in a sandbox" || says="WITHOUT a sandbox"
    grep -q "programs of 1 ran $says" said
}
