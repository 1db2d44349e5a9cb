#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Labels of figures lie neither on each other nor on curves, marks or the frame: five and more solvers, balls along a line.

load common

setup() {
    begin
    all_formats
    has_gnuplot || skip "no gnuplot"
    command -v pdftotext > /dev/null || skip "no pdftotext (poppler-utils)"
    labels="$root/tests/labels.sh"
}

teardown() { rm -rf "$work"; }

at_all_sizes() { # draws the figures of a folder for a slide and a column too, and checks all labels
    "$carom" plot "$1" -q --preset slide --format svg,pdf
    "$carom" plot "$1" -q --preset column --format svg,pdf
    "$carom" plot "$1" -q --format svg,pdf
    sh "$labels" "$1"
}

@test "labels: studies of five and more solvers" {
    "$carom" contact 05-time-step --theta 0.25 -o contact -q
    at_all_sizes contact
    "$carom" converge 05-time-step -o converge -q
    at_all_sizes converge
}

@test "labels: runs of five and more solvers" {
    for scene in 05-time-step/bounces 15-as-published 15-as-published/sticking 09-cradle/touching; do
        "$carom" compare $scene -o "${scene/\//-}" -q --set samples=201
        at_all_sizes "${scene/\//-}"
    done
}
