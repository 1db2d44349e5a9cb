#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every experiment, and every other scene of its folder, held to its own checks, but for those whose checks tests/numbers.sh runs
# anyway (`check NAME` in a numbers.txt); with `full` all of them, their figures and their sweeps, into out/.
# Prints "ok NAME" or "not ok NAME" per experiment.
set -u
cd "$(dirname "$0")/.." || exit 1
what=${1:-short}
carom=build/carom
newline='
'
elsewhere=$newline$(sed -n 's/^\(check [^ ]*\) ;.*/\1/p' experiments/*/numbers.txt)$newline
for file in experiments/*/*.yaml; do
    name=${file#experiments/} name=${name%.yaml} name=${name%/experiment}
    case $name in */answers) continue ;; esac
    place=out/$name
    if [ "$what" != full ]; then
        place=build/experiments/$name
        case $elsewhere in *"${newline}check $name$newline"*) continue ;; esac
    fi
    failed=
    output=$($carom check "$name" -o "$place" 2>&1) || failed=check
    if [ "$what" = full ]; then
        $carom compare "$name" -o "$place" > /dev/null || failed=compare
        if grep -q '^sweep:' "$file"; then
            $carom sweep "$name" -o "$place" > /dev/null 2>&1 || failed=sweep
        fi
    fi
    if [ -z "$failed" ]; then echo "ok experiment $name: ${output##*"$newline"}"
    else echo "not ok experiment $name: $failed"; echo "$output" | grep -v '^PASS'; fi
done
