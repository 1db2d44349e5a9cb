#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles and runs the example of `carom help library` and another with the public headers and the library only.
set -eu
cd "$(dirname "$0")/../.."
out=build/release/api-break
build() { # build NAME PROGRAM
    ${CC:-cc} -std=c17 -Wall -Wextra -Werror -pedantic -Iinclude "tests/api/$1.c" build/libcarom.a \
        $(pkg-config --libs gsl yaml-0.1) -lm -pthread -o "$2"
}
build break $out
$out > $out.txt
grep -q '^impulse: eight at (.*) m, energy residual' $out.txt
grep -q '^penalty: eight at (.*) m, energy residual' $out.txt
# the solvers agree within the contact delay
awk '{ gsub(/[(,)]/, "") ; x[NR] = $4; y[NR] = $5 }
     END { d = sqrt((x[1]-x[2])^2 + (y[1]-y[2])^2); if (!(d > 0 && d < 0.01)) { print "apart by", d; exit 1 } }' $out.txt
# the same energy errors and distances as `carom compare`
build compare $out-compare
$out-compare experiments/04-break/experiment.yaml > $out-compare.txt
build/carom compare experiments/04-break/experiment.yaml --no-plots -o $out-records > /dev/null
awk 'FNR == 1 { next }
     NR == FNR { energy[$1] = $2; distance[$1] = $3; next }
     { n++; gain = sprintf("%.3e", $3 * 0.5 * 0.17 * 6^2); away = sprintf("%.6f", $11) } # E(0): the cue ball
     gain != energy[$1] || away != distance[$1] { print $1 ": carom compare has " gain " J and " away " m"; exit 1 }
     END { exit n != 3 }' $out-compare.txt $out-records/summary.tsv
if $out-compare no-such.yaml 2> $out-compare.txt; then exit 1; fi
grep -q no-such.yaml $out-compare.txt
# each header must compile alone
${CC:-cc} -std=c17 -Wall -Werror -pedantic -Iinclude -x c -fsyntax-only include/carom/*.h
# and all of them as C++
! command -v c++ > /dev/null || printf '#include "%s"\n' include/carom/*.h |
    c++ -std=c++17 -Wall -Wextra -Werror -pedantic -I. -Iinclude -x c++ -fsyntax-only -
sed -n '/^int main/,/^}/p' tests/api/compare.c > $out.main
build/carom help library | sed -n '/^int main/,/^}/p' > $out.help
cmp $out.main $out.help || { echo "carom help library shows another program than tests/api/compare.c"; exit 1; }
