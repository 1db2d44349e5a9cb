#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# make install into a temporary DESTDIR: complete, working, movable.

load common
setup_file() {
    root="$BATS_TEST_DIRNAME/../.."
    export INSTALLED="$BATS_FILE_TMPDIR/dest" PREFIX=/opt/carom
    [[ "${CAROM:-build/carom}" != */asan/* ]] || return 0
    # without the variables of the make that runs this test
    env -u MAKEFLAGS -u MAKELEVEL -u VARIANT make --no-print-directory -C "$root" install PREFIX=$PREFIX DESTDIR="$INSTALLED" > /dev/null
}
setup() {
    begin
    all_formats
    ! sanitized || skip "what is installed is the release build"
    top="$INSTALLED$PREFIX"
    version=$(sed -n 's/^VERSION := //p' "$root/Makefile")
}
teardown() { rm -rf "$work"; }

@test "install: all files are there, and the program finds them after a move" {
    "$top/bin/carom" --version | grep -q "^carom $version "
    [ -s "$top/lib/libcarom.a" ] && [ -s "$top/include/carom/carom.h" ] && [ -s "$top/share/carom/plots/style.gp" ]
    "$top/bin/carom" list experiments > installed.txt
    "$carom" list experiments | diff - installed.txt
    for asked in 'help theory' 'help --completion bash' 'new -'; do
        # shellcheck disable=SC2086
        "$carom" $asked | cmp - <("$top/bin/carom" $asked)
    done
    mkdir elsewhere && cp -r "$top/bin" "$top/share" elsewhere/
    elsewhere/bin/carom list experiments | diff - installed.txt
    if has_gnuplot; then
        elsewhere/bin/carom run 01-head-on --solver impulse --set figures=[energy] --plots -o out > /dev/null
        [ -s out/energy.png ]
    fi
    # a foreign folder of plots is not accepted; without one carom prints an error
    mkdir -p bare/bin bare/plots && cp "$top/bin/carom" bare/bin
    cp "$root/experiments/01-head-on/experiment.yaml" one.yaml
    bare/bin/carom show one.yaml > /dev/null
    run bare/bin/carom show 01-head-on
    [ "$status" -eq 66 ]
}

@test "install: worksheets name the installed program and installed files" {
    for name in 01-head-on 05-time-step; do
        "$carom" exercise show $name > here.md
        grep -q '^    build/carom ' here.md
        "$top/bin/carom" exercise show $name > there.md
        [ -z "$(grep -e 'build/carom' -e '`experiments/' -e '`src/' there.md)" ]
        grep -oE '`/[^`]*`' there.md | tr -d '`' > named.txt
        while read -r file; do cmp "$file" "$root/${file##*/share/carom/}"; done < named.txt
        grep 'experiment.yaml$' named.txt > files.txt
        [ -s files.txt ]
        home=$(sed 's|/experiments/.*||;q' files.txt)
        sed "s|build/carom|carom|g; s|\`experiments/|\`$home/experiments/|g; s|\`src/|\`$home/src/|g" here.md | cmp - there.md
    done
}

@test "install: the README names the installed program, and its links lead to installed files" {
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

@test "install: the tests of the Debian packages pass" {
    has_gnuplot || skip "no gnuplot"
    command -v man > /dev/null || skip "no man"
    mkdir as-installed
    PATH="$top/bin:$PATH" MANPATH="$top/share/man" AUTOPKGTEST_TMP="$work/as-installed" sh "$root/debian/tests/program"
}

@test "install: no file names the build folder or the first installation folder" {
    here=$(cd "$root" && pwd -P)
    for file in "$top/bin/carom" "$top/lib/libcarom.a" "$top/lib/libcarom.so.$version" "$top/lib/pkgconfig/carom.pc"; do
        strings "$file" > strings.txt
        [ -s strings.txt ]
        run grep -F -e "$here" -e "$INSTALLED" strings.txt
        [ "$status" -eq 1 ]
    done
}

@test "install: the shared library has a soname and exports exactly the declarations of the public headers" {
    shared="$top/lib/libcarom.so.$version"
    readelf -d "$shared" | grep -q 'SONAME.*\[libcarom.so.0\]'
    [ "$(readlink "$top/lib/libcarom.so.0")" = "libcarom.so.$version" ]
    [ "$(readlink "$top/lib/libcarom.so")" = libcarom.so.0 ]
    nm -D --defined-only "$shared" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort > exported.txt
    [ "$(wc -l < exported.txt)" -gt 100 ]
    [ -z "$(grep -v "^carom_" exported.txt)" ]
    while read -r name; do grep -qhw "$name" "$top"/include/carom/*.h || echo "$name"; done < exported.txt > unsaid.txt
    # plug-ins are declared by the lists in the headers, X(name)
    run grep -vE '^carom_(solver|integrator|force_law|impact_law|impact_policy|friction_law|shape)_[a-z0-9_]+$' unsaid.txt
    [ "$status" -eq 1 ]
    # every prototype of the headers is defined
    cat "$top"/include/carom/*.h | grep -v 'static inline' | grep -oE '^[A-Za-z].*\bcarom_[a-z0-9_]+\(' | grep -vE '^(typedef|static|return|#)' |
        grep -oE 'carom_[a-z0-9_]+\($' | tr -d '(' | sort -u > promised.txt
    [ "$(wc -l < promised.txt)" -gt 60 ]
    [ -z "$(comm -23 promised.txt exported.txt)" ]
}

@test "install: a plug-in exports only its own symbol" {
    for plugin in "$root"/build/engines/*.so "$root"/build/engines/mock/*.so; do
        [ -e "$plugin" ] || continue
        [ "$(nm -D --defined-only "$plugin" | awk '{ print $3 }' | grep '^carom_')" = carom_engine_plugin ]
    done
}

@test "install: pkg-config suffices to build a program with either library" {
    command -v pkg-config > /dev/null || skip "no pkg-config"
    export PKG_CONFIG_PATH="$top/lib/pkgconfig"
    said() { pkg-config "$@" --define-variable=prefix="$top" --define-variable=libdir="$top/lib" carom; }
    [ "$(pkg-config --modversion carom)" = "$version" ]
    cp "$top/share/doc/carom/examples/break.c" .
    # shellcheck disable=SC2046
    cc -std=c17 break.c $(said --cflags --libs) -o shared
    readelf -d shared | grep -q 'NEEDED.*libcarom.so.0'
    LD_LIBRARY_PATH="$top/lib" ./shared > shared.txt
    # shellcheck disable=SC2046
    cc -std=c17 break.c $(said --cflags) "$top/lib/libcarom.a" $(said --static --libs | sed 's/-lcarom//') -o static
    ./static > static.txt
    grep -q '^impulse: eight at' static.txt
    cmp static.txt shared.txt
    # loads a shipped scenario
    cp "$top/share/doc/carom/examples/compare.c" .
    # shellcheck disable=SC2046
    cc -std=c17 compare.c $(said --cflags --libs) -o compare
    LD_LIBRARY_PATH="$top/lib" ./compare "$top/share/carom/experiments/01-head-on/experiment.yaml" > table.txt
    grep -qE '^impulse +0\.000e\+00 +0\.000000$' table.txt
    [ "$(wc -l < table.txt)" -eq 4 ]
}

@test "install: a copy of the build folder works, and uninstall removes everything" {
    mkdir -p copy/build && cp "$root/build/carom" copy/build && cp -r "$root/plots" "$root/experiments" copy/
    copy/build/carom show 01-head-on > /dev/null
    cp -r "$INSTALLED" dest
    touch "dest$PREFIX/share/carom/somebodys.txt"
    env -u MAKEFLAGS -u MAKELEVEL -u VARIANT make --no-print-directory -C "$root" uninstall PREFIX=$PREFIX DESTDIR="$work/dest" > /dev/null
    [ "$(find dest ! -type d)" = "dest$PREFIX/share/carom/somebodys.txt" ]
    [ "$(find dest -type d | wc -l)" -eq 5 ] # dest, /opt, /opt/carom, share, share/carom
    rm "dest$PREFIX/share/carom/somebodys.txt"
    # no new folders either, even after two installations
    mkdir -p "stage$PREFIX/bin" "stage$PREFIX/share/man"
    find stage | sort > before.txt
    tree() { (cd "$root" && PREFIX=$PREFIX LIBDIR=$PREFIX/lib DESTDIR="$work/stage" VERSION=$version BUILD=build SHARED="build/libcarom.so.$version" \
        SONAME=libcarom.so.0 sh packaging/tree.sh "$1"); }
    tree install
    tree install
    tree uninstall
    find stage | sort | diff before.txt -
}

@test "install: DESTDIR and PREFIX may contain spaces and signs; a relative PREFIX is rejected" {
    install_into() { env -u MAKEFLAGS -u MAKELEVEL -u VARIANT make --no-print-directory -C "$root" "$1" PREFIX="$2" DESTDIR="$work/a stage"; }
    odd="/opt/O'Neill & 2 |halves"
    install_into install "$odd" > /dev/null
    "a stage$odd/bin/carom" show 01-head-on > /dev/null
    grep -qxF "prefix=$odd" "a stage$odd/lib/pkgconfig/carom.pc"
    (cd "$INSTALLED$PREFIX" && find . ! -type d ! -name carom.pc | sort) > usual.txt
    (cd "a stage$odd" && find . ! -type d ! -name carom.pc | sort) | diff usual.txt -
    install_into uninstall "$odd"
    [ -z "$(find "a stage" ! -type d)" ]
    run install_into install opt/carom
    [ "$status" -ne 0 ]
    [[ "$output" == *"make install: PREFIX=opt/carom: expected an absolute path"* ]]
    [ -z "$(find "a stage" ! -type d)" ]
    run env PREFIX=/opt LIBDIR=lib sh "$root/packaging/tree.sh" uninstall
    [ "$status" -eq 2 ]
    [[ "$output" == *"make uninstall: LIBDIR=lib: expected an absolute path"* ]]
}

@test "install: on macOS the commands build a dylib that exports the same names" {
    env -u MAKEFLAGS -u MAKELEVEL -u VARIANT make --no-print-directory -C "$root" -n V=1 shared SYSTEM=Darwin > made.txt
    grep -q -- "-dynamiclib -install_name @rpath/libcarom.0.dylib " made.txt
    grep -q -- "-exported_symbols_list,build/libcarom.$version.dylib.exported " made.txt
    # a tree as such a build would leave it, with a stand-in for install_name_tool
    mkdir bin && printf '#!/bin/sh\necho "$@" > "%s/named.txt"\n' "$work" > bin/install_name_tool && chmod +x bin/install_name_tool
    cp "$root/build/libcarom.so.$version" "libcarom.$version.dylib"
    tree() { (cd "$root" && PATH="$work/bin:$PATH" PREFIX=/opt/carom LIBDIR=/opt/carom/lib DESTDIR="$work/mac" VERSION=$version BUILD=build \
        SHARED="$work/libcarom.$version.dylib" SONAME=libcarom.0.dylib sh packaging/tree.sh "$1"); }
    tree install
    [ "$(readlink mac/opt/carom/lib/libcarom.dylib)" = libcarom.0.dylib ]
    [ "$(readlink mac/opt/carom/lib/libcarom.0.dylib)" = "libcarom.$version.dylib" ]
    [ "$(cat named.txt)" = "-id /opt/carom/lib/libcarom.0.dylib $work/mac/opt/carom/lib/libcarom.$version.dylib" ]
    tree uninstall
    [ -z "$(find mac ! -type d)" ]
}

@test "install: the Debian packages contain all installed files, have this version and list the symbols" {
    cd "$root"
    [ "$(sed -n '1s/^carom (\(.*\)) .*/\1/p' debian/changelog)" = "$version" ]
    # the package build has no engines, so no plug-ins
    (cd "$top" && find . ! -type d ! -path './lib/carom/engines/*' | sed 's|^\.|usr|') | sort > "$work/there.txt"
    cat debian/*.install debian/not-installed | sed 's| .*||; s|^usr/lib/\*/|usr/lib/|' | while read -r pattern; do
        while read -r file; do
            # shellcheck disable=SC2254
            case $file in $pattern | $pattern/*) echo "$file" ;; esac
        done < "$work/there.txt" > "$work/match.txt"
        [ -s "$work/match.txt" ] || echo "nothing is $pattern"
        cat "$work/match.txt"
    done | sort -u | diff "$work/there.txt" -
    # run make symbols after a change of the public headers
    sh packaging/symbols.sh 0 "$version" debian/libcarom0.symbols < "build/libcarom.so.$version.names" > "$work/symbols.txt"
    diff debian/libcarom0.symbols "$work/symbols.txt"
}

@test "install: Debian packages and container image need the packages of .ci/setup" {
    cd "$root"
    sed -nE 's/^ *(cc|pkgconfig|gsl|yaml|mpfr|sndfile)\) *set -- ("[^"]*"|[^ ]*) .*/\2/p' .ci/setup | tr -d '"' | tr ' ' '\n' > "$work/wanted.txt"
    [ "$(wc -l < "$work/wanted.txt")" -eq 7 ]
    sed -n '/AS build/,/^WORKDIR/p' packaging/Containerfile | tr ' ' '\n' > "$work/image.txt"
    sed -n '/^Build-Depends/,/^$/p' debian/control | tr -d ' ,' > "$work/package.txt"
    while read -r name; do
        grep -qxF "$name" "$work/image.txt"
        # (the compiler is implied there)
        case $name in gcc | libc6-dev) ;; *) grep -qxF "$name" "$work/package.txt" ;; esac
    done < "$work/wanted.txt"
}

@test "install: an installed carom grades C submissions and reports missing tools" {
    sh "$root/tests/exercises/copy.sh" .
    pkg-config --exists check || skip "no libcheck"
    unset CAROM_HOME
    bwrap --unshare-all --ro-bind / / --dev /dev --proc /proc true 2> /dev/null && walls=always || walls=never
    for sheet in 05-time-step 07-restitution; do
        run "$top/bin/carom" exercise grade $sheet.yaml -o "runs-$sheet" --limit sandbox=$walls
        echo "$output"
        [[ "$output" == *"PASS  my_"*"Failures: 0, Errors: 0"* ]]
        [[ "$output" != *"to run it"* ]] # the objects of the program are not installed
    done
    cp -r "$top" part
    for missing in lib/libcarom.a include/carom/carom.h share/carom/tests/exercise.sh; do
        mv part/$missing kept
        rm -rf runs
        PKG_CONFIG_PATH=/nowhere run part/bin/carom exercise grade 07-restitution.yaml -o runs --limit sandbox=$walls
        echo "$output"
        [ "$status" -eq 73 ] || [ "$status" -eq 66 ]
        [[ "$output" == *"${missing##*/}"* ]]
        mv kept part/$missing
    done
}

@test "install: manual pages and completions are those of the program, in the standard places" {
    for page in $("$carom" help --man); do
        "$carom" help --man "$page" | cmp - "$top/share/man/man${page##*.}/$page"
    done
    [ "$(find "$top/share/man" -type f | wc -l)" -eq "$("$carom" help --man | wc -l)" ]
    "$carom" help --completion bash | cmp - "$top/share/bash-completion/completions/carom"
    "$carom" help --completion zsh | cmp - "$top/share/zsh/site-functions/_carom"
    "$carom" help --completion fish | cmp - "$top/share/fish/vendor_completions.d/carom.fish"
    ! command -v man > /dev/null || MANPATH="$top/share/man" man -w 5 carom-scenario | grep -q "^$top/share/man/man5/"
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

@test "install: the version is defined in one place" {
    cd "$root"
    grep -rnF "$version" Makefile README.md src/*/*.[ch] src/*/*/*.[ch] include packaging > "$work/places.txt" || true
    [ "$(wc -l < "$work/places.txt")" -eq 1 ]
}
