#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Pictures of the gallery: their footer, and when `make gallery` replaces them.

load common

setup() { begin; }
teardown() { rm -rf "$work"; }

@test "figures: the gallery's pictures show the version, and are replaced where their drawing differs" {
    has_gnuplot || skip "no gnuplot"
    all_formats
    mkdir carom && cp "$root/tests/gallery.gp" carom/style.gp
    "$carom" compare 01-head-on -o a --figures scene > /dev/null
    XDG_CONFIG_HOME="$work" "$carom" compare 01-head-on -o b --figures scene > /dev/null
    grep -q ', commit ' a/scene.svg
    ! grep -q 'commit' b/scene.svg || false
    grep -q "carom $("$carom" --version | awk 'NR == 1 { print $2 }')  *|  *01-head-on, hash" b/scene.svg
    # another footer is no other drawing; another ball is
    ! cmp -s a/scene.png b/scene.png || false
    sh "$root/tests/figures.sh" same a/scene.png b/scene.png
    "$carom" compare 01-head-on -o c --figures scene --set balls.cue.vx_mps=1.1 > /dev/null
    ! sh "$root/tests/figures.sh" same a/scene.png c/scene.png || false
    echo no picture > d.png
    ! sh "$root/tests/figures.sh" same d.png a/scene.png || false
}
