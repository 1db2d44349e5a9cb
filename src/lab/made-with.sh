#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints what determines the bytes of the lab's module besides carom's sources, one item per line.
# usage: made-with.sh [FOLDER]: as toolchain.sh
set -eu
told=$(sh src/lab/toolchain.sh "${1:-build/lab}")
value() { echo "$told" | sed -n "s/^$1 := //p"; }
echo "clang: $("$(value CLANG)" --version | head -n 1)"
echo "wasi-libc: $(cksum < "$(value WASI_LIB)/libc.a")"
echo "gsl: $(pkg-config --modversion gsl)"
echo "libyaml: $(pkg-config --modversion yaml-0.1)"
