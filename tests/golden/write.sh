#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Records the bits anew, after a change that is meant to change them. Look at the difference in git.
set -eu
cd "$(dirname "$0")/../.."
GOLDEN_OUT=tests/golden/bits.txt build/release/tests/golden/test_golden
git diff --stat -- tests/golden/bits.txt || true
