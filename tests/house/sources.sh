#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Rules on sources: public headers include only public headers, random numbers have equal bits on all systems, only src/scenario uses
# the YAML library, names use the field's words, and every file has its licence.
set -eu
cd "$(dirname "$0")/../.."
fail=0
if git grep -n '^#include "[^/]*"$' -- 'src/*.[ch]' | grep -vE ':#include "carom_(build|studies)\.h"$'; then
    echo "an include without its floor"; fail=1
fi
if git grep -n '<yaml\.h>' -- 'src/*.[ch]' ':!src/scenario'; then
    echo "only src/scenario reads YAML"; fail=1
fi
if grep -n '#include "' include/carom/*.h; then
    echo "public headers include public headers only"; fail=1
fi
if git grep -nE '\bgsl_ran_(u?gaussian|gaussian_ziggurat|dir_[23]d|dir_2d_trig_method|exponential|rayleigh)\(' -- 'src/*.c'; then
    echo "random numbers whose last bit is the C library's or the compiler's of GSL: see src/scenario/groups.c"; fail=1
fi
if git grep -n 'open_memstream(' -- 'src/*.c'; then
    echo "a text that is not whole and does not say so: carom_text_open (src/base/text.h)"; fail=1
fi
# Private words in names of files and identifiers; comments and strings (keys, columns) may use them.
private='lane|journey|twins?|seams?|story|stories|bursts?|crowd|crew'
if git ls-files src include | grep -iE "(^|[/_.])($private)([/_.]|\$)"; then echo "a private word in the name of a file"; fail=1; fi
if git grep -niE "$private" -- 'src/*.[ch]' 'include/*.[ch]' | sed -E 's/"([^"\\]|\\.)*"//g; s|/\*.*||; /^[^:]*:[0-9]*: *\* /d' |
    grep -vE ':#define carom_[a-z_]* carom_[a-z_]*$' | grep -iE "(^|[^a-z])($private)([^a-z]|\$)"; then
    echo "a private word in a name"; fail=1
fi
# bash continues after a failed "! command"; with "|| false" it is a test
if git ls-files '*.bats' | xargs awk '/^ *! / && index($0, "||") == 0 { print FILENAME ":" FNR ":" $0; found = 1 } END { exit !found }'; then
    echo "a test that cannot fail: add '|| false'"; fail=1
fi
if git ls-files '*.c' '*.h' '*.sh' '*.gp' '*.bats' Makefile 2>/dev/null | xargs awk '
    function ended() { if (name != "" && !licensed) { print name ": no SPDX line"; found = 1 } }
    FNR == 1 { ended(); name = FILENAME; licensed = 0 }
    FNR <= 3 && index($0, "SPDX-License-Identifier: GPL-3.0-or-later") { licensed = 1 }
    END { ended(); exit !found }'; then fail=1; fi
exit $fail
