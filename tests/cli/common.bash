# SPDX-License-Identifier: GPL-3.0-or-later
# Shared functions of the command-line tests. CAROM names another build of the program.

begin() { # makes and enters a new folder
    root="$BATS_TEST_DIRNAME/../.."
    carom="${CAROM:-$root/build/carom}"
    work="$(mktemp -d)"
    cd "$work"
}

await() { # await COMMAND...: waits until it succeeds, for minutes on a busy machine
    for _ in $(seq 1200); do
        "$@" && return
        sleep 0.1
    done
    false
}

# handles PID SIGNAL: waits until a process is carom and handles a signal; before that it would end without a word, and the shell
# that has not yet become carom handles signals of its own. false if it has ended
handles() {
    local caught
    while caught=$(awk '/^Name/ { name = $2 } /^SigCgt/ { print name == "carom" ? $2 : 0 }' "/proc/$1/status" 2> /dev/null) && [ -n "$caught" ]; do
        ! ((0x$caught >> ($(kill -l "$2") - 1) & 1)) || return 0
        sleep 0.01
    done
    [ ! -e /proc/self/status ] && sleep 1 # not Linux
}

has_gnuplot() { command -v gnuplot >/dev/null 2>&1; }

columns() { # columns FILE NAME...: prints these columns of a table, one line per row
    local file="$1"; shift
    awk -F '\t' -v names="$*" 'NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) at[$i] = i; next }
        { for (i = 1; i <= n; i++) printf "%s%s", $at[name[i]], i < n ? " " : "\n" }' "$file"
}

# has TEXT, has_not TEXT: whether the output of the last `run` contains TEXT
has() { [[ "$output" == *"$1"* ]] || { echo "lacks: $1"; return 1; }; }
has_not() { [[ "$output" != *"$1"* ]] || { echo "contains: $1"; return 1; }; }
