#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the template of the lab page, into which `carom lab` writes scenes: the page with its core as a module of WebAssembly
# (module.mk, page/build.mjs). src/lab/kept/template.html is one for machines without a compiler for WebAssembly.
# usage, from the project's folder: lab.sh COMMAND
#   scenes              prints the names of all scenes
#   code                prints the C files of the module
#   current FILE        status 0 if FILE is a template of the current sources
#   choose              puts such a template into build/lab, or else the newest one, with a note
#   toolchain [FOLDER]  prints make variables of a clang for WebAssembly and of its C library; FOLDER for a trial program
#   libraries [fetch]   checks for the sources of GSL and libyaml in build/lab, in the versions that carom is built with, or provides
#                       them: of $GSL_SRC and $YAML_SRC (unpacked releases), or of the packages of Debian and its derivatives
#   packages            installs the npm packages of the page in build/lab/npm, by the hashes of package-lock.json
#   template OUT        composes page and module
set -eu
lab=build/lab kept=src/lab/kept/template.html
floors=$(printf 'src/%s ' base params scene search contact impacts integrators solvers measure scenario records run checks lab)

die() { echo "lab: $*" >&2; exit 1; }

# ---- sources ----

# Excludes code that runs programs, draws or explains typing errors; src/lab/wasi replaces it.
code() {
    # shellcheck disable=SC2086
    find $floors src/plot/style.c -name '*.c' | LC_ALL=C sort |
        grep -vE '^src/(run/(folder|figure_tables)|solvers/recorded_.*|checks/(check_studies|audit.*)|params/hint|scenario/yaml/fault)\.c$'
}

# Checksum of all that determines a template besides tools and libraries
sum() {
    # shellcheck disable=SC2046,SC2086
    { sed -n '/^VERSION := /p' Makefile; cksum $({ code; find $floors include src/plot src/system -name '*.h'
        find src/lab/page -type f ! -name '*.md' ! -name '*.d.ts' ! -name tsconfig.json; ls src/lab/*.mk src/lab/lab.sh src/lab/gsl.txt src/lab/loader.js; } |
        LC_ALL=C sort); } | cksum | cut -d ' ' -f 1
}

current() { # current FILE
    [ -f "$1" ] && grep -q "content=\"carom; sources $(sum);" "$1"
}

choose() {
    built=$lab/template.html
    ! current $built || return 0
    mkdir -p $lab
    if current $kept || [ ! -f $built ]; then cmp -s $kept $built || cp $kept $built; fi
    current $built || echo "lab: $built is older than its sources; 'make lab' renews it" >&2
}

# ---- compiler ----

toolchain() { # toolchain [FOLDER]
    folder=${1:-$lab}
    mkdir -p "$folder"
    brewed=$(brew --prefix 2> /dev/null || :)
    # wasi-libc is in /usr (Debian), has its own prefix (Fedora) or a share folder (Arch, Homebrew)
    for root in ${WASI_SYSROOT:-} /usr /usr/wasm32-wasi /usr/share/wasi-sysroot /opt/wasi-sdk/share/wasi-sysroot "$brewed/share/wasi-sysroot" ''; do
        for include in "$root/include/wasm32-wasi" "$root/include"; do
            for lib in "$root/lib/wasm32-wasi" "$root/lib"; do
                # only wasi-libc defines __wasi_api; /usr/include belongs to another C library
                [ ! -f "$include/wasi/api.h" ] || [ ! -f "$lib/crt1-reactor.o" ] || break 3
            done
        done
    done
    [ -n "$root" ] || die "no C library for wasm32: wasi-libc is not installed"
    echo 'no clang for wasm32: clang is not installed' > "$folder/tried.log"
    for clang in ${CLANG:-} "${brewed:-/usr}/opt/llvm/bin/clang" clang clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14; do
        command -v "$clang" > /dev/null 2>&1 || continue
        # needs the linker, and for long double the builtins of compiler-rt
        if echo 'long double third(long double x) { return x / 3; } int main(int n, char **v) { (void)v; return (int)third(n); }' |
                "$clang" --target=wasm32-wasi -nostdlibinc -isystem "$include" -B"$lib" -L"$lib" -x c - -o "$folder/tried.wasm" 2> "$folder/tried.log"; then
            rm -f "$folder/tried.wasm" "$folder/tried.log"
            printf 'CLANG := %s\nWASI_INCLUDE := %s\nWASI_LIB := %s\n' "$clang" "$include" "$lib"
            return
        fi
    done
    die "no compiler for wasm32 (clang, lld, and libclang_rt.builtins-wasm32 of clang or wasi-sdk): $(head -n 1 "$folder/tried.log")"
}

# ---- libraries ----

version_of() { # version_of gsl|yaml FOLDER
    case $1 in
        gsl) sed -n 's/^#define GSL_VERSION "\(.*\)"/\1/p' "$2/gsl_version.h" ;;
        yaml) sed -n 's/^m4_define(\[YAML_\(MAJOR\|MINOR\|PATCH\)\], *\([0-9]*\)).*/\2/p' "$2/configure.ac" | paste -s -d . - ;;
    esac 2> /dev/null || :
}

# Unpacks the sources of an installed package. The separate package lists leave the system unchanged; apt checks signatures.
from_apt() ( # from_apt PACKAGE INTO
    name=$(dpkg-query -W -f '${source:Package}' "$1") version=$(dpkg-query -W -f '${source:Version}' "$1") into=$PWD/$2
    rm -rf $lab/apt
    mkdir -p $lab/apt/parts $lab/apt/lists/partial $lab/apt/cache/archives/partial
    cd $lab/apt
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ ! -f "$list" ] || sed -n 's/^[[:space:]]*deb\([[:space:]]\)/deb-src\1/p' "$list"
    done > sources.list
    for list in /etc/apt/sources.list.d/*.sources; do
        [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" > "parts/${list##*/}"
    done
    echo "Dir { Etc { sourcelist \"$PWD/sources.list\"; sourceparts \"$PWD/parts\"; }; State::lists \"$PWD/lists\"; Cache \"$PWD/cache\"; };" > apt.conf
    export APT_CONFIG="$PWD/apt.conf"
    apt-get -qq update || echo "lab: not all archives have lists of their sources"
    # the archives may have only another revision of the version
    apt-get -qq source --only-source "$name=$version" || apt-get -qq source --only-source "$name"
    mv "$name"-*/ "$into"
)

library() { # library gsl|yaml PKGCONFIG PACKAGE VARIABLE GIVEN
    into=$lab/src/$1 want=$(pkg-config --modversion "$2") || die "$2 is not installed; see .ci/setup"
    given=${5:+$(cd "$5" && pwd)}
    [ "$(version_of "$1" "$into")" != "$want" ] || [ "${given:-$(readlink "$into")}" != "$(readlink "$into")" ] || return 0
    [ "$fetch" = fetch ] || die "the sources of $1 $want are not there; make lab-module fetches them"
    rm -rf "$into" $lab/include
    mkdir -p $lab/src
    if [ -n "$given" ]; then ln -s "$given" "$into"
    else from_apt "$3" "$into" > $lab/apt.log 2>&1 || { tail -n 5 $lab/apt.log >&2; die "give the sources of $1 $want as $4=FOLDER: apt cannot fetch them"; }
    fi
    rm -rf $lab/apt
    have=$(version_of "$1" "$into")
    [ "$have" = "$want" ] || die "the sources of $1 are of version ${have:-unknown}, but carom is built with $want; give $4=FOLDER"
}

libraries() { # libraries [fetch]
    fetch=${1:-}
    library gsl gsl libgsl-dev GSL_SRC "${GSL_SRC:-}"
    library yaml yaml-0.1 libyaml-dev YAML_SRC "${YAML_SRC:-}"
    [ ! -d $lab/include ] || return 0 # headers as an installation has them; GSL has them in many folders
    mkdir -p $lab/include/gsl
    find $lab/src/gsl/ -name 'gsl_*.h' ! -path '*/gsl/gsl/gsl_*' -exec cp -p {} $lab/include/gsl/ \;
    cp -p $lab/src/yaml/include/yaml.h $lab/include/
}

# ---- page ----

packages() {
    npm=$lab/npm
    ! cmp -s src/lab/page/package-lock.json $npm/fetched || return 0
    rm -rf "$npm/node_modules" $npm/fetched
    mkdir -p $npm
    cp src/lab/page/package.json src/lab/page/package-lock.json src/lab/page/.npmrc $npm
    (cd $npm && npm ci --ignore-scripts --no-audit --no-fund --silent)
    cp src/lab/page/package-lock.json $npm/fetched
}

template() { # template OUT
    packages
    value() { sed -n "s/^$1 := //p" $lab/toolchain.mk; }
    # names what determines the bytes; gzip and base64 give the same ones on any machine
    node src/lab/page/build.mjs $lab/npm $lab/carom.wasm "$1" "carom; sources $(sum); $("$(value CLANG)" --version | head -n 1); wasi-libc $(
        cksum < "$(value WASI_LIB)/libc.a" | cut -d ' ' -f 1); GSL $(pkg-config --modversion gsl); libyaml $(pkg-config --modversion yaml-0.1)"
}

case ${1:-} in
    scenes) printf '%s\n' experiments/*/*.yaml | sed 's|^experiments/||; s|\.yaml$||; /\/answers$/d; s|/experiment$||' | LC_ALL=C sort ;;
    code | current | choose | toolchain | libraries | packages | template) "$@" ;;
    *) die "unknown command '${1:-}'" ;;
esac
