#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Kills runs with --checkpoint (SIGKILL) at random times and continues them with the same command, on tables of every shape and with
# every kind of solver. All files must be equal to the files of an uninterrupted run, except wall_clock_s (the last column of summary.tsv).
# usage: [TABLES="walls circle"] checkpoint.sh [KILLS]: number of kills after a checkpoint, for each table; default 100
set -u
cd "$(dirname "$0")/../.." || exit 1
carom=${CAROM:-$PWD/build/carom}
wanted=${1:-100}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
seed=$(date +%s)
failed=0

random() { # random LOWEST HIGHEST: prints a number; each call uses another seed
    seed=$((seed + 1))
    awk -v s=$seed -v a="$1" -v b="$2" 'BEGIN { srand(s); rand(); printf "%.3f", a + (b - a) * rand() }'
}

# Every kind of solver, with settings that enlarge its state: event location, an impact policy, an adaptive method.
solvers='
  - { name: impulse, kind: impulse }
  - { name: newton, kind: impulse, impact_policy: newton_lcp }
  - { name: sequential, kind: impulse, impact_policy: sequential_speed, collapse: tc, tc_s: 1e-4 }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1e5, theta: 0.1 }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1e5, theta: 0.1, phase: 0.3 }
  - { name: verlet, kind: penalty, integrator: velocity_verlet, contacts: located, stiffness_N_per_m: 1e5, theta: 0.1 }
  - { name: hertz, kind: penalty, integrator: rk4, law: hertz, stiffness_N_per_m1p5: 1e7, theta: 0.1 }
  - { name: leapt, kind: penalty, flight: leap, contacts: located, stiffness_N_per_m: 1e5, theta: 0.1 }
  - { name: adaptive, kind: penalty, integrator: gsl_rkf45, stiffness_N_per_m: 1e4, theta: 0.2 }
  - { name: frames, kind: stepped }
  - { name: oracle, kind: oracle }
  - { name: lecture, kind: published, source: lecture_2006, frame_s: 1e-4, stiffness_N_per_m: 1e5 }
  - { name: book, kind: published, source: book, frame_s: 0.002 }
  - { name: blog, kind: published, source: blog_2013, frame_s: 0.002 }
  - { name: pool, kind: published, source: pool_2017, frame_s: 0.002 }'

scene() { # scene NAME LINES...: writes NAME.yaml with all solvers that support the scene
    name=$1
    shift
    {
        printf 'carom: 1\nsamples: 12\nreference: impulse\n'
        case $* in *duration_s*) ;; *) echo 'duration_s: 0.9' ;; esac
        printf '%s\n' "$@"
        cat <<'Y'
balls:
  - { name: a, x_m: 0.52, y_m: 0.61, vx_mps: 2.3, vy_mps: 0.31, radius_m: 0.028575, mass_kg: 0.17 }
  - { name: b, x_m: 0.71, y_m: 0.63, vx_mps: -1.1, vy_mps: 0.7, radius_m: 0.028575, mass_kg: 0.17 }
  - { name: c, x_m: 0.66, y_m: 0.48, vx_mps: 0.2, vy_mps: 1.7, radius_m: 0.02, mass_kg: 0.1 }
  - { name: d, x_m: 0.45, y_m: 0.47, vx_mps: 0.9, vy_mps: -1.3, radius_m: 0.03, mass_kg: 0.2 }
  - { name: e, x_m: 0.60, y_m: 0.74, radius_m: 0.028575, mass_kg: 0.17 }
  - { name: f, x_m: 0.48, y_m: 0.75, vx_mps: -0.4, vy_mps: 0.9, radius_m: 0.025, mass_kg: 0.12 }
solvers:
Y
    } > head.yaml
    case $* in *groups:*) sed -i '/^balls:/d; /^  - { name: [a-f], /d' head.yaml ;; esac
    case $* in *'restitution: 1'*) sed -i 's/mass_kg: [0-9.]*/mass_kg: 0.17/' head.yaml ;; esac # pool_2017 requires equal masses
    cp head.yaml "$name.yaml"
    printf '%s\n' "$solvers" | grep name: | while IFS= read -r line; do
        { cat head.yaml; echo "$line"; } | sed '/^reference/d' > try.yaml
        if "$carom" run try.yaml -o try > /dev/null 2>&1; then
            echo "$line" >> "$name.yaml"
        fi
    done
    echo "# $name: $(grep -c '^  - { name: .*, kind' "$name.yaml") solvers:$(sed -n 's/^  - { name: \([a-z]*\), kind.*/ \1/p' "$name.yaml" | tr -d '\n')"
}

sums() { # sums DIR: checksums of all files, without wall_clock_s
    (cd "$1" && find . -type f ! -name summary.tsv -exec cksum {} + | sort -k 3 && sed 's/[^	]*$//' summary.tsv)
}

table() { # table FILE: printed output without wall-clock time and folder
    grep -v -e '^wall-clock' -e '^records:' "$1"
}

tried() { # tried SCENE COMMAND [OPTIONS]: a third of the kills, with varying intervals between checkpoints
    name=$1 command=$2 kills=0 runs=0
    shift 2
    "$carom" "$command" "$name.yaml" -o whole "$@" > whole.table 2> whole.said || { echo "not ok $name $command: $(cat whole.said)"; failed=1; return; }
    sums whole > whole.sums
    table whole.table > whole.words
    begun=$(date +%s%N)
    "$carom" "$command" "$name.yaml" -o timed --checkpoint 0 "$@" > /dev/null 2>&1
    lasts=$(( ($(date +%s%N) - begun) / 1000000 ))
    while [ $kills -lt $(((wanted + 2) / 3)) ] && [ $runs -lt 1000 ]; do
        rm -rf out
        runs=$((runs + 1))
        case $((runs % 3)) in 0) every=0.05 ;; *) every=0 ;; esac
        for kill in 1 2 3; do
            "$carom" "$command" "$name.yaml" -o out --checkpoint $every "$@" > /dev/null 2>&1 &
            pid=$!
            sleep "$(random 0 "$(awk -v ms=$lasts 'BEGIN { print ms / 1000 / 1.5 }')")"
            kill -9 $pid 2> /dev/null
            wait $pid 2> /dev/null
            [ ! -e out/checkpoint.carom ] || kills=$((kills + 1))
        done
        "$carom" "$command" "$name.yaml" -o out --checkpoint $every "$@" > out.table 2> said || { echo "not ok $name $command: $(cat said)"; failed=1; return; }
        sums out > out.sums
        table out.table > out.words
        if ! cmp -s whole.sums out.sums || ! cmp -s whole.words out.words; then
            echo "not ok $name $command: other bytes after it was killed; it said '$(cat said)'"
            diff whole.sums out.sums | head -5
            failed=1
            return
        fi
    done
    rm -rf whole timed out
    echo "ok $name $command $*: killed $kills times, $runs runs, the same bytes"
}

# all shapes, and everything else that a state can contain
square='table: { width_m: 1.2, height_m: 1.2 }'
few=$solvers
[ -n "${TABLES:-}" ] || TABLES='walls periodic open circle stadium polygon elastic traced rough slowed falling crowd'
for table in $TABLES; do
    case $table in
        walls) scene walls 'restitution: 0.9' "$square" ;;
        periodic) scene periodic 'restitution: 0.9' 'table: { width_m: 1.2, height_m: 1.2, boundary: periodic }' ;;
        open) scene open 'restitution: 0.9' 'table: { boundary: open }' ;;
        circle) scene circle 'restitution: 0.9' 'table: { shape: circle, radius_m: 0.6 }' ;;
        stadium) scene stadium 'restitution: 0.9' 'table: { shape: stadium, length_m: 0.4, radius_m: 0.6 }' ;;
        polygon) scene polygon 'restitution: 0.9' 'table: { shape: polygon, corners: [[0.1, 0], [1.3, 0.1], [1.2, 1.2], [0.6, 1.1], [0, 1.2]] }' ;;
        elastic) scene elastic 'restitution: 1' "$square" ;;
        traced) scene traced 'restitution: 0.9' "$square" 'trace: { contacts: 5 }' 'orientation: true' ;;
        rough) scene rough 'restitution: 0.9' "$square" 'friction: 0.3' 'trace: { contacts: 3 }' ;;
        slowed) scene slowed 'restitution: 0.9' "$square" 'rolling_resistance: 0.01' 'air_drag: 0.001' ;;
        crowd) # neighbour lists, thousands of events
            solvers=$(echo "$few" | grep -E 'impulse,|heun|euler|hertz|leapt|frames')
            scene crowd 'restitution: 0.9' 'table: { width_m: 3.2, height_m: 3.2, boundary: periodic }' 'duration_s: 0.05' \
                'groups: [{ name: g, kind: gas, count: 1200, radius_m: 0.03, mass_kg: 0.17, temperature_J: 0.1 }]' ;;
        falling) scene falling 'restitution: 0.9' "$square" 'gravity_mps2: [0, -2]' ;;
    esac
    tried $table compare --no-plots
    tried $table compare --no-plots --threads 3
    tried $table run
done
exit $failed
