#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the manual pages and completions of the program into a folder.
# usage: pages.sh PROGRAM FOLDER
set -eu
program=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder"
for page in $("$program" help --man); do "$program" help --man "$page" > "$folder/$page"; done
"$program" help --completion bash > "$folder/carom"
"$program" help --completion zsh > "$folder/_carom"
"$program" help --completion fish > "$folder/carom.fish"
