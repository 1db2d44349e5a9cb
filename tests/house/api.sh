#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles and runs the example of `carom help library` with the public headers and the library only.
set -eu
cd "$(dirname "$0")/../.."
out=build/release/api-break
${CC:-cc} -std=c17 -Wall -Wextra -Werror -pedantic -Iinclude tests/api/break.c build/libcarom.a \
    $(pkg-config --libs gsl yaml-0.1 mpfr) -lm -pthread -o $out
$out > $out.txt
grep -q '^impulse: eight at (.*) m, energy residual' $out.txt
grep -q '^penalty: eight at (.*) m, energy residual' $out.txt
# the solvers agree within the contact delay
awk '{ gsub(/[(,)]/, "") ; x[NR] = $4; y[NR] = $5 }
     END { d = sqrt((x[1]-x[2])^2 + (y[1]-y[2])^2); if (!(d > 0 && d < 0.01)) { print "apart by", d; exit 1 } }' $out.txt
for header in include/carom/*.h; do # each must compile alone
    printf '#include <carom/%s>\n' "$(basename "$header")" |
        ${CC:-cc} -std=c17 -Wall -Werror -pedantic -Iinclude -x c -fsyntax-only -
done
sed -n '/^int main/,/^}/p' tests/api/break.c > $out.main
build/carom help library | sed -n '/^int main/,/^}/p' > $out.help
cmp $out.main $out.help || { echo "carom help library shows another program than tests/api/break.c"; exit 1; }
