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
    cp "$models"/*.yaml "$models"/*.c .
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
        [ "$(echo "$ids" | wc -l)" -ge 5 ]
        for id in $ids; do grep -q "^- .*\`$id\`" sheet.md; done
        ! grep -qE '(^|[ {])(is|within|within_rel|hint):' sheet.md || false # keys of answer keys (bats ignores a plain "!")
        [ -f "$models/$name.yaml" ]
    done
}

@test "exercise: the sample answers without code pass" {
    ! sanitized || return 0
    for name in 01-head-on 02-oblique-unequal 03-bumper 04-break 06-stiffness 08-one-hits-two 09-cradle 10-friction 11-chaos 12-collapse 13-gas 14-cost 15-as-published \
                16-speed-dependent 17-counting-collisions 18-interactive-restitution 19-two-ball-drop 20-stadium 22-superball 25-engines 26-gradients 27-measured; do
        run "$carom" exercise grade "$models/$name.yaml" -o "runs-$name"
        [ "$status" -eq 0 ]
        [[ "$output" == *", 0 failed"* ]]
    done
}

@test "exercise: the sample integrator and force law pass" {
    boxed
    for name in 05-time-step 07-restitution; do
        [ $name = 07-restitution ] || ! sanitized || continue # submissions are compiled without sanitizers
        run "$carom" exercise grade "$models/$name.yaml" -o "runs-$name"
        [ "$status" -eq 0 ]
    done
    CAROM_HOME="$home" runs-07-restitution/my_law/carom run 07-restitution --solver force --set solvers.force.law=mine -o own
    awk -F '\t' 'NR == 2 { exit !($8 / $7 > 0.5 - 1e-6 && $8 / $7 < 0.5 + 1e-6) }' own/force/collisions.tsv
    ! sanitized || return 0
    cp "$models"/*.yaml "$models"/*.c .
    sed -i.bak 's/0.75 \* a1/0.7 * a1/' ralston.c # order 2 is lost
    run "$carom" exercise grade 05-time-step.yaml -o runs
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAIL  my_method"*"order"* ]]
    sed -i.bak 's/total < 0 ? 0 : total/total/' law.c # the force pulls
    run "$carom" exercise grade 07-restitution.yaml -o runs
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAIL  my_law"*"force_end_is_never_attractive"* ]]
    echo "this is not C" > law.c
    run "$carom" exercise grade 07-restitution.yaml -o runs
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAIL  my_law"*"error"* ]]
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
