#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Lists the scenes of all experiments that a page can run, those without third-party engines, by their names for `carom lab`.
set -eu
cd "$(dirname "$0")/../.."
engines=$(sed -n 's/.*{"\([a-z0-9_]*\)", "[^"]*", "lib.*/\1/p' src/solvers/engines.c | tr '\n' '|')
grep -LE "kind: *(${engines%|})\b" experiments/*/*.yaml | sed 's|^experiments/||; s|\.yaml$||; /\/answers$/d; s|/experiment$||' | sort
