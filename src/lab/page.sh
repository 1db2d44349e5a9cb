#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Bundles the lab's page. npm installs the esbuild of package-lock.json in the build folder.
# usage: page.sh OUT: output file; the folder npm is created next to it
set -eu
out=$1 # the script runs in the project's folder
page=$(cd "$(dirname "$0")/page" && pwd)
npm=$(dirname "$out")/npm
mkdir -p "$npm"

# Downloads nothing if the packages of the lock file are installed.
if ! cmp -s "$page/package-lock.json" "$npm/fetched"; then
    rm -rf "$npm/node_modules" "$npm/fetched"
    cp "$page/package.json" "$page/package-lock.json" "$page/.npmrc" "$npm"
    (cd "$npm" && npm ci --ignore-scripts --no-audit --no-fund --silent)
    cp "$page/package-lock.json" "$npm/fetched"
fi
node "$page/build.mjs" "$npm" "$out"
# shellcheck disable=SC2046
sh src/lab/part.sh --list $(find src/lab/page -type f) src/lab/page.sh > "$out.sources"
