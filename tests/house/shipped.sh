#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Shipped texts refer only to documents that are shipped, and to existing sections of `carom help theory`. Makefile, CHANGELOG.md
# and CITATION.cff have one version and one date.
set -eu
cd "$(dirname "$0")/../.."
fail=0
here=$(basename "$0")
texts=$(git ls-files 2> /dev/null | grep -vE "^tests/fuzz/corpus/|^tests/house/$here$" | grep -vE '\.(png|svg|pdf|gif)$' || true)
[ -n "$texts" ] || texts=$(find README.md CITATION.cff Makefile experiments include plots src tests -type f ! -name '*.png' ! -path 'tests/fuzz/corpus/*' ! -name "$here")
# shellcheck disable=SC2086
if grep -nE '\b(PHYSICS|DESIGN)\b|\b(STYLE|LAB|COMMON|ISSUE[0-9]*)\.md\b|HOUSE-MOVES|\.\./shared/|\b[Ii]ssue #?[0-9]+' $texts; then
    echo "these are not shipped: say it, or name 'carom help theory' with its section"
    fail=1
fi
# Finds NAME in "carom help theory, NAME", "(NAME)" or ": NAME", with any quotation marks. "contact and integrators" are two names;
# of a name with a comma the first part suffices.
for topic in theory; do
    # shellcheck disable=SC2086
    grep -hoE "carom help $topic[\`'\")]*(,|:| \() ?[a-z0-9 ]+" $texts | sed "s/carom help $topic[\`'\")]*[,: (]*//; s/ and /\n/g" | sort -u |
        awk -v topic=$topic '
            NR == FNR { if (sub(/^## /, "")) { sub(/,.*/, ""); section[$0] = 1 } next }
            { known = 0; for (name in section) known += index($0 " ", name " ") == 1 }
            !known { print "carom help " topic " has no section " $0; bad = 1 }
            END { exit bad }' src/cli/help/topics/$topic.txt - || fail=1
done
version=$(sed -n 's/^VERSION := //p' Makefile)
released=$(sed -n 's/^date-released: //p' CITATION.cff)
same() { # same FILE LINE PATTERN: the first line that matches is LINE
    found=$(grep -m 1 "$3" "$1" || true)
    [ "$found" = "$2" ] || { echo "$1: '$found', not '$2'"; fail=1; }
}
same CITATION.cff "version: $version" '^version:'
same CHANGELOG.md "## $version, $released" '^## [0-9]'
exit $fail
