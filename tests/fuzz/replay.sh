#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The corpus of the fuzzer through the reader under the sanitizers: one test.
set -u
cd "$(dirname "$0")/../.." || exit 1
if ${CC:-cc} -std=c17 -g -fsanitize=address,undefined -fno-sanitize-recover=all -Iinclude -Isrc \
        tests/fuzz/fuzz_scenario.c tests/fuzz/replay.c build/asan/libcarom.a \
        $(pkg-config --cflags --libs gsl yaml-0.1 mpfr) -lm -pthread -o build/asan/replay &&
        build/asan/replay tests/fuzz/corpus/* experiments/*/experiment.yaml; then
    echo "ok fuzz corpus"
else
    echo "not ok fuzz corpus"
fi
