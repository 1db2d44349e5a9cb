#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs carom and LAMMPS alternately from equal initial states. Needs LAMMPS (Debian: apt-get install lammps).
set -eu
cd "$(dirname "$0")/../.."
mkdir -p build/release/peers
${CC:-cc} -std=c17 -O2 -ffp-contract=off -Iinclude -Isrc tests/bench/peers.c build/libcarom.a \
    $(pkg-config --cflags --libs gsl yaml-0.1) -lm -pthread -o build/release/peers/peers
if ! command -v lmp > /dev/null; then
    echo 'skipped: LAMMPS (lmp) is not installed; on Debian: apt-get install lammps'
    exit 0
fi
build/release/peers/peers build/release/peers
