#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes every call that can fail (but allocations, which all end in one handler) fail once, in every command. inject.c defines the
# failures, drive.c the requirements. Prints one line of TAP per command and kind of failure. CAROM selects another build (with sanitizers, for instance).
# usage: inject.sh [quick | few [N] | NAME...]
#   quick   a few calls of some commands, in seconds
#   few     N calls of each kind in each case, evenly spread
#   NAME    only these cases
# INJECT_TURNS: number of cases at a time, default 2; INJECT_CASES: pattern of names that selects cases
set -u
cd "$(dirname "$0")/../../.." || exit 1
carom=${CAROM:-$PWD/build/carom}
here=$PWD/tests/soak/inject
compiler=${CC:-cc}
[ -x "$carom" ] || { echo "not ok inject: $carom is not built"; exit 1; }
case $(uname -s) in Linux) ;; *) echo "skip inject: LD_PRELOAD and /dev/full are Linux's"; exit 0 ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$compiler" -std=gnu17 -O1 -g -fPIC -shared -fno-builtin -o "$work/inject.so" "$here/inject.c" -ldl &&
    "$compiler" -std=c17 -O1 -o "$work/drive" "$here/drive.c" || { echo "not ok inject: it does not build"; exit 1; }
# the sanitizers are loaded second, and report with a status that carom never uses
ASAN_OPTIONS=verify_asan_link_order=0:handle_sigill=1:exitcode=99:${ASAN_OPTIONS:-}
LSAN_OPTIONS=${LSAN_OPTIONS:-exitcode=99}
export ASAN_OPTIONS LSAN_OPTIONS

# A fast substitute for gnuplot: writes only the end of each file, which carom checks.
mkdir "$work/bin"
cat > "$work/bin/gnuplot" <<'G'
#!/bin/sh
awk -F '"' '/^TERM = /{ term = $2 } /^OUT = /{ out = $2 } term != "" && out != "" { print term, out; out = "" }' "$2" | while read -r term out; do
    case $term in
        png) printf 'IEND\256\102\140\202' ;;
        svg) echo '</svg>' ;;
        pdf) echo '%%EOF' ;;
        tex) echo '%%EOF' > "${out%.tex}.pdf"; printf '{%s}\n\\endgroup\n' "${out%.tex}" ;;
    esac > "$out"
done
G
# The same for ffmpeg.
printf '#!/bin/sh\nfor film; do case $film in *.mp4 | *.gif) echo ";" > "$film" ;; esac; done\n' > "$work/bin/ffmpeg"
chmod +x "$work/bin/gnuplot" "$work/bin/ffmpeg"
PATH=$work/bin:$PATH

# ---- initial folder of each run ----

before=$work/before
mkdir -p "$before/copied"
cat > "$before/scene.yaml" <<'Y'
carom: 1
title: Two balls, a post and a wall
table: { width_m: 1, height_m: 0.5, boundary: walls }
restitution: { ball_ball: 0.9, ball_wall: 0.8 }
pairs: [ { a: steel, b: wall, restitution: 0.7 } ]
duration_s: 0.4
samples: 5
balls:
  - { name: cue, x_m: 0.2, y_m: 0.25, vx_mps: 1.1, radius_m: 0.03, mass_kg: 0.17, material: steel }
  - { name: one, x_m: 0.4, y_m: 0.26, radius_m: 0.03, mass_kg: 0.2 }
  - { name: post, x_m: 0.8, y_m: 0.2, radius_m: 0.02, fixed: true }
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, step_s: 1e-4 }
  - { name: leap, kind: penalty, integrator: rk4, contacts: located, flight: leap, stiffness_N_per_m: 1e4, theta: 0.1 }
reference: impulse
convergence: { theta_from: 0.05, theta_to: 0.4, thetas: 3, factor_from: 1, factor_to: 10, factors: 2, phases: 2 }
statistics: { seeds: 3, from_s: 0 }
checks:
  - { quantity: momentum_residual_rel, solver: impulse, max: theory }
  - { quantity: collisions, min: 1 }
  - { kind: column, file: trajectory, column: x_m, ball: cue, at_s: 0.4, min: 0 }
  - { kind: column, column: kinetic_J, over: max, max: 2 }
  - { kind: sequence, solver: heun, as: impulse, until_s: 0.3 }
  - { kind: renumbering }
sweep: { parameters: [ { key: balls.cue.vx_mps, values: [0.9, 1.2, 1.3] } ], collect: [collisions, cue.x_m] }
Y
printf 'x\tx_error\ty\ty_error\tseries\tsource\n1\t0.1\t1\t0.5\tsteel\tby hand\n1.2\t0\t1\t0.5\tglass\tby hand\n' > "$before/data.tsv"
sed -e 's/^sweep: {/sweep: { data: data.tsv,/' -e '/^ *- { \(quantity\|kind: [^d]\)/d' -e '/^ *- { name: \(heun\|leap\)/d' \
    -e 's/^checks:/checks: [ { kind: data, within_sigma: 9 } ]/' "$before/scene.yaml" > "$before/measured.yaml"
sed -e '/^ *- { name: \(heun\|leap\)/d' -e '/kind: sequence/d' "$before/scene.yaml" > "$before/fan.yaml"
printf 't_s\tball\tx_m\ty_m\n0\tcue\t0.2\t0.25\n0\tone\t0.4\t0.26\n0.1\tcue\t0.31\t0.25\n0.1\tone\t0.4\t0.26\n' > "$before/film.tsv"
sed -e 's/^solvers:/&\n  - { name: film, kind: recorded, file: film.tsv, sigma_m: 1e-3 }/' "$before/fan.yaml" > "$before/fit.yaml"
echo 'fit: { by: [balls.cue.vx_mps] }' >> "$before/fit.yaml"
cat > "$before/kinds.yaml" <<'Y'
carom: 1
table: { width_m: 1, height_m: 1, boundary: periodic }
duration_s: 0.02
samples: 3
restitution: 0.9
groups: [ { kind: gas, count: 5, packing_fraction: 0.2, temperature_J: 0.5, mass_kg: 0.1 } ]
solvers:
  - { name: impulse, kind: impulse, impact_policy: newton_lcp }
  - { name: stepped, kind: stepped, step_s: 1e-3 }
  - { name: rkf45, kind: penalty, integrator: gsl_rkf45, stiffness_N_per_m: 1e4, step_s: 1e-4 }
  - { name: verlet, kind: penalty, integrator: velocity_verlet, law: viscoelastic, stiffness_N_per_m1p5: 1e5, step_s: 1e-4 }
  - { name: grid, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, step_s: 1e-4, flight: leap }
  - { name: located, kind: penalty, integrator: rk4, contacts: located, stiffness_N_per_m: 1e4, step_s: 1e-4 }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1e4, step_s: 1e-4 }
Y
# other shapes and features
cat > "$before/stadium.yaml" <<'Y'
carom: 1
table: { shape: stadium, length_m: 2, radius_m: 1.01 }
friction: { ball_ball: 0.1, ball_wall: 0.2, law: exponential }
tangential_restitution: 0.2
duration_s: 0.05
samples: 3
balls:
  - { name: cue, x_m: 1.2, y_m: 0.9, vx_mps: 6, spin_radps: 3 }
groups:
  - { kind: rack, name: rack, x_m: 1.3, y_m: 0.9, rows: 3, gap_m: 0.001 }
  - { kind: row, name: row, x_m: 1, y_m: 1.5, count: 3, gap_m: 0.001 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1e5, step_s: 1e-5 }
  - { name: springs, kind: penalty, integrator: rk4, contacts: located, flight: leap, contact_time_s: 1e-3, theta: 0.05 }
trace: { contacts: 5 }
Y
cat > "$before/polygon.yaml" <<'Y'
carom: 1
table: { shape: polygon, corners: [[0, 0], [2, 0], [2, 1.1], [0.3, 1.5]] }
gravity_mps2: [0, -2]
duration_s: 0.05
samples: 3
groups: [ { kind: row, name: l, x_m: 0.5, y_m: 0.5, count: 9, gap_m: 0.01, mass_kg: 0.1, radius_m: 0.03 } ]
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1e5, step_s: 1e-5 }
Y
cat > "$before/published.yaml" <<'Y'
carom: 1
table: { width_m: 1.2, height_m: 1.2, boundary: open }
duration_s: 0.05
samples: 3
balls:
  - { name: cue, x_m: 0.5, y_m: 0.5, vx_mps: 6 }
  - { name: one, x_m: 0.6, y_m: 0.51 }
solvers:
  - { name: lecture, kind: published, source: lecture_2006, frame_s: 1e-4, stiffness_N_per_m: 1e5 }
  - { name: book, kind: published, source: book, frame_s: 0.002 }
  - { name: blog, kind: published, source: blog_2013, frame_s: 0.002 }
  - { name: pool, kind: published, source: pool_2017, frame_s: 0.002 }
Y
sh tests/exercises/copy.sh "$work/samples"
(cd "$work/samples" && cp 01-head-on.yaml cheap.yaml frugal.yaml "$before")
# ---- cases: NAME KINDS MOST COMMAND... ----
# MOST: 0 tries every call, N tries N calls, evenly spread

cases() {
    cat <<'C'
help w 0 help
help-keys w 0 help scenario
list r,w 0 list
list-columns w 0 list quantities
list-materials w 0 list materials --json
show r,w 0 show scene.yaml
show-set r 0 show scene.yaml --set solvers.heun.step_s=5e-5 --set samples=3
explain r,w 0 explain scene.yaml
run r,c,w 0 run scene.yaml -o out
run-again c,w 0 run scene.yaml -o records
run-jobs t 0 run kinds.yaml -o out --jobs 2
run-kinds c,w 0 run kinds.yaml -o out
run-stadium c,w 0 run stadium.yaml -o out
run-polygon c,w 0 run polygon.yaml -o out
run-published c,w 0 run published.yaml -o out
compare r,c,w,w+ 0 compare scene.yaml -o out --no-plots
compare-drawn c,w,w+,p 300 compare scene.yaml -o out
sweep r,c,w,w+ 1000 sweep scene.yaml -o out -j 1
sweep-jobs t 1000 sweep scene.yaml -o out -j 2
sweep-resumed r,w 0 sweep scene.yaml -o partly -j 1 --resume
sweep-data r,c,w 1000 sweep measured.yaml -o out -j 1
check r,c,w 900 check scene.yaml -o out -j 1
check-data r,w 900 check measured.yaml -o out -j 1
new-data r,w 0 new copied/mine --from measured.yaml
check-records r,w 900 check --records records
converge r,c,w 0 converge scene.yaml -o out -j 1 --no-plots
diverge r,c,w 0 diverge scene.yaml -o out -j 1 --no-plots
reverse r,c,w 1000 reverse scene.yaml -o out -j 1 --no-plots
statistics r,c,w 0 statistics scene.yaml -o out -j 1 --no-plots
fan r,c,w 0 fan fan.yaml -o out --no-plots
gradient r,c,w 300 gradient scene.yaml -o out -j 1 --no-plots
fit c,w 300 fit fit.yaml -o out -j 1 --no-plots
plot r,c,w,w+,p 300 plot drawn
plot-at r,c,w,w+,p 300 plot drawn --at 0.2
plot-tables r,c,w 300 plot loose
plot-formats r,c,w,w+ 300 plot drawn --format svg,pdf
film r,c,w,w+,p 300 plot records --film
sound r,c,w,w+ 0 plot records --sound
contact r,c,w,w+ 500 contact scene.yaml -o out --no-plots
contact-drawn c,w,p 100 contact scene.yaml -o out
new c,w 0 new mine
new-from r,c,w 0 new mine --from 01-head-on
compare-json w,w+ 0 compare scene.yaml -o out --no-plots --json
lab r,c,w,w+ 0 lab scene.yaml -o lab.html
lab-shipped r,w 0 lab 09-cradle 01-head-on
exercise-list r,w 1000 exercise list
exercise-show r,c,w 0 exercise show 01-head-on -o sheet.md
explain-json w 0 explain scene.yaml --json
converge-json w 0 converge scene.yaml -o out -j 1 --no-plots --json
list-json w 0 list columns --json
exercise-grade r,c,w 300 exercise grade 01-head-on.yaml -o out
check-json w 100 check scene.yaml -o out -j 1 --json
diverge-json w 300 diverge scene.yaml -o out -j 1 --no-plots --json
statistics-json w 300 statistics scene.yaml -o out -j 1 --no-plots --json
contact-json w 100 contact scene.yaml -o out --no-plots --json
show-json w 0 show scene.yaml --json
C
}

# Every command in the help must have a case.
"$carom" help | sed -n 's/^  carom \([a-z]*\).*/\1/p' > "$work/commands"
cases | awk 'NR == FNR { used[$4] = 1; next } !($1 in used) { print "not ok inject: carom " $1 " has no case" }' - "$work/commands"

# Results of good runs, of which each case copies only what it names.
prepare() { # prepare: for the cases in $work/cases
    (
        cd "$before" && mkdir ../records && cp -r . ../records && cd ../records || exit 1
        uses() { grep -qE " ($1)( |\$)" "$work/cases"; }
        ! uses records || "$carom" compare scene.yaml -o records --no-plots || exit 1
        ! uses 'drawn|loose' || "$carom" compare scene.yaml -o drawn || exit 1
        ! uses loose || { mkdir loose && cp -r drawn/*/ loose; } || exit 1
        ! uses partly || { "$carom" sweep scene.yaml --no-plots -o partly && truncate -s -9 partly/sweep.tsv; } || exit 1
    ) > "$work/log" 2>&1 || { cat "$work/log"; echo "not ok inject: the good runs fail"; exit 1; }
}

# Runs a case in its own folder, for each kind of failure.
one() { # one MOST "NAME KINDS MOST COMMAND...": MOST as for the driver; empty: that of the case
    how=$1
    # shellcheck disable=SC2086
    set -- $2
    name=$1 kinds=$2 most=$3
    shift 3
    begin=$before
    case " $* " in *' records '* | *' drawn '* | *' partly '* | *' loose '*) begin=$work/records ;; esac
    most=${how:-$most}
    for kind in $(echo "$kinds" | tr , ' '); do
        "$work/drive" "$name" "$kind" "$most" "$work/inject.so" "$begin" "$work/at-$name-$kind" "$carom" "$@"
        rm -rf "$work/at-$name-$kind"
    done
}

some() { # some PATTERN MOST: runs the cases whose names match, several at a time
    cases | grep -E "^($1) " > "$work/cases"
    prepare
    turns=${INJECT_TURNS:-2}
    if [ "$turns" -eq 1 ]; then # output appears at once
        while read -r line; do one "$2" "$line"; done < "$work/cases"
        return
    fi
    for turn in $(seq "$turns"); do
        awk "NR % $turns == $turn - 1" "$work/cases" | while read -r line; do one "$2" "$line"; done > "$work/result$turn" &
    done
    wait
    for turn in $(seq "$turns"); do cat "$work/result$turn"; done
}

wanted=${INJECT_CASES:-[a-z-]+}
case ${1:-all} in
    all) some "$wanted" "" ;;
    quick) some 'show|explain|compare|sweep-resumed|check-records|list-columns' 12 ;;
    few) some "$wanted" "${2:-40}" ;;
    *) some "$(echo "$*" | tr ' ' '|')" "" ;;
esac
