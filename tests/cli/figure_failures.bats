#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Figures that fail, panels that are lacking, a gnuplot that does not start: each is named, and takes nothing else with it.

load common

setup() {
    begin
    cat > two.yaml <<'Y'
carom: 1
title: Two balls
table: { boundary: open }
restitution: 0.98
duration_s: 0.6
samples: 7
balls:
  - { name: a, x_m: 0.6, y_m: 0.63, vx_mps: 2 }
  - { name: b, x_m: 1.2, y_m: 0.65 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: verlet, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1.0e6, step_s: 1.0e-6 }
Y
}

teardown() { rm -rf "$work"; }

@test "figures: studies of shipped scenes draw all they have, and gnuplot has nothing to say" {
    has_gnuplot || skip "no gnuplot"
    ! sanitized || skip "long with sanitizers; make nightly runs it"
    # no systematic error of e, no marks; no solver within the axis at the end: stats of gnuplot found no row in each
    JOBS=2 CAROM="$carom" run sh "$root/tests/soak/figures.sh" contact '12-collapse/three|24-rough-gas/exp'
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    # every run blows up: maps only
    "$carom" converge 12-collapse/three-balls -o blown > said
    grep -q '^figures: blown/map-springs.png$' said
}

@test "statistics: equal means and means of 0 have an axis, and gnuplot no warning" {
    has_gnuplot || skip "no gnuplot"
    mkdir bin
    printf '#!/bin/sh\nexec "%s" "$@" 2>> "%s/messages"\n' "$(command -v gnuplot)" "$work" > bin/gnuplot
    chmod +x bin/gnuplot
    # one ball: every seed has the same means, without errors
    printf 'carom: 1\nballs: [{ x_m: 1, y_m: 0.5, vx_mps: 2.385, vy_mps: 1.7 }]\nduration_s: 3\nsolvers: [{ kind: impulse }]\n' > one.yaml
    PATH="$work/bin:$PATH" "$carom" statistics one.yaml -o out > /dev/null
    [ -s out/ensemble.svg ]
    # the reference stays at rest: no ratio is a number
    PATH="$work/bin:$PATH" "$carom" statistics 15-as-published/sign -o rest > /dev/null
    grep -q "all means of Impulse are 0" rest/ensemble.svg
    ! grep -i warning messages || false
}

@test "figures: of one solver, of an open and a periodic table, of a scene that begins and ends at rest" {
    has_gnuplot || skip "no gnuplot"
    drawn() { # FOLDER SCENARIO OPTION...: has its figures, and gnuplot no warning
        run "$carom" compare "$2" -o "$1" "${@:3}"
        [ "$status" -eq 0 ] && [ -s "$1/overview.png" ] && has_not arning
    }
    drawn one two.yaml --solver verlet --set figures=[energy,scene]
    drawn open two.yaml --set figures=[scene]
    drawn periodic two.yaml --set table.boundary=periodic --set figures=[scene]
    [ -s periodic/scene.svg ]
    drawn rest 12-collapse --set figures=[energy,scene]
    drawn still 12-collapse --set figures=[energy,scene] --set gravity_mps2='[0, 0]' # nothing moves
}

@test "figures: one that fails is named, and the others are drawn" {
    has_gnuplot || skip "no gnuplot"
    mkdir home
    cp -r "$root/plots" "$root/experiments" home/
    printf '\n\nload PLOTS . "/panel.gp"\nplot 1 + nothing_set notitle\n' > home/plots/raster.gp
    printf '\n\nload PLOTS . "/panel.gp"\nset nonsense\n' > home/plots/scene.gp
    CAROM_HOME="$work/home" run "$carom" compare two.yaml -o out --figures energy,raster,scene
    [ "$status" -eq 73 ]
    [[ "$output" == *"gnuplot failed at 'scene' (\"plots/scene.gp\" line 4: "*", 'raster' (\"plots/raster.gp\" line 4: undefined variable: nothing_set)"*"the other figures and the tables in 'out' are complete"* ]]
    [ ! -e out/raster.svg ] && [ ! -e out/scene.svg ]
    [ -s out/energy.svg ] && [ -s out/energy.png ]
    [ -z "$(ls -A out | grep '^\.carom-')" ]
    # a style of the user's fails before all figures
    mkdir carom && echo 'set nonsense' > carom/style.gp
    XDG_CONFIG_HOME="$work" run "$carom" plot out
    [ "$status" -eq 73 ]
    [[ "$output" == *"gnuplot failed with status 1: \"style\" line 1: "* ]]
}

@test "figures: a gnuplot that is there and does not start is not missing" {
    "$carom" compare two.yaml -o out --no-plots > /dev/null
    mkdir bin
    cat > bin/gnuplot <<'G'
#!/bin/sh
echo 'gnuplot: error while loading shared libraries: libcairo.so.2: cannot open shared object file' >&2
exit 127
G
    chmod +x bin/gnuplot
    PATH="$work/bin:$PATH" run "$carom" plot out
    [ "$status" -eq 73 ]
    [[ "$output" == *"gnuplot failed with status 127: gnuplot: error while loading shared libraries: libcairo.so.2"* ]]
    [[ "$output" != *"not installed"* ]]
    printf 'nothing that runs' > bin/gnuplot
    PATH="$work/bin" run "$carom" plot out
    [ "$status" -eq 73 ]
    [[ "$output" == *"gnuplot failed with status 127: "* && "$output" != *"not installed"* ]]
    chmod -x bin/gnuplot
    if [ "$(id -u)" -ne 0 ] || ! [ -x bin/gnuplot ]; then
        PATH="$work/bin" run "$carom" plot out
        [ "$status" -eq 73 ]
        [[ "$output" == *"gnuplot failed with status 127: cannot start gnuplot: Permission denied"* ]]
    fi
    # one that is ended by a signal is not started again and again
    printf '#!/bin/sh\necho x >> %s/started\nkill -9 $$\n' "$work" > bin/gnuplot
    chmod +x bin/gnuplot
    PATH="$work/bin:$PATH" run "$carom" plot out
    [ "$status" -eq 73 ]
    [[ "$output" == *"gnuplot failed with status 137"* ]]
    [ "$(wc -l < started)" -le 4 ] # as many at the same time
}

@test "figures: a panel that is asked for and cannot be drawn is named with the reason" {
    has_gnuplot || skip "no gnuplot"
    run "$carom" compare two.yaml -o out --set 'figures=[raster, newton, birkhoff]'
    [ "$status" -eq 0 ]
    [[ "$output" == *"carom: overview: No panel 'birkhoff': fewer than 100 hits of walls and fixed balls."* ]]
    grep -q '(b) Velocities on' out/overview.svg
    "$carom" run two.yaml -o one --set 'figures=[divergence, raster]' > /dev/null
    rm one/*/collisions.tsv
    run "$carom" plot one
    [ "$status" -eq 0 ]
    [[ "$output" == *"No panel 'divergence': only carom compare records distances. No panel 'raster': the records have no collisions.tsv."* ]]
    run "$carom" compare two.yaml -o far --set 'figures=[raster, divergence]' --set balls.a.vx_mps=0
    [ "$status" -eq 0 ]
    [[ "$output" == *"No panel 'raster': the reference has no collision. No panel 'divergence': all solvers agree with the reference within rounding."* ]]
    # what the preset has no room for
    run "$carom" plot out --preset slide
    [[ "$output" != *"no room"* ]]
    "$carom" compare two.yaml -o out --set 'figures=[raster, scene, energy]' > said 2>&1
    ! grep -q 'No panel' said || false
    run "$carom" plot out --preset slide
    [[ "$output" == *"No panel 'energy': no room for more panels."* ]]
    ! grep -q '(c) ' out/overview-slide.svg || false
    run "$carom" plot out --preset slide -q
    [ -z "$output" ]
}

@test "figures: their names as they are, and nothing of gnuplot's" {
    has_gnuplot || skip "no gnuplot"
    run "$carom" sweep two.yaml -o one --set 'sweep={parameters: [{key: restitution, values: [0.5, 0.9]}], collect: [collisions, kinetic_J]}'
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    for name in $(sed -n 's|^figures: [^/]*/||p' <<< "$output" | tr ',' ' '); do
        case $name in *.png) [ -e "one/$name" ] || { echo "$name"; false; } ;; esac
    done
    [[ "$output" == *"figures: one/sweep-"*".png"* && "$output" != *COLUMN* ]]
    run "$carom" diverge two.yaml -o diverge
    [[ "$output" == *"figures: diverge/copies.png"* && "$output" != *SOLVER.png* ]]
    "$carom" compare two.yaml -o out --no-plots > /dev/null
}

@test "film: numbers in columns of their own, and n and t of a collision where it was" {
    has_gnuplot || skip "no gnuplot"
    mkdir bin
    printf '#!/bin/sh\ncp "$2" "%s/script"\nexec "%s" "$@"\n' "$work" "$(command -v gnuplot)" > bin/gnuplot
    chmod +x bin/gnuplot
    "$carom" compare two.yaml -o out --no-plots --set solvers.verlet.label='A solver with a label that is so long that it does not fit above its table' > /dev/null
    PATH="$work/bin:$PATH" "$carom" plot out --film > /dev/null
    # the axes of the only collision stand at the point of contact, with its normal, for ten frames behind its end at most
    nx=$(columns out/impulse/collisions.tsv normal_x | head -n 1) ny=$(columns out/impulse/collisions.tsv normal_y | head -n 1)
    awk -v nx="$nx" -v ny="$ny" '/^\$AXES1 / { inside = 1; next } /^AXES1_END/ { inside = 0; frames++ }
        inside && /^[0-9.-]/ && !/^1[.0-9]*e[+]300/ { shown++; split($0, c, "\t"); d = (c[3] - nx)^2 + (c[4] - ny)^2; if (d > 1e-12) bad++
            e = sqrt((1.2 - nx * 0.02857 - c[1])^2 + (0.65 - ny * 0.02857 - c[2])^2); if (e > 1e-3) bad++ }
        END { exit !(frames > 11 && shown > 5 && shown < 30 && bad == 0) }' script
    # a frame as SVG: the unit begins left of 0.965 of the page, two letters of 0.0073 wide, and the number ends before it
    sed 's/^TERM = "gif"/TERM = "svg"/' script |
        sed "s|^load PLOTS . '/animation.gp'|&\nset terminal svg size 960,540 font \"Liberation Sans,14\"; set output \"frame.svg\"|" > frame.gp
    sed -i "s|^DIR = .*|DIR = \"$work/out\"|; s|^PLOTS = .*|PLOTS = \"$root/plots\"|; s|^OUT = .*|OUT = \"frame.svg\"|" frame.gp
    gnuplot -d frame.gp 2> said || { cat said; false; }
    tr -d "\n\t" < frame.svg | sed "s/<[/]*tspan[^>]*>//g" | grep -o "translate([0-9.]*,[0-9.]*)\"[^>]*> *<text>[^<]*" > texts
    grep -q '<text>A solver with a label that is so long.*…' texts || { cat texts; false; }
    [ "$(grep -c '<text>collision' texts)" -ge 2 ] # a counter for each solver
    grep -E '<text>[µnm ]*m *$' texts | sed 's/translate(\([0-9.]*\),.*/\1/' | awk '$1 > 0.965 * 960 { bad++ } END { exit !(NR > 0 && !bad) }'
}
