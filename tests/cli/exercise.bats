#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Worksheets: every worksheet is complete, the sample answers in tests/exercises pass, and each kind of answer can fail.

load common

setup_file() {
    sh "$BATS_TEST_DIRNAME/../exercises/copy.sh" "$BATS_FILE_TMPDIR/models"
}

setup() {
    carom="${CAROM:-$BATS_TEST_DIRNAME/../../build/carom}"
    home="$BATS_TEST_DIRNAME/../.."
    models="$BATS_FILE_TMPDIR/models"
    cd "$BATS_TEST_TMPDIR" || exit 1
}

# Replaces the answer KEY of the sample by VALUE.
wrong() { # NAME KEY VALUE
    cp "$models"/*.yaml .
    sed -i.bak "s|^  $2: .*|  $2: $3|" "$1.yaml"
    run "$carom" exercise grade "$1.yaml" -o runs
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAIL  $2 "* ]]
    [[ "$output" == *", 1 failed"* ]]
}

@test "exercise: every experiment has a worksheet, with every question and no answer" {
    run "$carom" exercise list
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq "$(find "$home/experiments" -mindepth 1 -maxdepth 1 -type d -name "[0-9]*" | wc -l)" ]
    for name in "${lines[@]%% *}"; do
        "$carom" exercise show "$name" > sheet.md
        [ "$(head -c 2 sheet.md)" = "# " ]
        for part in Predict Run Table Explain "Your answers"; do grep -q "^## $part" sheet.md; done
        ids=$(sed -n 's/.*{ id: \([a-z0-9_A-Z]*\).*/\1/p; s/^  - id: \(.*\)/\1/p' "$home/experiments/$name/answers.yaml")
        [ "$(echo "$ids" | wc -l)" -ge 4 ]
        for id in $ids; do grep -q "^- .*\`$id\`" sheet.md; done
        ! grep -qE '(^|[ {])(is|within|within_rel|hint):' sheet.md || false # keys of answer keys (bats ignores a plain "!")
        [ -f "$models/$name.yaml" ]
    done
}

@test "exercise: the sample answers pass" {
    ! sanitized || skip "long with sanitizers; make nightly runs it"
    for name in 01-head-on 02-oblique-unequal 03-bumper 04-break 05-time-step 06-stiffness 07-restitution 08-one-hits-two 09-cradle 10-friction 11-chaos 12-collapse 13-gas 14-cost 15-as-published \
                16-speed-dependent 17-counting-collisions 18-interactive-restitution 19-two-ball-drop 20-stadium 22-superball 25-engines 26-gradients 27-measured; do
        run "$carom" exercise grade "$models/$name.yaml" -o "runs-$name"
        [ "$status" -eq 0 ]
        [[ "$output" == *", 0 failed"* ]]
    done
}

@test "try.sh: a right integrator and law pass, wrong ones fail, others are refused" {
    ! sanitized || skip "submissions are compiled without sanitizers"
    try() { run sh "$home/tests/try.sh" "$@"; }
    cp "$home"/tests/exercises/*.c .
    try ralston.c
    [ "$status" -eq 0 ]
    [[ "$output" == *"Failures: 0, Errors: 0"* ]]
    try law.c mine
    [ "$status" -eq 0 ]
    CAROM_HOME="$home" mine/carom run 07-restitution --solver force --set solvers.force.law=mine -o own
    awk -F '\t' 'NR == 2 { exit !($8 / $7 > 0.5 - 1e-6 && $8 / $7 < 0.5 + 1e-6) }' own/force/collisions.tsv
    sed -i.bak 's/0.75 \* a1/0.7 * a1/' ralston.c # order 2 is lost
    try ralston.c
    [ "$status" -eq 1 ]
    [[ "$output" == *"order_is_as_declared"* ]]
    sed -i.bak 's/total < 0 ? 0 : total/total/' law.c # the force pulls
    try law.c
    [ "$status" -eq 1 ]
    [[ "$output" == *"force_end_is_never_attractive"* ]]
    echo "this is not C" > law.c
    try law.c
    [ "$status" -eq 2 ]
    [[ "$output" == *"law.c: expected carom_integrator_mine or carom_force_law_mine"* ]]
}

@test "exercise: wrong answers of every kind fail" {
    wrong 01-head-on contact_time_s 9.16e-3
    [[ "$output" == *"hint: m_red = m/2"* ]]
    [[ "$output" != *"4.579"* ]]
    wrong 01-head-on contact_time_s soon
    [[ "$output" == *"expected a number"* ]]
    wrong 01-head-on lag_m ""
    [[ "$output" == *"not answered"* ]]
    wrong 01-head-on euler_gain 0.0054
    wrong 01-head-on better_method euler
    wrong 01-head-on frugal nowhere.yaml
    [[ "$output" == *"nowhere.yaml"* ]]
    wrong 01-head-on frugal ../frugal.yaml
    [[ "$output" == *"expected the name of a file beside the answers"* ]]
}

@test "exercise: scenarios that change the problem fail" {
    cp "$models"/*.yaml .
    sed -i.bak 's/flight: leap//' frugal.yaml # too many evaluations
    run "$carom" exercise grade 01-head-on.yaml -o runs
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAIL  frugal"*"force_evaluations (mine)"* ]]
    cp "$models/frugal.yaml" .
    sed -i.bak 's/vx_mps: 1, /vx_mps: 0.01, /' frugal.yaml # a different scene
    run "$carom" exercise grade 01-head-on.yaml -o runs
    [[ "$output" == *"only the solvers may differ"* ]]
    for friction in 'rolling_resistance: 0.0001' 'air_drag: 1e-6'; do # for one ball only
        cp "$models/frugal.yaml" .
        sed -i.bak "s/vx_mps: 1, /vx_mps: 1, $friction, /; s/, flight: leap//" frugal.yaml
        run "$carom" exercise grade 01-head-on.yaml -o runs
        [ "$status" -eq 1 ]
        [[ "$output" == *"only the solvers may differ"* ]]
    done
    cp "$models/frugal.yaml" .
    sed -i.bak 's/^table: .*/table: { shape: polygon, corners: [[0.3, 0], [2.54, 0], [2.54, 1.27], [0, 1.27]] }/' frugal.yaml
    run "$carom" exercise grade 01-head-on.yaml -o runs # the bounding box is the same
    [ "$status" -eq 1 ]
    [[ "$output" == *"only the solvers may differ"* ]]
    cp "$models/frugal.yaml" .
    sed -i.bak 's/name: mine/name: yours/' frugal.yaml
    run "$carom" exercise grade 01-head-on.yaml -o runs
    [ "$status" -eq 1 ]
    [[ "$output" == *"is missing"* ]]
    cp "$models/frugal.yaml" .
    sed -i.bak 's/name: mine, kind: penalty, integrator: rk4, law: hooke, stiffness_N_per_m: 1.0e4/name: mine, kind: penalty, integrator: rk4, law: hooke, stiffness_N_per_m: 1.0e6/' frugal.yaml
    run "$carom" exercise grade 01-head-on.yaml -o runs # a different stiffness
    [ "$status" -eq 1 ]
    [[ "$output" == *"contact_s (mine)"* ]]
}

@test "exercise: files without answers, and usage errors" {
    printf 'exercise: 01-head-on\nanswers:\n  nonsense: 1\n' > a.yaml
    run "$carom" exercise grade a.yaml
    [ "$status" -eq 65 ]
    [[ "$output" == *"a.yaml:3:3: 'nonsense' is not a question"* ]]
    echo 'answers: { lag_m: 1 }' > a.yaml
    run "$carom" exercise grade a.yaml
    [ "$status" -eq 65 ]
    run "$carom" exercise grade nowhere.yaml
    [ "$status" -eq 66 ]
    cp -r "$home/experiments/01-head-on" . # a copy for students, without the key
    mkdir -p copy/experiments copy/plots && mv 01-head-on copy/experiments && rm copy/experiments/01-head-on/answers.yaml
    CAROM_HOME=copy "$carom" exercise show 01-head-on | grep -q '^  better_method:$'
    CAROM_HOME=copy run "$carom" exercise grade "$models/01-head-on.yaml" -o runs
    [ "$status" -eq 66 ]
    [[ "$output" == *"the answer key of '01-head-on' is missing: no answers.yaml in 'copy/experiments/01-head-on'"* ]]
    mkdir -p own/experiments/13-gas own/plots
    CAROM_HOME=own run "$carom" exercise show 13-gas
    [ "$status" -eq 66 ]
    [ "$output" = "carom: error: the experiment '13-gas' has no worksheet; 'carom exercise list' lists those with one" ]
    run "$carom" exercise show 99-nothing
    [ "$status" -eq 66 ]
    [ "$output" = "carom: error: unknown experiment '99-nothing'; 'carom exercise list' lists those with a worksheet" ]
    run "$carom" exercise show ../../etc
    [ "$status" -eq 66 ]
    [[ "$output" == *"'../../etc' is not the name of a worksheet"* ]]
    run "$carom" exercise
    [ "$status" -eq 2 ]
    run "$carom" exercise teach
    [ "$status" -eq 2 ]
    "$carom" exercise show 01-head-on -o sheet.md
    grep -q "^exercise: 01-head-on" sheet.md
    "$carom" exercise grade "$models/12-collapse.yaml" -o runs --tap > out.tap
    grep -q '^1..6' out.tap
    if command -v pandoc > /dev/null; then
        "$carom" exercise show 01-head-on -o "a sheet's.html"
        grep -q "Head-on" "a sheet's.html"
    else
        run "$carom" exercise show 01-head-on -o sheet.html
        [ "$status" -eq 73 ]
        [[ "$output" == *"pandoc"* ]]
    fi
}
