# SPDX-License-Identifier: GPL-3.0-or-later
# Two small trees for the rule of ../names.sh.
mkdir -p "$work/src" "$work/include"
printf 'int carom_plane; /* a lane */\nconst char *name = "lane";\n' > "$work/src/a.c"
[ -z "$(sh "$here/names.sh" "$work")" ] || { echo "comments and strings are no names"; fail=1; }
printf 'int open_lane;\n' > "$work/src/a.c"
sh "$here/names.sh" "$work" | grep -qx 'src/a.c:1: open_lane: lane is a private word' || { echo "open_lane is accepted"; fail=1; }
