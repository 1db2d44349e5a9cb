#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the lab's module and page for the tests that need them.
# usage: build.sh prepare [whole]: fetches the sources and packages that are missing and builds the page; without the tools, tests use
#        the prebuilt page in src/lab/kept. Without `whole` it builds only if that does not match the sources. tests/run.sh calls it
#        first, because tests that run in parallel must not build the same files.
#        build.sh TARGET...: builds targets of module.mk without fetching anything; prints the reason and returns 1 if a tool or a
#        source is missing, 2 if the build fails
set -u
cd "$(dirname "$0")/../.." || exit 1
mkdir -p build/lab

if [ "$1" != prepare ]; then
    command -v node > /dev/null 2>&1 || { echo "no node: sh .ci/setup lab installs it"; exit 1; }
    { sh src/lab/lab.sh toolchain > /dev/null && sh src/lab/lab.sh libraries; } 2>&1 || exit 1
    make -j2 -f src/lab/module.mk "$@" > build/lab/make.log 2>&1 || { cat build/lab/make.log; exit 2; }
elif [ "${2:-}" = whole ] || ! sh src/lab/lab.sh current src/lab/kept/template.html; then
    make -s SET_UP=1 lab-page || echo "lab: no new page; tests use src/lab/kept"
fi
[ "$1" != prepare ] || make -s SET_UP=1 build/lab/template.html
