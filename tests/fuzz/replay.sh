#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Replays the corpus of every fuzz target under the sanitizers, one process and one test each.
# usage: replay.sh [clang]: with `clang` every target must compile without warnings, with the flags of run.sh, instead
set -u
cd "$(dirname "$0")/../.." || exit 1

for source in tests/fuzz/fuzz_*.c; do
    name=${source##*/fuzz_} name=${name%.c}
    if [ "${1:-}" = clang ]; then
        command -v clang > /dev/null 2>&1 || { echo "skip fuzz $name: no clang"; continue; }
        # shellcheck disable=SC2046
        if clang -std=c17 -fsyntax-only -Wall -Wextra -Werror -DFUZZ_SHARE=16 -Iinclude -Isrc $(pkg-config --cflags gsl yaml-0.1 mpfr) \
                "$source" tests/fuzz/last_input.c; then
            echo "ok fuzz $name by clang"
        else
            echo "not ok fuzz $name by clang"
        fi
        continue
    fi
    program=build/asan/replay_$name
    sh tests/fuzz/corpus.sh unpack "$name" || { echo "not ok fuzz $name"; continue; }
    files="build/fuzz/corpus/$name/*"
    [ "$name" = scenario ] && files="$files experiments/*/experiment.yaml"
    # shellcheck disable=SC2046,SC2086
    if ${CC:-cc} -std=c17 -g1 -fsanitize=address,undefined -fsanitize-undefined-trap-on-error -Iinclude -Isrc \
            "$source" tests/fuzz/replay.c build/asan/libcarom.a \
            $(pkg-config --cflags --libs gsl yaml-0.1 mpfr) -lm -pthread -o "$program" && "$program" $files; then
        echo "ok fuzz $name"
    else
        echo "not ok fuzz $name"
    fi
done
