#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The corpus of each fuzz target is one archive, tests/fuzz/corpus/TARGET.tar.gz.
# usage: corpus.sh unpack TARGET        extracts it to build/fuzz/corpus/TARGET
#        corpus.sh pack TARGET FOLDER   replaces it with the files in FOLDER; equal files give equal bytes (GNU tar)
set -eu
cd "$(dirname "$0")/../.."
archive=tests/fuzz/corpus/$2.tar.gz
case $1 in
    unpack)
        rm -rf "build/fuzz/corpus/$2"
        mkdir -p "build/fuzz/corpus/$2"
        tar -xzf "$archive" -C "build/fuzz/corpus/$2"
        ;;
    pack)
        (cd "$3" && find . -type f | LC_ALL=C sort | tar --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644 -cf - -T -) |
            gzip -9n > "$archive.new"
        mv "$archive.new" "$archive"
        ;;
    *) echo "usage: corpus.sh unpack TARGET | pack TARGET FOLDER" >&2; exit 2 ;;
esac
