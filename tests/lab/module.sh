#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The module in the template of the lab page: its size is limited and it contains no path of the machine. Prints a line per test.
set -u
cd "$(dirname "$0")/../.." || exit 1
module=$(mktemp)
trap 'rm -f "$module"' EXIT
sed -n 's/.*id="module">\([^<]*\)<.*/\1/p' build/lab/template.html | base64 -d | gunzip > "$module"
# Size limits in bytes, plain and by gzip -9; 587 and 241 kB on 2026-11-27. A page of one scene may have 490 kB.
most=610000 most_packed=252000

verdict() { # verdict NAME TEXT: reports the status of the preceding command
    if [ $? -eq 0 ]; then echo "ok lab-module-$1: $2"; else echo "not ok lab-module-$1: $2"; fi
}

size=$(wc -c < "$module" | tr -d ' ') packed=$(gzip -9nc "$module" | wc -c | tr -d ' ')
[ "$size" -le $most ] && [ "$packed" -le $most_packed ]
verdict size "$size bytes of at most $most, packed $packed of at most $most_packed"

# Paths of this machine: the project, the compiler and the C library.
! grep -aqE "$(pwd)|/usr/|$(dirname "$(pwd)")/" "$module"
verdict places "no path of this machine is in it"
