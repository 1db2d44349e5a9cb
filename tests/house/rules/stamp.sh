# SPDX-License-Identifier: GPL-3.0-or-later
# The tests of the rules of a house test run only if they or the house test have changed since they passed: the checksum of both is then
# in rules/NAME.passed, a file of the project. RULES=all runs them in any case.
stamp() { cat "$here/$1.sh" "$here/rules/$1.sh" | cksum; }
changed() { [ "${RULES:-}" = all ] || [ "$(stamp "$1")" != "$(cat "$here/rules/$1.passed" 2> /dev/null)" ]; }
remember() { ! changed "$1" || stamp "$1" > "$here/rules/$1.passed"; }
