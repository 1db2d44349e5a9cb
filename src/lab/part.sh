#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints the path of a part of the lab page: the one in build/lab or the prebuilt one in src/lab/kept, whichever matches the current
# sources. PART.sources lists the sources of each with checksums. If both are outdated, prints the built one if it exists, with a
# note on standard error.
# usage: part.sh page.html|carom.wasm      from the project's folder
#        part.sh --list SOURCE...          prints the lines of PART.sources
#        part.sh --kept PART               status 0 if the prebuilt file matches the current sources
set -eu
if [ "$1" = --list ]; then
    shift
    cksum "$@" | LC_ALL=C sort -k 3
    exit
fi
current() { # current FILE: true if its sources have not changed
    [ -f "$1" ] && [ -f "$1.sources" ] && sed 's/^[0-9]* [0-9]* //' "$1.sources" | tr '\n' '\0' | xargs -0 cksum 2> /dev/null | cmp -s - "$1.sources"
}
if [ "$1" = --kept ]; then
    current "src/lab/kept/$2"
    exit
fi
for file in "build/lab/$1" "src/lab/kept/$1"; do
    if current "$file"; then echo "$file"; exit; fi
done
for file in "build/lab/$1" "src/lab/kept/$1"; do
    [ -f "$file" ] || continue
    echo "lab: $file is older than its sources; 'make lab' renews it" >&2
    echo "$file"
    exit
done
echo "lab: no $1" >&2
exit 1
