#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Lists the installed files, for installation and removal.
# usage: PREFIX=... LIBDIR=... DESTDIR=... VERSION=... BUILD=... tree.sh install|uninstall; from the project's folder
set -eu
way=$1 dest=${DESTDIR:-}
for place in "PREFIX=$PREFIX" "LIBDIR=$LIBDIR"; do
    case ${place#*=} in
        /*) ;;
        *) echo "make $way: $place: expected an absolute path" >&2; exit 2 ;;
    esac
done
include=$PREFIX/include/carom share=$PREFIX/share/carom doc=$PREFIX/share/doc/carom
# not below LIBDIR: the program searches them relative to its own path

# Folders created by the installation. uninstall removes them if they are empty, and keeps folders that existed before.
made=$share/folders.txt
note_new() { # note_new FOLDER
    [ -d "$dest$1" ] || [ "$1" = / ] || { note_new "$(dirname "$1")"; printf '%s\n' "$1" >> "$work/new-folders.txt"; }
}

put() { # put MODE FOLDER FILE...
    mode=$1 folder=$dest$2
    [ "$way" = uninstall ] || note_new "$2"
    shift 2
    if [ "$way" = install ]; then
        install -d "$folder"
        install -m "$mode" "$@" "$folder"
    else
        for file in "$@"; do rm -f "$folder/${file##*/}"; done
    fi
}

# Installs files that only some builds have; uninstall removes them always.
put_built() { # put_built MODE FOLDER FILE
    if [ "$way" = uninstall ] || [ -f "$3" ]; then put "$@"; fi
}

# Escapes a text for the replacement of sed's s|...|.
literal() { printf '%s\n' "$1" | sed 's/[&|\\]/\\&/g'; }

config() { # carom.pc
    sed "s|@PREFIX@|$(literal "$PREFIX")|; s|@LIBDIR@|$(literal "$LIBDIR")|; s|@VERSION@|$VERSION|" packaging/carom.pc.in > "$work/carom.pc"
    put 644 "$LIBDIR/pkgconfig" "$work/carom.pc"
}

# README.md for an installed carom: program by its name, links to the installed files.
read_me() {
    mkdir -p "$work/doc"
    sed 's|build/carom |carom |g; s|](experiments/|](../../carom/experiments/|g; s|](include/|](../../../include/|g; s|\[\([^]]*\)\](src/[^)]*)|\1 in the source code|' \
        README.md > "$work/doc/README.md"
    put 644 "$doc" CHANGELOG.md LICENSE "$work/doc/README.md"
}

man_page() {
    if [ "$way" = install ]; then
        help2man -N -n "one billiard scenario through interchangeable collision solvers" "$BUILD/carom" -o "$work/carom.1" 2> /dev/null ||
            echo "make install: without help2man no manual page is installed" >&2
    fi
    put_built 644 "$PREFIX/share/man/man1" "$work/carom.1"
}

completion() {
    mkdir -p "$work/completion"
    cp packaging/completion.bash "$work/completion/carom"
    put 644 "$PREFIX/share/bash-completion/completions" "$work/completion/carom"
}

# A description of the keys for editors, where python3 is.
schema() {
    if [ "$way" = install ] && command -v python3 > /dev/null; then
        "$BUILD/carom" list keys --json | python3 packaging/schema.py > "$work/scenario.schema.json"
    fi
    put_built 644 "$share" "$work/scenario.schema.json"
}

# Removes empty folders of carom or made for it.
sweep() {
    for folder in "$include" "$share" "$doc" "$PREFIX/lib/carom"; do
        [ ! -d "$dest$folder" ] || find "$dest$folder" -depth -type d -exec rmdir {} + 2> /dev/null || true
    done
    sort -r "$work/new-folders.txt" | while read -r folder; do rmdir "$dest$folder" 2> /dev/null || true; done
}

# Files with which a user tries an integrator or a force law (tests/try.sh).
tries() {
    tests=$share/tests
    put 644 "$tests" tests/try.sh tests/support.h tests/suites.h
    put 644 "$tests/conformance" tests/conformance/entry.h tests/conformance/test_force_laws.c tests/conformance/test_integrators.c
    put 644 "$share/src/contact" src/contact/laws.c
    put 644 "$share/src/integrators" src/integrators/integrators.c src/integrators/heun.c # a worksheet names heun.c
}

work=$(mktemp -d) # installations can run at the same time
trap 'rm -rf "$work"' EXIT
: > "$work/new-folders.txt"
[ ! -f "$dest$made" ] || cat "$dest$made" > "$work/new-folders.txt"
put 755 "$PREFIX/bin" "$BUILD/carom"
put 644 "$LIBDIR" "$BUILD/libcarom.a"
config
put 644 "$include" include/carom/*.h
find plots experiments -type d | sort > "$work/shared-folders.txt"
while read -r folder; do put 644 "$share/$folder" $(find "$folder" -maxdepth 1 -type f ! -name ".*" | sort); done < "$work/shared-folders.txt"
put 644 "$share/help" src/cli/help/new.txt
put 644 "$share/help/topics" src/cli/help/topics/*
put_built 644 "$share/lab" "$BUILD/lab/template.html"
man_page
completion
schema
read_me
put 644 "$doc/examples" tests/api/*.c
tries
if [ "$way" = install ]; then install -m 644 "$work/new-folders.txt" "$dest$made"; else rm -f "$dest$made"; sweep; fi
