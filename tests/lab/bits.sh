#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The page's core against the program, bit by bit, where there is one.
set -u
cd "$(dirname "$0")/../.." || exit 1
command -v node > /dev/null || { echo "skip bits: no node"; exit 0; }
[ -e build/lab/carom.wasm ] || { echo "skip bits: no build/lab/carom.wasm (make lab-module)"; exit 0; }
exec node --no-warnings tests/lab/bits.mjs "$@"
