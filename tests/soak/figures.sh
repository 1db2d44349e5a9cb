#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs every study on every shipped scene, draws its figures, and makes a film of every comparison.
# usage: figures.sh [COMMANDS [SCENES]]: selects by egrep patterns; JOBS, LIMIT (s per command), KEEP (folder for the results)
# Prints verdict, status, command, scene and messages of gnuplot. A command fails if its status is not 0, 1 or 65, or if gnuplot
# prints anything. Rejected scenes (65) and commands longer than LIMIT are listed, but do not fail.
set -u
cd "$(dirname "$0")/../.." || exit 1
carom=${CAROM:-$PWD/build/carom} place=${KEEP:-$(mktemp -d)} limit=${LIMIT:-300}
export carom place limit
mkdir -p "$place/bin"
# carom shows messages of gnuplot only if a figure fails; this wrapper records all of them
cat > "$place/bin/gnuplot" <<WRAPPER
#!/bin/sh
"$(command -v gnuplot)" "\$@" 2> "\$2.words"
status=\$?
cat "\$2.words" >&2
grep -v '^carom figure \|^\$' "\$2.words" >> "\${MESSAGES:-/dev/null}"
exit \$status
WRAPPER
chmod +x "$place/bin/gnuplot"
PATH="$place/bin:$PATH"

# one COMMAND SCENE: writes its line to $place/COMMAND-SCENE.line
cat > "$place/one.sh" <<'ONE'
command=$1 scene=$2
name=$(echo "$scene" | sed 's|^experiments/||; s|\.yaml$||; s|/|_|g')
out=$place/$command-$name words=$out.words
case $command in
    film) set -- plot "$place/compare-$name" --film ;;
    plot) set -- plot "$place/compare-$name" --preset print ;;
    sound) set -- plot "$place/compare-$name" --sound ;;
    sweep) grep -q '^sweep:' "$scene" || exit 0; set -- sweep "$scene" -o "$out" ;;
    *) set -- "$command" "$scene" -o "$out" ;;
esac
case $command in film | plot | sound) [ -e "$2/run.json" ] || exit 0 ;; esac
export MESSAGES=$out.gnuplot
timeout "$limit" "$carom" "$@" > "$out.said" 2> "$words" < /dev/null
status=$?
bad=ok
case $status in 0 | 1 | 65 | 124) ;; *) bad=BAD ;; esac
messages=$([ ! -e "$MESSAGES" ] || sed 's|"[^"]*/plots/|"|' "$MESSAGES" | tr '\n' ' '; [ $bad = ok ] || tail -n 1 "$words")
[ -z "$messages" ] || bad=BAD
[ "$status" -ne 124 ] || bad=long
[ "$status" -ne 65 ] || [ "$bad" = BAD ] || bad=rejected
printf '%s\t%s\t%s\t%s\t%s\n' "$bad" "$status" "$command" "$name" "$messages" > "$out.line"
ONE

run_all() { # run_all COMMAND...: runs them on every scene
    for command in "$@"; do
        echo "$command" | grep -qE "^(${commands})$" || continue
        for scene in experiments/*/*.yaml; do
            case $scene in */answers.yaml | */exercise*.yaml) continue ;; esac
            echo "$scene" | grep -qE "$scenes" && printf '%s %s\n' "$command" "$scene"
        done
    done | xargs -r -n 2 -P "${JOBS:-$(nproc)}" sh "$place/one.sh"
}
commands=${1:-.*} scenes=${2:-.}
run_all compare contact
run_all film sound plot fan diverge converge statistics sweep
cat "$place"/*.line | sort
bad=$(cat "$place"/*.line | grep -c '^BAD')
total=$(cat "$place"/*.line | wc -l)
[ -n "${KEEP:-}" ] || rm -rf "$place"
echo "figures: $total commands, $bad failed"
[ "$bad" -eq 0 ]
