#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Fuzzes every target with clang's libFuzzer for equal times: three quarters with a fast build, then, starting from its inputs, with
# sanitizers. README.md describes the targets and lists past campaigns.
# usage: PKG="pkg-config packages" run.sh SECONDS [TARGET...]
set -eu
cd "$(dirname "$0")/../.."
command -v clang >/dev/null 2>&1 || { echo "fuzz: clang is not installed; skipped"; exit 0; }
seconds=$1
shift
[ $# -gt 0 ] || set -- scenario set records folder lab
processors=$(getconf _NPROCESSORS_ONLN)
for variant in count fuzz; do
    make --no-print-directory -j"$processors" VARIANT=$variant CC=clang library
done
make --no-print-directory -j"$processors" build/carom

# Dictionary: keys.dict, and the keys, names and words that carom lists.
words=build/fuzz/keys.dict
{ cat tests/fuzz/keys.dict
  build/carom list --json | grep -oE '"(name|key|allowed)": "[^"]*"' | sed 's/^"[a-z]*": "//; s/"$//; s/^one of: //' |
      tr -s ', ' '[\n*]' | grep -E '^[A-Za-z_0-9]+$' | sort -u | sed 's/.*/"&"/'; } > $words

# The hooks of strcmp in libFuzzer take half of the time of readers of keys: the fast build links the runtime without them.
engine=$(clang -print-resource-dir)/lib/linux/libclang_rt.fuzzer-$(uname -m).a
[ -f "$engine" ] && engine="$engine -lstdc++ -ldl" || engine=-fsanitize=fuzzer

link() { # link VARIANT FLAGS...
    variant=$1
    shift
    # shellcheck disable=SC2046,SC2086
    clang -std=c17 -g1 -ffp-contract=off "$@" -Iinclude -Isrc -Itests tests/fuzz/*.c "build/$variant/libcarom.a" \
        $(pkg-config --cflags --libs $PKG) -lm -pthread -o "build/$variant/fuzz"
}
# shellcheck disable=SC2086
link count -O2 -DFUZZ_SHARE=16 -fsanitize-coverage=inline-8bit-counters,pc-table $engine
link fuzz -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all

longest() { # maximum length of an input
    case $1 in
        set) echo 400 ;;
        scenario | records | lab) echo 2000 ;;
        *) echo 4500 ;;
    esac
}

keep_last() { # save the present input (fuzz.c)
    [ -f "build/fuzz/$name.now" ] || return 0
    tail -c +9 "build/fuzz/$name.now" | head -c "$(od -An -tu8 -N8 "build/fuzz/$name.now")" > "build/fuzz/$name.last"
}

fuzz() { # fuzz VARIANT NAME SECONDS OPTIONS...
    variant=$1 name=$2 time=$3
    shift 3
    rm -f "build/fuzz/$name.now"
    learnt=build/fuzz/found_$name log=build/$variant/$name.log more=
    mkdir -p "$learnt"
    case $name in scenario | lab) more=$(ls -d experiments/*/) ;; esac
    # shellcheck disable=SC2086
    FUZZ_TARGET=$name FUZZ_LAST="build/fuzz/$name.now" timeout -k 5 $((time + 200)) "build/$variant/fuzz" \
        -max_total_time="$time" -timeout=30 -rss_limit_mb=3000 -dict=$words -artifact_prefix="build/fuzz/$name." -print_final_stats=1 "$@" \
        "$learnt" "build/fuzz/corpus/$name" $more > "$log" 2>&1 ||
        { tail -n 40 "$log"; keep_last; echo "fuzz: $name: a fault, in build/fuzz/$name.*"; exit 1; }
    count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
}

fast=0 sanitized=0
for name in "$@"; do
    share=$((seconds / $# > 4 ? seconds / $# : 4)) # 0 seconds mean no limit
    sh tests/fuzz/corpus.sh unpack "$name"
    # without counters and weights of rare features, which took most of the time of some targets
    fuzz count "$name" $((share * 3 / 4)) -max_len="$(longest "$name")" -entropic=0 -use_counters=0
    fast=$((fast + count)) first=$count
    fuzz fuzz "$name" $((share - share * 3 / 4)) -max_len=4500
    sanitized=$((sanitized + count))
    echo "fuzz: $name: $first executions, and $count with sanitizers"
done
echo "fuzz: no fault in $fast executions, and $sanitized with sanitizers ($(date -u +%F)); their inputs are in build/fuzz/found_*"
