#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The page's core against the program, bit by bit, where there is one.
set -u
cd "$(dirname "$0")/../.." || exit 1
command -v node > /dev/null || { echo "skip bits: no node"; exit 0; }
exec node --no-warnings tests/lab/bits.mjs "$@"
