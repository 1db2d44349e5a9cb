#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares the page's core with the program, bit by bit.
set -u
cd "$(dirname "$0")/../.." || exit 1
command -v node > /dev/null || { echo "skip bits: no node"; exit 0; }
exec node --no-warnings tests/lab/bits.mjs "$@"
