#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of the lab's page in chromium (browser.mjs); prints a line per test.
# usage: run.sh [FILE.mjs... | NAME...]: tests of these files, or tests whose names contain NAME, each run with its own work folder, so
# that several can run at once
# run.sh ready: only installs the browser driver, before several runs start at once
# run.sh pictures: draws experiments/lab-*.png, which the READMEs show
set -u
cd "$(dirname "$0")/../../.." || exit 1
npm=build/lab/tests-npm

skip() { echo "skip lab page: $1"; exit 0; }
[ -n "${CHROMIUM:-}" ] || command -v chromium > /dev/null || command -v chromium-browser > /dev/null || command -v google-chrome > /dev/null ||
    skip "no chromium (sh .ci/setup lab-check installs it)"
[ -f build/lab/template.html ] || skip "build/lab/template.html is not there (make lab)"
major=$(node -p 'process.versions.node.split(".")[0]' 2> /dev/null) || skip "no node (sh .ci/setup lab installs it)"
[ "$major" -ge 20 ] || skip "node is version $major, and what drives the browser needs 20"

# Downloads nothing if the packages of the lock file are installed.
if ! cmp -s tests/lab/package-lock.json $npm/fetched; then
    command -v npm > /dev/null || skip "no npm (sh .ci/setup lab installs it)"
    rm -rf $npm
    mkdir -p $npm
    cp tests/lab/package.json tests/lab/package-lock.json tests/lab/.npmrc $npm
    (cd $npm && npm ci --ignore-scripts --no-audit --no-fund --silent) || skip "npm does not bring playwright-core and axe-core"
    cp tests/lab/package-lock.json $npm/fetched
fi
case ${1:-} in
    ready) exit 0 ;;
    *.mjs) LAB_WORK=${1%.mjs} && export LAB_WORK ;;
    pictures) exec node --no-warnings tests/lab/browser/pictures.mjs ;;
esac
exec node --no-warnings tests/lab/browser/browser.mjs "$@"
