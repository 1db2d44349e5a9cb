#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Every kind of figure on a small scene: gnuplot has nothing to say, no label lies on another, texts are drawn letter by letter;
# what fails is named. (Formats, presets, pixels, films: pictures.bats. Headings and axes: tests/cases/sweep_figures.case.)

load common

setup_file() { # draws all figures once, in FOLDER
    begin
    export FOLDER="$work"
    has_gnuplot || return 0
    mkdir bin
    printf '#!/bin/sh\necho >> "%s/started"\nexec "%s" "$@" 2>> "%s/messages"\n' "$work" "$(command -v gnuplot)" "$work" > bin/gnuplot
    chmod +x bin/gnuplot
    draw() { PATH="$work/bin:$PATH" "$carom" "$@" -q --format svg,pdf < /dev/null || echo "status $?: $*" >> failed; }
    cat > two.yaml <<'Y'
carom: 1
title: "Two balls & <Newton's> cradle_{of} 50 %"
table: { boundary: open }
restitution: 0.5
duration_s: 0.6
samples: 21
balls:
  - { name: "a_1^2", x_m: 0.6, y_m: 0.63, vx_mps: 2 }
  - { name: "$(touch HACKED)", x_m: 1.2, y_m: 0.65 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, label: "Heun_{fine}", kind: penalty, integrator: heun, stiffness_N_per_m: 1.0e5, theta: 0.025 }
  - { name: verlet, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1.0e5, theta: 0.05 }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1.0e5, step_s: 1e-5 }
  - { name: euler2, kind: penalty, integrator: euler, stiffness_N_per_m: 1.0e5, step_s: 2e-5 }
convergence: { thetas: 6, theta_to: 0.1, phases: 4, factors: 2 }
sweep: { parameters: [ { key: restitution, values: [0.5, 0.7, 0.9] } ], collect: [collisions, kinetic_J], data: data.tsv }
Y
    printf 'x\tx_error\ty\ty_error\tseries\tsource\tquantity\n0.6\t0\t0.3\t0.1\tsteel\tme\tkinetic_J\n' > data.tsv
    cat > box.yaml <<'Y'
carom: 1
table: { width_m: 1, height_m: 0.7 }
duration_s: 10
samples: 101
balls: [ { name: fast, x_m: 0.3, y_m: 0.3, vx_mps: 17, vy_mps: 9.1, radius_m: 0.03 } ]
solvers: [ { kind: impulse }, { name: late, kind: stepped, step_s: 0.001 } ]
sweep: { parameters: [ { key: restitution, values: [0.5, 0.7, 0.9] }, { key: duration_s, values: [0.1, 0.2, 0.3] } ], collect: [collisions, kinetic_J] }
Y
    while read -r command scene folder options; do
        # shellcheck disable=SC2086
        draw $command $scene -o $folder $options
    done <<'C'
compare two.yaml all --figures all -j 1
compare box.yaml box --figures birkhoff,scene,overview
compare 09-cradle cradle --figures space-time --solver impulse
compare 15-as-published published --figures energy,raster,scene --set samples=201
compare 12-collapse rest --figures energy,scene,raster
compare 02-oblique-unequal slide --preset slide
fan 08-one-hits-two fan
contact two.yaml contact --solver impulse --solver euler --solver heun
converge two.yaml converge
diverge two.yaml diverge
statistics 13-gas statistics --set statistics.seeds=2 --set duration_s=1 --set statistics.from_s=0.5
sweep two.yaml sweep
sweep box.yaml map
fit 27-measured/student fit --solver power
C
    draw plot box --at 0.5
}

teardown_file() { rm -rf "$FOLDER"; }

setup() {
    root="$BATS_TEST_DIRNAME/../.."
    carom="${CAROM:-$root/build/carom}"
    has_gnuplot || skip "no gnuplot"
    cd "$FOLDER"
}

@test "figures: every kind is drawn, and gnuplot has nothing to say" {
    [ ! -e failed ] || { cat failed; false; }
    ! grep -v '^carom figure ' messages || false
    for figure in all/{scene,filmstrip,space-time,motion,energy,divergence,raster,hodograph,newton,overview} box/{birkhoff,snapshot} cradle/space-time fan/fan \
        contact/{force,phase,axes} converge/{convergence,work,map} diverge/copies statistics/{ensemble,speeds} \
        sweep/sweep-kinetic_J map/sweep-collisions fit/fit; do
        [ -s $figure.svg ] && [ -s $figure.pdf ] || { echo "$figure"; false; }
    done
    [ -z "$(find . -name '.carom-*')" ] && [ ! -e HACKED ]
}

@test "figures: no label lies on another, on a curve, on a mark or on the frame, and such labels would be found" {
    command -v pdftotext > /dev/null || skip "no pdftotext (poppler-utils)"
    sh "$root/tests/labels.sh" all box cradle published rest slide fan contact converge diverge statistics sweep map fit
    for scene in 07-stopped 13-unlike-balls 14-three-stops; do
        run "$carom" compare "$root/tests/figures/untuned/$scene.yaml" -q -o $scene --figures all --format svg,pdf
        [ "$status" -eq 65 ]
        [[ $output != *'gnuplot failed'* ]]
    done
    sh "$root/tests/labels.sh" 07-stopped 13-unlike-balls 14-three-stops
    grep -q '; Euler stopped at 5.83 s: a ball went through a wall<' 13-unlike-balls/raster.svg
    for says in '>within rounding: rests, halts<' '; Impulse, halts stopped at 1.17 s: endless collisions;'; do grep -q "$says" 14-three-stops/overview.svg; done
    mkdir -p home && cp -r "$root/plots" home/ && ln -sf "$root/experiments" home/
    CAROM_HOME="$FOLDER/home" "$carom" compare 01-head-on -o labels -q --figures energy --format svg,pdf
    sed -i "s|^ *set ylabel Y_NAME|set label 90 'one' at screen 0.3, screen 0.965; set label 91 'two' at graph 0.6, first 85.47; \
        set label 92 'three' at graph -0.02, graph 0.3; &|" home/plots/energy.gp
    CAROM_HOME="$FOLDER/home" "$carom" plot labels -q --figures energy --format svg,pdf
    run sh "$root/tests/labels.sh" labels
    [ "$status" -eq 1 ]
    has 'one'
    has 'two on a curve'
    has 'three on '
}

@test "figures: no heading says of all solvers what holds for the reference, or compares speeds after runs have parted" {
    "$carom" compare 09-cradle/touching --set restitution=0.8 -o touching -q --figures energy,space-time --format svg
    "$carom" compare 15-as-published/clock -o clock -q --figures space-time --format svg
    [ -s touching/energy.svg ] && [ -s clock/space-time.svg ]
    ! grep -E 'Dissipation takes|moves at' touching/*.svg clock/*.svg || false
}

@test "figures: texts are drawn letter by letter; a solver has its label, or its name and the step that others have not" {
    # an SVG splits a text where a letter is special
    words() { tr -d '\n\t' < "$1" | sed 's/<[^>]*>//g' | tr -d ' '; }
    [[ "$(words all/energy.svg)" == *"Twoballs&amp;&lt;Newton's>cradle_{of}50%"* ]]
    [[ "$(words all/space-time.svg)" == *'a_1^2'*'$(touchHACKED)'* || "$(words contact/force.svg)" == *'a_1^2'*'$(touchHACKED)'* ]]
    for says in 'Euler, h = 10 µs' 'euler2, h = 20 µs' 'Heun_{fine}' Impulse; do grep -qF ">$says<" all/energy.svg; done
    ! grep -q 'Impulse, h' all/energy.svg || false
    ! grep -q '>-[0-9]' all/overview.svg || false # but a minus sign
    [ "$(grep -oh 'font-family="[^"]*"' ./*/*.svg | sort -u)" = 'font-family="Liberation Sans"' ]
    grep -q '>steel<' sweep/sweep-kinetic_J.svg
    ! grep -q '>steel<' sweep/sweep-collisions.svg || false
}

@test "figures: a quote in a name cuts no label; the footer names the options that changed the scenario" {
    sed "s/name: \"a_1^2\"/name: '\"a\" of \"b'/" two.yaml > quotes.yaml
    "$carom" compare quotes.yaml -q -o quotes --figures space-time,motion,newton,hodograph --format svg --set duration_s=0.5 --solver impulse
    for figure in space-time motion newton hodograph; do
        tr -d '\n\t' < quotes/$figure.svg | sed 's/<[^>]*>//g; s/&quot;/"/g' | grep -qF '"a" of "b' || { echo "$figure"; false; }
    done
    grep -qF 'carom compare quotes.yaml --set duration_s=0.5 ' quotes/motion.svg
    "$carom" contact two.yaml -q -o thetas --theta 0.1,0.2 --solver verlet --set friction=0.1 --format svg
    grep -qF 'carom contact two.yaml --theta 0.1,0.2 --solver verlet --set friction=0.1' thetas/force.svg
    for text in 'θ=0.1' 'θ=0.2'; do tr -d '\n\t ' < thetas/force.svg | sed 's/<[^>]*>//g' | grep -qF "$text" || { echo "lacks $text"; false; }; done
    # the impulse on the second body, along t as in the table
    columns thetas/contact.tsv impulse_t_Ns | head -n 1 | grep -q '^-'
    tr -d '\n\t ' < thetas/axes.svg | sed 's/<[^>]*>//g' | grep -q 'on2:J_*n=0[.0-9]*,J_*t=−0[.0-9]*Ns'
    grep -q 'area: dissipated energy' contact/phase.svg
    # a column has the numbers and the note too, and nothing lies on another
    "$carom" plot thetas -q --preset column --format svg,pdf
    for text in 'on2:J_*n=0[.0-9]*,J_*t=−0[.0-9]*Ns' 'frictiondrawn[0-9]*×aslong' '1:v_*n=[.0-9]*,v_*t=[−.0-9]*m/s'; do
        tr -d '\n\t ' < thetas/axes-column.svg | sed 's/<[^>]*>//g' | grep -q "$text" || { echo "lacks $text"; false; }
    done
    ! command -v pdftotext > /dev/null || sh "$root/tests/labels.sh" thetas
    # paper: the line that explains the marks, and a title only if it is asked for
    "$carom" plot contact -q --preset print --figures force --format svg
    grep -q 'Two balls' contact/force.svg && grep -q 'grey: exact' contact/force-print.svg
    ! grep -q 'Two balls' contact/force-print.svg || false
    "$carom" plot contact -q --preset column --title 'On paper' --figures force --format svg
    grep -q 'On paper' contact/force-column.svg
    rm contact/force-print.svg contact/force-column.svg # later tests draw what is here
}

@test "figures: words explain axes and ticks; positions have the names of the balls; a film strip has each solver" {
    grep -q 'root of mass; circle:' all/newton.svg
    tr -d '\n\t ' < statistics/speeds.svg | sed 's/<[^>]*>//g' | grep -q "Maxwell's;bars:countingerrors;below:difference,band:2σ"
    # no copy diverges: only who asks for the figure gets the reason
    [ ! -e diverge/predictability.svg ] && "$carom" plot diverge -q --figures predictability --format svg
    grep -q 'no copy diverges within the run' diverge/predictability.svg
    grep -q 'Error over time step and stiffness<' converge/map.svg # without a line or runs that blow up
    "$carom" converge two.yaml -q -o line --format svg --solver heun --set convergence='{ thetas: 8, theta_to: 3, phases: 2, factors: 3 }'
    tr -d '\n\t ' < line/map.svg | sed 's/<[^>]*>//g' | grep -q 'stiffness;line:discretizationandmodellingerrorareequal;grey:energyblewup'
    tr -d '\n\t' < line/map.svg | grep -q "<path stroke='rgb(  0,   0,   0)'[^>]*d='M[^']*L" # the line
    sed 's/boundary: open/width_m: 2, height_m: 1.2/; s/duration_s: 0.6/duration_s: 3/' two.yaml > walls.yaml
    "$carom" compare walls.yaml -q -o walls --figures raster,filmstrip,space-time --format svg --solver impulse --solver heun --solver euler
    grep -q 'long: two balls; short: ball and wall' walls/raster.svg
    for solver in Impulse 'Heun_{fine}' Euler; do grep -qF ">$solver, start<" walls/filmstrip.svg; done
    for ball in 'a_1^2' '$(touch HACKED)'; do grep -qF ">$ball<" walls/space-time.svg; done
}

@test "figures: a collision that only one of two runs has is marked there; its velocities stand beside no others" {
    "$carom" compare "$root/tests/figures/untuned/02-triangle.yaml" -q -o triangle --figures raster,hodograph,newton,filmstrip --format svg
    grep -q 'first mismatch of collisions at 6.29 s: Verlet<' triangle/raster.svg
    # one mark in the upper row, which has the collision, and one in the lower row
    grep "<path stroke='rgb(192," triangle/raster.svg | tr 'ML,' '   ' | awk '{ marks++; low = low ($(NF - 1) > 400) } END { exit marks != 2 || low != "01" }'
    for figure in hodograph newton; do grep -q 'not matched' triangle/$figure.svg; done
    # where contacts overlap, no collision is missing; the energy is that along n
    sed 's/samples: .*/gravity_mps2: [0, -9.81]/; s/boundary: open/width_m: 2, height_m: 2/; s/x_m: 0.6, y_m: 0.63, vx_mps: 2/x_m: 0.6, y_m: 0.3, mass_kg: 0.6/
        s/x_m: 1.2, y_m: 0.65/x_m: 0.602, y_m: 0.36/' two.yaml > drop.yaml
    "$carom" compare drop.yaml -q -o drop --figures hodograph,newton --format svg --solver impulse --solver heun
    for figure in hodograph newton; do grep -q 'contacts overlap' drop/$figure.svg; done
    "$carom" compare 21-throw -q -o throw1 --figures newton --format svg
    grep -q 'energy gain' throw1/newton.svg && grep -q 'friction μ/f = 1, f = 0.00995 + 0.108 exp' throw1/newton.svg
}

@test "figures: rounding is a band, and a solver that stops has a mark and its time" {
    grep -q 'within rounding: Impulse' all/energy.svg
    sed 's/duration_s: 0.6/duration_s: 3/; s/restitution: 0.5/gravity_mps2: [0, -8]\nrestitution: 0.5/; s/boundary: open/height_m: 2/; s/kind: impulse }/kind: impulse, collapse: error }/' \
        two.yaml > falls.yaml
    run "$carom" compare falls.yaml -q -o falls --figures energy,raster,filmstrip --format svg --solver impulse --solver heun
    [ "$status" -ne 0 ]
    for figure in energy raster; do grep -q 'stopped at [0-9.]* s' falls/$figure.svg; done
    grep -q 'endless collisions' falls/raster.svg
    grep -q 'within rounding: Impulse until [0-9.]* s<' falls/energy.svg
    # of a drift over many collisions the band is at the foot: below the middle of the page
    "$carom" compare "$root/tests/figures/untuned/09-20000-s.yaml" -q -o drift --figures energy --format svg --set duration_s=2000
    grep -q 'Largest energy error over collisions' drift/energy.svg
    tr -d '\n\t' < drift/energy.svg | sed 's/translate(/\n/g' | awk -F '[,)]' '/within rounding: Impulse/ { seen = 1; high = $2 < 400 } END { exit !seen || high }'
}

@test "figures: the first mismatch of each solver is marked; with gravity the energy is minus E(0); pictures have their own height" {
    # in the row that has the collision, bold, and in that of the solver
    [ "$(columns rest/summary.tsv first_mismatch_s | grep -c '[0-9]')" -eq 2 ]
    [ "$(grep -c "<path stroke='rgb(192, *0, *0)'" rest/raster.svg)" -eq 4 ]
    grep -q '|   gravity (0, -9.81) m/s²   |' rest/energy.svg && grep -q '>0<' rest/energy.svg && grep -q 'E − E(0) (J)' rest/energy.svg
    [ "$(sed -n 's/^ *width="1200" height="\([0-9]*\)".*/\1/p' all/scene.svg)" -ne 800 ]
}

@test "figures: names up to 25 letters are not cut; a film strip of two solvers names how many there are" {
    "$carom" compare "$root/tests/figures/untuned/04-eight-by-six.yaml" -q -o six --figures motion,filmstrip,divergence --format svg
    grep -q '>Impulse<' six/motion.svg
    # every ball has its name or number and a colour, in the film strip of two solvers and in paths of six
    "$carom" plot six -q --figures scene --format svg
    for ball in cue b1 b2 b3 b4 b5 b6 b7; do
        [ "$(tr '<' '\n' < six/scene.svg | grep -c ">$ball\$")" -ge 6 ] && [ "$(tr '<' '\n' < six/filmstrip.svg | grep -c ">$ball\$")" -ge 8 ]
    done
    [ "$(grep -o "fill *= *'rgb([^)]*)'" six/filmstrip.svg | sort -u | wc -l)" -ge 9 ]
    grep -q '0.348 s: soft; 0.746 s: Heun, Verlet, RK4; 0.75 s: Euler' six/divergence.svg
    grep -q 'the first of 6 solvers with a mismatch<' six/filmstrip.svg
    "$carom" compare 02-oblique-unequal -q -o oblique --figures filmstrip --format svg
    grep -q '>Impulse and Euler, two of 4 solvers<' oblique/filmstrip.svg
    "$carom" compare 02-oblique-unequal/lossy -q -o lossy --format svg
    "$carom" compare 15-as-published/sign -q -o sign --format svg
    grep -q 'Sign corrected: lecture 2006, frame = 1 ms, corrected sign, heun' sign/overview.svg
    ! grep -q '…' lossy/overview.svg six/motion.svg sign/overview.svg || false
    sed 's/a_1^2/the large ball from the left/; s/[$](touch HACKED)/der Holzklotz/' two.yaml > long.yaml
    "$carom" compare long.yaml -q -o long --figures scene --preset slide --format svg
    grep -q '; 1: the large ball from the left; ' long/scene-slide.svg
}

@test "figures: small multiples name the balls where each path ends" {
    "$carom" compare 12-collapse -q -o rule --figures space-time --format svg
    [ "$(grep -c '>ball<' rule/space-time.svg)" -eq 3 ]
    # the path is cut between two of its rows: a ends above b
    "$carom" compare "$root/tests/figures/untuned/09-20000-s.yaml" -q -o cut --figures space-time --format svg
    heights() { tr -d '\n\t' < "$1" | sed 's/translate(/\n/g' | awk -F '[,)]' '/>[ab]</ { print (/>a</ ? "a" : "b"), $2 }'; }
    [ "$(heights cut/space-time.svg | sort -k2,2n | cut -c1 | tr -d '\n')" = abba ]
}

@test "figures: names stand at their own balls; both parts of a panel have one time axis, and labels are shortened alike" {
    cat > ell.yaml <<'Y'
carom: 1
table: { shape: polygon, corners: [[0, 0], [2, 0], [2, 0.8], [0.8, 0.8], [0.8, 1.6], [0, 1.6]] }
duration_s: 0.715
samples: 201
restitution: 0.6
balls:
  - { name: weiß, x_m: 0.3, y_m: 0.4, vx_mps: 1.2 }
  - { name: rot, x_m: 1.2, y_m: 0.42 }
solvers:
  - { name: starr, label: Starre Kugeln, kind: impulse }
  - { name: federn, label: "Federn, Verlet", kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1.0e5, theta: 0.05 }
  - { name: euler, label: "Federn, Euler", kind: penalty, integrator: euler, stiffness_N_per_m: 1.0e5, theta: 0.05 }
Y
    "$carom" compare ell.yaml -q -o ell --format svg
    "$carom" plot ell -q --preset column --figures scene --format svg
    # the name of the ball on the right is right of the other and higher, in each of three boxes
    places() { tr -d '\n\t' < ell/scene-column.svg | sed 's/translate(/\n/g' | awk -F '[,)]' -v name=">$1<" '$0 ~ name { x += $1; y += $2 } END { print x, y }'; }
    [ "$(echo "$(places weiß) $(places rot)" | awk '{ print ($3 > $1 && $4 < $2) }')" -eq 1 ]
    for says in '|error| / E(0)' '>Euler<' '>Verlet<' 'within rounding: Starre Kugeln'; do grep -qF "$says" ell/overview.svg; done
    "$carom" diverge 04-break -q -o broken --figures predictability --format svg
    grep -q 'through the point<' broken/predictability.svg
    # the run up to a burst of collisions is drawn; a name stands at the disc where its path ends; later mismatches are not left out
    cat > bowl.yaml <<'Y'
carom: 1
table: { shape: circle, radius_m: 0.5 }
gravity_mps2: [0, -9.81]
restitution: 0.8
duration_s: 3
balls: [ { name: A, x_m: 0.3, y_m: 0.6 }, { name: B, x_m: 0.5, y_m: 0.7, vx_mps: 0.1 }, { name: C, x_m: 0.72, y_m: 0.55 } ]
solvers: [ { name: rigid, kind: impulse }, { name: soft, kind: penalty, integrator: rk4, stiffness_N_per_m: 1.0e+4, step_s: 1.0e-4 } ]
Y
    run "$carom" compare bowl.yaml -q -o bowl --figures scene --format svg
    [ "$status" -ne 0 ]
    grep -o 'Balls and their paths until [0-9.]*' bowl/scene.svg | awk '{ exit !($6 > 0.3) }'
    "$carom" compare "$root/tests/figures/untuned/04-eight-by-six.yaml" -q -o named8 --format svg
    grep -q 'first mismatch at 0.348 s: soft; others later<' named8/overview.svg
    "$carom" plot named8 -q --figures scene --preset column --format svg
    [ "$(tr '<' '\n' < named8/scene-column.svg | grep -c '^[^>]*>8$')" -ge 6 ]
    # a distance that grows from rounding is not cut at a thousandth of its end
    "$carom" compare 11-chaos -q -o grows --figures divergence --format svg
    [ "$(grep -c '>10<' grows/divergence.svg)" -gt 8 ]
}

@test "figures: of a run that explodes no axis, name or unit is lost" {
    cat > explodes.yaml <<'Y'
carom: 1
table: { width_m: 1, height_m: 0.6 }
duration_s: 5
samples: 501
balls:
  - { name: a, x_m: 0.3, y_m: 0.3, vx_mps: 1, vy_mps: 0.3 }
  - { name: b, x_m: 0.6, y_m: 0.32 }
  - { name: c, x_m: 0.8, y_m: 0.2, vy_mps: -0.5 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1e5, step_s: 1e-3, allow_unstable: true }
  - { name: verlet, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1e5, step_s: 1.7e-3, allow_unstable: true }
Y
    run "$carom" compare explodes.yaml -o explodes --figures energy,raster,filmstrip,space-time,scene --format svg
    grep -E '^a +impulse +0\.62758' <<< "$output"
    grep -q 'Energy and its error; beyond the axis up to 7.41e+31 J<' explodes/energy.svg
    grep -q 'first mismatch of collisions at 0.715 s: Euler; ' explodes/raster.svg
    grep -q '>3 balls beyond<' explodes/filmstrip.svg
    grep -q '; beyond the axis up to 5.63e+10 m<' explodes/space-time.svg
    grep -qE '>0.[125] m; disc' explodes/scene.svg # the table fills the picture
    "$carom" plot explodes -q --preset slide --format svg # the panels of the overview
    [ -s explodes/raster-slide.svg ] && [ ! -e explodes/overview-slide.svg ]
    # of one solver, the axis has its energies, and the unit their power of ten
    run "$carom" compare explodes.yaml -q -o alone --solver euler --figures energy --format svg
    grep -q 'energy (10³⁰ J)' alone/energy.svg
}

@test "figures: what is drawn of long paths and of large tables is said; rigid balls lose energy in steps" {
    sed 's/boundary: open/width_m: 9, height_m: 4/; s/duration_s: 0.6/duration_s: 7/' two.yaml > large.yaml
    "$carom" compare large.yaml -q -o large --figures scene,energy,raster --format svg --solver impulse --solver heun
    for says in 'rings: Impulse at the same time' '>a_1^2<'; do grep -q "$says" large/scene.svg; done
    ! grep -q '× size' large/scene.svg || false # balls are to scale
    # every part of the black curve is level or upright
    tr '\n\t' '  ' < large/energy.svg | sed 's/<path/\n<path/g' | sed -n "s/^<path stroke='rgb(  0,   0,   0)'  d='\([^']*\)'.*/\1/p" |
        awk '{ n = split($0, p, /[ML ]+/); x = y = ""; for (i = 1; i <= n; i++) if (split(p[i], c, ",") == 2) { seen++
            if (x != "" && c[1] != x && c[2] != y) bad = 1; x = c[1]; y = c[2] } } END { exit bad || seen < 4 }'
    # one ball: all hits are of a wall
    "$carom" compare box.yaml -q -o short --set duration_s=0.2 --figures raster --format svg
    grep -q 'short: ball and wall' short/raster.svg
    ! grep -q 'two balls' short/raster.svg || false
    "$carom" compare "$root/tests/figures/untuned/09-20000-s.yaml" -q -o long --figures space-time,motion --format svg
    for figure in space-time motion; do grep -q ' until [0-9]* s of 20000 s' long/$figure.svg; done
}

@test "figures: a snapshot names its folder; a ball has its name, and the colour in it; the reference is not a curve over 0" {
    sed 's/boundary: open/width_m: 9, height_m: 4/; s/a_1^2/red one/' two.yaml > near.yaml
    "$carom" compare near.yaml -q -o near --no-plots --solver impulse --solver heun
    sed -i.bak 's/red one/\\"red\\" one/; s/[$](touch HACKED)/d/; s/name: verlet/name: mine/' near.yaml
    "$carom" compare near.yaml -q -o said --title 'A title "of mine"' --solver impulse --solver mine --figures motion --format svg
    "$carom" plot said --at 0.2 -q --format svg
    for says in 'red" one' '>d<' '>mine'; do grep -q "$says" said/snapshot.svg; done
    ! grep -q '>Mine\|>D<' said/snapshot.svg said/motion.svg || false
    "$carom" plot "$PWD/said" --at 0.1 -q --format svg
    grep -q 'carom plot said --at' said/snapshot.svg && ! grep -q "$PWD" said/snapshot.svg || false
    "$carom" plot said -q --preset column --figures motion --format svg
    grep -q 'A title' said/motion-column.svg
    "$carom" plot near --at 0.2 -q --format svg
    for says in '>red one<' 'carom plot near --at 0.2' "rgb(200, *69, *60)"; do grep -q "$says" near/snapshot.svg; done
    sed 's/collect: .*]/collect: [rms_divergence_m]/; s/data: data.tsv//' two.yaml > apart.yaml
    "$carom" sweep apart.yaml -q -o apart --format svg --solver impulse --solver heun
    grep -q '; 0 within rounding: Impulse<' apart/sweep-rms_divergence_m.svg
    # counts are marks without a line
    sed 's/parameters: .*/parameters: [ { key: balls.0.y_m, from: 0.55, to: 0.75, count: 30 } ], collect: [collisions] }/' two.yaml > jumps.yaml
    "$carom" sweep jumps.yaml -q -o jumps --format svg --solver impulse
    ! tr -d '\n\t' < jumps/sweep-collisions.svg | grep -q "<path stroke='rgb(  0,   0,   0)' *d='M\([^L']*L\)\{20\}" || false
    # each of 16 balls has a colour of its own in the key of first balls
    "$carom" sweep 04-break/outcomes -q -o first --format svg --solver impulse --set sweep.parameters.0.count=3 --set sweep.parameters.1.count=2
    [ "$(grep -o "fill *= *'rgb([^)]*)'" first/sweep-left-first_ball.svg | sort -u | wc -l)" -ge 16 ]
    # a row far beyond the others does not take the scale of a map
    sed 's/parameters: .*/parameters: [ { key: balls.0.y_m, values: [0.6, 0.61, 0.62] }, { key: balls.0.vx_mps, values: [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 50] } ], collect: [kinetic_J] }/' two.yaml > far.yaml
    "$carom" sweep far.yaml -q -o far --format svg --solver impulse
    grep -q '; brightest: up to [0-9]*<' far/sweep-kinetic_J.svg
    # up to 40 points are joined
    sed 's/parameters: .*/parameters: [ { key: balls.0.y_m, from: 0.58, to: 0.75, count: 12 } ], collect: ["$(touch HACKED).vy_mps"] }/' two.yaml > few.yaml
    "$carom" sweep few.yaml -q -o few --format svg --solver impulse
    tr -d '\n\t' < few/sweep-*.svg | grep -q "<path stroke='rgb(  0,   0,   0)'[^>]*d='M\([^L']*L\)\{11\}"
    # but not across a jump: the ball is hit in time, or not
    sed 's/parameters: .*/parameters: [ { key: balls.1.x_m, from: 1.6, to: 2.1, count: 11 } ], collect: ["$(touch HACKED).vx_mps"] }/' two.yaml > late.yaml
    "$carom" sweep late.yaml -q -o late --format svg --solver impulse
    [ "$(tr -d '\n\t' < late/sweep-*.svg | grep -o "<path stroke='rgb(  0,   0,   0)' *d='M[^L']*L[^L']*L[^']*'" | tr -cd M | wc -c)" -eq 2 ]
    # more are not; more than three solvers have a panel each
    "$carom" sweep 26-gradients -q -o teeth --format svg
    ! tr -d '\n\t' < teeth/sweep-ball-y_m.svg | grep -q "<path stroke='rgb(  0, 158, 115)'[^>]*d='M\([^L']*L\)\{20\}" || false
    [ "$(grep -c '>Verlet, exact contacts<' teeth/sweep-ball-y_m.svg)" -eq 1 ]
    ! grep -q '>Impulse<' apart/sweep-rms_divergence_m.svg || false
    "$carom" diverge two.yaml -q -o named --figures copies --format svg
    grep -q '>rounding<' named/copies.svg
}

@test "figures: all figures are those with content; one that is asked for says what it needs" {
    "$carom" compare "$root/tests/figures/untuned/05-one-solver.yaml" -q -o sparse --figures all --format svg
    for figure in birkhoff newton hodograph divergence; do [ ! -e sparse/$figure.svg ] || { echo $figure; false; }; done
    [ -s sparse/energy.svg ] && [ -s sparse/space-time.svg ]
    "$carom" plot sparse -q --figures newton,birkhoff --format svg
    grep -q 'no first collision of just two moving balls' sparse/newton.svg
    grep -q 'fewer than 100 hits of walls and fixed balls' sparse/birkhoff.svg
    "$carom" compare 13-gas -q -o gas --set duration_s=0.01 --figures motion --format svg
    grep -q ' balls; at most 12' gas/motion.svg
}

@test "figures: curves of several balls have their names; over the duration no quantity is 'at the end'; no leader without a label" {
    : > messages
    PATH="$FOLDER/bin:$PATH" "$carom" sweep 27-measured/pool-throw -q -o throw --format svg
    [ ! -s messages ] # a panel omits the series that it has no point of
    for says in slow medium fast 'Hertz springs' Impulse; do grep -q ">$says<" throw/sweep-together.svg; done
    # six curves without measurements are one panel, where the balls are compared
    "$carom" sweep 21-throw -q -o throws --format svg
    for says in 'springs, slow' 'Impulse, fast' '0.45 m/s'; do grep -q ">$says<" throws/sweep-together.svg; done
    grep -q '; grey: theory<' throws/sweep-together.svg
    # those of one ball have a panel each
    sed 's/parameters: .*/parameters: [ { key: restitution, values: [0.5, 0.7, 0.9] } ], collect: ["a_1^2.vx_mps", "a_1^2.vy_mps"], together: "velocity (m\/s)" }/' two.yaml > both.yaml
    "$carom" sweep both.yaml -q -o both --format svg --solver impulse --solver euler
    for says in 'velocity along x' 'velocity along y' Impulse; do [ "$(grep -c ">$says<" both/sweep-together.svg)" -eq 1 ]; done
    sed 's/parameters: .*/parameters: [ { key: duration_s, values: [0.4, 0.5, 0.6] } ], collect: [kinetic_J],/; $a\    theory: [ { quantity: kinetic_J, formula: "x", label: "" } ] }' \
        two.yaml > timed.yaml
    "$carom" sweep timed.yaml -q -o timed --format svg --solver impulse
    ! grep -i 'at the end' timed/sweep-kinetic_J.svg || false
    grep -q '>Impulse<' timed/sweep-kinetic_J.svg
    ! grep -q 'rgb(160, 160, 160)' timed/sweep-kinetic_J.svg || false
    # two series of measurements have their names in one row, below the heading
    "$carom" sweep 27-measured/three-numbers -q -o measured --format svg
    sed -n 's/.*translate([0-9.]*,\([0-9.]*\)).*/\1/p; /<text>\(sticking\|sliding\|Slip after .*\)</s/.*/named/p' measured/sweep-together.svg |
        awk '/named/ { print y } { y = $1 }' > heights
    awk '{ y[NR] = $1 } END { exit !(NR == 3 && y[2] > y[1] + 20 && y[3] == y[2]) }' heights || { cat heights; false; }
}

@test "figures: one that fails is named, and the others are drawn" {
    mkdir -p broken && cp -r "$root/plots" broken/ && ln -sf "$root/experiments" broken/
    printf '\n\nload PLOTS . "/panel.gp"\nplot 1 + nothing_set notitle\n' > broken/plots/raster.gp
    printf '\n\nload PLOTS . "/panel.gp"\nset nonsense\n' > broken/plots/scene.gp
    CAROM_HOME="$FOLDER/broken" run "$carom" compare two.yaml -o failing --figures energy,raster,scene --format svg
    [ "$status" -eq 73 ]
    has "gnuplot failed at 'scene' (status 1: "
    has "broken/plots/scene.gp\" line 4: "
    has "broken/plots/raster.gp\" line 4: undefined variable: nothing_set)"
    has "the other figures and the tables in 'failing' are complete"
    [ ! -e failing/raster.svg ] && [ ! -e failing/scene.svg ] && [ -s failing/energy.svg ]
    # a style of the user's fails before all figures
    mkdir carom && echo 'set nonsense' > carom/style.gp
    XDG_CONFIG_HOME="$FOLDER" run "$carom" plot failing
    [ "$status" -eq 73 ]
    has "carom/style.gp\" line 1: "
}

@test "figures: what is asked for and cannot be drawn is named with the reason" {
    refused() { # STATUS TEXT ARGUMENT...
        local expected=$1 text=$2
        shift 2
        run "$carom" "$@"
        [ "$status" -eq "$expected" ]
        has "$text"
    }
    "$carom" plot all -q --format svg --figures raster,birkhoff
    grep -q 'fewer than 100 hits of walls and fixed balls' all/birkhoff.svg
    refused 65 "no figure 'nosuch'; there are: " plot all --figures nosuch
    for list in '' tex png, png,,svg ,png; do refused 2 '--format expects png, svg or pdf' plot all --format "$list"; done
    mkdir all/newton.png # a folder in its place
    refused 74 "all/newton.png'" plot all --figures newton
}

@test "figures: a gnuplot that is there and does not start is not missing" {
    stand_in() { printf '#!/bin/sh\n%b' "$1" > bin/gnuplot; }
    fails() { # STATUS: and the message of gnuplot
        PATH="$FOLDER/bin:$PATH" run "$carom" plot all
        [ "$status" -eq 73 ]
        has "(status $1"
        has_not "not installed"
    }
    stand_in 'echo "gnuplot: error while loading shared libraries: libcairo.so.2" >&2\nexit 127\n'
    fails '127: gnuplot: error while loading shared libraries: libcairo.so.2'
    printf 'nothing that runs' > bin/gnuplot
    fails '127: '
    # one that is ended by a signal is not started again and again
    : > started
    stand_in "echo >> $FOLDER/started\nkill -9 \$\$\n"
    fails 137
    [ "$(wc -l < started)" -le $((2 * 6)) ]
}

# (A text in place of a number, a folder or a script is refused: tests/plot/test_plot.c.)
@test "plot: a stranger's folder runs nothing, and links in it are replaced, not followed" {
    echo mine > precious
    for folder in all box fan contact converge diverge statistics sweep map fit; do
        rm -rf stranger && cp -R $folder stranger
        # every text is a command to gnuplot, if it is used as the name of a file; every file that is drawn is a link
        sed -E -i.bak 's/^(texts?\t([A-Z_0-9]+)\t).*/\1< touch HACKED; echo |touch HACKED/' stranger/*.figures.tsv
        rm -f stranger/*.bak
        for file in stranger/*.svg; do ln -sf ../precious "$file"; done
        figures=all
        [ $folder != box ] || { figures=birkhoff,snapshot && rm stranger/{scene,overview}.svg; } # the others are in `all`
        "$carom" plot stranger -q --format svg --figures $figures || { echo "$folder"; false; }
        for file in stranger/*.svg; do [ ! -L "$file" ] || { echo "$file of $folder is a link"; false; }; done
    done
    [ "$(cat precious)" = mine ]
    [ -z "$(find . -name 'HACKED*')" ]
}

@test "plot: a snapshot has the bits of the records" {
    cp -R all moment
    "$carom" plot moment --at 0.3 -q --format svg
    for solver in impulse heun; do
        awk -F '\t' -v solver=$solver 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            FILENAME ~ /trajectory/ && $at["t_s"] + 0 == 0.3 { x[$at["ball"]] = $at["x_m"] " " $at["y_m"]; next }
            FILENAME ~ /snapshot/ && $at["solver"] == solver && $at["age"] == 0 { seen++; same += x[$at["ball"]] == $at["x_m"] " " $at["y_m"] }
            END { exit seen != 2 || same != 2 }' moment/$solver/trajectory.tsv moment/snapshot.tsv
    done
    # a ball that falls does not roll
    columns moment/snapshot.tsv spot_m | grep -q '[1-9]'
    "$carom" run two.yaml -q -o falls --solver impulse --set 'gravity_mps2=[0, -9.81]'
    "$carom" plot falls --at 0.3 -q --format svg
    ! columns falls/snapshot.tsv spot_m | grep '[1-9]' || false
}

@test "sound: a WAV header of 44 bytes, a click of 47 ms at the collision, as loud as it is fast, which solver on which ear" {
    run "$carom" plot all --sound
    [ "$status" -eq 0 ]
    has "left: impulse, 1 collision; right: heun, 1"
    # 0.6 s and 0.4 s of ringing at 44 100 Hz, 16 bits, two channels
    [ "$(wc -c < all/sound.wav)" -eq $((44 + 4 * 44101)) ]
    [ "$(head -c 4 all/sound.wav)$(tail -c +9 all/sound.wav | head -c 8)" = "RIFFWAVEfmt " ]
    [ "$(od -A n -v -t u4 -j 4 -N 40 all/sound.wav | tr -s ' \n' ' ')" = \
        " $((36 + 4 * 44101)) 1163280727 544501094 16 131073 44100 176400 1048580 1635017060 $((4 * 44101)) " ]
    # silence up to the collision, then a click as loud as can be, 0.9 of 32767, which is over after ln(1e4) * 5 ms
    od -A n -v -t d2 -w4 -j 44 all/sound.wav | awk -v from="$(columns all/impulse/collisions.tsv t_s | head -n 1)" '
        NR <= 44100 * from && $1 != 0 { early = 1 } NR > 44100 * (from + 0.047) && $1 != 0 { late = 1 } { v = $1 < 0 ? -$1 : $1; if (v > most) most = v }
        END { exit early || late || most < 29480 || most > 29491 }'
    run "$carom" plot all --sound --solver euler --solver heun
    has "left: euler, 1 collision; right: heun, 1"
    # the struck ball hits the third with 0.75 of the speed
    cat > row.yaml <<'Y'
carom: 1
restitution: 0.5
balls: [ { x_m: 0.2, y_m: 0.5, vx_mps: 1 }, { x_m: 0.4, y_m: 0.5 }, { x_m: 0.6, y_m: 0.5 } ]
solvers: [ { kind: impulse } ]
Y
    "$carom" run row.yaml -q --output row
    "$carom" plot row -q --sound
    od -A n -v -t d2 -w4 -j 44 row/sound.wav | awk -v second="$(columns row/impulse/collisions.tsv t_s | sed -n 2p)" '
        { late = NR > 44100 * second; v = $1 < 0 ? -$1 : $1; if (v > most[late]) most[late] = v }
        END { exit most[0] < 29480 || most[1] < 0.74 * most[0] || most[1] > 0.76 * most[0] }'
}
