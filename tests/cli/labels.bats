#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The check of labels_of_many.bats finds every kind of overlap.

load common

setup() {
    begin
    all_formats
    has_gnuplot || skip "no gnuplot"
    command -v pdftotext > /dev/null || skip "no pdftotext (poppler-utils)"
    labels="$root/tests/labels.sh"
}

teardown() { rm -rf "$work"; }

@test "labels: the check finds a label on a label, on a curve, on a mark and on the frame" {
    mkdir home
    cp -r "$root/plots" "$root/experiments" home/
    "$carom" compare 01-head-on -o out -q --figures energy --format svg,pdf
    sh "$labels" out
    for place in 'screen 0.3, screen 0.965' 'graph 0.6, first 85.47' 'graph -0.02, graph 0.3'; do
        sed "s|^ *set ylabel ENERGYNAME|set label 90 'wrong place' at $place; &|" "$root/plots/energy.gp" > home/plots/energy.gp
        CAROM_HOME="$work/home" "$carom" plot out -q --figures energy --format svg,pdf
        run sh "$labels" out
        echo "$output"
        [ "$status" -eq 1 ]
        [[ "$output" == *"wrong on "* || "$output" == *'on "wrong"'* ]]
    done
}
