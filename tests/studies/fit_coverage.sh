#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Coverage of the standard errors of carom fit (fit_coverage.py): `fit_coverage.sh FILMS` (300). Prints a line per kind of film.
cd "$(dirname "$0")/../.." || exit 1
command -v python3 > /dev/null || { echo "skip fit coverage: no python3"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -B tests/studies/fit_coverage.py build/carom "$work" "${1:-300}"
