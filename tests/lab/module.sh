#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The lab's module: its size is limited, it contains no path of the machine, and another link gives the same bytes (kept.sh compares
# a build elsewhere). `module.sh kept` tests the prebuilt module without a build. Prints a line per test.
set -u
cd "$(dirname "$0")/../.." || exit 1
what=${1:-built}
module=build/lab/carom.wasm
[ "$what" != kept ] || module=src/lab/kept/carom.wasm
# Size limits in bytes, plain and by gzip -9; 587 and 241 kB on 2026-11-27. The page may have 400 kB.
most=610000 most_packed=252000

if [ "$what" != kept ]; then
    sh tests/lab/build.sh module > build/lab-module.why
    case $? in
        0) rm -f build/lab-module.why ;;
        1) echo "skip lab-module: $(cat build/lab-module.why)"; exit 0 ;;
        *) echo "not ok lab-module: does not build; see build/lab-module.why"; exit 1 ;;
    esac
fi

verdict() { # verdict NAME TEXT: reports the status of the preceding command
    if [ $? -eq 0 ]; then echo "ok lab-module-$1: $2"; else echo "not ok lab-module-$1: $2"; fi
}

size=$(wc -c < $module | tr -d ' ') packed=$(gzip -9nc $module | wc -c | tr -d ' ')
[ "$size" -le $most ] && [ "$packed" -le $most_packed ]
verdict size "$size bytes of at most $most, packed $packed of at most $most_packed"

# Paths of this machine: the project, the compiler and the C library.
! grep -aqE "$(pwd)|/usr/|$(dirname "$(pwd)")/" $module
verdict places "no path of this machine is in it"
[ "$what" != kept ] || { echo "skip lab-module: builds: the prebuilt module matches its sources (make nightly builds it)"; exit 0; }

make -f src/lab/module.mk MODULE=build/lab-again.wasm > build/lab-again.log 2>&1 && cmp -s build/lab-again.wasm $module
verdict links "linked again it has the same bytes"
rm -f build/lab-again.wasm
