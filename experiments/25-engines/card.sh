#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Report card: runs the scenes of card/ through programs and prints their values and the exact values. Program NAME is a solver of the
# scenes (impulse, springs, stepped), lammps, or one that `make` has built here; NAME+ has settings for accuracy.
# usage: card.sh [NAME...]; by default all programs. Records and values.tsv go to out/card (OUT)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${OUT:-out/card}
tree=$here/../../build
carom=${CAROM:-$([ -x "$tree/carom" ] && echo "$tree/carom" || echo carom)}
programs=$([ -d "$tree/25-engines" ] && echo "$tree/25-engines" || echo "$here")
if [ $# -eq 0 ]; then
    set -- impulse springs stepped
    for name in lammps chipmunk ode mujoco; do
        if [ -x "$programs/$name" ] || { [ $name = lammps ] && command -v lmp > /dev/null; }; then set -- "$@" $name; fi
    done
    for name; do case $name in impulse | stepped) ;; *) set -- "$@" "$name+" ;; esac; done
fi
missing() { # missing NAME: the program that it needs and that is not here; nothing if all are
    case ${1%+} in
        impulse | springs | stepped | lammps) command -v "$carom" > /dev/null || echo "'$carom' (CAROM names another one)" ;;
        *) [ -x "$programs/${1%+}" ] || echo "'${1%+}' ('make -C $here' builds chipmunk, ode and mujoco)" ;;
    esac
    [ "${1%+}" != lammps ] || command -v lmp > /dev/null || echo "'lmp' (LAMMPS)"
}
for name; do
    absent=$(missing "$name")
    [ -z "$absent" ] || { echo "card.sh: missing program: $absent" >&2; exit 1; }
done
mkdir -p "$out"

settings() { # settings NAME: defaults, or what the documentation of the program recommends
    case $1 in
        lammps) echo stiffness_N_per_m=1e5 ;;
        lammps+) echo stiffness_N_per_m=1e5 theta=0.02 ;;
        springs+) echo solvers.springs.integrator=rk4 solvers.springs.contacts=located ;;
        chipmunk+) echo step_s=0.001 iterations=100 collision_persistence=1 units_per_m=64 ;;
        ode+) echo step_s=0.001 exact=1 ;;
        mujoco+) echo step_s=5e-5 stiffness=1e6 tolerance=1e-10 ;;
    esac
}

ends() { # ends NAME SCENE [KEY=VALUE]: name, x, y, vx, vy of all balls at the end, by name
    name=$1 program=${1%+} scene=$2
    shift 2
    # shellcheck disable=SC2046
    set -- "$@" $(settings "$name")
    case $program in
        lammps) sh "$here/lammps.sh" "$scene" "$out/run" "$@" ;;
        impulse | springs | stepped)
            for setting; do shift; set -- "$@" --set "$setting"; done
            rm -rf "$out/run" # a run replaces only its own records
            "$carom" run "$scene" --solver "$program" "$@" -o "$out/run" -q ;;
        *) "$programs/$program" "$scene" "$out/run" "$@" ;;
    esac > "$out/said.txt" 2>&1 || { printf 'failed\n'; return; }
    awk -F '\t' '{ end[$2] = $3 " " $4 " " $5 " " $6 } END { for (name in end) if (name != "ball") print name, end[name] }' \
        "$out/run/$program/trajectory.tsv" | sort
}

value() { # value NAME SCENE BALL QUANTITY
    case $4 in
        order) # largest distance of a ball from where it ends with the balls in reverse order
            awk '/, x_m: / { ball[n++] = $0; next } { while (n > 0) print ball[--n]; print }' "$2" > "$out/reversed.yaml"
            ends "$1" "$2" > "$out/one.txt"
            ends "$1" "$out/reversed.yaml" | paste -d ' ' "$out/one.txt" - |
                awk '{ d = sqrt(($2 - $7)^2 + ($3 - $8)^2); if (d > most) most = d } END { print most + 0 }' ;;
        slope) # median over eleven starts, which shift the sub-step offset of the contact
            for start in $(seq 0 10); do
                for off in 0 1e-5; do
                    ends "$1" "$2" "balls.a.y_m=$(awk -v i="$start" -v d=$off 'BEGIN { printf "%.9f", 2.9 + 0.0091 * i + d }')"
                done
            done | awk '{ y = $3 } NR % 2 == 1 { before = y } NR % 2 == 0 { print (y - before) / 1e-5 }' | sort -g | sed -n 6p ;;
        *) ends "$1" "$2" | awk -v ball="$3" -v what="$4" '$1 == "failed" { print "failed" } $1 == ball {
            if (what == "vx") printf "%.9g\n", $4
            if (what == "angle") printf "%.9g\n", atan2($5, $4) * 57.29577951308232
            if (what == "energy") printf "%.9g\n", (($4^2 + $5^2) / 2 + 9.81 * ($3 - 0.028575)) / (9.81 * 0.3) }' ;;
    esac
}

printf 'scene\tquantity\tprogram\tvalue\texpected\tverdict\n' > "$out/values.tsv"
for scene in "$here"/card/*.yaml; do
    IFS=';' read -r quantity asked expected scale <<T
$(sed -n '1s/^# card: //p' "$scene")
T
    title=$(sed -n 's/^title: //p' "$scene")
    for name; do
        # shellcheck disable=SC2086
        printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$title" "$quantity" "$name" "$(value "$name" "$scene" $asked)" "$expected" "$scale"
    done
done | awk -F '\t' -v OFS='\t' '{ gsub(/ *$/, "", $2); off = ($4 - $5) / $6; off = off < 0 ? -off : off
    $6 = $4 !~ /[0-9]/ ? "failed" : off <= 1e-6 ? "exact" : off <= 1e-2 ? "close" : off <= 0.1 ? "off" : "wrong"; $5 += 0; print }' >> "$out/values.tsv"

# programs as columns
awk -F '\t' -v names="$*" 'BEGIN { split("exact:= close:~ off:! wrong:X", pair, " "); for (i in pair) { split(pair[i], p, ":"); mark[p[1]] = p[2] }
        count = split(names, name, " "); printf "%-48s%9s", "", "exact"; for (i = 1; i <= count; i++) printf "%11s", name[i]; print "" }
    NR > 1 { if ($1 != last) { printf "%s%-48s%9.4g", (NR > 2 ? "\n" : ""), $1 ": " $2, $5; last = $1 }
        printf "%11s", ($4 ~ /[0-9]/ ? sprintf("%.4g%s", ($4 * $4 < 1e-22 ? 0 : $4), mark[$6]) : "failed") }
    END { print "\n= exact to 1e-6, ~ to 1 %, ! to 10 % of the scale, X wrong; touching balls: expected as for elastic spheres (Hertz)" }' "$out/values.tsv"
