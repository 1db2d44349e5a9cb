#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The lab's module: no larger than a page can carry, nothing in it of where it was made, and the same bytes when it is made
# elsewhere. `module.sh` makes those objects again that could know where they are made, and links anew; `module.sh whole` all of it.
# Prints "ok", "not ok" or "skip" and what was looked at, a line each.
set -u
cd "$(dirname "$0")/../.." || exit 1
what=${1:-some}
module=build/lab/carom.wasm
# Bytes, as it is and by gzip -9; the page that carries it has at most 400 kB: 569 and 233 kB on 2026-11-25.
most=570000 most_packed=234000

sh tests/lab/build.sh module > build/lab-module.why
case $? in
    0) rm -f build/lab-module.why ;;
    1) echo "skip lab-module: $(cat build/lab-module.why)"; exit 0 ;;
    *) echo "not ok lab-module: does not build; see build/lab-module.why"; exit 1 ;;
esac

verdict() { # verdict NAME TEXT, after what decides
    if [ $? -eq 0 ]; then echo "ok lab-module-$1: $2"; else echo "not ok lab-module-$1: $2"; fi
}

size=$(wc -c < $module | tr -d ' ') packed=$(gzip -9nc $module | wc -c | tr -d ' ')
[ "$size" -le $most ] && [ "$packed" -le $most_packed ]
verdict size "$size bytes of at most $most, packed $packed of at most $most_packed"

# Paths of this machine: the folder of the project, and those of the compiler and the C library.
! grep -aqE "$(pwd)|/usr/|$(dirname "$(pwd)")/" $module
verdict places "no path of this machine is in it"

# ---- linked again, and made elsewhere: in another folder of another depth, the module's own folder of another name ----

make -f src/lab/module.mk MODULE=build/lab-again.wasm > build/lab-again.log 2>&1 && cmp -s build/lab-again.wasm $module
verdict links "linked again it has the same bytes"
rm -f build/lab-again.wasm

again=build/lab-again/some/where/else
rm -rf build/lab-again
mkdir -p $again
cp -R src include Makefile $again/
if [ "$what" = whole ]; then targets=made/here/carom.wasm
else # what says where it is from: objects by __FILE__ in assertions and GSL's macros, of GSL's, which one rule makes, a third;
    # carom's own are not yet code, so by their source
    targets=$({ grep -rlaE --include='*.o' '[a-z0-9]\.[ch]\b' build/lab/obj/gsl | sort | awk 'NR % 3 == 1'
                grep -rlaE --include='*.o' '[a-z0-9]\.[ch]\b' build/lab/obj/yaml
                grep -rlE --include='*.c' '\bassert\(|__FILE__|\bGSL_ERROR' src | sed 's|^|build/lab/obj/|; s|c$|o|'
              } | sort | while read -r object; do [ ! -f "$object" ] || echo "$object" | sed 's|^build/lab|made/here|'; done)
fi
# shellcheck disable=SC2086
(cd $again && GSL_SRC=../../../../lab/src/gsl YAML_SRC=../../../../lab/src/yaml make -j2 -f src/lab/module.mk LAB=made/here $targets) > build/lab-again.log 2>&1
verdict builds "in another folder (or see build/lab-again.log)"
count=0 other=
for target in $targets; do
    count=$((count + 1))
    cmp -s "$again/$target" "build/lab/${target#made/here/}" || other="$other ${target#made/here/}"
done
[ "$what" = whole ] || [ $count -ge 20 ] && [ -z "$other" ]
verdict again "made elsewhere$([ "$what" = whole ] || echo ", $count objects") the bytes are the same${other:+, but for$other}"
rm -rf build/lab-again
