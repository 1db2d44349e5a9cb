#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Records new golden bits after an intended change. Check the difference in git.
set -eu
cd "$(dirname "$0")/../.."
GOLDEN_OUT=tests/golden/bits.txt build/release/tests/golden/test_golden
git diff --stat -- tests/golden/bits.txt || true
