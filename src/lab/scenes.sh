#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The scenes of all experiments that a page can run, by the names that `carom lab` takes: those without other people's engines.
set -eu
cd "$(dirname "$0")/../.."
engines=$(sed -n 's/.*{"\([a-z0-9_]*\)", "[^"]*", "lib.*/\1/p' src/solvers/engines.c | tr '\n' '|')
grep -LE "kind: *(${engines%|})\b" experiments/*/*.yaml | sed 's|^experiments/||; s|\.yaml$||; /\/answers$/d; s|/experiment$||' | sort
