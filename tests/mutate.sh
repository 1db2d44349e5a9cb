#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Seeds faults into the program and reports which test catches each of them.
# usage: mutate.sh [N...]: the mutants of tests/mutants.txt with these numbers; without numbers all
# Works in build/mutants, a copy of the tree. A row of the list: FILE ; TEXT => REPLACEMENT ; what breaks ; test that catches it. TEXT
# occurs once in the file. A test is a suite of C tests (scene/test_rolling), a file of cases (cases/check), golden, audit, tests of a bats file
# (pictures.bats PATTERN), or a file of tests of the page (lab/link). If the named test passes, others run: other_tests.
set -eu
cd "$(dirname "$0")/.."
list=$PWD/tests/mutants.txt copy=build/mutants tested=' '
[ ! -d /usr/lib/ccache ] || PATH=/usr/lib/ccache:$PATH
mkdir -p $copy
limit= # a test that hangs fails; macOS may lack `timeout`
! command -v timeout > /dev/null || limit='timeout 300'
export SET_UP=1 CK_FORK=no CCACHE_NOHASHDIR=1 CCACHE_BASEDIR="$PWD/$copy" CAROM="$PWD/$copy/build/carom"

# Copies new and changed files, removes those that are gone. Make compares times: those of unchanged files stay, others are now.
refresh() {
    git ls-files -c -o --exclude-standard | while IFS= read -r file; do
        if [ -f "$file" ] && ! cmp -s "$file" "$copy/$file"; then echo "$file"; fi
    done | tar -cf - -T - | tar -xmf - -C $copy
    (cd $copy && find src include tests -type f) | while IFS= read -r file; do
        [ -f "$file" ] || rm "$copy/$file"
    done
}

# The mutated file, if any, is named in build/mutants.now, also after a kill, and build/mutants.kept has its text.
restore() {
    [ ! -f build/mutants.now ] || cp build/mutants.kept "$copy/$(cat build/mutants.now)"
    rm -f build/mutants.now
}

build() {
    if ! make -C $copy -j2 build tests > build/mutants.log 2>&1; then
        tail -20 build/mutants.log
        echo "mutate: ${1:-the tree} does not build"
        exit 1
    fi
}

# Replaces the text in the copy. Fails unless the text occurs once.
mutate() { # mutate FILE TEXT REPLACEMENT
    cp "$copy/$1" build/mutants.kept
    echo "$1" > build/mutants.now
    TEXT=$2 NEW=$3 awk 'BEGIN { text = ENVIRON["TEXT"] }
        (at = index($0, text)) > 0 {
            rest = substr($0, at + length(text)); found++
            found += index(rest, text) > 0
            $0 = substr($0, 1, at - 1) ENVIRON["NEW"] rest
        }
        { print } END { exit found != 1 }' build/mutants.kept > "$copy/$1"
}

passes() { # passes TEST: true if the test passes in the copy
    case $1 in
    audit) (cd $copy && sh tests/checks/audit.sh 16 | awk '/^not ok/ { bad = 1 } END { exit bad }') ;;
    golden) (cd $copy && GOLDEN_OUT=build/bits build/release/tests/golden/test_golden && cmp build/bits tests/golden/bits.txt) ;;
    cases/*) (cd $copy && $limit build/release/tests/cases "tests/$1.case") ;;
    lab/*) (cd $copy && sh tests/lab/unit.sh "${1#lab/}.test.mjs" | awk '/^not ok/ { bad = 1 } END { exit bad }') ;;
    *.bats\ *) (cd $copy && $limit bats -f "${1#* }" "tests/cli/${1%% *}") ;; # FILE PATTERN
    */test_endless) (cd $copy && CK_FORK=yes $limit build/release/tests/all "$1") ;; # its timer needs a process of its own
    *) (cd $copy && $limit build/release/tests/all "$1") ;;
    esac > build/mutants.out 2>&1 < /dev/null
}

# Prints the tests that run if the named one passes: C tests of the mutated folder and of the named test's folder, golden, all cases.
other_tests() { # other_tests FOLDER NAMED
    echo golden
    (cd tests && ls cases/*.case | sed 's/\.case$//')
    (cd $copy && build/release/tests/all) | sed 's,.*tests/\(.*\)\.c$,\1,' | grep -E "^($1|${2%/*})/" | sort
}

# Prints the first test that fails, or nothing.
find_catcher() { # find_catcher FILE NAMED
    passes "$2" || { echo "$2"; return; }
    folder=${1#src/}
    for test in $(other_tests "${folder%%/*}" "$2"); do
        passes "$test" || { echo "$test, not by $2"; return; }
    done
}

trap 'restore' EXIT
trap 'exit 130' INT TERM
restore
refresh
build
caught=0 survived=0 number=0
while IFS= read -r row; do
    case $row in '#'* | '') continue ;; esac
    number=$((number + 1))
    case " ${*:-$number} " in *" $number "*) ;; *) continue ;; esac
    file=${row%% ; *} rest=${row#* ; } named=${row##* ; }
    change=${rest%% ; *} what=${rest#* ; }
    what=${what%% ; *}
    case $tested in
    *" $named "*) ;;
    *) build
       passes "$named" || { cat build/mutants.out; echo "mutate: $named fails without a mutant"; exit 1; } ;;
    esac
    tested="$tested$named "
    mutate "$file" "${change%% => *}" "${change#* => }" || { echo "mutate: $number: not once in $file: ${change%% => *}"; exit 1; }
    build "mutant $number"
    by=$(find_catcher "$file" "$named")
    restore
    if [ -n "$by" ]; then
        caught=$((caught + 1))
        echo "caught $number by $by: $what"
    else
        survived=$((survived + 1))
        echo "SURVIVED $number: $what"
    fi
done < "$list"
echo "mutants: $caught caught, $survived survived"
