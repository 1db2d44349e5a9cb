# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Functions of numbers.sh and evidence.sh: find a number in what a command has written or printed.

trim() { # trim NAME: the spaces around what is in it, without a process for each of thousands
    eval "trimmed=\$$1"
    trimmed=${trimmed#"${trimmed%%[! ]*}"}
    trimmed=${trimmed%"${trimmed##*[! ]}"}
    eval "$1=\$trimmed"
}

# The number in TABLE of the rows that meet ROW ("a=b,c=d"; the last of them, or with "nth=2" the second), in COLUMN. COLUMN may be
# "A/B", a ratio of two; "max A" and "min A", the largest and the least of the rows; "angle A B", that of the velocity of ball A relative to ball B.
look_up() {
    awk -F '\t' -v row="$2" -v column="$3" '
        function same(a, b) { return a == b || (a + 0 == a && b + 0 == b && (a - b) ^ 2 <= 1e-18 * (b ^ 2 + 1e-30)) }
        NR == 1 {
            for (i = 1; i <= NF; i++) at[$i] = i
            wants = split(row, want, ","); words = split(column, word, " "); parts = split(column, part, "/")
            next
        }
        { met = 1; nth = 0
          for (i = 1; i <= wants; i++) {
              split(want[i], kv, "=")
              if (kv[1] == "nth") nth = kv[2]
              else if (!(kv[1] in at) || !same($at[kv[1]], kv[2])) met = 0
          }
          seen += met
          if (nth && seen != nth) met = 0
          if (met && column in at) found = $at[column]
          if (met && parts == 2) found = $at[part[1]] / $at[part[2]]
          if (met && word[1] == "max" && (found == "" || $at[word[2]] > found)) found = $at[word[2]]
          if (met && word[1] == "min" && (found == "" || $at[word[2]] < found)) found = $at[word[2]]
          if (word[1] == "angle") { vx[$at["ball"]] = $at["vx_mps"]; vy[$at["ball"]] = $at["vy_mps"] } }
        END { if (words == 3 && word[1] == "angle")
                  found = sprintf("%.15g", atan2(vy[word[2]] - vy[word[3]], vx[word[2]] - vx[word[3]]))
              print found }' "$1"
}

# the first number after TEXT, whose last word ends there, in what a command printed
printed() {
    awk -v text="$2" '{ all = all $0 "\n" }
        END { while (i = index(all, text)) { all = substr(all, i + length(text)); if (all !~ /^[A-Za-z]/) break }
              if (i) { if (match(all, /-?[0-9][0-9.]*(e[-+]?[0-9]+)?/)) print substr(all, RSTART, RLENGTH) } }' "$1"
}

# Run a command of carom once, into $1/<its checksum>, and set `place` to that folder. @return what the command returned
run_once() { # run_once WORK COMMAND
    place=$1/$(echo "$2" | cksum | cut -d ' ' -f 1)
    [ ! -d "$place" ] || return 0
    mkdir -p "$place"
    case $2 in run* | check*) options= ;; *) options=--no-plots ;; esac
    # shellcheck disable=SC2086
    "$carom" $2 $options -o "$place" > "$place/stdout" 2>&1 < /dev/null
}
