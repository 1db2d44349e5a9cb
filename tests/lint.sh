#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks of the sources that take seconds: format, house tests, and the errors of cppcheck if it is installed.
set -u
cd "$(dirname "$0")/.." || exit 1
status=0
say() { # say NAME STATUS: prints the output in $said if the check failed
    if [ "$2" = 0 ] && ! grep -q '^not ok' "$said"; then echo "ok $1"; else echo "not ok $1"; cat "$said"; status=1; fi
}
mkdir -p build/cppcheck
said=build/lint.txt
for check in format floors sources words shipped figures api; do
    sh tests/house/$check.sh > $said 2>&1
    say house/$check $?
done
# false alarms of cppcheck 2.10, which cannot parse two of the files
if command -v cppcheck > /dev/null; then
    cppcheck --quiet --error-exitcode=1 --std=c11 -D__GNUC__ -Iinclude -Isrc --max-configs=1 --cppcheck-build-dir=build/cppcheck \
        -j "$(getconf _NPROCESSORS_ONLN)" '--suppress=memleak:src/cli/*' '--suppress=autoVariables:src/cli/*' --suppress=ctuuninitvar \
        --suppress=unknownMacro:src/measure/quantities.c --suppress=internalAstError:src/scenario/yaml/node.c src > $said 2>&1
    say cppcheck $?
else echo 'skip cppcheck: not installed'; fi
exit $status
