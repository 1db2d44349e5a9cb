#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the sample answers (NAME.yaml) and the files that they name to a folder.
# usage: copy.sh DIR
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
awk -v folder="$1" '/^exercise: / { file = folder "/" $2 ".yaml" } file != "" { print > file }' "$here/answers.yaml"
cp "$here/cheap.yaml" "$here/frugal.yaml" "$1"
