#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Pages of experiments written by `carom lab`: their core runs their scenes and reproduces the signatures. See composed.mjs.
# LAB_ALL=1 includes the scenes that take long.
set -u
cd "$(dirname "$0")/../.." || exit 1
mkdir -p build/lab
make -s build/lab/template.html > build/lab/composed.log 2>&1 # in case the core was rebuilt
[ -f build/lab/template.html ] || { echo "skip lab pages: build/lab/template.html is not there"; exit 0; }
case $(node -p 'typeof WebAssembly + process.versions.node.split(".")[0]' 2> /dev/null) in
    object1[89] | object[2-9]?) ;;
    *) echo "skip lab pages: node (18 or later) is not installed"; exit 0 ;;
esac
page=build/lab/composed.html
# these take a second or more each
long='03-bumper/million|04-break|05-time-step/(bounces|box)|13-gas(/.*)?|18-interactive-restitution|24-rough-gas(/.*)?|27-measured/chain'
[ "${LAB_ALL:-}" != 1 ] || long=none
# shellcheck disable=SC2046
build/carom lab $(sh src/lab/scenes.sh | grep -vxE "$long") -o $page 2> build/lab/composed.log > build/lab/composed.out ||
    { cat build/lab/composed.log; echo "not ok lab pages: carom lab failed"; exit 0; }
node --no-warnings tests/lab/composed.mjs $page
rm -f $page build/lab/composed.log build/lab/composed.out
