#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Every command with wrong inputs: a folder instead of a file and the reverse, a missing or empty one,
# a circular link. Statuses of carom help: 65 bad input, 66 cannot read, 73 and 74 cannot write.

load common
setup() { begin; }
teardown() { rm -rf "$work"; }

prepare() { # makes inputs of every wrong kind, and a valid folder and file
    touch none.yaml
    mkdir empty
    echo 'carom: 1' > file.yaml
    ln -s circle circle
    mkdir said
    ls -A > said/before
}

# ends STATUS COMMAND...: it ends with this status and one line of error, without new files
ends() {
    local expected=$1
    shift
    local status=0
    "$carom" "$@" < /dev/null > said/out 2> said/err || status=$?
    ls -A > said/after
    [ $status -eq $expected ] && [ ! -s said/out ] && cmp -s said/before said/after &&
        grep -qE '^carom: (error|no figures): |^[^ ]*:[0-9]+:[0-9]+: error: ' said/err ||
        { echo "carom $*: $status; expected $expected"; cat said/err said/out; diff said/before said/after; return 1; }
}

# wrong_kinds STATUS_OF_EMPTY_FILE STATUS_OF_FILE COMMAND...
wrong_kinds() {
    local none=$1 file=$2
    shift 2
    ends 66 "$@" missing
    ends 66 "$@" missing/more
    ends 66 "$@" empty
    ends 66 "$@" file.yaml/more
    ends 66 "$@" circle
    ends "$none" "$@" none.yaml
    ends "$file" "$@" file.yaml
}

@test "inputs: commands that read a scenario: 66 without a file, 65 for a file that is no scenario" {
    prepare
    commands="run sweep check explain lab"
    sanitized || commands="$commands compare diverge converge statistics reverse fan contact show"
    for command in $commands; do
        wrong_kinds 65 65 $command
    done
    wrong_kinds 65 65 new mine --from
}

@test "inputs: commands that read a folder: 66 without a folder, and for an empty one" {
    prepare
    for command in plot "plot --film" "plot --sound" "check --records"; do
        wrong_kinds 66 66 $command
    done
    wrong_kinds 65 65 exercise grade
    wrong_kinds 66 66 exercise show
}
