#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Which engines are installed.
# usage: found.sh            names of those whose plug-in can be made here
#        found.sh missing    a line for each of the others: what would have to be installed
#        found.sh NAME       what to link its plug-in with
set -eu

# name, header, library (-: the plug-in loads it itself, when a run begins), package as Debian calls it
engines='lammps lammps/library.h - liblammps-dev
chipmunk chipmunk/chipmunk.h chipmunk libchipmunk-dev
ode ode/ode.h ode libode-dev
mujoco mujoco/mujoco.h mujoco libmujoco-dev'
here=$(cd "$(dirname "$0")" && pwd)

is_there() { # is_there HEADER
    printf '#include <stdio.h>\n#include <%s>\n' "$1" | ${CC:-cc} -E - > /dev/null 2>&1
}

echo "$engines" | while read -r name header library package; do
    [ -f "$here/$name.c" ] || continue
    case ${1:-} in
        '') is_there "$header" && echo "$name" || true ;;
        missing) is_there "$header" || echo "engines: no $name: $package is not installed (make setup-engines)" ;;
        "$name") [ "$library" = - ] || echo "-l$library" ;;
    esac
done
