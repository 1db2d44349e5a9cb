#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# carom lab writes scenarios into a page. The page here is a stand-in; tests/lab tests the real one.

load common

setup() {
    begin
    mkdir -p home/lab
    ln -s "$root/plots" "$root/experiments" home/
    cat > home/lab/template.html <<'T'
<!DOCTYPE html><title>a stand-in</title>
<script type="application/json" id="scenes"></script>
<script type="text/plain" id="module">QUJD+/=</script>
<script>"</scripts>%s\n"</script>
T
    export CAROM_HOME="$work/home"
    cat > two.yaml <<'Y'
carom: 1
title: Two balls
duration_s: 0.6     # long enough
samples: 13
balls:
  - { name: cue, x_m: 0.6, y_m: 0.63, vx_mps: 2 }
  - { name: eight, x_m: 1.2, y_m: 0.65 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1.0e5, step_s: 1.0e-5 }
Y
}

teardown() {
    rm -rf "$work"
}

needs_python() { command -v python3 > /dev/null || skip "no python3"; }

between() { # between PAGE: prints the content of the scenes element
    awk '{ page = page $0 "\n" }
        END { start = "<script type=\"application/json\" id=\"scenes\">"; page = substr(page, index(page, start) + length(start))
              printf "%s", substr(page, 1, index(page, "</script>") - 1) }' "$1"
}

inspect() { # inspect PAGE EXPRESSION: the expression of `page` and `scenes` must be true
    between "$1" > scenes.json
    python3 - "$2" <<'P'
import json, sys
page = json.load(open("scenes.json", encoding="utf-8"))
scenes = page["scenes"]
sys.exit(0 if eval(sys.argv[1]) else f"{sys.argv[1]}\n{page}")
P
}

@test "lab: a page is the template plus the scenes, otherwise unchanged" {
    "$carom" lab two.yaml -o page.html
    between page.html > scenes.json
    [ -s scenes.json ]
    python3 -c 'pass' 2> /dev/null || skip "no python3"
    python3 - <<'P'
page, scenes = open("page.html", encoding="utf-8").read(), open("scenes.json", encoding="utf-8").read()
assert page.count(scenes) == 1
assert page.replace(scenes, "") == open("home/lab/template.html", encoding="utf-8").read()
P
}

@test "lab: the text of a scene is the file, with comments and groups" {
    needs_python
    "$carom" lab two.yaml 14-cost -o page.html
    inspect page.html 'scenes[0]["text"] == open("two.yaml").read() and scenes[0]["sets"] == [] and scenes[0]["title"] == "Two balls"'
    inspect page.html 'scenes[1]["text"] == open("home/experiments/14-cost/experiment.yaml").read()'
    inspect page.html '[s["name"] for s in scenes] == ["two", "14-cost"] and page["version"] and page["commit"] and page["sources"]'
}

@test "lab: one well-formed page contains every experiment" {
    ! sanitized || skip "long with sanitizers; make nightly runs it"
    names=$(sh "$root/src/lab/scenes.sh")
    # shellcheck disable=SC2086
    "$carom" lab $names -o page.html 2> said
    between page.html > scenes.json
    if command -v python3 > /dev/null; then
        inspect page.html "[s['name'] for s in scenes] == '''$names'''.split() and not any('oracle' in s.get('seal', {}) for s in scenes)"
        # the page gets a scenario with all solvers except the oracle
        python3 - <<'P'
import json
for k, scene in enumerate(json.load(open("scenes.json"))["scenes"]):
    open(f"scene{k}.yaml", "w").write(scene["text"])
P
        for text in scene*.yaml; do
            "$carom" show "$text" > shown
            ! grep -q 'kind: oracle' shown || false
        done
    elif command -v node > /dev/null; then
        node -e 'if (JSON.parse(require("fs").readFileSync("scenes.json", "utf8")).scenes.length < 30) process.exit(1)'
    else skip "neither python3 nor node"; fi
    [ "$(wc -l < said)" -eq 1 ]
    [ "$(grep -o "'oracle' of" said | wc -l)" -eq "$(grep -l 'kind: oracle' home/experiments/*/*.yaml | wc -l)" ]
}

@test "lab: signatures are FNV-1a over the final bits of the records" {
    needs_python
    scenes="two.yaml 20-stadium 04-break"
    ! sanitized || scenes=two.yaml
    # shellcheck disable=SC2086
    "$carom" lab $scenes -o page.html
    between page.html > scenes.json
    for scene in $scenes; do "$carom" run "$scene" -o "records/$(basename "$scene" .yaml)" > /dev/null; done
    python3 - <<'P'
import csv, json, struct
for scene in json.load(open("scenes.json"))["scenes"]:
    assert scene["seal"], scene["name"]
    for solver, seal in scene["seal"].items():
        rows = list(csv.DictReader(open(f"records/{scene['name']}/{solver}/trajectory.tsv"), delimiter="\t"))
        end = [row for row in rows if row["t_s"] == rows[-1]["t_s"]]
        value = 0xcbf29ce484222325
        for row in end:
            for byte in struct.pack("<4d", *(float(row[c]) for c in ("x_m", "y_m", "vx_mps", "vy_mps"))):
                value = (value ^ byte) * 0x100000001b3 % 2**64
        assert f"{value:016x}" == seal, (scene["name"], solver)
P
}

@test "lab: --set changes every scene and its signature, and is stored with it" {
    needs_python
    "$carom" lab two.yaml -o plain.html
    "$carom" lab two.yaml 01-head-on --set duration_s=0.5 --set balls.cue.vx_mps=1.5 -o page.html
    inspect page.html 'all(s["sets"] == ["duration_s=0.5", "balls.cue.vx_mps=1.5"] for s in scenes)' || false
    between plain.html > plain.json
    inspect page.html 'scenes[0]["seal"]["heun"] != json.load(open("plain.json"))["scenes"][0]["seal"]["heun"]'
    sed 's/duration_s: 0.6/duration_s: 0.5/; s/vx_mps: 2/vx_mps: 1.5/' two.yaml > same.yaml
    "$carom" lab same.yaml -o same.html
    between same.html > same.json
    inspect page.html 'scenes[0]["seal"] == json.load(open("same.json"))["scenes"][0]["seal"]'
}

@test "lab: a run that stops early has no signature; bits of the C library are not guaranteed" {
    needs_python
    "$carom" lab 12-collapse 10-friction --set duration_s=3 -o page.html
    inspect page.html 'scenes[0]["seal"] and scenes[0]["unpromised"] == [] and scenes[1]["unpromised"] == ["exact"] and "springs" in scenes[1]["seal"]'
    cat > ends.yaml <<'Y'
carom: 1
table: { width_m: 1, height_m: 1 }
gravity_mps2: [0, -9.81]
restitution: 0.5
duration_s: 5
balls: [ { name: cue, x_m: 0.5, y_m: 0.5 } ]
solvers: [ { name: stops, kind: impulse }, { name: goes_on, kind: impulse, collapse: rest, rest_speed_mps: 0.01 } ]
Y
    "$carom" lab ends.yaml -o page.html
    inspect page.html 'list(scenes[0]["seal"]) == ["goes_on"]'
    sed -e '/heun/d' two.yaml > adaptive.yaml
    echo '  - { name: tried, kind: penalty, integrator: gsl_rkf45, stiffness_N_per_m: 1.0e5, step_s: 1.0e-4 }' >> adaptive.yaml
    "$carom" lab adaptive.yaml -o page.html
    inspect page.html 'scenes[0]["unpromised"] == ["tried"]'
}

@test "lab: no text of a scenario ends its element or the page" {
    cat > 'a "b" <c>.yaml' <<'Y'
carom: 1
title: "</script><script>alert('1')</script><!-- \\ \" ü 𝄞 %s %n"
# </SCRIPT > ]]> <!-- ` ${x}
duration_s: 0.1
balls: [ { name: "<img src=x onerror=alert(1)>", x_m: 0.5, y_m: 0.5, vx_mps: 1 } ]
solvers: [ { name: impulse, kind: impulse } ]
Y
    printf '# </script> \r\n\ttabs \001 and \377\355\240\200\364\220\200\200\300\257 no UTF-8 \342\200\250\n' > exercise.md
    "$carom" lab 'a "b" <c>.yaml' -o page.html
    between page.html > scenes.json
    ! grep -q '<' scenes.json || false
    ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" scenes.json || false
    [ "$(grep -o '</script>' page.html | wc -l)" -eq "$(grep -o '</script>' home/lab/template.html | wc -l)" ]
    needs_python
    inspect page.html 'scenes[0]["name"] == "a \"b\" <c>" and scenes[0]["text"] == open("a \"b\" <c>.yaml", encoding="utf-8").read()'
    inspect page.html 'scenes[0]["title"].startswith("</script><script>alert(") and scenes[0]["title"].endswith("\\ \" ü 𝄞 %s %n")'
    inspect page.html 'scenes[0]["worksheet"] == open("exercise.md", "rb").read().decode("utf-8", "replace")'
}

@test "lab: a text in UTF-16 is converted" {
    needs_python
    command -v iconv > /dev/null || skip "no iconv"
    iconv -f UTF-8 -t UTF-16 two.yaml > wide.yaml
    "$carom" lab wide.yaml --set duration_s=0.4 -o page.html
    inspect page.html 'scenes[0]["text"].startswith("carom: 1") and "duration_s: 0.4" in scenes[0]["text"] and scenes[0]["sets"] == []'
}

@test "lab: the worksheet comes from beside the scenario; a shipped one ends with the answer file, without answers" {
    needs_python
    "$carom" lab 01-head-on two.yaml "$root/experiments/09-cradle/touching.yaml" -o page.html
    "$carom" exercise show 01-head-on > sheet
    inspect page.html 'scenes[0]["worksheet"] == open("sheet").read() and "worksheet" not in scenes[1]'
    inspect page.html 'scenes[2]["name"] == "09-cradle/touching" and "exercise: 09-cradle" in scenes[2]["worksheet"]'
    run "$carom" lab 01-head-on 09-cradle 09-cradle/touching -o shared.html
    inspect shared.html 'scenes[2]["worksheet"] == 1 and "exercise: 09-cradle" in scenes[1]["worksheet"]'
    echo '# A lesson' > exercise.md
    "$carom" lab two.yaml -o page.html
    inspect page.html 'scenes[0]["worksheet"] == "# A lesson\n" and "worksheets" not in scenes[0]'
}

@test "lab: exercise.de.md is the German worksheet, written once" {
    needs_python
    "$carom" lab 09-cradle 09-cradle/touching -o page.html
    inspect page.html 'scenes[0]["worksheets"] == {"de": open("'"$root"'/experiments/09-cradle/exercise.de.md", encoding="utf-8").read()} and "worksheets" not in scenes[1]'
    echo 'Ein <Blatt>' > exercise.de.md
    "$carom" lab two.yaml -o page.html # a translation of nothing
    inspect page.html '"worksheets" not in scenes[0]'
    echo '# A lesson' > exercise.md
    "$carom" lab two.yaml -o page.html
    inspect page.html 'scenes[0]["worksheets"] == {"de": "Ein <Blatt>\n"} and scenes[0]["worksheet"] == "# A lesson\n"'
}

@test "lab: the oracle is removed with all references to it, otherwise carom prints what to do" {
    needs_python
    cat >> two.yaml <<'Y'
  # arbitrary precision
  - name: long          # block
    kind: oracle
    precision_bits: 256
  - { name: last, kind: impulse }   # stays
reference: long
checks:
  - { quantity: energy_residual_rel, solver: long, max: 1e-12 }
Y
    run "$carom" lab two.yaml --set solvers.long.precision_bits=512 --set duration_s=0.5 -o page.html
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "carom: the page omits solvers that need arbitrary precision, and further recordings: 'long' of two" ]
    grep -vE '(name|reference|solver): long|kind: oracle|precision_bits|^checks' two.yaml > expected
    inspect page.html 'scenes[0]["text"] == open("expected").read() and scenes[0]["sets"] == ["duration_s=0.5"]'
    inspect page.html 'list(scenes[0]["seal"]) == ["impulse", "heun", "last"]'
    sed '/^solvers/,$d' two.yaml > inline.yaml
    cp inline.yaml alone.yaml
    echo 'solvers: [ { kind: impulse }, { kind: oracle } ]' >> inline.yaml
    run "$carom" lab inline.yaml -o no.html
    [ "$status" -eq 65 ]
    [[ "$output" == *"'oracle' needs arbitrary precision"*"remove it and the keys"* ]]
    echo 'solvers: [ { kind: oracle } ]' >> alone.yaml
    run "$carom" lab alone.yaml -o no.html
    [ "$status" -eq 65 ]
    [[ "$output" == *"which a page does not support; add another solver"* ]]
    [ ! -e no.html ]
}

@test "lab: the first recording becomes a track in coordinates of the scene, without samples before t = 0" {
    needs_python
    printf 'zeit;ball;x;y\n0,9;cue;0;0\n1;cue;10;1\n1;eight;1;1\n1,1;cue;20,5;2\n1,1;eight;;\n1,2;eight;60;3\n' > film.csv
    cat >> two.yaml <<'Y'
  - { name: film, kind: recorded, label: "Film <b>", file: film.csv, columns: { t_s: zeit }, start_s: 1, scale_m: 0.01, origin_m: [0.5, 0.6], sigma_m: 0.002 }
  - { name: again, kind: recorded, file: film.csv, columns: { t_s: zeit }, start_s: 1 }
reference: film
checks:
  - { quantity: energy_residual_rel, solver: film, max: 1 }
Y
    run "$carom" lab two.yaml --set solvers.film.sigma_m=0.003 -o page.html
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    [[ "$output" == *"warning: "*"(solver again)"*"outside the table"* ]] || { echo "$output"; false; }
    [[ "$output" == *"carom: the page omits solvers that need arbitrary precision, and further recordings: 'again' of two"* ]]
    grep -vE 'recorded|reference|^checks|solver: film' two.yaml > expected
    inspect page.html 'scenes[0]["text"] == open("expected").read() and scenes[0]["sets"] == [] and list(scenes[0]["seal"]) == ["impulse", "heun"]'
    inspect page.html '{k: v for k, v in scenes[0]["track"].items() if k not in ("id", "balls")} == {"name": "film", "label": "Film <b>", "hue": 6, "variant": 0, "sigma_m": 0.003}'
    inspect page.html 'scenes[0]["track"]["balls"] == [{"name": "cue", "t_s": [0, 0.1], "x_m": [0.6, 0.705], "y_m": [0.61, 0.62]}, {"name": "eight", "t_s": [0, 0.2], "x_m": [0.51, 1.1], "y_m": [0.61, 0.63]}]'
    ! between page.html | grep -q '<' || false
    between page.html | grep -o '"id":"[0-9a-f]*"' > id
    sed -i 's/20,5/20,6/' film.csv # another track has another id
    "$carom" lab two.yaml -o other.html
    ! between other.html | grep -qf id || false
    ! "$carom" lab 01-head-on -o - | grep -q '"track"' || false
}

@test "lab: on a periodic table the track is folded; a recording above 200 kB is omitted with a message" {
    needs_python
    sed -i 's/^samples/table: { width_m: 2, height_m: 1, boundary: periodic }\n&/' two.yaml
    awk 'BEGIN { print "t_s\tball\tx_m\ty_m"; for (k = 0; k <= 9000; k++) { t = k / 10000; printf "%.4f\tcue\t%.9f\t%.4f\n%.4f\teight\t1.2\t-0.35\n", t, 1.9 + t / 3, 0.6, t } }' > film.tsv
    sed -n '1,7p' film.tsv > short.tsv
    echo '  - { name: film, kind: recorded, file: short.tsv, sigma_m: 0 }' >> two.yaml
    "$carom" lab two.yaml --set samples=2 --set duration_s=0.0001 -o page.html
    inspect page.html '[ball["y_m"] for ball in scenes[0]["track"]["balls"]] == [[0.6] * 3, [0.65] * 3]'
    run "$carom" lab two.yaml --set solvers.film.file=film.tsv --set samples=2 --set duration_s=0.0001 -o page.html
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" =~ ^"carom: the page omits the recording 'film' of two: "[0-9]+" kB of positions, more than 200 kB; use fewer samples"$ ]]
    inspect page.html '"track" not in scenes[0] and "recorded" not in scenes[0]["text"]'
    echo 'solvers: [ { kind: impulse }, { kind: recorded, file: short.tsv } ]' | cat <(sed '/^solvers/,$d' two.yaml) - > inline.yaml
    run "$carom" lab inline.yaml -o no.html
    [ "$status" -eq 65 ]
    [[ "$output" == *"'recorded' needs the file of a recording"*"give each solver lines of its own"* ]]
    [ ! -e no.html ]
}

@test "lab: all errors are reported, and no page is written" {
    sed 's/vx_mps: 2/vx_mps: fast/' two.yaml > bad.yaml
    sed 's/stiffness_N_per_m/stiffness/' two.yaml > worse.yaml
    run "$carom" lab bad.yaml two.yaml worse.yaml -o page.html
    [ "$status" -eq 65 ]
    [[ "$output" == *"bad.yaml:6:"*"vx_mps"* ]]
    [[ "$output" == *"worse.yaml:10:"*"stiffness"* ]]
    run "$carom" lab nobody -o page.html
    [ "$status" -eq 66 ]
    run "$carom" lab two.yaml --set balls.nobody.x_m=1 -o page.html
    [ "$status" -eq 65 ]
    run "$carom" lab two.yaml --set "$(printf 'duration_s=1\nsamples=3')" -o page.html
    [ "$status" -eq 2 ]
    run "$carom" lab -o page.html
    [ "$status" -eq 2 ]
    [[ "$output" == *"carom lab FILE..."* ]]
    run "$carom" lab two.yaml --json
    [ "$status" -eq 2 ]
    run "$carom" lab two.yaml -o nowhere/page.html
    [ "$status" -eq 73 ]
    [ ! -e page.html ]
    [ -z "$(find . -name '.*.tmp')" ]
}

@test "lab: without a valid template carom prints how to build it" {
    rm home/lab/template.html
    run "$carom" lab two.yaml -o page.html
    [ "$status" -eq 66 ]
    [[ "$output" == *"home/build/lab/template.html"*"'make'"* ]]
    mkdir -p home/build/lab
    echo '<script type="application/json" id="scenes">' > home/build/lab/template.html
    run "$carom" lab two.yaml -o page.html
    [ "$status" -eq 65 ]
    [[ "$output" == *"is no template of the lab"* ]]
    [ ! -e page.html ]
}

@test "lab: standard output, links and pipes; a full disk keeps the old page" {
    "$carom" lab two.yaml -o page.html > said
    grep -qx 'lab: page.html, 1 scene, [0-9]* kB: open it in a browser' said
    "$carom" lab two.yaml -o - > out.html
    cmp page.html out.html
    "$carom" lab - -o - < two.yaml | sed 's/"name":"stdin"/"name":"two"/' | cmp - page.html
    "$carom" lab two.yaml -o /dev/stdout | cmp - page.html
    echo before > kept.html
    ln -s kept.html link.html
    "$carom" lab two.yaml -o link.html > said
    [ -L link.html ]
    cmp kept.html page.html
    [ -w /dev/full ] || skip "no /dev/full"
    run "$carom" lab two.yaml -o /dev/full
    [ "$status" -eq 74 ]
    run bash -c '"$1" lab two.yaml -o - > /dev/full' - "$carom"
    [ "$status" -eq 74 ]
}

@test "lab: the default place is the results folder, and a second page replaces the first" {
    run "$carom" lab two.yaml
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == "lab: out/two/lab.html, 1 scene"* ]]
    "$carom" lab two.yaml 01-head-on > said
    grep -q 'out/two/lab.html, 2 scenes' said
    [ -s out/two/lab.html ]
}

@test "lab: a signal ends it during a run, without files" {
    "$carom" lab two.yaml --set duration_s=5000 --set solvers.heun.step_s=1e-7 -o page.html 2> said & pid=$!
    handles $pid TERM
    kill -TERM $pid
    began=$(date +%s)
    wait $pid && false || status=$?
    [ "$status" -eq 143 ]
    [ $(($(date +%s) - began)) -le 5 ]
    [ ! -e page.html ]
    [ -z "$(find . -name '.*.tmp')" ]
}

@test "lab: the page is composed of its parts, compressed, and nothing else" {
    printf '\0asm\1\0\0\0' > core.wasm
    cat > parts.html <<'P'
<!DOCTYPE html><script>"not this"; </script>
<script type="application/json" id="scenes"></script>
<script type="text/plain" id="module"></script>
<script type="text/plain" id="worker">onmessage = "%";</script>
<!-- between --><script>let a = "<script>", b = '\n %s & \\';
b += 1; </script><p>behind
P
    sh "$root/src/lab/compose.sh" parts.html core.wasm > page.html
    # eleven characters encode nine bytes; each is a digit in base 94
    bytes() { awk '
        BEGIN { for (k = 32; k < 127; k++) if (k != 60) place[sprintf("%c", k)] = signs++ }
        { n = length($0); left = n % 11
          for (k = 1; k <= n; k += 11) { high = low = 0
              for (i = k; i < k + 11; i++) { low = 94 * low + (i <= n ? place[substr($0, i, 1)] : 93)
                  over = int(low / 2 ^ 40); low -= over * 2 ^ 40; high = 94 * high + over }
              end = k + 10 <= n ? 9 : left < 6 ? left - 1 : left - 2
              for (b = 0; b < end; b++) printf "\\%03o", (b < 4 ? int(high / 256 ^ (3 - b)) : int(low / 256 ^ (8 - b))) % 256 } }'; }
    unpacked() { printf "$(sed -n "s/.*id=\"$1\">\([^<]*\)<.*/\1/p" page.html | bytes)" | gzip -dc; }
    unpacked module | cmp - core.wasm
    [ "$(unpacked worker)" = 'onmessage = "%";' ]
    unpacked program > program.js
    printf 'let a = "<script>", b = '"'"'\\n %%s & \\\\'"'"';\nb += 1; ' | cmp - program.js
    [ "$(sed -n '1,2p' page.html)" = "$(sed -n '1,2p' parts.html)" ]
    grep -q '^<!-- between --><script type="text/plain" id="program">' page.html
    [ "$(tail -n 1 page.html)" = '</script><p>behind' ]
    sh "$root/src/lab/compose.sh" parts.html core.wasm | cmp - page.html
    run sh "$root/src/lab/compose.sh" parts.html parts.html
    [ "$status" -eq 1 ]
    [[ "$output" == *"parts.html is no WebAssembly module" ]]
    sed '/id="scenes"/d' parts.html > lacking.html
    run sh "$root/src/lab/compose.sh" lacking.html core.wasm
    [ "$status" -eq 1 ]
    [[ "$output" == *"lacking.html has 0 places for <script type=\"application/json\" id=\"scenes\"></script>; expected one" ]]
}

@test "lab: view is what the page shows first; nothing else reads it" {
    view='view={ chart: raster, trails: true, zoom: 2.5, knobs: [speed, gap] }'
    "$carom" show two.yaml --set "$view" | grep -qF 'view: { chart: raster, trails: true, zoom: 2.5, knobs: [speed, gap] }'
    [ "$("$carom" show two.yaml | grep -c '^view')" = 0 ]
    "$carom" run two.yaml -o plain
    "$carom" run two.yaml -o viewed --set "$view"
    cmp plain/heun/series.tsv viewed/heun/series.tsv
    "$carom" list keys | grep -A5 '^  view ' | grep -q 'chart beside the table; one of: energy, '
    for wrong in 'chart: rastr|found .rastr.; expected one of: energy, divergence, raster, momentum, contact; did you mean .raster.' \
                 'zoom: 0|found .0.; expected a number from 0.1 to 1000' 'trail: true|unknown key; did you mean .trails.' \
                 'knobs: [sped]|found .sped.; .*did you mean .speed.' 'knobs: []|view.knobs'; do
        run "$carom" show two.yaml --set "view={ ${wrong%%|*} }"
        [ "$status" -eq 65 ]
        [[ $output =~ ${wrong#*|} ]]
    done
}
