#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The figures of the experiments: each one exists, is shown in its README and in the gallery, and is drawn by its figures.txt,
# and differs from all others.
# Every experiment is in the table and in the gallery.
set -eu
cd "$(dirname "$0")/../.."
cksum experiments/*/*.png | awk 'seen[$1 $2] { print $3 ": the same picture as " seen[$1 $2]; bad = 1 } { seen[$1 $2] = $3 } END { exit bad }'
ls -d experiments/*/ experiments/*/*.png | awk '
    function wrong(text) { print text; bad = 1 }
    function there(file,    line, found) { found = (getline line < file) >= 0; close(file); return found }
    function read_text(file,    folder, line, all, name) { # of the figures that a README shows, each exists
        folder = file
        sub(/[^\/]*$/, "", folder)
        while ((getline line < file) > 0) {
            all = all line "\n"
            if (file == "experiments/README.md" && line ~ /^(\| \[[^]]*\]\([^)]*\) \| [^|]*\? \||## \[.*\]\([^)]*\))$/) {
                name = line
                if (sub(/^## .*\]\(/, "", name)) in_gallery[substr(name, 1, length(name) - 1)] = 1
                else { sub(/^\| \[[^]]*\]\(/, "", name); sub(/\).*/, "", name); in_table[name] = index(line, "| [" name "]") == 1 }
            }
            while (match(line, /!\[[^]]*\]\([^)]*\)/)) {
                name = substr(line, RSTART, RLENGTH); line = substr(line, RSTART + RLENGTH)
                sub(/.*\(/, "", name); sub(/\)$/, "", name)
                if (!there(folder name)) wrong(file ": no figure " name)
            }
        }
        return all
    }
    function read_list(folder,    line, i, n, word) { # of the figures that figures.txt names, each exists
        while ((getline line < (folder "figures.txt")) > 0) {
            if (line ~ /^#/ || !sub(/^[^;]*;/, "", line)) continue
            n = split(line, word, " ")
            for (i = 1; i <= n; i++) {
                sub(/.*=/, "", word[i])
                drawn[folder word[i] ".png"] = 1
                if (!there(folder word[i] ".png")) wrong(folder "figures.txt: no figure " word[i])
            }
        }
    }
    BEGIN { read_text("README.md"); gallery = read_text("experiments/README.md") }
    /\/$/ {
        name = $0
        gsub(/^experiments\/|\/$/, "", name)
        text[$0] = read_text($0 "README.md")
        read_list($0)
        if (!there($0 "README.md") || !there($0 "experiment.yaml") || !there($0 "figures.txt") || !there($0 "numbers.txt")) wrong($0 ": incomplete")
        if (!in_table[name]) wrong($0 ": not in the table of experiments/README.md, with its question")
        if (!in_gallery[name]) wrong($0 ": not in the gallery")
        next
    }
    { figure[++figures] = $0 }
    END {
        for (i = 1; i <= figures; i++) {
            split(figure[i], part, "/")
            folder = "experiments/" part[2] "/"
            if (!index(text[folder], "](" part[3] ")")) wrong(figure[i] ": not in " folder "README.md")
            if (!index(gallery, "](" part[2] "/" part[3] ")")) wrong(figure[i] ": not in the gallery")
            if (!(figure[i] in drawn)) wrong(figure[i] ": not in " folder "figures.txt")
        }
        exit bad
    }'
