#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Pictures of the gallery: their footer, and when `make gallery` replaces them.

load common

setup() { begin; }
teardown() { rm -rf "$work"; }

@test "figures: the gallery's pictures show the version, and are replaced where their drawing differs" {
    has_gnuplot || skip "no gnuplot"
    all_formats
    "$carom" compare 01-head-on -o a --no-clock --figures paths --width 200mm > /dev/null
    "$carom" compare 01-head-on -o b --no-clock --figures paths --width 200mm --style "$root/tests/gallery.gp" > /dev/null
    grep -q ', commit ' a/paths.svg
    ! grep -q 'commit' b/paths.svg || false
    grep -q "carom $("$carom" --version | awk 'NR == 1 { print $2 }')  *|  *01-head-on, hash" b/paths.svg
    # another footer is no other drawing; another ball is
    ! cmp -s a/paths.png b/paths.png || false
    sh "$root/tests/figures.sh" same a/paths.png b/paths.png
    "$carom" compare 01-head-on -o c --no-clock --figures paths --width 200mm --set balls.cue.vx_mps=1.1 > /dev/null
    ! sh "$root/tests/figures.sh" same a/paths.png c/paths.png || false
    echo no picture > d.png
    ! sh "$root/tests/figures.sh" same d.png a/paths.png || false
}
