#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Third-party engines on the command line: a failure affects only its own solver. Where carom
# searches them, and its message without any. A mock engine fails on request, so no engine needs to be installed.

load common

limit_ms=10000 # a second; busy machines need more

setup() {
    begin
    export CAROM_ENGINES="$root/build/engines:$root/build/engines/mock"
    [ -e "$root/build/engines/mock/mock.so" ] || skip "the mock is not built: make build/engines/mock/mock.so"
    cat > scene.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 1
samples: 11
balls:
  - { name: a, x_m: 0, y_m: 0, vx_mps: 1, radius_m: 0.05, mass_kg: 0.2 }
  - { name: b, x_m: 0.5, y_m: 0.03, radius_m: 0.05, mass_kg: 0.2 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: it, kind: mock, at_s: 0.55 }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1e5, step_s: 1e-4 }
reference: impulse
Y
}
teardown() { cd / && rm -rf "$work"; }

does() { # does FAILURE COMMAND [OPTIONS...]: runs the mock with this failure
    local mischief=$1 command=$2
    shift 2
    status=0
    "$carom" "$command" scene.yaml -o "$mischief" --no-plots --set solvers.it.does="$mischief" "$@" > said 2> error || status=$?
    cat error
}

# Lists the processes that use the folder of this test, one line each.
started() { echo "$work" > pattern && { grep -l -F -f pattern /proc/[0-9]*/cmdline 2> /dev/null || true; }; }
nobody() { started > left && ! grep . left; }
two() { [ "$(started | wc -l)" -ge 2 ]; } # the program and its engine

@test "engines: an engine that exits: its message, its records until then, complete records of the others" {
    does nothing compare
    [ "$status" -eq 0 ]
    while read -r mischief sentence; do
        does "$mischief" compare
        [ "$status" -eq 65 ]
        grep -q "^carom: error: solver 'it' stopped: .*$sentence.* (its records until t = 0.5 s are kept)$" error
        [ "$(wc -l < error)" -eq 1 ]
        for other in impulse heun; do
            for file in series trajectory collisions; do cmp nothing/$other/$file.tsv "$mischief"/$other/$file.tsv; done
        done
        for file in series trajectory; do
            head -n "$(wc -l < "$mischief"/it/$file.tsv)" nothing/it/$file.tsv | cmp - "$mischief"/it/$file.tsv
        done
        [ "$(tail -n 1 "$mischief"/it/series.tsv | cut -f 1)" = 0.5 ]
    done < <(
        echo 'exit it called exit(); its last line was: mock: I do not like this scene'
        sanitized || echo 'crash signal 11 (Segmentation fault)' # the sanitizers catch the signal and call exit()
        echo 'abort signal 6 (Aborted); its last line was: mock: assertion failed'
        echo 'refuse mock stops here'
    )
}

@test "engines: output of an engine is discarded" {
    does nothing compare --json
    mv said quiet
    does print compare --json
    [ "$status" -eq 0 ]
    [ ! -s error ]
    ! grep hello said || false
    for text in quiet said; do sed -E 's/"wall_clock_s": [^,}]*//g; s/nothing|print//g' $text > $text.bare; done
    [ "$(wc -c < quiet)" -gt 500 ]
    cmp quiet.bare said.bare
    for file in series trajectory collisions; do cmp nothing/it/$file.tsv print/it/$file.tsv; done
}

@test "engines: a hanging engine ends with the program" {
    sed -i 's/does: [a-z]*, //; s/kind: mock,/kind: mock, does: hang,/' scene.yaml
    while read -r signal expected does; do # in a step, and during creation
        sed -i "s/does: [a-z]*/does: $does/" scene.yaml
        # the path of the scene identifies its processes
        setsid env --default-signal=INT,TERM "$carom" compare "$work/scene.yaml" -o "$work/out" --no-plots > said 2>&1 3>&- & pid=$!
        await two
        sleep 0.3
        kill -0 $pid
        begun=$(date +%s%N)
        kill -$signal -- -$pid # to the process group, as a terminal does
        (sleep 20; kill -KILL -- -$pid) 2> /dev/null 3>&- & killer=$!
        status=0
        wait $pid || status=$?
        kill $killer 2> /dev/null
        ms=$((($(date +%s%N) - begun) / 1000000))
        cat said
        echo "$signal: $status after $ms ms"
        [ "$status" -eq "$expected" ]
        [ "$ms" -lt "$limit_ms" ]
        [ $does = hang ] || grep -qx 'carom: error: interrupted before the run started; no record was changed' said
        nobody
        [ ! -e out ]
    done <<< 'INT 130 hang
TERM 143 hang
INT 130 stall'
}

@test "engines: an engine without its parent ends, too" {
    sed -i 's/kind: mock,/kind: mock, does: hang,/' scene.yaml
    "$carom" compare "$work/scene.yaml" -o "$work/out" --no-plots > said 2>&1 3>&- & pid=$!
    await two
    sleep 0.3 # until it hangs
    kill -KILL $pid
    wait $pid || true
    await nobody
}

@test "engines: sweeps, ensembles and other studies run them; an engine that exits stops only its own run" {
    cat >> scene.yaml <<'Y'
statistics: { seeds: 3 }
sweep: { parameters: [ { key: solvers.it.at_s, values: [0.3, 0.7, 2] } ], collect: [steps] }
Y
    threads=2
    ! sanitized || threads=1 # under the sanitizers a fork while another thread holds a lock would hang
    "$carom" sweep scene.yaml -o sweep --threads $threads --set solvers.it.does=abort
    [ "$(awk -F '\t' '$2 == "it" { print $3 }' sweep/sweep.tsv | paste -sd ' ')" = '30 69 100' ] # the last reported step
    nobody
    "$carom" statistics scene.yaml -o statistics --no-plots > said
    ! grep -q 'stopped early' said || false
    "$carom" statistics scene.yaml -o statistics --no-plots --set solvers.it.does=abort > said
    [ "$(grep -A1 '^it$' said | tail -n 1)" = '  3 of 3 runs stopped early and are excluded' ]
    run "$carom" reverse scene.yaml -o reverse --no-plots --set solvers.it.does=abort
    [ "$status" -eq 65 ]
    [[ "$output" == *"it stopped before the reversal: kind: the engine mock has ended itself"*"signal 6"* ]]
    nobody
}

# carom searches CAROM_ENGINES and the folder of the program. A copy of the program has no engines in its folder.
elsewhere() {
    mkdir -p bin
    cp "$carom" bin/carom
    carom="$work/bin/carom"
    unset CAROM_ENGINES
}

@test "engines: without engines carom prints what to install and works" {
    elsewhere
    "$carom" list solvers > list
    for name in lammps chipmunk ode mujoco; do
        grep -A1 "^  $name " list | grep -q "is not there; .make engines. makes it where lib$name-dev is installed"
        run "$carom" compare scene.yaml -o out --set solvers.it="{ kind: $name }"
        echo "$output"
        [ "$status" -eq 65 ]
        [[ "$output" == *"lib$name-dev"* ]]
        [ ! -e out ]
    done
    run "$carom" compare scene.yaml -o out
    [ "$status" -eq 65 ]
    [[ "$output" == *"mock"* ]]
    ! ldd "$carom" | grep -E 'lammps|chipmunk|libode|mujoco' || false
}

@test "engines: found beside the program and in the first matching folder of CAROM_ENGINES" {
    elsewhere
    mkdir bin/engines first
    cp "$root/build/engines/mock/mock.so" bin/engines
    "$carom" compare scene.yaml -o out --no-plots | grep -q 'it: Mock 1.2.3'
    echo 'not a plug-in' > first/mock.so
    run env CAROM_ENGINES="nowhere::first:bin/engines" "$carom" compare scene.yaml -o out2 --no-plots
    echo "$output"
    [ "$status" -eq 65 ]
    [[ "$output" == *"the plug-in of this engine cannot be used: "*"first/mock.so"*"rebuild it by "* ]]
    CAROM_ENGINES="nowhere::bin/engines:first" "$carom" compare scene.yaml -o out3 --no-plots > said
}

@test "engines: foreign files are rejected with a message" {
    mkdir -p other
    says() { # says MESSAGE
        run env CAROM_ENGINES="$work/other" "$carom" compare scene.yaml -o out --set solvers.it="{ kind: chipmunk }"
        echo "$output"
        [ "$status" -eq 65 ]
        [[ "$output" == *"cannot be used: "*"$1"* ]]
        [ ! -e out ]
        CAROM_ENGINES="$work/other" "$carom" list solvers | grep -A1 '^  chipmunk ' | grep -q 'cannot be used: '
    }
    cp "$root/build/engines/mock/mock.so" other/chipmunk.so
    says 'it was built under another name'
    : > other/chipmunk.so
    says 'chipmunk.so'
    cp "$(ldd "$carom" | awk '/libm\.so/ { print $3 }')" other/chipmunk.so # a library, not a plug-in
    says 'carom_engine_plugin'
    # a plug-in of another version of carom, with other structs
    printf '#include <carom/engine.h>\n%s\n' 'CAROM_ENGINE_EXPORT = { .shape = { 1, 2, 3 } };' > old.c
    command -v cc > /dev/null || skip "no C compiler"
    cc -shared -fPIC -I "$root/include" old.c -o other/chipmunk.so
    says 'it was built for another version of carom'
}

@test "engines: a kind that is no file name is rejected without a search for files" {
    elsewhere
    mkdir -p bin/engines
    cp "$root/build/engines/mock/mock.so" evil.so
    for kind in ../evil ../../evil /tmp/evil Evil 'e vil' ''; do
        run "$carom" compare scene.yaml -o out --set solvers.it="{ kind: '$kind' }"
        echo "$output"
        [ "$status" -eq 65 ]
        [[ "$output" == *"solvers[1].kind: "*"expected "* && "$output" != *"cannot be used"* ]]
    done
}

# Rejected with name, path and reason, within the time, without processes or files.
refuses() { # refuses REASON [VARIABLE=VALUE]: a run with other/mock.so
    local said="$1" ms begun
    shift
    begun=$(date +%s%N)
    run timeout -k 1 60 env CAROM_ENGINES="$work/other" "$@" "$carom" run scene.yaml -o out
    ms=$((($(date +%s%N) - begun) / 1000000))
    echo "$output ($ms ms)"
    [ "$status" -eq 65 ]
    [[ "$output" == *"found 'mock'"*"cannot be used: "*"$said"* && "$output" == *"$work/other"* ]]
    [ ! -e out ]
    nobody
}

@test "engines: a plug-in is loaded first in a worker process, which may exit, crash or hang" {
    mkdir other
    cp "$root/build/engines/mock/mock.so" other
    refuses "mock.so' cannot be loaded: its process ended: exit status 0; its last line was: mock: MOCK_LOADS" MOCK_LOADS=leaves
    sanitized || refuses "mock.so' cannot be loaded: its process ended: signal 11" MOCK_LOADS=crashes
    refuses "mock.so' cannot be loaded: no answer within 10 s" MOCK_LOADS=hangs
    run env CAROM_ENGINES="$work/other" MOCK_LOADS=leaves "$carom" check scene.yaml -o out
    [ "$status" -eq 65 ]
    [[ "$output" == *'cannot be used'* ]]
}

@test "engines: a plug-in that exits, crashes or hangs in check() or version() leaves the program running" {
    local how
    for how in leaves crashes; do
        [ $how = leaves ] || ! sanitized || continue
        run env MOCK_CHECKS=$how "$carom" run scene.yaml -o out
        echo "$output"
        [ "$status" -eq 65 ]
        [[ "$output" == *"the plug-in mock cannot check the scenario: its process ended: "*"its last line was: mock: MOCK_CHECKS"* ]]
        [ ! -e out ]
        MOCK_VERSION=$how "$carom" run scene.yaml -o $how
        [[ "$(jq -r '.solvers[1].engine' $how/run.json)" == "mock, unknown version (its process ended: "* ]]
    done
    run env MOCK_CHECKS=hangs "$carom" run scene.yaml -o out
    [ "$status" -eq 65 ]
    [[ "$output" == *"the plug-in mock cannot check the scenario: no answer within 10 s"* ]]
    nobody
}

@test "engines: the first signal ends a plug-in that hangs while loading" {
    local pid
    env --default-signal=TERM MOCK_LOADS=hangs "$carom" run "$work/scene.yaml" -o out > said 2>&1 3>&- & pid=$!
    await two
    sleep 0.2
    kill -TERM $pid
    status=0
    wait $pid || status=$?
    cat said
    [ "$status" -eq 143 ]
    [ "$(cat said)" = 'carom: error: interrupted' ]
    nobody
}

@test "engines: carom loads only complete regular files that other users cannot change" {
    local size part
    mkdir other
    size=$(stat -c %s "$root/build/engines/mock/mock.so")
    for part in 1 2 3 4 5 6 7 8 9; do
        head -c $((size * part / 10)) "$root/build/engines/mock/mock.so" > other/mock.so
        refuses "mock.so' is truncated"
    done
    rm other/mock.so
    mkfifo other/mock.so
    refuses "mock.so' is not a regular file"
    rm other/mock.so
    mkdir other/mock.so
    refuses "mock.so' is not a regular file"
    rmdir other/mock.so
    cp "$root/build/engines/mock/mock.so" other
    chmod 646 other/mock.so
    refuses "other users may change '$work/other/mock.so'; chmod go-w it"
    chmod 755 other/mock.so
    chmod 777 other
    refuses "other users may change '$work/other'; chmod go-w it"
    chmod 1777 other
    CAROM_ENGINES="$work/other" "$carom" run scene.yaml -o out
    if [ "$(id -u)" -eq 0 ]; then # a group without the user
        chgrp 54321 other/mock.so
        chmod 664 other/mock.so
        rm -r out
        refuses "other users may change '$work/other/mock.so'; chmod go-w it"
    fi
}
