#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Fuzzes the readers of scenarios and of records with clang's libFuzzer. usage: PKG="what pkg-config knows" run.sh SECONDS
set -eu
cd "$(dirname "$0")/../.."
command -v clang >/dev/null 2>&1 || { echo "fuzz: clang is not installed; skipped"; exit 0; }
make --no-print-directory build/release/carom_build.h

fuzz() { # fuzz TARGET SECONDS CORPUS...
    target=$1 seconds=$2
    shift 2
    mkdir -p "build/fuzz/found_$target"
    # shellcheck disable=SC2046,SC2086
    clang -std=c17 -g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
        -Iinclude -Isrc -Ibuild/release "tests/fuzz/$target.c" $(find src -name '*.c' ! -path 'src/cli/*' ! -path 'src/lab/wasi/*' | sort) \
        $(pkg-config --cflags --libs $PKG) -lm -pthread -o "build/fuzz/$target"
    "build/fuzz/$target" -max_total_time="$seconds" -max_len=4096 -timeout=20 -rss_limit_mb=3000 \
        -dict=tests/fuzz/keys.dict -artifact_prefix=build/fuzz/ -print_final_stats=1 \
        "build/fuzz/found_$target" "$@"
}

fuzz fuzz_scenario "$(($1 / 2))" tests/fuzz/corpus experiments/*/
fuzz fuzz_show "$(($1 / 4))" tests/fuzz/corpus-show
fuzz fuzz_records "$(($1 / 4))" tests/fuzz/records
echo "fuzz: no finding; what they learnt is in build/fuzz/found_*"
