#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Updates Debian's list of symbols, each with the first version that had it. Existing lines stay. A removed symbol is an error: then the
# number of the library must change.
# usage: symbols.sh SOVERSION VERSION LIST < NAMES: the new list
set -eu
node=CAROM_$1 version=$2 list=$3
known() { if [ -f "$list" ]; then sed '/^ /!d' "$list"; fi; }
work=$(mktemp)
trap 'rm -f "$work"' EXIT
{ cat; echo "$node"; } | LC_ALL=C sort > "$work"
known | while read -r name _; do
    grep -qx "${name%@*}" "$work" || echo "symbols: ${name%@*} was removed, which breaks programs that use it; increase SOVERSION (packaging/install.mk)" >&2
done
echo "libcarom.so.$1 libcarom$1 #MINVER#"
echo "* Build-Depends-Package: libcarom-dev"
known | awk -v node="$node" -v version="$version" '
    FILENAME == "-" { since[$1] = $2; next }
    { name = $1 "@" node; print " " name " " (name in since ? since[name] : version) }' - "$work"
