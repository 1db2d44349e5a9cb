#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What src/lab/kept has for people without the tools is what the sources give, byte for byte: where the tools are there, of the
# versions it was made with. Made in a folder of its own, so that it is seen too that the folder does not matter.
set -u
cd "$(dirname "$0")/../.." || exit 1
kept=src/lab/kept lab=build/lab-kept
mkdir -p $lab

made_with() { sed -n "s/^$1: //p" $kept/made-with.txt; }
compare() { # compare FILE NAME
    if cmp -s "$kept/$1" "$lab/$1"; then echo "ok lab kept: $2"
    else
        echo "not ok lab kept: $2: $kept/$1 is not what the sources give; 'make lab lab-keep' renews it"
        wc -c "$kept/$1" "$lab/$1"
    fi
}
borrow() { [ -e "$lab/$1" ] || [ ! -d "build/lab/$1" ] || ln -s "../lab/$1" "$lab/$1"; } # what would have to be fetched again

module() {
    sh src/lab/made-with.sh $lab > $lab/made-with 2> $lab/log ||
        { echo "skip lab kept: the module: $(head -n 1 $lab/log)"; return; }
    while IFS=': ' read -r tool version; do
        [ "$version" = "$(made_with "$tool")" ] ||
            { echo "skip lab kept: the module: $tool is $version, and it was made with $(made_with "$tool")"; return; }
    done < $lab/made-with
    borrow src
    sh src/lab/sources.sh --there $lab > $lab/log 2>&1 || { echo "skip lab kept: the module: the sources of GSL and libyaml would have to be fetched (make lab-module)"; return; }
    make -f src/lab/module.mk LAB=$lab > $lab/log 2>&1 || { cat $lab/log; echo "not ok lab kept: the module is not built"; return; }
    compare carom.wasm 'the module'
}

page() {
    for tool in node npm; do
        command -v $tool > /dev/null 2>&1 || { echo "skip lab kept: the page: $tool is not installed"; return; }
    done
    borrow npm
    cmp -s src/lab/page/package-lock.json $lab/npm/fetched || sh src/lab/page.sh $lab/page.html > $lab/log 2>&1 ||
        cmp -s src/lab/page/package-lock.json $lab/npm/fetched ||
        { echo "skip lab kept: the page: npm does not bring what it is bundled by"; return; }
    sh src/lab/page.sh $lab/page.html > $lab/log 2>&1 || { cat $lab/log; echo "not ok lab kept: the page is not built"; return; }
    compare page.html 'the page'
}

module
page
