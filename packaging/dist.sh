#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a reproducible tarball of the commit. It contains its commit id and needs no git to build or test.
# usage: dist.sh VERSION FOLDER: FOLDER.tar.gz
set -eu
name=carom-$1 archive=$2.tar
git rev-parse --git-dir > /dev/null 2>&1 || { echo "make dist: this folder is not a git repository" >&2; exit 1; }
commit=$(sh .ci/commit)
case $commit in *+) echo "make dist: $commit: the tarball omits uncommitted changes" >&2 ;; esac
mkdir -p "$(dirname "$archive")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/$name"
echo "${commit%+}" > "$work/commit"
git archive --format=tar --prefix="$name/" --add-file="$work/commit" -o "$archive" HEAD
gzip -nf "$archive"
echo "$archive.gz"
