#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures the speed of the lab page in Chromium (lab.mjs). Prints the load, because the machine should be idle.
set -eu
cd "$(dirname "$0")/../.."
echo "load: $(uptime | sed 's/.*load average: //')"
exec sh tests/lab/browser/run.sh bench
