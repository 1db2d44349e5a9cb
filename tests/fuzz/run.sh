#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Fuzzes every target with clang's libFuzzer, for the same time each; README.md says what they are and how often they have run.
# usage: PKG="what pkg-config knows" run.sh SECONDS [TARGET...]
set -eu
cd "$(dirname "$0")/../.."
command -v clang >/dev/null 2>&1 || { echo "fuzz: clang is not installed; skipped"; exit 0; }
seconds=$1
shift
[ $# -gt 0 ] || for source in tests/fuzz/fuzz_*.c; do name=${source##*/fuzz_}; set -- "$@" "${name%.c}"; done
make --no-print-directory -j"$(getconf _NPROCESSORS_ONLN)" VARIANT=fuzz CC=clang library

executions=0
for name in "$@"; do
    program=build/fuzz/fuzz_$name learnt=build/fuzz/found_$name
    mkdir -p "$learnt"
    # shellcheck disable=SC2046
    clang -std=c17 -g1 -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Iinclude -Isrc \
        "tests/fuzz/fuzz_$name.c" build/fuzz/libcarom.a $(pkg-config --cflags --libs $PKG) -lm -pthread -o "$program"
    more=
    [ "$name" = scenario ] && more=$(ls -d experiments/*/)
    # shellcheck disable=SC2086
    "$program" -max_total_time="$((seconds / $#))" -max_len=4500 -timeout=30 -rss_limit_mb=3000 \
        -dict=tests/fuzz/keys.dict -artifact_prefix="build/fuzz/$name." -print_final_stats=1 \
        "$learnt" "tests/fuzz/corpus/$name" $more > "build/fuzz/$name.log" 2>&1 ||
        { tail -n 40 "build/fuzz/$name.log"; echo "fuzz: $name: a finding, in build/fuzz/$name.*"; exit 1; }
    count=$(sed -n 's/^stat::number_of_executed_units: *//p' "build/fuzz/$name.log")
    echo "fuzz: $name: $count executions"
    executions=$((executions + count))
done
echo "fuzz: no finding in $executions executions ($(date -u +%F)); what they learnt is in build/fuzz/found_*"
