#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Replays the corpus of every fuzz target under the sanitizers, one process and one test each.
# usage: replay.sh clang | VARIANT: of this build; with `clang` the library and the targets must compile without warnings, as run.sh compiles them
set -u
cd "$(dirname "$0")/../.." || exit 1
packages="gsl yaml-0.1"
built=build/${1:-asan}
if [ "${1:-}" = clang ]; then
    command -v clang > /dev/null 2>&1 || { echo "skip fuzz: no clang"; exit 0; }
    # shellcheck disable=SC2046,SC2086
    clang -std=c17 -fsyntax-only -Wall -Wextra -Werror -DFUZZ_SHARE=16 -Iinclude -Isrc -Itests $(pkg-config --cflags $packages) tests/fuzz/*.c &&
        make --no-print-directory CI=true CC=clang VARIANT=count library 1>&2 &&
        echo "ok fuzz by clang" || echo "not ok fuzz by clang"
    exit
fi
# shellcheck disable=SC2046,SC2086
${CC:-cc} -std=c17 -g1 -fsanitize=address,undefined -fsanitize-undefined-trap-on-error -DFUZZ_REPLAY -Iinclude -Isrc -Itests tests/fuzz/*.c \
    $built/libcarom.a $(pkg-config --cflags --libs $packages) -lm -pthread -o $built/replay ||
    { echo "not ok fuzz: does not build"; exit 1; }
for archive in tests/fuzz/corpus/*.tar.gz; do
    name=$(basename "$archive" .tar.gz)
    sh tests/fuzz/corpus.sh unpack "$name" || { echo "not ok fuzz $name"; continue; }
    set -- "build/fuzz/corpus/$name"/*
    [ "$name" = scenario ] && set -- "$@" experiments/*/experiment.yaml
    # prints the names of the files: the last one is at fault
    if FUZZ_TARGET=$name $built/replay "$@" 2> "build/fuzz/$name.replay"; then
        echo "ok fuzz $name"
    else
        tail -n 40 "build/fuzz/$name.replay" >&2
        echo "not ok fuzz $name"
    fi
done
