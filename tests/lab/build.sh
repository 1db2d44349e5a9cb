#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the lab's module and page for the tests that need them.
# usage: build.sh prepare [whole]: fetches the sources and packages that are missing, builds what the installed tools can build, and
#        composes the template; tests use the prebuilt files in src/lab/kept for the rest. Without `whole` it builds only parts whose
#        prebuilt files do not match the sources. tests/run.sh calls it first, because tests that run in parallel must not build the
#        same files.
#        build.sh TARGET...: builds targets of module.mk without fetching anything; prints the reason and returns 1 if a tool or a
#        source is missing, 2 if the build fails
set -u
cd "$(dirname "$0")/../.." || exit 1
mkdir -p build/lab

build() {
    command -v node > /dev/null 2>&1 || { echo "no node: sh .ci/setup lab installs it"; return 1; }
    { sh src/lab/toolchain.sh > /dev/null && sh src/lab/sources.sh --there; } 2>&1 || return 1
    make -j2 -f src/lab/module.mk "$@" > build/lab/make.log 2>&1 || { cat build/lab/make.log; return 2; }
}

outdated() { [ "$what" = whole ] || ! sh src/lab/part.sh --kept "$1"; }

prepare() {
    what=${1:-}
    if outdated carom.wasm; then
        if command -v node > /dev/null 2>&1 && sh src/lab/toolchain.sh > /dev/null 2>&1; then sh src/lab/sources.sh; fi
        build module golden || echo "lab: no new module; tests use src/lab/kept/carom.wasm"
    fi
    if outdated page.html; then
        if command -v node > /dev/null 2>&1 && command -v npm > /dev/null 2>&1; then make -s lab-page; else false; fi ||
            echo "lab: no new page; tests use src/lab/kept/page.html"
    fi
    make -s build/lab/template.html
}

if [ "$1" = prepare ]; then shift && prepare "$@"; else build "$@"; fi
