#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Fuzzes the scenario reader with clang's libFuzzer. usage: PKG="what pkg-config knows" run.sh SECONDS
set -eu
cd "$(dirname "$0")/../.."
command -v clang >/dev/null 2>&1 || { echo "fuzz: clang is not installed; skipped"; exit 0; }
mkdir -p build/fuzz/found
make --no-print-directory build/release/carom_build.h
# shellcheck disable=SC2046,SC2086
clang -std=c17 -g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
    -Iinclude -Isrc -Ibuild/release tests/fuzz/fuzz_scenario.c src/core/*.c src/laws/*.c \
    src/integrators/*.c src/solvers/*.c src/analysis/*.c src/harness/*.c \
    $(pkg-config --cflags --libs $PKG) -lm -pthread -o build/fuzz/fuzz_scenario
build/fuzz/fuzz_scenario -max_total_time="$1" -max_len=4096 -timeout=20 -rss_limit_mb=3000 \
    -dict=tests/fuzz/keys.dict -artifact_prefix=build/fuzz/ -print_final_stats=1 \
    build/fuzz/found tests/fuzz/corpus experiments/*/
echo "fuzz: no finding; what it learnt is in build/fuzz/found"
