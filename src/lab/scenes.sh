#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Lists the scenes of all experiments by their names for `carom lab`.
set -eu
cd "$(dirname "$0")/../.."
ls experiments/*/*.yaml | sed 's|^experiments/||; s|\.yaml$||; /\/answers$/d; s|/experiment$||' | sort
