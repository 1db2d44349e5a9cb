#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds and runs the benchmark.
set -eu
cd "$(dirname "$0")/../.."
${CC:-cc} -std=c17 -O2 -ffp-contract=off -Iinclude -Isrc tests/bench/bench.c build/libcarom.a \
    $(pkg-config --cflags --libs gsl yaml-0.1) -lm -pthread -o build/release/bench
build/release/bench
