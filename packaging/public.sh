#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints the public symbols, one per line: those declared in the public headers and defined in the library.
# usage: public.sh LIBRARY; from the project's folder
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for header in include/carom/*.h; do echo "#include <carom/$(basename "$header")>"; done |
    ${CC:-cc} -std=c17 -E -P -Iinclude -x c - | grep -oE '\bcarom_[a-z0-9_]+' | sort -u > "$work/declared"
# (on macOS symbols begin with _)
nm -g --defined-only "$1" | awk 'NF == 3 { sub(/^_carom_/, "carom_", $3); print $3 }' | sort -u > "$work/defined"
comm -12 "$work/declared" "$work/defined"
