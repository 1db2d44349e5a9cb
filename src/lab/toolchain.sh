#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Finds a clang for WebAssembly and its C library. Prints them as make variables,
#     CLANG := clang
#     WASI_INCLUDE := /usr/include/wasm32-wasi
#     WASI_LIB := /usr/lib/wasm32-wasi
# or prints what is missing and exits with 1. Tries $CLANG and $WASI_SYSROOT first.
# usage: toolchain.sh [FOLDER]: folder for a trial program; default build/lab
set -u
folder=${1:-build/lab}

# Locations of wasi-libc: /usr (Debian), its own prefix (Fedora), a share folder (Arch, Homebrew).
sysroots() {
    echo "${WASI_SYSROOT:-}"
    printf '%s\n' /usr /usr/wasm32-wasi /usr/share/wasi-sysroot /opt/wasi-sdk/share/wasi-sysroot
    command -v brew >/dev/null 2>&1 && echo "$(brew --prefix)/share/wasi-sysroot"
}

find_libc() { # sets include and lib
    for root in $(sysroots); do
        for include in "$root/include/wasm32-wasi" "$root/include"; do
            # only wasi-libc defines __wasi_api; /usr/include belongs to another C library
            [ -f "$include/wasi/api.h" ] || continue
            for lib in "$root/lib/wasm32-wasi" "$root/lib"; do
                [ -f "$lib/crt1-reactor.o" ] && return
            done
        done
    done
    false
}

find_libc || { echo "no C library for wasm32: wasi-libc is not installed" >&2; exit 1; }
mkdir -p "$folder"
brewed=$(command -v brew >/dev/null 2>&1 && brew --prefix llvm 2>/dev/null)
for clang in ${CLANG:-} "${brewed:+$brewed/bin/clang}" clang clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14; do
    command -v "$clang" >/dev/null 2>&1 || continue
    # long double needs compiler-rt's builtins, so this detects that they are missing
    if echo 'long double third(long double x) { return x / 3; } int main(int n, char **v) { (void)v; return (int)third(n); }' |
            "$clang" --target=wasm32-wasi -nostdlibinc -isystem "$include" -B"$lib" -L"$lib" -x c - \
                -o "$folder/tried.wasm" 2> "$folder/tried.log"; then
        rm -f "$folder/tried.wasm" "$folder/tried.log"
        printf 'CLANG := %s\nWASI_INCLUDE := %s\nWASI_LIB := %s\n' "$clang" "$include" "$lib"
        exit 0
    fi
done
if [ -s "$folder/tried.log" ]; then
    case $(cat "$folder/tried.log") in
        *wasm-ld*) echo "no linker for wasm32: lld is not installed" ;;
        *clang_rt*) echo "no builtins for wasm32: clang's libclang_rt.builtins-wasm32 is not installed (where there is no package of" \
            "it, wasi-sdk has it)" ;;
        *) echo "no clang for wasm32: $(head -n 1 "$folder/tried.log")" ;;
    esac >&2
else echo "no clang for wasm32: clang is not installed" >&2; fi
exit 1
