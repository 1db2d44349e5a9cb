#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The corpora of the fuzzers through the readers under the sanitizers: one test each.
set -u
cd "$(dirname "$0")/../.." || exit 1

replay() { # replay NAME TARGET FILE...
    name=$1 target=$2
    shift 2
    if ${CC:-cc} -std=c17 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -Iinclude -Isrc \
            "tests/fuzz/$target.c" tests/fuzz/replay.c build/asan/libcarom.a \
            $(pkg-config --cflags --libs gsl yaml-0.1 mpfr sndfile) -lm -pthread -o "build/asan/replay_$target" &&
            "build/asan/replay_$target" "$@"; then
        echo "ok fuzz $name"
    else
        echo "not ok fuzz $name"
    fi
}

replay corpus fuzz_scenario tests/fuzz/corpus/* experiments/*/experiment.yaml
replay show fuzz_show tests/fuzz/corpus-show/*
replay records fuzz_records tests/fuzz/records/*
