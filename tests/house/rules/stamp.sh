# SPDX-License-Identifier: GPL-3.0-or-later
# The tests of the rules of a house test run only if they or the house test have changed since they passed (build/house).
stamps="$here/../../build/house"
stamp() { cat "$here/$1.sh" "$here/rules/$1.sh" | cksum; }
changed() { [ "$(stamp "$1")" != "$(cat "$stamps/$1" 2> /dev/null)" ]; }
remember() { mkdir -p "$stamps" && stamp "$1" > "$stamps/$1"; }
