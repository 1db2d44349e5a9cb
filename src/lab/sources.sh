#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Provides the sources of GSL and libyaml for the module of the lab, in the versions that carom is built with: FOLDER/src/gsl,
# FOLDER/src/yaml, and headers in FOLDER/include. Existing sources are kept.
# Uses $GSL_SRC and $YAML_SRC (unpacked releases) if set. Otherwise, on Debian and its derivatives, downloads from the archives of
# the system's packages with separate package lists: the system stays unchanged, and apt checks signatures.
# usage: sources.sh [--there] [FOLDER]: default build/lab; --there downloads nothing, status 1 if something is missing
set -eu
there=false
[ "${1:-}" != --there ] || { there=true; shift; }
mkdir -p "${1:-build/lab}"
lab=$(cd "${1:-build/lab}" && pwd)

die() { echo "lab: $*" >&2; exit 1; }
upstream() { # upstream VERSION: without Debian's epoch, revision and repackaging suffix
    echo "$1" | sed 's/^[0-9]*://; s/-[^-]*$//; s/[+~]\(dfsg\|ds\|repack\).*//'
}

# Prints the version of the sources in a folder.
version_of() { # version_of gsl|yaml FOLDER
    case $1 in
        gsl) sed -n 's/^#define GSL_VERSION "\(.*\)"/\1/p' "$2/gsl_version.h" 2>/dev/null || true ;;
        yaml) sed -n 's/^m4_define(\[YAML_\(MAJOR\|MINOR\|PATCH\)\], *\([0-9]*\)).*/\2/p' "$2/configure.ac" 2>/dev/null |
            tr '\n' '.' | sed 's/\.$//' || true ;;
    esac
}

# ---- from apt ----

apt() { # apt TOOL WORDS...: runs it with separate lists for the archives of the system
    tool=$1; shift
    "$tool" -o Dir::Etc::sourcelist="$lab/apt/sources.list" -o Dir::Etc::sourceparts="$lab/apt/parts" \
        -o Dir::State::lists="$lab/apt/lists" -o Dir::Cache="$lab/apt/cache" "$@"
}

make_lists() {
    mkdir -p "$lab/apt/parts" "$lab/apt/lists/partial" "$lab/apt/cache/archives/partial"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ ! -f "$list" ] || sed -n 's/^[[:space:]]*deb\([[:space:]]\)/deb-src\1/p' "$list"
    done > "$lab/apt/sources.list"
    for list in /etc/apt/sources.list.d/*.sources; do
        [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" > "$lab/apt/parts/$(basename "$list")"
    done
    [ -n "$(find "$lab/apt/lists" -name '*Sources*' | head -n 1)" ] || apt apt-get update -qq >&2 ||
        echo "lab: not all archives have lists of their sources" >&2
}

# Prints the Debian version to use: the installed one, or another of the same upstream version.
choose() { # choose NAME INSTALLED
    offered=$(apt apt-cache showsrc --only-source "$1" 2>/dev/null | sed -n 's/^Version: //p')
    for version in $offered; do [ "$version" != "$2" ] || { echo "$version"; return; }; done
    for version in $offered; do
        [ "$(upstream "$version")" != "$(upstream "$2")" ] || { echo "$version"; return; }
    done
}

unpack() { # unpack NAME VERSION INTO: the release with Debian's patches
    stem=$lab/apt/fetched/$1_${2#*:}
    rm -rf "$3" "$3.debian"
    mkdir -p "$3" "$3.debian"
    tar -C "$3" --strip-components=1 -xf "$(ls "${stem%-*}".orig.tar.*[!c])"
    tar -C "$3.debian" -xf "$(ls "$stem".debian.tar.*)"
    series=$3.debian/debian/patches/series
    if [ -f "$series" ]; then
        sed 's/[[:space:]]*#.*//; /^$/d' "$series" | while read -r name _; do
            patch -s -d "$3" -p1 < "$3.debian/debian/patches/$name" || die "$name of Debian does not fit $1 $2"
        done
    fi
    rm -rf "$3.debian"
}

from_apt() { # from_apt gsl|yaml PACKAGE INTO
    command -v apt-get >/dev/null 2>&1 || return 1
    command -v patch >/dev/null 2>&1 || die "patch is not installed; see .ci/setup lab"
    # shellcheck disable=SC2046
    set -- "$1" "$2" "$3" $(dpkg-query -W -f '${source:Package} ${source:Version}' "$2" 2>/dev/null)
    [ $# = 5 ] || return 1
    make_lists
    version=$(choose "$4" "$5")
    [ -n "$version" ] || die "the archives have no sources of $4 $(upstream "$5"), which is installed; give them as $(variable "$1")=FOLDER"
    mkdir -p "$lab/apt/fetched"
    (cd "$lab/apt/fetched" && apt apt-get source -qq --download-only --only-source "$4=$version" > ../log 2>&1) ||
        { cat "$lab/apt/log" >&2; die "the sources of $4 $version cannot be fetched"; }
    unpack "$4" "$version" "$3"
}

# ---- requested sources ----

variable() { case $1 in gsl) echo GSL_SRC ;; yaml) echo YAML_SRC ;; esac; }

put() { # put gsl|yaml PKGCONFIG PACKAGE GIVEN
    want=$(pkg-config --modversion "$2") || die "$2 is not installed; see .ci/setup"
    into=$lab/src/$1
    if [ -n "$4" ]; then
        [ -d "$4" ] || die "$(variable "$1"): $4 is no folder"
        given=$(cd "$4" && pwd)
        [ "$(readlink "$into")" != "$given" ] || return 0
        rm -rf "$into"
        ln -s "$given" "$into"
    elif [ "$(version_of "$1" "$into")" != "$want" ]; then
        $there && die "the sources of $1 $want are not there; make lab-module fetches them"
        rm -rf "$into"
        from_apt "$1" "$3" "$into" || die "give the sources of $1 $want as $(variable "$1")=FOLDER: there is no apt to fetch them with"
    else return 0
    fi
    have=$(version_of "$1" "$into")
    [ "$have" = "$want" ] || {
        rm -rf "$into"
        die "the sources of $1 are of version ${have:-unknown}, but carom is built with $want; give $(variable "$1")=FOLDER"
    }
    echo "lab: sources of $1 $have" >&2
    rm -f "$lab/include/.made"
}

# Collects the headers as an installation does; GSL has them in many folders.
put_headers() {
    [ ! -f "$lab/include/.made" ] || return 0
    rm -rf "$lab/include"
    mkdir -p "$lab/include/gsl"
    find "$lab/src/gsl/" -name 'gsl_*.h' ! -path '*/gsl/gsl/gsl_*' -exec cp -p {} "$lab/include/gsl/" \;
    cp -p "$lab/src/yaml/include/yaml.h" "$lab/include/"
    : > "$lab/include/.made"
}

mkdir -p "$lab/src"
put gsl gsl libgsl-dev "${GSL_SRC:-}"
put yaml yaml-0.1 libyaml-dev "${YAML_SRC:-}"
put_headers
rm -rf "$lab/apt"
