#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every C file is formatted by clang-format 14. Other versions break lines differently.
set -u
cd "$(dirname "$0")/../.." || exit 1
if ! command -v clang-format-14 > /dev/null; then
    echo "skip house/format: no clang-format 14 here"
    exit 0
fi
# shellcheck disable=SC2046
if clang-format-14 --dry-run -Werror $(git ls-files '*.c' '*.h'); then echo "ok house/format"; else echo "not ok house/format: make format"; fi
