#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Audit of records of an independent simulator (audit.py): `audit.sh SCENES`. Prints a line per test.
cd "$(dirname "$0")/../.." || exit 1
command -v python3 > /dev/null || { echo "skip audit: no python3"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -B tests/checks/audit.py build/carom "$work" "${1:-16}"
