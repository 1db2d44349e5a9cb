#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What Debian has of a shared library's names: each with the first version that had it. Of a list that there is, lines stay as they
# are; one whose name is gone has no place, and says that the library's number has to be another.
# usage: symbols.sh SOVERSION VERSION LIST < NAMES: the new list
set -eu
node=CAROM_$1 version=$2 list=$3
known() { if [ -f "$list" ]; then sed '/^ /!d' "$list"; fi; }
work=$(mktemp)
trap 'rm -f "$work"' EXIT
{ cat; echo "$node"; } | LC_ALL=C sort > "$work"
known | while read -r name _; do
    grep -qx "${name%@*}" "$work" || echo "symbols: ${name%@*} is gone: programs that use it end; another SOVERSION (packaging/install.mk)" >&2
done
echo "libcarom.so.$1 libcarom$1 #MINVER#"
echo "* Build-Depends-Package: libcarom-dev"
known | awk -v node="$node" -v version="$version" '
    FILENAME == "-" { since[$1] = $2; next }
    { name = $1 "@" node; print " " name " " (name in since ? since[name] : version) }' - "$work"
