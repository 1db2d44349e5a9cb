#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The prebuilt files in src/lab/kept equal a build from the sources, byte for byte. Requires the tools in the versions that made them.
# Builds in a separate folder, which proves that the result does not depend on the folder.
set -u
cd "$(dirname "$0")/../.." || exit 1
kept=src/lab/kept lab=build/lab log=build/lab/kept.log
mkdir -p $lab

made_with() { sed -n "s/^$1: //p" $kept/made-with.txt; }
compare() { # compare FILE MADE NAME
    if cmp -s "$kept/$1" "$lab/$2"; then echo "ok lab kept: $3"
    else
        echo "not ok lab kept: $3: $kept/$1 is not what the sources give; 'make lab lab-keep' renews it"
        wc -c "$kept/$1" "$lab/$2"
    fi
}

module() {
    sh src/lab/made-with.sh $lab > $lab/kept-with 2> $log ||
        { echo "skip lab kept: the module: $(head -n 1 $log)"; return; }
    while IFS=': ' read -r tool version; do
        [ "$version" = "$(made_with "$tool")" ] ||
            { echo "skip lab kept: the module: $tool is $version, and it was made with $(made_with "$tool")"; return; }
    done < $lab/kept-with
    sh src/lab/sources.sh --there $lab > $log 2>&1 || { echo "skip lab kept: the module: the sources of GSL and libyaml would have to be fetched (make lab-module)"; return; }
    make -f src/lab/module.mk LAB=$lab > $log 2>&1 || { cat $log; echo "not ok lab kept: the module is not built"; return; }
    compare carom.wasm carom.wasm 'the module'
}

page() {
    for tool in node npm; do
        command -v $tool > /dev/null 2>&1 || { echo "skip lab kept: the page: $tool is not installed"; return; }
    done
    cmp -s src/lab/page/package-lock.json $lab/npm/fetched || sh src/lab/page.sh $lab/kept-page.html > $log 2>&1 ||
        cmp -s src/lab/page/package-lock.json $lab/npm/fetched ||
        { echo "skip lab kept: the page: npm does not bring what it is bundled by"; return; }
    sh src/lab/page.sh $lab/kept-page.html > $log 2>&1 || { cat $log; echo "not ok lab kept: the page is not built"; return; }
    compare page.html kept-page.html 'the page'
}

module
page
