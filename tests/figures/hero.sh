#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The film of the README: the break with rigid balls and with springs on one table, 8 s. Needs gnuplot and ffmpeg.
# usage: hero.sh FILE.gif
set -eu
cd "$(dirname "$0")/../.."
work=out/hero
${CAROM:-build/carom} run 04-break --solver impulse --solver heun --set samples=6001 -o $work -q
# Blocks of frames: the time, the slowdown, the rms distance; then a line per ball, x and y of the rigid one and of the springs
awk -v OFS='\t' '
    FNR == 1 { file++; next }
    { k = int($1 * 2000 + 0.5); if (file == 1) { x[k, $2] = $3; y[k, $2] = $4; ball[$2] } else { u[k, $2] = $3; v[k, $2] = $4 } }
    END {
        for (f = 0; f < 160; f++) { # 20 a second
            s = f / 20
            t = s < 1.2 ? 0.16 * s : s < 3.6 ? 0.192 + 0.0125 * (s - 1.2) : 0.222 + 0.52 * ((s < 7.4 ? s : 7.4) - 3.6)
            slow = s < 1.2 ? 6 : s < 3.6 ? 80 : 2
            k = int(t * 2000 + 0.5); sum = n = 0
            for (b in ball) { sum += (x[k, b] - u[k, b])^2 + (y[k, b] - v[k, b])^2; n++ }
            print t, slow, sqrt(sum / n), 0
            for (b in ball) print x[k, b], y[k, b], u[k, b], v[k, b]
            print "\n"
        }
    }' $work/impulse/trajectory.tsv $work/heun/trajectory.tsv > $work/frames.tsv
gnuplot -e "WORK='$work'" tests/figures/hero.gp 2> $work/gnuplot.log || { cat $work/gnuplot.log; exit 1; }
ffmpeg -nostdin -loglevel error -y -framerate 20 -i $work/frame%03d.png \
    -bitexact -vf "split[a][b];[a]palettegen=max_colors=40:stats_mode=full[p];[b][p]paletteuse=dither=none:diff_mode=rectangle" "$1"
