# SPDX-License-Identifier: GPL-3.0-or-later
# Shared functions of the command-line tests. CAROM names another build of the program.

begin() { # makes and enters a new folder
    root="$BATS_TEST_DIRNAME/../.."
    carom="${CAROM:-$root/build/carom}"
    work="$(mktemp -d)"
    cd "$work"
    if has_gnuplot && { sanitized || [ "${CAROM_TESTS_DRAW:-}" != all ]; }; then PATH="$root/tests/cli/stand-in:$PATH"; fi
}

# PNG and PDF take three quarters of gnuplot's time, and the same script draws the SVG. They are drawn only in tests of these files,
# of disk space or of the clock, and everywhere in make soak (CAROM_TESTS_DRAW=all).
all_formats() { sanitized || PATH=${PATH#"$root/tests/cli/stand-in:"}; }

# True under the sanitizers, which check memory and run ten times slower. Tests then repeat less (as ROUNDS in tests/support.h).
# A test that covers no line of src/ beyond the other tests is skipped; the release build runs it in full.
sanitized() { [[ "$carom" == */asan/* ]]; }

# Selects the release program for a test whose runs are long and whose lines other tests cover with the sanitizers.
released() { carom="$root/build/carom"; }

await() { # await COMMAND...: waits until it succeeds, for minutes on a busy machine
    for _ in $(seq 1200); do
        "$@" && return
        sleep 0.1
    done
    false
}

# handles PID SIGNAL: waits until a process handles a signal; before that it would end without a word. false if it has ended
handles() {
    local caught
    while caught=$(awk '/^SigCgt/ { print $2 }' "/proc/$1/status" 2> /dev/null) && [ -n "$caught" ]; do
        ! ((0x$caught >> ($(kill -l "$2") - 1) & 1)) || return 0
        sleep 0.01
    done
    [ ! -e /proc/self/status ] && sleep 1 # not Linux
}

has_gnuplot() { command -v gnuplot >/dev/null 2>&1; }

# Options of a study whose numbers and figures are tested: --no-plots where gnuplot is missing.
drawn() { has_gnuplot || echo --no-plots; }

one_hits_two() { # three.yaml: a ball hits two at once; further keys come from standard input
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

columns() { # columns FILE NAME...: prints these columns of a table, one line per row
    local file="$1"; shift
    awk -F '\t' -v names="$*" 'NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) at[$i] = i; next }
        { for (i = 1; i <= n; i++) printf "%s%s", $at[name[i]], i < n ? " " : "\n" }' "$file"
}

# has TEXT, has_not TEXT: whether the output of the last `run` contains TEXT
has() { [[ "$output" == *"$1"* ]] || { echo "lacks: $1"; return 1; }; }
has_not() { [[ "$output" != *"$1"* ]] || { echo "contains: $1"; return 1; }; }
