#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How fast the lab's page is in chromium: see lab.mjs. For an idle machine: it says how much that has to do besides.
set -eu
cd "$(dirname "$0")/../.."
echo "load: $(uptime | sed 's/.*load average: //')"
exec sh tests/lab/browser/run.sh bench
