#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares golden bits in WebAssembly, built from the objects of the lab's module, run by node, which has the engine of Chromium.
# Omits the lines that end in *, which use the C library (musl there).
# Prints "ok golden-wasm: omitted lines", "not ok golden-wasm: reason" or "skip golden-wasm: missing program".
set -u
cd "$(dirname "$0")/../.." || exit 1
name=golden-wasm out=build/golden/wasm
mkdir -p $out
skip() { echo "skip $name: $*"; exit 0; }
fail() { echo "not ok $name: $*"; exit 1; }

sh tests/lab/build.sh golden > $out/why
case $? in 0) ;; 1) skip "$(cat $out/why)" ;; *) fail "does not build; see $out/why" ;; esac
grep -v ' \*$' tests/golden/bits.txt > $out/wanted.txt
[ -s $out/wanted.txt ] || fail "tests/golden/bits.txt has no lines"
node --no-warnings tests/golden/wasi/run.mjs build/lab/golden.wasm $out GOLDEN_OUT=/got.txt > $out/log 2>&1 || fail "ends badly; see $out/log"
grep -v ' \*$' $out/got.txt | cmp -s - $out/wanted.txt || fail "differs from tests/golden/bits.txt; compare $out/got.txt"
echo "ok $name ($(wc -l < $out/wanted.txt | tr -d ' ') lines; without $(grep -c ' \*$' tests/golden/bits.txt) of the C library's functions)"
