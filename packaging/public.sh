#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The names that a program outside may use: those that the public headers declare and the library has, one a line.
# usage: public.sh LIBRARY; from the project's folder
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for header in include/carom/*.h; do echo "#include <carom/$(basename "$header")>"; done |
    ${CC:-cc} -std=c17 -E -P -Iinclude -x c - | grep -oE '\bcarom_[a-z0-9_]+' | sort -u > "$work/declared"
# (on macOS a name begins with _)
nm -g --defined-only "$1" | awk 'NF == 3 { sub(/^_carom_/, "carom_", $3); print $3 }' | sort -u > "$work/defined"
comm -12 "$work/declared" "$work/defined"
