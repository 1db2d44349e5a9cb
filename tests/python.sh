#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The Python wheel: it installs in a fresh environment without a compiler, and its arrays have the bits of the program's records
# (tests/python.py). Prints a line per test.
set -u
cd "$(dirname "$0")/.." || exit 1
[ "$(uname -s)" = Linux ] || { echo "skip python: wheels are made on Linux"; exit 0; }
python=
for tried in python3 /usr/bin/python3; do
    if "$tried" -c 'import numpy, venv, ensurepip' 2> /dev/null; then python=$tried; break; fi
done
[ -n "$python" ] || { echo "skip python: no Python with numpy, venv and pip (sh .ci/setup readers)"; exit 0; }
# without the variables of the make that runs this test, and without renewing the version, which another make may do at the same time
version=build/release/carom_build.h
[ ! -f $version ] || made="-o $version"
# shellcheck disable=SC2086
env -u MAKEFLAGS -u MAKELEVEL -u VARIANT make --no-print-directory ${made:-} wheel SET_UP=1 > build/wheel.log 2>&1 || { sed 's/^/# /' build/wheel.log; echo "not ok python: make wheel"; exit 0; }
wheel=$(tail -n 1 build/wheel.log)
size=$(du -m "$wheel" | cut -f 1)
echo "ok python: $wheel, $size MB"
said=$("$python" -I -S -c "import sys; sys.path.insert(0, '$wheel'); import carom" 2>&1 | tail -n 1)
needs=$("$python" -c "import zipfile; z = zipfile.ZipFile('$wheel')
print(*(z.read(name).decode().count('Requires-Dist: numpy\n') for name in z.namelist() if name.endswith('/METADATA')))")
if [ "$said" = "ImportError: carom needs numpy: pip install numpy" ] && [ "$needs" = 1 ]; then echo "ok python: without numpy: $said"
else echo "not ok python: without numpy: '$said', numpy is required $needs times by the wheel"; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# with the numpy of the system; the only programs of the environment are its own: no compiler, no carom
if "$python" -m venv --system-site-packages "$work/venv" &&
    env PATH="$work/venv/bin" "$work/venv/bin/pip" install -q --no-index --disable-pip-version-check "$wheel" > "$work/pip.log" 2>&1
then echo "ok python: installed in a fresh environment"
else sed 's/^/# /' "$work/pip.log"; echo "not ok python: pip install"; exit 0; fi
env TMPDIR="$work" "$work/venv/bin/python" tests/python.py build/carom experiments/notebook.ipynb
