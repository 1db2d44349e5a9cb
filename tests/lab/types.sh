#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks the JavaScript of the lab's page against the types of its JSDoc and of types.d.ts; prints a line for tests/run.sh.
set -u
cd "$(dirname "$0")/../.." || exit 1
command -v tsc > /dev/null || { echo "skip lab/types: no tsc (sh .ci/setup lab installs it)"; exit 0; }
if found=$(tsc -p src/lab/page); then echo "ok lab/types: $(tsc --version)"; else
    echo "not ok lab/types"
    echo "$found" >&2
    exit 1
fi
