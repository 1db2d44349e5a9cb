# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of the command line share. CAROM names another build of the program.

begin() { # a fresh folder to work in
    root="$BATS_TEST_DIRNAME/../.."
    carom="${CAROM:-$root/build/carom}"
    work="$(mktemp -d)"
    cd "$work"
    if has_gnuplot && { sanitized || [ "${CAROM_TESTS_DRAW:-}" != all ]; }; then PATH="$root/tests/cli/stand-in:$PATH"; fi
}

# Three quarters of what gnuplot takes are PNG and PDF, of the script that draws the SVG too: drawn are they where a test looks at
# them, at what a disk has room for or at the clock, and in make soak everywhere (CAROM_TESTS_DRAW=all).
all_formats() { sanitized || PATH=${PATH#"$root/tests/cli/stand-in:"}; }

# Whether the sanitizers look on: they see memory, for which every line counts once, and take ten times as long. What is repeated for
# certainty is then repeated less (as ROUNDS in tests/support.h), and a test in which gcov sees
# no line of src/ that others under them have not is passed over (`! sanitized || return 0`); the other build does it in full.
sanitized() { [[ "$carom" == */asan/* ]]; }

await() { # await COMMAND...: until it holds; minutes on a machine that is busy with others
    for _ in $(seq 1200); do
        "$@" && return
        sleep 0.1
    done
    false
}

has_gnuplot() { command -v gnuplot >/dev/null 2>&1; }

# For a study whose numbers and figures are looked at: one run is for both, without figures where nothing draws them.
drawn() { has_gnuplot || echo --no-plots; }

one_hits_two() { # three.yaml: a ball hits two at once; what else is on standard input
    cat > three.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 3
balls:
  - { name: cue, x_m: -1.5, y_m: 0, vx_mps: 1, radius_m: 0.5, mass_kg: 1 }
  - { name: upper, x_m: 0.86602540378443864676, y_m: 0.5, radius_m: 0.5, mass_kg: 1 }
  - { name: lower, x_m: 0.86602540378443864676, y_m: -0.5, radius_m: 0.5, mass_kg: 1 }
Y
    cat >> three.yaml
}

columns() { # columns FILE NAME...: these columns of a table, a line for each of its rows
    local file="$1"; shift
    awk -F '\t' -v names="$*" 'NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) at[$i] = i; next }
        { for (i = 1; i <= n; i++) printf "%s%s", $at[name[i]], i < n ? " " : "\n" }' "$file"
}

# Skips a test that grades a program where no sandbox can be made.
boxed() { bwrap --unshare-all --ro-bind / / --dev /dev --proc /proc true 2> /dev/null || skip "bwrap does not work here"; }
