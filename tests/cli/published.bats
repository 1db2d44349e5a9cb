#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The published loops on the command line: output names their source and reports their clock.

load common

setup() { begin; }

teardown() { rm -rf "$work"; }

@test "published: table, summary and footers of figures name the source" {
    has_gnuplot || skip "no gnuplot"
    run "$carom" compare 15-as-published/clock -o out --figures energy
    [ "$status" -eq 0 ]
    [[ "$output" == *"kind  "*"impulse"*"blog_2013"* ]]
    [ "$(awk -F '\t' '$1 == "blog-2-Hz" { print $2 }' out/summary.tsv)" = blog_2013 ]
    grep -q 'blog-2-Hz: blog_2013, frame_s 0.5 s' out/energy.svg
    grep -q 'put-right: blog_2013, frame_s 0.5 s, clock right' out/energy.svg
}

@test "published: table and run.json report a clock that gains time" {
    run "$carom" compare 15-as-published/clock -o out --no-plots
    [[ "$output" == *"blog-2-Hz: its clock is 0.4 s ahead: it simulated 2.4 s instead of 2 s"* ]]
    [[ "$output" != *"put-right: its clock"* ]]
    [[ "$output" != *"impulse: its clock"* ]]
    [ "$(grep -o '"simulated_s": [^,]*' out/run.json | tr '\n' ' ' | sed 's/2.3999999999999999/2.4/')" = \
      '"simulated_s": null "simulated_s": 2.0166666666666666 "simulated_s": 2.2000000000000002 "simulated_s": 2.4 "simulated_s": 2 ' ]
}

@test "published: an endless loop is stopped with its time, the other solvers are complete" {
    run "$carom" compare 15-as-published/clock -o out --no-plots --set solvers.blog-10-Hz.guard=without
    [ "$status" -eq 65 ]
    [[ "$output" == *"'blog-10-Hz' stopped: guard: the update of frame 2 at t = 0.1 s did not end: after 10200 events, 5100.1 s of its 0.1 s remain"* ]]
    [ "$(tail -n 1 out/blog-2-Hz/series.tsv | cut -f 1)" = 2 ]
}

@test "published: figures of a solver that equals the reference exactly" {
    has_gnuplot || skip "no gnuplot"
    run "$carom" compare 15-as-published/sign -o out
    [ "$status" -eq 0 ]
    [[ "$output" != *arning* ]]
    [ -s out/divergence.png ]
}

@test "published: a former variant is reported with its new key" {
    printf 'carom: 1\nballs: [ { x_m: 1, y_m: 0.5 } ]\nsolvers: [ { kind: stepped, variant: as_published } ]\n' > old.yaml
    run "$carom" show old.yaml
    [ "$status" -eq 65 ]
    [[ "$output" == *"old.yaml:3:29: error: solvers[0].variant: "*"kind: published"* ]]
}

@test "published: for a wrong formula the energy figure shows the energy itself, not the ledger" {
    has_gnuplot || skip "no gnuplot"
    "$carom" compare 15-as-published/sticking -o out --figures energy > /dev/null
    # the energy only falls: no segment of a curve rises
    tr '\n\t' '  ' < out/energy.svg | grep -o 'd=.M[0-9.,LM -]*' | tr 'M' '\n' | tr 'L' ' ' |
        awk 'NF > 20 && substr($1, index($1, ",") + 1) < 400 { curves++; for (i = 2; i <= NF; i++) { split($(i - 1), a, ","); split($i, b, ","); rises += b[2] < a[2] - 1 } }
             END { print curves, rises + 0; exit !(curves >= 12 && rises == 0) }'
}
