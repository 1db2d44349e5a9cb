#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What can be measured of a figure: type, sizes, fonts, colours, what lies where.

load common

presets="screen slide half-slide column print"

setup_file() { # the same two balls in every look, once for all tests
    begin
    all_formats
    has_gnuplot || skip "no gnuplot"
    export FOLDER="$work"
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
}

teardown_file() { rm -rf "$FOLDER"; }

setup() {
    carom="${CAROM:-$BATS_TEST_DIRNAME/../../build/carom}"
    [ -n "${FOLDER:-}" ] || skip "no gnuplot"
    cd "$FOLDER"
}

need_pdftotext() { command -v pdftotext > /dev/null || skip "no pdftotext (poppler-utils)"; }

figures_of() { # the PDFs of a preset
    if [ "$1" = screen ]; then ls out/*.pdf | grep -v -e '-slide' -e '-column' -e '-print' -e '-half'
    elif [ "$1" = slide ]; then ls out/*-slide.pdf | grep -v half-slide
    else ls out/*-"$1".pdf; fi
}

words() { # x0 y0 x1 y1 width height word: the boxes of a PDF's words, pt, and the page's size
    pdftotext -bbox "$1" - | awk -F '"' '/<page/ { w = $2; h = $4 } /<word/ { t = $9; sub(/^>/, "", t); sub(/<.*/, "", t); print $2, $4, $6, $8, w, h, t }'
}

# A word's type in points. Its box is as high as the font, which is 1.117 times its size (Liberation Sans: ascent 0.905, descent
# 0.212); of one that runs upwards it is as wide. A short word is less long than that.
sizes() { words "$1" | awk '{ w = $3 - $1; h = $4 - $2; long = w > h ? w : h; short = w > h ? h : w; print (length($7) < 5 ? long : short) / 1.117, $7 }'; }

least() { for pdf in $(figures_of "$1"); do sizes "$pdf"; done | sort -n | head -1; }

@test "figures: no type is smaller than promised, and it is as large as the preset says" {
    need_pdftotext
    # preset, least points (exponents are 7/8 of the font), points of the axes of a single figure
    while read -r preset bound font; do
        smallest=$(least "$preset")
        awk -v s="${smallest%% *}" -v b="$bound" 'BEGIN { exit !(s >= b) }' || { echo "$preset: $smallest pt, promised $bound"; false; }
        name=energy-$preset; [ "$preset" != screen ] || name=energy
        sizes "out/$name.pdf" | grep ' energy$' | awk -v f="$font" '$1 > f - 0.05 && $1 < f + 0.05 { n++ } END { exit !n }' ||
            { echo "$name: not $font pt"; sizes "out/$name.pdf" | grep energy; false; }
    done <<'P'
slide 18 21
half-slide 18 20.5
column 7 8
print 7 9
screen 6.2 18
P
}

@test "figures: a slide is 1920 by 1080 pixels, columns and pages as wide as they say" {
    pixels() { od -A n -t u1 -j 16 -N 8 "$1" | awk '{ print $1*16777216 + $2*65536 + $3*256 + $4, $5*16777216 + $6*65536 + $7*256 + $8 }'; }
    for figure in out/*-slide.png; do
        case $figure in *half*) ;; *) [ "$(pixels "$figure")" = "1920 1080" ] || { echo "$figure: $(pixels "$figure")"; false; } ;; esac
    done
    for figure in out/*-half-slide.png; do [ "$(pixels "$figure" | cut -d ' ' -f 1)" = 960 ]; done
    # (a PDF's page is whole points wide)
    is_wide() { pdftotext -bbox "$1" - | awk -F '"' -v mm="$2" '/<page/ { w = $2 / 72 * 25.4; exit !(w > mm - 0.36 && w < mm + 0.36) }'; }
    need_pdftotext
    is_wide out/energy-column.pdf 85
    is_wide out/overview-column.pdf 85
    is_wide out/overview-print.pdf 170
}

is_grey() { # all three parts of every colour alike
    grep -oiE '#[0-9a-f]{6}|rgb\([^)]*\)' "$1" | tr -d ' ' | sort -u | while read -r colour; do
        [[ "$colour" =~ ^#(..)(..)(..)$ ]] || [[ "$colour" =~ ^[rR][gG][bB]\(([0-9]+),([0-9]+),([0-9]+)\)$ ]] || exit 1
        [ "${BASH_REMATCH[1]}" = "${BASH_REMATCH[2]}" ] || exit 1
        [ "${BASH_REMATCH[2]}" = "${BASH_REMATCH[3]}" ] || exit 1
    done
}

@test "figures: sizes of the presets in inches times 100, and print is grey, a study's figures too" {
    while read -r name width height; do
        [ "$name" = screen ] && ending= || ending="-$name"
        grep -q "width=\"$width\" height=\"$height\"" "out/energy$ending.svg" || { echo "$name"; false; }
    done <<'P'
screen 1200 800
slide 1333 750
half-slide 667 667
print 669 440
P
    is_grey out/energy-print.svg
    ! is_grey out/energy.svg || false
    "$carom" fan 08-one-hits-two -o fan --preset print > /dev/null
    is_grey fan/fan-print.svg
}

@test "figures: nothing is cut off, and no word lies on another" {
    need_pdftotext
    for preset in $presets; do
        for pdf in $(figures_of "$preset"); do
            # a box is a little larger than its letters: a quarter of its height may lie beyond or below
            words "$pdf" | awk -v pdf="$pdf" '
                { q = 0.25 * ($4 - $2 < $3 - $1 ? $4 - $2 : $3 - $1)
                  if ($1 < -q || $2 < -q || $3 > $5 + q || $4 > $6 + q) { print pdf ": cut off: " $7; bad = 1 }
                  for (k = 1; k < NR; k++) if ($1 + q < x1[k] && x0[k] + q < $3 && $2 + q < y1[k] && y0[k] + q < $4) {
                      print pdf ": " $7 " lies on " word[k]; bad = 1 }
                  x0[NR] = $1; y0[NR] = $2; x1[NR] = $3; y1[NR] = $4; word[NR] = $7 }
                END { exit bad || NR == 0 }'
        done
    done
}

@test "figures: an SVG asks for one family of fonts, and for its weight where it is bold" {
    for svg in out/*.svg; do
        [ "$(grep -o 'font-family="[^"]*"' "$svg" | sort -u)" = 'font-family="Liberation Sans"' ]
    done
    tr '\n' ' ' < out/scene.svg | grep -q "font-weight=\"bold\"[^>]*> *Two balls"
}

@test "figures: a solver is called by its label, or by its name and the step that others have not; letters stay letters" {
    for says in 'Euler, h = 1 µs' 'Heun, h = 10 µs' 'Heun_{fine}' 'Impulse'; do grep -qF ">$says<" out/energy.svg; done
    ! grep -q 'Impulse, h' out/energy.svg || false
    grep -q '−' out/overview.svg # the minus sign
    ! grep -q '>-[0-9]' out/overview.svg || false
}

@test "figures: the same bytes again" {
    cp -R out again
    "$carom" plot again --format png,svg,pdf > /dev/null
    "$carom" plot again --preset print --format png,svg,pdf > /dev/null
    for figure in out/energy.* out/overview.* out/energy-print.* out/overview-print.*; do cmp "$figure" "again/${figure#out/}"; done
}

@test "figures: units have an SI prefix, linear and log axes at least three tics" {
    plots="$BATS_TEST_DIRNAME/../../plots"
    cat > axes.gp <<G
PLOTS = '$plots'; TERM = "svg"; load PLOTS . '/style.gp'
W = 1200.0; H = 800.0; FS = 18.0; L = 0.1; R = 0.9; B = 0.1; T = 0.9
print unit(0, 3.1e-7, "s") . " " . unit(0, 2.5e6, "N") . " " . unit(-0.02, 0.01, "m") . " " . unit(0, 250, "N") . " " . unit(0.098, 0.104, "J")
print units(0, 3.1e-7), units(0, 250), zeroed(1e-15, 1) == 0, zeroed(1e-9, 1) == 1e-9, count_step(0, 2.5)
fewest = 9
do for [k=1:200] { a = 0.37 * k; b = a + 0.01 * k ** 1.7; fewest = min2(fewest, tics_in(a, b, even_step(a, b))) }
do for [k=1:200] { a = 0.37 * k; b = a + 0.01 * k ** 1.7; fewest = min2(fewest, tics_in(a, b, across_step(a, b))) }
print sprintf("fewest %d", fewest)
G
    gnuplot -d axes.gp > values 2>&1
    cat values
    [ "$(head -n 1 values)" = "ns MN mm N mJ" ]
    [ "$(sed -n 2p values)" = "1000000000.0 1.0 1 1 1" ]
    [ "$(tail -n 1 values)" = "fewest 3" ]
    # labelled and minor tics of log axes of 0.3 to 12 decades
    for high in 2 7 30 4e3 1e12; do
        cat > log.gp <<G
PLOTS = '$plots'; TERM = "svg"; load PLOTS . '/style.gp'
W = 1200.0; H = 800.0; FS = 18.0; L = 0.1; R = 0.9; B = 0.1; T = 0.9; POWER = "1e%L"
LOG_AXIS = "y"; LOG_LOW = 1.1; LOG_HIGH = $high; load PLOTS . '/logarithmic.gp'
set terminal svg; set output "log.svg"; plot 2
G
        gnuplot -d log.gp
        labelled=$(grep -c 'text-anchor="end"' log.svg)
        [ "$labelled" -ge 3 ] || { echo "up to $high: $labelled"; false; }
    done
}

@test "figures: colours have a contrast of 3 : 1 on white, and no two line styles are the same, in grey either" {
    plots="$BATS_TEST_DIRNAME/../../plots"
    echo "PLOTS = '$plots'; load PLOTS . '/style.gp'; show style line" > colour.gp
    echo "PLOTS = '$plots'; load PLOTS . '/style.gp'; load PLOTS . '/mono.gp'; show style line" > grey.gp
    for look in colour grey; do
        gnuplot -d $look.gp 2> styles
        sed -n 's/.*linestyle *[0-9]*, *\(.*\) pointtype.*/\1/p' styles > $look.styles
        [ "$(wc -l < $look.styles)" -eq 41 ] # seven hues and greys of five variants, and comparison
        [ -z "$(sort $look.styles | uniq -d)" ]
    done
    # relative luminance and contrast: W3C, Web Content Accessibility Guidelines 2.1
    cat "$plots/style.gp" "$plots/mono.gp" | sed -n 's/^COLOURS = "\([^"]*\)".*/\1/p; s/.*BESIDE = "\([^"]*\)".*/\1/p; s/^GREYS = "\([^"]*\)".*/\1/p' | tr ' ' '\n' | sort -u > colours
    # shades too
    echo "do for [v=0:4] { do for [h=1:9] { print colour(10*v+h) } }" | cat colour.gp - > shades.gp
    gnuplot -d shades.gp 2>&1 | grep '^#' | sort -u >> colours
    [ "$(wc -l < colours)" -ge 45 ]
    echo "#ffff00" > bright
    contrast() { awk 'function part(c) { c /= 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ^ 2.4 }
        function hex(s) { return 16 * (index("0123456789abcdef", tolower(substr(s, 1, 1))) - 1) + index("0123456789abcdef", tolower(substr(s, 2, 1))) - 1 }
        { c = 1.05 / (0.2126 * part(hex(substr($0, 2))) + 0.7152 * part(hex(substr($0, 4))) + 0.0722 * part(hex(substr($0, 6))) + 0.05)
          if (c < 3) { print $0 ": " c; bad = 1 } } END { exit bad }' "$1"; }
    contrast colours
    ! contrast bright || false
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
    # the test reads only the SVG files
    PATH="$BATS_TEST_DIRNAME/stand-in:$PATH"
    "$carom" run many.yaml -o many -q
    "$carom" plot many -q
    [ "$(grep -c "fill = 'rgb(227, 227, 227)'" many/scene.svg)" -eq 5001 ]
    "$carom" plot many --at 0 -q
    grep -q 'arrows (of a ball in 11): displacement in .* s, a disc for 2 balls' many/table-impulse.svg
    "$carom" run many.yaml -o fewer -q --set groups.0.count=10000
    "$carom" plot fewer -q
    [ "$(grep -c "fill = 'rgb(227, 227, 227)'" fewer/scene.svg)" -eq 10000 ]
}

@test "energy: a recording has no energy error, and none of 0" {
    has_gnuplot || skip "no gnuplot"
    "$carom" compare 27-measured/film -o film > /dev/null
    grep -q 'rounding: Impulse' film/energy.svg
    ! grep -q 'exactly 0' film/energy.svg || false
}
