#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Nightly: what can be measured of figures in all formats and presets, films, the gallery. (Every kind of figure: figures.bats.)

load common

presets="screen slide column print"

setup_file() { # two balls in every look, and four solvers of a collision without a table, once for all tests
    begin
    export FOLDER="$work"
    has_gnuplot || return 0
    cat > two.yaml <<'Y'
carom: 1
title: "Two balls, Newton's 'cradle' of 50 %, 4.5e-08 and a title that no narrow figure has room for in one line"
duration_s: 1
samples: 21
restitution: 0.9
balls:
  - { name: cue, x_m: 0.6, y_m: 0.635, vx_mps: 1 }
  - { name: eight, x_m: 1.2, y_m: 0.645 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1.0e6, step_s: 1.0e-6 }
  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1.0e6, step_s: 1.0e-5 }
  - { name: fine, label: "Heun_{fine}", kind: penalty, integrator: heun, stiffness_N_per_m: 1.0e6, step_s: 5.0e-6 }
Y
    "$carom" compare two.yaml -o out --figures all --format png,svg,pdf > compared
    for preset in $presets; do
        [ "$preset" = screen ] || "$carom" plot out --preset "$preset" --figures all --format png,svg,pdf > /dev/null
    done
    # a collision at 0.1 s, for a film of 4 s
    "$carom" compare two.yaml -o short --format svg --set table.boundary=open --set duration_s=0.205 --set balls.cue.x_m=0.95 --set balls.cue.vx_mps=2 \
        --set balls.cue.y_m=0.63 --set balls.eight.y_m=0.65 --solver impulse --solver euler --solver heun > /dev/null
}

teardown_file() { rm -rf "$FOLDER"; }

setup() {
    root="$BATS_TEST_DIRNAME/../.."
    carom="${CAROM:-$root/build/carom}"
    has_gnuplot || skip "no gnuplot"
    command -v pdftotext > /dev/null || skip "no pdftotext (poppler-utils)"
    cd "$FOLDER"
}

figures_of() { # the PDFs of a preset
    if [ "$1" = screen ]; then ls out/*.pdf | grep -v -e '-slide' -e '-column' -e '-print'
    else ls out/*-"$1".pdf; fi
}

words() { # x0 y0 x1 y1 width height word: the boxes of a PDF's words, pt, and the page's size
    pdftotext -bbox "$1" - | awk -F '"' '/<page/ { w = $2; h = $4 } /<word/ { t = $9; sub(/^>/, "", t); sub(/<.*/, "", t); print $2, $4, $6, $8, w, h, t }'
}

# A word's type in points. Its box is as high as the font, which is 1.117 times its size (Liberation Sans: ascent 0.905, descent
# 0.212); of one that runs upwards it is as wide. A short word is less long than that.
sizes() { words "$1" | awk '{ w = $3 - $1; h = $4 - $2; long = w > h ? w : h; short = w > h ? h : w; print (length($7) < 5 ? long : short) / 1.117, $7 }'; }

@test "figures: no type is smaller than promised, and it is as large as the preset says" {
    # preset, least points (exponents are 7/8 of the font), points of the axes of a single figure
    while read -r preset bound font; do
        smallest=$(for pdf in $(figures_of "$preset"); do sizes "$pdf"; done | sort -n | head -1)
        awk -v s="${smallest%% *}" -v b="$bound" 'BEGIN { exit !(s >= b) }' || { echo "$preset: $smallest pt, promised $bound"; false; }
        name=energy-$preset; [ "$preset" != screen ] || name=energy
        sizes "out/$name.pdf" | grep ' energy$' | awk -v f="$font" '$1 > f - 0.05 && $1 < f + 0.05 { n++ } END { exit !n }' ||
            { echo "$name: not $font pt"; sizes "out/$name.pdf" | grep energy; false; }
    done <<'P'
slide 18 21
column 7 8
print 7 9
screen 6.2 18
P
}

@test "figures: slides, columns and pages are as large as they say" {
    pixels() { od -A n -t u1 -j 16 -N 8 "$1" | awk '{ print $1*16777216 + $2*65536 + $3*256 + $4, $5*16777216 + $6*65536 + $7*256 + $8 }'; }
    for figure in energy raster; do
        [ "$(pixels out/$figure-slide.png)" = "1920 1080" ]
    done
    # (a PDF's page is whole points wide)
    is_wide() { pdftotext -bbox "$1" - | awk -F '"' -v mm="$2" '/<page/ { w = $2 / 72 * 25.4; exit !(w > mm - 0.36 && w < mm + 0.36) }'; }
    is_wide out/energy-column.pdf 85
    grep -q 'width="1333" height="750"' out/energy-slide.svg # inches times 100
    grep -q 'width="669" height="440"' out/energy-print.svg
}

@test "figures: nothing is cut off, and no label lies on another, also of five and more solvers" {
    "$carom" contact 05-time-step --theta 0.25 -o contact -q --format svg,pdf
    "$carom" converge 05-time-step -o converge -q --format svg,pdf
    for scene in 05-time-step/bounces 15-as-published 15-as-published/sticking 09-cradle/touching; do
        "$carom" compare $scene -o "${scene/\//-}" -q --set samples=201 --format svg,pdf
    done
    for folder in contact converge 05-time-step-bounces 15-as-published 15-as-published-sticking 09-cradle-touching; do
        for preset in slide column; do "$carom" plot $folder -q --preset $preset --format svg,pdf; done
    done
    sh "$root/tests/labels.sh" out contact converge 05-time-step-bounces 15-as-published 15-as-published-sticking 09-cradle-touching
    for pdf in out/*.pdf contact/*.pdf; do
        # a box is a little larger than its letters: a quarter of its height may lie beyond
        words "$pdf" | awk -v pdf="$pdf" '{ q = 0.25 * ($4 - $2 < $3 - $1 ? $4 - $2 : $3 - $1)
            if ($1 < -q || $2 < -q || $3 > $5 + q || $4 > $6 + q) { print pdf ": cut off: " $7; bad = 1 } } END { exit bad || NR == 0 }'
    done
}

@test "figures: the same bytes again" {
    cp -R out again
    "$carom" plot again --format png,svg,pdf > /dev/null
    "$carom" plot again --preset print --format png,svg,pdf > /dev/null
    for figure in out/energy.* out/overview.* out/energy-print.*; do cmp "$figure" "again/${figure#out/}"; done
    # a study
    "$carom" fan 08-one-hits-two -o study > /dev/null
    cp -R study same && rm same/*.png same/*.svg
    "$carom" plot same > /dev/null
    for figure in study/*.png study/*.svg; do cmp "$figure" "same/${figure#study/}"; done
}

@test "figures: units have an SI prefix, linear and log axes at least three tics" {
    style="PLOTS = '$root/plots'; TERM = 'svg'; load PLOTS . '/style.gp'; W = 1200.0; H = 800.0; FS = 18.0; L = 0.1; R = 0.9; B = 0.1; T = 0.9"
    cat > axes.gp <<G
$style
print unit(0, 3.1e-7, "s") . " " . unit(0, 2.5e6, "N") . " " . unit(-0.02, 0.01, "m") . " " . unit(0, 250, "N") . " " . unit(0.098, 0.104, "J")
fewest = 9
do for [k=1:200] { a = 0.37 * k; b = a + 0.01 * k ** 1.7; fewest = min2(fewest, min2(tics_in(a, b, even_step(a, b)), tics_in(a, b, across_step(a, b)))) }
print sprintf("fewest %d", fewest)
G
    gnuplot -d axes.gp > values 2>&1
    [ "$(cat values)" = $'ns MN mm N mJ\nfewest 3' ] || { cat values; false; }
    for high in 2 7 30 4e3 1e12; do # 0.3 to 12 decades
        gnuplot -d -e "$style; POWER = '1e%L'; LOG_AXIS = 'y'; LOG_LOW = 1.1; LOG_HIGH = $high; load PLOTS . '/logarithmic.gp'; \
            set terminal svg; set output 'log.svg'; plot 2"
        [ "$(grep -c 'text-anchor="end"' log.svg)" -ge 3 ] || { echo "up to $high"; false; }
    done
}

@test "figures: colours have a contrast of 3 : 1 on white, and no two line styles are the same, in grey either" {
    style="PLOTS = '$root/plots'; load PLOTS . '/style.gp'"
    gnuplot -d -e "$style; show style line" 2>&1 | sed -n 's/.*linestyle *[0-9]*, *\(.*\) pointtype.*/\1/p' > styles
    [ "$(wc -l < styles)" -eq 41 ] # seven hues and greys of five variants, and comparison
    [ -z "$(sort styles | uniq -d)" ]
    sed -n 's/^COLOURS = "\([^"]*\)".*/\1/p; s/.*BESIDE = "\([^"]*\)".*/\1/p; s/^GREYS = "\([^"]*\)".*/\1/p' "$root"/plots/style.gp | tr ' ' '\n' > colours
    gnuplot -d -e "$style; do for [v=0:4] { do for [h=1:9] { print colour(10*v+h) } }" 2>&1 | grep '^#' >> colours # shades too
    [ "$(sort -u colours | wc -l)" -ge 40 ]
    echo "#ffff00" >> colours # too bright
    # relative luminance and contrast: W3C, Web Content Accessibility Guidelines 2.1
    awk 'function part(at) { c = index(hex, substr($0, at, 1)) * 16 + index(hex, substr($0, at + 1, 1)) - 17; c /= 255
            return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ^ 2.4 }
        BEGIN { hex = "0123456789abcdef" }
        { $0 = tolower($0); if (1.05 / (0.2126 * part(2) + 0.7152 * part(4) + 0.0722 * part(6) + 0.05) < 3) print }' colours > bright
    [ "$(cat bright)" = "#ffff00" ] || { cat bright; false; }
}

@test "figures: of more than 10 000 balls one disc stands for some, so that a picture is read and drawn in seconds" {
    cat > many.yaml <<'Y'
carom: 1
table: { width_m: 200, height_m: 200, boundary: periodic }
duration_s: 1e-6
samples: 2
groups: [ { kind: gas, count: 10001, radius_m: 0.5, mass_kg: 1, temperature_J: 1 } ]
solvers: [ { kind: impulse } ]
Y
    "$carom" run many.yaml -o many -q
    "$carom" plot many --at 0 -q --format svg
    grep -q 'a disc for 2 balls' many/snapshot.svg
}

@test "figures: every special character before every digit is drawn, in titles, names and labels" {
    # an SVG without tags and blanks; XML allows no other & and <
    words_of() { cat "$@" | tr -d '\n\t ' | sed 's/<[^<>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&apos;/'"'"'/g; s/&amp;/\&/g'; }
    for signs in '!"#$' '%&()' '*+,-' './:;' '<=>?' '@[\]' '^_`{' '|}~'"'"; do
        texts=()
        for k in 0 1 2 3; do texts+=("$(for digit in 0 1 2 3 4 5 6 7 8 9; do printf '%s%s' "${signs:$k:1}" $digit; done)"); done
        quoted() { printf "'%s'" "${1//"'"/"''"}"; }
        cat > signs.yaml <<Y
carom: 1
title: $(quoted "x${texts[0]}${texts[1]}")
table: { boundary: open }
restitution: 0.5
duration_s: 0.6
samples: 7
figures: [space-time, raster]
balls:
  - { name: $(quoted "n${texts[0]}"), x_m: 0.6, y_m: 0.63, vx_mps: 2 }
  - { name: $(quoted "n${texts[1]}"), x_m: 1.2, y_m: 0.65 }
solvers:
  - { name: impulse, kind: impulse, label: $(quoted "l${texts[2]}") }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1.0e6, step_s: 5.0e-5, label: $(quoted "l${texts[3]}%") }
Y
        "$carom" compare signs.yaml -q -o signs --format svg
        "$carom" contact signs.yaml -q -o names --format svg
        words_of signs/*.svg names/*.svg > words
        for text in "x${texts[0]}${texts[1]}" "n${texts[0]}" "n${texts[1]}" "l${texts[2]}" "l${texts[3]}%"; do grep -qF -- "$text" words || { echo "lacks $text"; false; }; done
    done
    for study in fan statistics diverge converge; do
        "$carom" $study signs.yaml -q -o $study --format svg --set statistics.seeds=2 --set convergence='{ thetas: 2, factors: 2, phases: 2 }'
        words_of $study/*.svg | grep -qF 'x|0|1'
    done
}

@test "film: a frame for each time, joined by ffmpeg, without which there is no film; with the same bytes" {
    mkdir -p film
    ln -sf "$(command -v gnuplot)" film/
    PATH="$FOLDER/film" run "$carom" plot short --film
    [ "$status" -eq 73 ]
    has "a film needs ffmpeg"
    # what stands for it is given a PNG for each frame, and its files become animation.mp4 and .gif
    cat > film/ffmpeg <<'F'
#!/bin/sh
while [ "$1" != -i ]; do shift; done
case $2 in *'/frame%05d.png') ;; *) exit 3 ;; esac
for made; do case $made in
    *.mp4) ls "${2%/*}" | grep -c '^frame[0-9]*\.png$' > "$made" ;;
    *.gif) cat "${2%/*}"/frame*.png > "$made"; echo ';' >> "$made" ;;
esac; done
F
    chmod +x film/ffmpeg
    echo mine > precious && ln -s ../precious short/animation.gif && ln -s ../precious short/animation.mp4
    PATH="$FOLDER/film:$PATH" run "$carom" plot short --film
    [ "$status" -eq 0 ]
    has "animation.mp4 and .gif"
    # 4.1 s of 25 frames, and at least twelve slow ones
    [ "$(cat short/animation.mp4)" -ge $((103 + 12)) ]
    mv short/animation.gif first.gif
    # PNGs that fill 1920 x 1080 pixels in one direction; ffmpeg needs even numbers
    od -An -tu1 -j16 -N8 first.gif | awk '{ w = 256 * $3 + $4; h = 256 * $7 + $8; exit w % 2 || h % 2 || w > 1920 || h > 1080 || (w < 1920 && h < 1080) }'
    PATH="$FOLDER/film:$PATH" run "$carom" plot short --film
    cmp first.gif short/animation.gif
    PATH="$FOLDER/film:$PATH" run "$carom" plot short --film --solver heun --solver euler
    ! cmp -s first.gif short/animation.gif || false
    [ "$(cat precious)" = mine ]
    printf '#!/bin/sh\nexit 1\n' > film/ffmpeg
    PATH="$FOLDER/film:$PATH" run "$carom" plot short --film
    [ "$status" -eq 73 ]
    has "ffmpeg failed"
    [ -z "$(ls -A short | grep '^\.carom-')" ]
}

@test "film: the spot of a ball turns by path over radius" {
    mkdir -p script frames
    printf '#!/bin/sh\ncp "${2%%/*}"/*.tsv "%s/frames"\nexit 0\n' "$FOLDER" > script/gnuplot
    chmod +x script/gnuplot && cp script/gnuplot script/ffmpeg
    "$carom" run two.yaml -o spot --solver impulse --set table.boundary=open --set duration_s=0.205 --set balls.cue.x_m=0.95 --set balls.cue.vx_mps=2 > /dev/null
    PATH="$FOLDER/script:$PATH" "$carom" plot spot --film > /dev/null 2>&1 || true
    # before the collision: the spot of the cue ball is at sin(a + s/r) of 0.75 r along x, where sin a = 0.6; 0 m large on the far side
    cat frames/0*-1.tsv | awk -F '\t' '$1 == "solver" { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["ball"] == "cue" && $at["age"] == 0 { t = $at["t_s"]; s = 2 * t; if (s > 0.19) next
            r = 0.028575; x = $at["spot_x_m"] / (0.75 * r); want = sin(atan2(0.6, 0.8) + s / r)
            if ((x - want) ^ 2 > 1e-8 || ($at["spot_m"] > 0) != (cos(atan2(0.6, 0.8) + s / r) > 0)) { print t, x, want; bad++ } seen++ }
        END { exit bad || seen < 20 }'
}

@test "figures: the user's style, an own heading, a preset in the name; a folder of records has no style" {
    mkdir -p config/carom
    echo 'COLOURS = "#ff0000 #00aa00 #0000ff #00ffff #ff00ff #777777 #123456"; load PLOTS . "/lines.gp"' > config/carom/style.gp
    cp -R short styled
    XDG_CONFIG_HOME="$FOLDER/config" "$carom" plot styled --figures energy,raster --title 'Two balls: 5 %' --format svg,pdf > said
    grep -q 'figures: styled' said
    [ -s styled/raster.pdf ] && [ ! -e styled/raster.png ]
    grep -q '>Two balls: 5 %<' styled/energy.svg
    for rgb in '255, *0, *0' '0, *170, *0' '0, *0, *255'; do grep -Eq "rgb\( *$rgb\)" styled/energy.svg; done
    ! grep -Eq 'rgb\(213, *94, *0\)' styled/energy.svg || false # Euler's usual colour
    cp -R config/carom styled/
    (cd styled && cp carom/style.gp . && XDG_CONFIG_HOME="$FOLDER" HOME=/nonexistent "$carom" plot . --figures energy > /dev/null)
    grep -Eq 'rgb\(213, *94, *0\)' styled/energy.svg
    run "$carom" plot styled --preset slide
    [ -s styled/energy-slide.png ]
}

@test "figures: the overview has the panels of the scenario, a heading of two lines, and footers with friction and source" {
    "$carom" compare 01-head-on -o panels --figures all --format svg > /dev/null
    grep -q "within rounding: Impulse" panels/energy.svg
    for head in 'Head-on collision of two equal balls' '(a) Positions over time' '(b) Energy and its error' '(c) Distance from Impulse'; do
        grep -qF ">$head<" panels/overview.svg
    done
    ! grep -q '(d) ' panels/overview.svg || false # one collision has no raster
    grep -q 'disc every 0.1 s; rings: Impulse at the same time' panels/scene.svg
    "$carom" compare two.yaml -o rub --format svg --set friction='{ ball_ball: 0.1, ball_wall: 0.2 }' --set tangential_restitution=0.5 --solver impulse > /dev/null
    grep -q 'friction μ = 0.1 (balls), 0.2 (walls)' rub/overview.svg
    grep -q 'tangential restitution = 0.5' rub/overview.svg
    "$carom" compare 15-as-published/clock -o clock --figures energy --format svg > /dev/null
    grep -q 'Corrected 2 Hz: blog 2013, frame = 500 ms' clock/energy.svg
}

@test "energy: over many collisions, with gravity, of a recording, and of a wrong formula, whose ledger is not shown" {
    "$carom" compare 05-time-step/bounces -o many-hits --set duration_s=15 --set samples=301 --figures energy --format svg > /dev/null
    grep -q '>number of collisions<' many-hits/energy.svg
    # N pi theta^5/72, off by theta/pi where a contact is cut within its last step
    columns many-hits/summary.tsv solver collisions energy_residual_rel | awk '
        $1 == "rk4-located" { off = -$3 / ($2 * 3.14159265358979 * 0.04 ^ 5 / 72) - 1; seen = $2 > 1000 } $1 == "verlet" { bounded = $3 ^ 2 <= (0.04 ^ 2 / 2) ^ 2 }
        END { exit !(seen && bounded && off ^ 2 <= (0.04 / 3.14) ^ 2) }'
    "$carom" compare 27-measured/film -o film-energy --figures energy --format svg > /dev/null
    grep -q 'rounding: Impulse' film-energy/energy.svg
    ! grep -q 'exactly 0' film-energy/energy.svg || false
    "$carom" compare 12-collapse -o at-rest --figures energy --format svg > /dev/null # E(0) = 0
    grep -q '>|energy error| (J)<' at-rest/energy.svg
    "$carom" compare 15-as-published/sticking -o sticking --figures energy --format svg > /dev/null
    # the energy only falls: no segment of a curve rises
    tr '\n\t' '  ' < sticking/energy.svg | grep -o 'd=.M[0-9.,LM -]*' | tr 'M' '\n' | tr 'L' ' ' |
        awk 'NF > 20 && substr($1, index($1, ",") + 1) < 400 { curves++; for (i = 2; i <= NF; i++) { split($(i - 1), a, ","); split($i, b, ","); rises += b[2] < a[2] - 1 } }
             END { print curves, rises + 0; exit !(curves >= 12 && rises == 0) }'
}

@test "studies: orders, equal means" {
    "$carom" converge 05-time-step --solver euler --solver heun -o orders --format svg \
        --set convergence='{ theta_from: 0.004, theta_to: 0.1, thetas: 6, factors: 1, phases: 8 }' > /dev/null
    for solver in Euler Heun; do
        grep -q ">order $(columns orders/orders.tsv solver order | awk -v who="$solver" 'tolower(who) == $1 { printf "%.2f", $2 }')" orders/convergence.svg
    done
    # one ball: every seed has the same means, without errors; of a reference at rest no ratio is a number
    printf 'carom: 1\nballs: [{ x_m: 1, y_m: 0.5, vx_mps: 2.385, vy_mps: 1.7 }]\nduration_s: 3\nsolvers: [{ kind: impulse }]\n' > one.yaml
    "$carom" statistics one.yaml -o equal --format svg > /dev/null && [ -s equal/ensemble.svg ]
    "$carom" statistics 15-as-published/sign -o rest --format svg > /dev/null
    grep -q 'all means of Impulse are 0' rest/ensemble.svg
    # no systematic error of e, no marks; no solver within the axis at the end; gnuplot's warnings count
    JOBS=2 CAROM="$carom" run sh "$root/tests/soak/figures.sh" 'contact|statistics' '12-collapse/three|24-rough-gas/exp'
    [ "$status" -eq 0 ] || { echo "$output"; false; }
}

@test "gallery: pictures show no version, and are replaced where their drawing differs" {
    "$carom" compare 01-head-on -o a --figures scene > /dev/null
    "$carom" compare 01-head-on -o b --figures scene > /dev/null
    ! grep -q 'commit' a/scene.svg || false
    # another ball is another drawing
    sh "$root/tests/figures.sh" same a/scene.png b/scene.png
    "$carom" compare 01-head-on -o c --figures scene --set balls.cue.vx_mps=1.1 > /dev/null
    ! sh "$root/tests/figures.sh" same a/scene.png c/scene.png || false
    echo no picture > d.png
    ! sh "$root/tests/figures.sh" same d.png a/scene.png || false
}
