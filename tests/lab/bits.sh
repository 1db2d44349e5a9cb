#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares the page's core with the program, bit by bit: records (bits.mjs), or with `pages` the
# signatures in pages that `carom lab` writes (composed.mjs). LAB_ALL=1 includes scenes that take long.
set -u
cd "$(dirname "$0")/../.." || exit 1
command -v node > /dev/null || { echo "skip bits: no node"; exit 0; }
[ "${1:-}" != pages ] || exec node --no-warnings tests/lab/composed.mjs
exec node --no-warnings tests/lab/bits.mjs "$@"
