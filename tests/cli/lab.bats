#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The page of carom lab with other programs and devices. The page here is a stand-in; tests/lab tests the real one. (All else:
# tests/cases/lab.case.)

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

@test "lab: one well-formed page contains every experiment, without oracles" {
    ! sanitized || skip "long with sanitizers; make nightly runs it"
    command -v python3 > /dev/null || skip "no python3"
    names=$(sh "$root/src/lab/scenes.sh")
    # shellcheck disable=SC2086
    "$carom" lab $names -o page.html 2> said
    python3 - $names <<'P'
import json, sys
page = open("page.html", encoding="utf-8").read()
scenes = json.loads(page.split('id="scenes">', 1)[1].split("</script>", 1)[0])["scenes"]
assert [scene["name"] for scene in scenes] == sys.argv[1:]
for k, scene in enumerate(scenes):
    assert "oracle" not in scene.get("seal", {}), scene["name"]
    open(f"scene{k}.yaml", "w").write(scene["text"])
P
    # the page gets a scenario with all other solvers
    for text in scene*.yaml; do
        "$carom" show "$text" > shown
        ! grep -q 'kind: oracle' shown || false
    done
    [ "$(wc -l < said)" -eq 1 ]
    [ "$(grep -o "'oracle' of" said | wc -l)" -eq "$(grep -l 'kind: oracle' home/experiments/*/*.yaml | wc -l)" ]
    # a shipped scene by its path
    "$carom" lab "$root/experiments/09-cradle/touching.yaml" -o - | grep -q '"name":"09-cradle/touching".*exercise: 09-cradle'
}

@test "lab: pipes, a full disk, an argument of two lines" {
    "$carom" lab two.yaml -o page.html > said
    "$carom" lab two.yaml -o /dev/stdout | cmp - page.html
    run "$carom" lab two.yaml --set "$(printf 'duration_s=1\nsamples=3')" -o no.html
    [ "$status" -eq 2 ]
    [ ! -e no.html ]
    [ -w /dev/full ] || skip "no /dev/full"
    run "$carom" lab two.yaml -o /dev/full
    [ "$status" -eq 74 ]
    run bash -c '"$1" lab two.yaml -o - > /dev/full' - "$carom"
    [ "$status" -eq 74 ]
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
