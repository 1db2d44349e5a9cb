#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Nightly: make install into a temporary DESTDIR is complete, working, movable; the tarball; try.sh. (One installation in check: shell.bats.)

load common
setup_file() {
    root="$BATS_TEST_DIRNAME/../.."
    export INSTALLED="$BATS_FILE_TMPDIR/dest" PREFIX=/opt/carom
    # without the variables of the make that runs this test
    env -u MAKEFLAGS -u MAKELEVEL -u VARIANT make --no-print-directory -C "$root" install PREFIX=$PREFIX DESTDIR="$INSTALLED" > /dev/null
}
setup() {
    begin
    top="$INSTALLED$PREFIX"
    version=$(sed -n 's/^VERSION := //p' "$root/Makefile")
}
teardown() { rm -rf "$work"; }

@test "install: all files are there, and the program finds them after a move, or says what is missing" {
    "$top/bin/carom" --version | grep -q "^carom $version "
    [ -s "$top/lib/libcarom.a" ] && [ -s "$top/include/carom/carom.h" ]
    "$carom" new - | cmp - <("$top/bin/carom" new -)
    mkdir elsewhere && cp -r "$top/bin" "$top/share" elsewhere/
    elsewhere/bin/carom list experiments | cmp - <("$carom" list experiments)
    if has_gnuplot; then
        elsewhere/bin/carom compare 01-head-on --solver impulse --set figures=[energy] -o out > /dev/null
        [ -s out/overview.png ]
    fi
    # a foreign folder of plots is not accepted
    mkdir -p bare/bin bare/plots && cp "$top/bin/carom" bare/bin
    bare/bin/carom show "$root/experiments/01-head-on/experiment.yaml" > /dev/null
    run bare/bin/carom show 01-head-on
    [ "$status" -eq 66 ]
}

@test "install: the README names the installed program and installed files" {
    doc=$top/share/doc/carom
    [ -z "$(grep -F 'build/carom ' "$doc/README.md")" ]
    grep -oE '\]\([^)]*\)' "$doc/README.md" | sed 's/](//; s/)$//' > links.txt
    [ "$(wc -l < links.txt)" -gt 7 ]
    while read -r link; do ls -d "$doc/$link"; done < links.txt
}

@test "install: started by name through PATH, the program finds its files, also without /proc" {
    bare=(bwrap --ro-bind / / --tmpfs /proc --setenv PATH "/nowhere:$top/bin:$PATH")
    "${bare[@]}" true 2> /dev/null || skip "no bubblewrap that works here: /proc cannot be taken away"
    "${bare[@]}" carom list experiments > found.txt
    "$carom" list experiments | diff - found.txt
    "${bare[@]}" carom show 01-head-on > /dev/null
}

@test "install: no file names the build folder or the first installation folder" {
    for file in "$top/bin/carom" "$top/lib/libcarom.a" "$top/lib/pkgconfig/carom.pc"; do
        strings "$file" > strings.txt
        [ -s strings.txt ]
        ! grep -F -e "$(cd "$root" && pwd -P)" -e "$INSTALLED" strings.txt || false
    done
}

@test "install: pkg-config suffices to build a program" {
    command -v pkg-config > /dev/null || skip "no pkg-config"
    export PKG_CONFIG_PATH="$top/lib/pkgconfig"
    said() { pkg-config "$@" --define-variable=prefix="$top" --define-variable=libdir="$top/lib" carom; }
    [ "$(pkg-config --modversion carom)" = "$version" ]
    for name in break compare; do
        # shellcheck disable=SC2046
        cc -std=c17 "$top/share/doc/carom/examples/$name.c" $(said --cflags --libs) -o $name
    done
    ./break | grep -q '^impulse: eight at'
    ./compare "$top/share/carom/experiments/01-head-on/experiment.yaml" > table.txt
    grep -qE '^impulse +0\.000e\+00 +0\.000000$' table.txt
}

@test "install: the manual page lists every command; without help2man one line says that it is missing" {
    tree() { (cd "$root" && PREFIX=/opt LIBDIR=/opt/lib DESTDIR="$work/stage" VERSION=$version BUILD="$work/parts" PATH="$1" sh packaging/tree.sh install); }
    mkdir parts bin && cp "$root/build/carom" "$root/build/libcarom.a" parts
    for tool in sh install sed sort find dirname cat cp mkdir mktemp rm touch; do ln -s "$(command -v $tool)" bin/; done
    run tree "$work/bin"
    [ "$status" -eq 0 ]
    [ "$output" = "make install: without help2man no manual page is installed" ]
    [ ! -e stage/opt/share/man ]
    command -v help2man > /dev/null || skip "no help2man"
    [ "$("$carom" help | grep -c '^  carom [a-z]')" -eq "$(grep -c '^carom [a-z]' "$top/share/man/man1/carom.1")" ]
}

@test "install: bash completes commands, options, topics, experiments, worksheets, lists and files" {
    PATH="$top/bin:$PATH"
    completed() { # LINE: prints the completions of bash after LINE
        bash -c 'source "$2"; IFS=" " read -r -a COMP_WORDS <<< "$1"
            case $1 in *" ") COMP_WORDS+=("") ;; esac
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
            _carom
            printf "%s\n" "${COMPREPLY[@]}"' - "$1" "$top/share/bash-completion/completions/carom" | sort -u
    }
    completed 'carom ' | grep -v '^help$' | cmp - <("$carom" help | sed -n 's/^  carom \([a-z][a-z]*\).*/\1/p' | sort)
    completed 'carom fan -' | cmp - <("$carom" help fan | sed -n '/^Options:/,/^$/s/^  \(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p' | sort -u)
    touch '04 my scene.yaml'
    completed 'carom compare 04' > scenes.txt
    grep -qx '04-break' scenes.txt && grep -qx '04 my scene.yaml' scenes.txt && [ -z "$(grep -v '^04' scenes.txt)" ]
    [ "$(completed 'carom conv')$(completed 'carom help theo')$(completed 'carom list mat')" = convergetheorymaterials ]
    completed 'carom exercise show ' | cmp - <("$carom" exercise list | sed 's/ .*//' | sort)
    ! command -v zsh > /dev/null || [ "$(zsh -f -c 'autoload -U compinit bashcompinit; compinit -u -D; bashcompinit; source $1
        COMP_WORDS=(carom con) COMP_CWORD=1; compgen -F _carom -- con | grep ^con | sort | tr "\n" " "' - "$top/share/bash-completion/completions/carom")" = 'contact converge ' ]
}

@test "install: uninstall leaves the files of others, and no new folders after two installations" {
    mkdir -p "stage$PREFIX/bin" "stage$PREFIX/share/man" "stage$PREFIX/share/carom"
    touch "stage$PREFIX/share/carom/somebodys.txt"
    find stage | sort > before.txt
    tree() { (cd "$root" && PREFIX=$PREFIX LIBDIR=$PREFIX/lib DESTDIR="$work/stage" VERSION=$version BUILD=build sh packaging/tree.sh "$1"); }
    for step in install install uninstall; do tree $step; done
    find stage | sort | diff before.txt -
}

@test "install: DESTDIR and PREFIX may contain spaces and signs; a relative PREFIX is rejected" {
    install_into() { env -u MAKEFLAGS -u MAKELEVEL -u VARIANT make --no-print-directory -C "$root" "$1" PREFIX="$2" DESTDIR="$work/a stage"; }
    odd="/opt/O'Neill & 2 |halves"
    install_into install "$odd" > /dev/null
    "a stage$odd/bin/carom" show 01-head-on > /dev/null
    grep -qxF "prefix=$odd" "a stage$odd/lib/pkgconfig/carom.pc"
    (cd "a stage$odd" && find . ! -type d | sort) | cmp - <(cd "$INSTALLED$PREFIX" && find . ! -type d | sort)
    install_into uninstall "$odd"
    run install_into install opt/carom
    [ "$status" -ne 0 ]
    has "make install: PREFIX=opt/carom: expected an absolute path"
    [ -z "$(find "a stage" ! -type d)" ]
}

@test "install: try.sh compiles and tests an integrator against the installed headers" {
    pkg-config --exists check || skip "no libcheck"
    sh "$top/share/carom/tests/try.sh" "$root/tests/exercises/ralston.c" > tried.txt
    grep -q 'Failures: 0, Errors: 0' tried.txt
    [ ! -e out/try/carom ] # the objects of the program are not installed
}

@test "try.sh: a right integrator and law pass, wrong ones fail, others are refused" {
    pkg-config --exists check || skip "no libcheck"
    try() { # STATUS TEXT ARGUMENT...
        local expected=$1 text=$2
        shift 2
        run sh "$root/tests/try.sh" "$@"
        [ "$status" -eq "$expected" ]
        has "$text"
    }
    cp "$root"/tests/exercises/*.c .
    try 0 "Failures: 0, Errors: 0" ralston.c
    try 0 "Failures: 0, Errors: 0" law.c mine
    CAROM_HOME="$root" mine/carom run 07-restitution --solver force --set solvers.force.law=mine -o own
    awk -F '\t' 'NR == 2 { exit !($8 / $7 > 0.5 - 1e-6 && $8 / $7 < 0.5 + 1e-6) }' own/force/collisions.tsv
    sed -i.bak 's/0.75 \* a1/0.7 * a1/' ralston.c # order 2 is lost
    try 1 "order_is_as_declared" ralston.c
    sed -i.bak 's/total < 0 ? 0 : total/total/' law.c # the force pulls
    try 1 "force_end_is_never_attractive" law.c
    echo "this is not C" > law.c
    try 2 "law.c: expected carom_integrator_mine or carom_force_law_mine" law.c
}

@test "install: the tarball is reproducible, contains its commit and builds without git" {
    git -C "$root" rev-parse --git-dir > /dev/null 2>&1 || skip "not in a repository"
    (cd "$root" && sh packaging/dist.sh "$version" "$work/it" > /dev/null 2>&1)
    (cd "$root" && sh packaging/dist.sh "$version" "$work/again" > /dev/null 2>&1)
    cmp it.tar.gz again.tar.gz
    tar xzf it.tar.gz
    # it contains no build time
    [ "$(stat -c %Y "carom-$version/commit")" = "$(git -C "$root" log -1 --format=%ct)" ]
    [ "$(cd "carom-$version" && sh .ci/commit)" = "$(git -C "$root" rev-parse --short=12 HEAD)" ]
    (cd "$root" && git ls-files) | sort > committed.txt
    (cd "carom-$version" && find . -type f -o -type l | sed 's|^\./||' | grep -vx commit) | sort | diff committed.txt -
    # it builds without further settings
    (cd "carom-$version" && env -u MAKEFLAGS -u MAKELEVEL GIT_DIR=/nowhere make -n build > /dev/null)
}
