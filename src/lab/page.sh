#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The lab's page from its sources: esbuild comes by npm, as package-lock.json says, into a folder of the build.
# usage: page.sh OUT: file to be written; beside it the folder npm
set -eu
out=$1 # the script runs in the project's folder
page=$(cd "$(dirname "$0")/page" && pwd)
npm=$(dirname "$out")/npm
mkdir -p "$npm"

# Nothing is fetched where what the lock file says is there.
if ! cmp -s "$page/package-lock.json" "$npm/fetched"; then
    rm -rf "$npm/node_modules" "$npm/fetched"
    cp "$page/package.json" "$page/package-lock.json" "$page/.npmrc" "$npm"
    (cd "$npm" && npm ci --ignore-scripts --no-audit --no-fund --silent)
    cp "$page/package-lock.json" "$npm/fetched"
fi
node "$page/build.mjs" "$npm" "$out"
# shellcheck disable=SC2046
sh src/lab/part.sh --list $(find src/lab/page -type f) src/lab/page.sh > "$out.sources"
