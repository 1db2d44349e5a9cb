#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The corpora of the fuzzers through their targets under the sanitizers: one process and one test each.
set -u
cd "$(dirname "$0")/../.." || exit 1

for source in tests/fuzz/fuzz_*.c; do
    name=${source##*/fuzz_} name=${name%.c}
    program=build/asan/replay_$name
    files="tests/fuzz/corpus/$name/*"
    [ "$name" = scenario ] && files="$files experiments/*/experiment.yaml"
    # shellcheck disable=SC2046,SC2086
    if ${CC:-cc} -std=c17 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -Iinclude -Isrc \
            "$source" tests/fuzz/replay.c build/asan/libcarom.a \
            $(pkg-config --cflags --libs gsl yaml-0.1 mpfr sndfile) -lm -pthread -o "$program" && "$program" $files; then
        echo "ok fuzz $name"
    else
        echo "not ok fuzz $name"
    fi
done
