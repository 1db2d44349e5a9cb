#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Recordings: tables of carom, of a video tracker and of spreadsheets are played back.

load common

setup() {
    begin
    cat > base.yaml <<'Y'
carom: 1
title: Recorded
table: { width_m: 2.0, height_m: 1.0 }
duration_s: 2
samples: 401
restitution: { ball_ball: 0.9, ball_wall: 0.8 }
balls:
  - { name: a, x_m: 0.4, y_m: 0.5, vx_mps: 1.5, vy_mps: 0.1 }
  - { name: b, x_m: 1.0, y_m: 0.53 }
  - { name: c, x_m: 1.5, y_m: 0.3, vx_mps: -0.5, vy_mps: 0.35 }
solvers:
  - { kind: impulse }
Y
    "$carom" run base.yaml -o truth --no-plots > /dev/null
}

teardown() { rm -rf "$work"; }

scene() { # scene KEYS: the scenario with a recording
    { cat base.yaml; echo "  - { kind: recorded, $1 }"; } > rec.yaml
}

summary() { # summary COLUMN: of the recording
    awk -F '\t' -v c="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) k = i } $1 == "recorded" { print $k }' out/summary.tsv
}

at_most() { awk -v x="$1" -v most="$2" 'BEGIN { exit !(x <= most && x >= -most) }' || { echo "$1, at most $2"; false; }; }

# A distance of at most METERS at the end; no collisions, no budget.
plays_back() { # plays_back KEYS METERS
    scene "$1"
    run "$carom" compare rec.yaml -o out --no-plots
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    at_most "$(summary rms_divergence_m)" "$2"
    for column in first_mismatch_s collisions energy_residual_rel momentum_residual_rel; do
        [ "$(summary $column)" = nan ] || { echo "$column: $(summary $column)"; false; }
    done
    [ ! -e out/recorded/collisions.tsv ]
}

refused() { # refused KEYS MESSAGE [STATUS]
    scene "$1"
    run "$carom" compare rec.yaml -o out --no-plots
    [ "$status" -eq "${3:-65}" ] || { echo "status $status: $output"; false; }
    case $output in *"$2"*) ;; *) echo "$output (expected: $2)"; false ;; esac
}

tracker() { # tracker BALL: an export of the Tracker program, in cm from the middle of the table
    printf 'mass_%s\nt\tx\ty\n' "$1"
    awk -F '\t' -v b="$1" '$2 == b { printf "%.9E\t%.9E\t%.9E\n", $1, 100 * ($3 - 1), 100 * ($4 - 0.5) }' truth/impulse/trajectory.tsv
}

# Positions with normal noise (Box and Muller), with decimal commas.
noisy() { # noisy SIGMA
    awk -F '\t' -v s="$1" 'function noise() { return s * sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand()) }
        BEGIN { srand(7); print "\"Zeit\";\"Kugel\";\"x (m)\";\"y (m)\"\ns;-;m;m" }
        NR > 1 { row = sprintf("%.4f;%s;%.6f;%.6f", $1, $2, $3 + noise(), $4 + noise()); gsub(/\./, ",", row); print row }' \
        truth/impulse/trajectory.tsv
}

@test "recorded: carom's own records play back to rounding, with and without velocities" {
    plays_back 'file: truth/impulse/trajectory.tsv' 1e-15
    cut -f 1-4 truth/impulse/trajectory.tsv > xy.tsv
    plays_back 'file: xy.tsv' 1e-15
    tr '\t' , < truth/impulse/trajectory.tsv > all.csv
    plays_back 'file: all.csv' 1e-15
    # other sample times: interpolation is exact on straight paths, here at the end
    scene 'file: xy.tsv'
    "$carom" compare rec.yaml --set samples=138 --set duration_s=1.9983 -o out --no-plots > /dev/null
    at_most "$(summary rms_divergence_m)" 1e-12
}

@test "recorded: gravity bends the paths between samples, velocities are differences" {
    printf 't_s\tball\tx_m\ty_m\n0\tb\t0.5\t0.5\n0.2\tb\t0.6\t0.4\n' > two.tsv
    sed -e 's/^title.*/gravity_mps2: [0, -0.7]/; s/^duration_s.*/duration_s: 0.1/; s/^samples.*/samples: 2/; /name: [ac],/d' base.yaml > fall.yaml
    echo '  - { kind: recorded, file: two.tsv }' >> fall.yaml
    "$carom" compare fall.yaml -o out --no-plots > /dev/null
    # the middle: 0.45 + g (t/2)^2/2, velocity (0.5, -0.5); at the start vy is higher by g t/2
    columns out/recorded/trajectory.tsv x_m y_m vx_mps vy_mps |
        awk 'function off(a, b) { return a - b > 1e-12 || b - a > 1e-12 }
            NR == 1 && (off($1, 0.5) || off($2, 0.5) || off($4, -0.43)) { bad = 1 }
            NR == 2 && (off($1, 0.55) || off($2, 0.4535) || off($3, 0.5) || off($4, -0.5)) { bad = 1 } END { exit bad }'
}

@test "recorded: exports of Tracker, one file per ball" {
    for b in a b c; do tracker $b > $b.txt; done
    files='files: [ { ball: a, file: a.txt }, { ball: b, file: b.txt }, { ball: c, file: c.txt } ]'
    plays_back "$files, scale_m: 0.01, origin_m: [1, 0.5]" 1e-9
}

@test "recorded: no claim is below the noise" {
    noisy 5e-4 > film.csv
    plays_back 'file: film.csv, sigma_m: 5e-4, columns: { t_s: Zeit, ball: Kugel }' 0.0015
    [[ "$output" == *"Distances of less than 5 sigma_m = 0.0025 m are within its noise"* ]]
    [[ "$output" != *"Integration error"* ]]
    [[ "$output" != *"mean coefficient"* ]]
    run "$carom" diverge rec.yaml -o diverge --no-plots
    [[ "$output" == *"the difference is within the noise of the recording (5 sigma_m = 0.0025 m)."* ]]
    [[ "$output" == *"a recording has no perturbed copies"* ]]
    # a difference of 10 mm is reported
    run "$carom" diverge rec.yaml -o diverge --no-plots --set balls.0.vx_mps=1.51
    [[ "$output" != *"within the noise"* ]]
    [[ "$output" == *"between a recording and a model"* ]]
}

@test "recorded: a wrong unit or origin is named" {
    "$carom" new mine --from 27-measured/film > /dev/null
    run "$carom" compare mine.yaml -o out --no-plots
    [[ "$output" != *warning* ]]
    # the film in cm: y = 5.863
    awk 'BEGIN { FS = OFS = "\t" } NR > 1 { $3 *= 100; $4 *= 100 } 1' film.tsv > cm && mv cm film.tsv
    run "$carom" compare mine.yaml -o out --no-plots
    has "begins at (20.32, 5.863) m, outside the table; correct scale_m or origin_m"
}

# The steps of the worksheet: a golf ball falls 28 cm from the hand and bounces with e = 0.83; the track
# is in centimetres, from the floor below the hand, 0.1 s before the ball falls, with noise of 0.8 mm.
@test "recorded: the worksheet leads from a track of one's own to the fit" {
    awk 'function noise() { return 0.08 * sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand()) }
        BEGIN { srand(5); r = 2.134; y = 30; g = 981; at = 2.1; v = 0; print "Golf ball\nTime (s),X (cm),Y (cm)"
            for (i = 0; i < 320; i++) {
                t = 2 + i / 240
                while (t > (next_s = at + (v + sqrt(v * v + 2 * g * (y - r))) / g)) { v = 0.83 * (g * (next_s - at) - v); at = next_s; y = r }
                printf "%.5f,%.4f,%.4f\n", t, (t > 2.1 ? 4 * (t - 2.1) : 0) + noise(), (t > 2.1 ? y + v * (t - at) - g / 2 * (t - at) ^ 2 : 30) + noise() } }' > track.csv
    "$carom" new mine --from 27-measured/film > /dev/null
    cp track.csv film.tsv
    sed -i '/^checks/,/^fit/{/^fit/!d}; s/{ name: marble.*/{ name: golf, x_m: 0.5, y_m: 0.3, radius_m: 0.02134, mass_kg: 0.0459 }/; s/marble/golf/g
        s/sigma_m: 0.0005/sigma_m: 0.0008, start_s: 2.1, scale_m: 0.01, origin_m: [0.5, 0]/; s/duration_s: .*/duration_s: 1.1/' mine.yaml
    run "$carom" compare mine.yaml -o out --no-plots
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    [[ "$output" != *warning* ]]
    "$carom" fit mine.yaml -o out --no-plots > /dev/null
    columns out/fit.tsv solver key value error | awk '$1 == "impulse" && $2 == "restitution" { exit !($3 - 0.83 < 4 * $4 && 0.83 - $3 < 4 * $4 && $4 < 1e-3) }'
}

@test "recorded: studies that need other initial states refuse it, a page has its samples" {
    scene 'file: truth/impulse/trajectory.tsv'
    for study in reverse statistics gradient; do
        run "$carom" $study rec.yaml -o out --no-plots
        [ "$status" -eq 65 ]
        [[ "$output" == *"solvers: 'recorded' plays back a recording, which has no other initial states"* ]]
    done
    "$carom" lab rec.yaml -o page.html
    grep -o '"track":{"name":"recorded","label":"Recorded",.*' page.html > track
    has_samples=$(awk '$2 == "c"' truth/impulse/trajectory.tsv | wc -l)
    [ "$(sed 's/.*"name":"c","t_s":\[\([^]]*\)\].*/\1/' track | tr , '\n' | wc -l)" -eq "$has_samples" ]
}

@test "recorded: names of files are relative to the scenario; sweeps read them too" {
    mkdir far
    cp truth/impulse/trajectory.tsv far/t.tsv
    scene 'file: t.tsv'
    mv rec.yaml far/
    echo 'sweep: { parameters: [ { key: restitution, from: 0.8, to: 0.9 } ] }' >> far/rec.yaml
    run "$carom" sweep far/rec.yaml -o out --no-plots
    [ "$status" -eq 0 ] || { echo "$output"; false; }
}

@test "recorded: a copy of the scenario has its recordings, and keeps a file that is there" {
    scene 'files: [ { ball: a, file: a.tsv }, { ball: b, file: b.tsv }, { ball: c, file: far/c.tsv } ]'
    mkdir far copies
    for ball in a b c; do awk -v b=$ball 'BEGIN { FS = OFS = "\t" } NR == 1 || $2 == b' truth/impulse/trajectory.tsv > $ball.tsv; done
    mv c.tsv far
    echo kept > copies/b.tsv
    run "$carom" new copies/mine --from rec.yaml
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    has "created copies/a.tsv, its recording"
    has "file of the recording is 'far/c.tsv', relative to the original"
    cmp a.tsv copies/a.tsv
    [ "$(cat copies/b.tsv)" = kept ]
    [ ! -e copies/c.tsv ]
    "$carom" new film --from 27-measured/film
    "$carom" compare film.yaml -o film --no-plots
    "$carom" new - --from 27-measured/student > /dev/null
    [ ! -e student.tsv ]
}

@test "recorded: faults of a table have their place, and no text of other files" {
    refused 'file: missing.tsv' "cannot read" 66
    refused 'file: /dev/zero' 'not a regular file'
    refused 'file: truth' 'not a regular file'
    refused 'name: x' 'expected either file, or files'
    printf 'root:secret:19000\nx:y\n' > shadow
    refused 'file: shadow' 'no header with columns for time, x and y'
    [[ "$output" != *secret* ]]
    printf 't\tball\tx\ty\n0\ta\t1\t1\n0\ta\t1\t1\n' > bad.tsv
    refused 'file: bad.tsv' 'bad.tsv:3: time does not increase'
    printf 't\tball\tx\ty\n0\ta\tone\t1\n' > bad.tsv
    refused 'file: bad.tsv' 'bad.tsv:2: not a finite number'
    printf 't\tball\tx\ty\n0\ta\t1\t1\n1e299\ta\t1\t1\n' > bad.tsv
    refused 'file: bad.tsv' 'bad.tsv:3: a number beyond 1e9 in SI units'
    printf 't\tball\tx\ty\n0\ta\t1\t1\n1e-300\ta\t1\t1\n' > bad.tsv
    refused 'file: bad.tsv' 'bad.tsv:3: time does not increase'
    printf 't\tball\tx\ty\n0\tz\t1\t1\n' > bad.tsv
    refused 'file: bad.tsv' "bad.tsv:2: no ball is called 'z'"
    printf 't\tball\tx\ty\n0\ta\t1\n' > bad.tsv
    refused 'file: bad.tsv' 'bad.tsv:2: fewer cells than in the header'
    printf 't\tx\ty\n0\t1\t1\n' > bad.tsv
    refused 'file: bad.tsv' 'no column for the ball'
    printf 't\tball\tx\ty\n0\ta\t1\t1\n1\ta\t1\t1\n' > bad.tsv
    refused 'file: bad.tsv' "0 samples of ball 'b'"
    refused 'file: truth/impulse/trajectory.tsv, columns: { x_m: X }' 'no header with columns for time, x and y'
    refused 'file: truth/impulse/trajectory.tsv, start_s: -1' 'set start_s to a time between them'
    head -c 70000 /dev/zero > bad.tsv
    refused 'file: bad.tsv' 'contains a NUL byte'
    scene 'file: truth/impulse/trajectory.tsv'
    run "$carom" compare rec.yaml --set duration_s=3 -o out --no-plots
    [[ "$output" == *"the recording of ball 'a' ends at 2 s"* ]]
}
