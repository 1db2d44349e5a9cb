#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles an integrator or a force law, a C file that defines carom_integrator_mine or carom_force_law_mine, and runs the conformance
# test of all of them. Status 0: it passes. In a source tree it also links DIR/carom, which has `integrator: mine` or `law: mine`.
# usage: try.sh FILE.c [DIR]; DIR is out/try by default
set -eu
home=$(cd "$(dirname "$0")/.." && pwd) out=${2:-out/try} name=
case $(grep -oE 'carom_(integrator|force_law)_mine' "${1:?usage: try.sh FILE.c [DIR]}" | head -n 1) in
    carom_integrator_mine) name=integrators list=src/integrators/integrators.c define=CAROM_MORE_INTEGRATORS ;;
    carom_force_law_mine) name=force_laws list=src/contact/laws.c define=CAROM_MORE_FORCE_LAWS ;;
    *) echo "try.sh: $1: expected carom_integrator_mine or carom_force_law_mine" >&2; exit 2 ;;
esac
mkdir -p "$out"
base=$home packages=$(sed -n 's/^PKG := //p' "$home/Makefile" 2> /dev/null) || { base=$home/../.. packages=carom; } # installed
export PKG_CONFIG_PATH="$base/lib/pkgconfig:${PKG_CONFIG_PATH-}"
set -- -std=c17 -O2 -Wall -Wextra -ffp-contract=off "-I$base/include" "-L$base/lib" "$1" "-D$define(X)=X(mine)" "$home/$list"
[ "$packages" = carom ] || set -- "$@" "$home/build/libcarom.a"
# shellcheck disable=SC2046,SC2086
set -- "$@" $(pkg-config --cflags --libs $packages) -lm -pthread
# shellcheck disable=SC2046
${CC:-cc} "-I$home/tests" "$home/tests/conformance/test_$name.c" "$@" $(pkg-config --cflags --libs check) -o "$out/test"
"$out/test"
[ "$packages" != carom ] || exit 0
for unit in $(cd "$home" && find src/cli -name '*.c'); do set -- "$home/build/release/${unit%c}o" "$@"; done
${CC:-cc} "$@" -o "$out/carom"
