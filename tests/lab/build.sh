#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the lab's module, and golden's, before the tests that need them, where that takes nothing from elsewhere; else says why not,
# and ends with 1. Tests that run side by side must not make them at once: tests/run.sh calls this first, and each of them again.
set -u
cd "$(dirname "$0")/../.." || exit 1
mkdir -p build/lab
command -v node >/dev/null 2>&1 || { echo "no node: sh .ci/setup lab installs it"; exit 1; }
{ sh src/lab/toolchain.sh > /dev/null && sh src/lab/sources.sh --there; } 2>&1 || exit 1
make -j2 -f src/lab/module.mk "$@" > build/lab/make.log 2>&1 || { cat build/lab/make.log; exit 2; }
