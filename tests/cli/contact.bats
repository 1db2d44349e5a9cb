#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# carom contact, compared with closed forms and with the records of carom run.

load common

setup() {
    begin
    cat > head-on.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 1
samples: 11
balls:
  - { name: light, x_m: 0, y_m: 0, vx_mps: 2, radius_m: 0.1, mass_kg: 1 }
  - { name: heavy, x_m: 0.5, y_m: 0, radius_m: 0.1, mass_kg: 3 }
solvers:
  - { name: rigid, kind: impulse }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1e4, theta: 0.01 }
  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, theta: 0.01 }
Y
}

teardown() { rm -rf "$work"; }

# cell TABLE COLUMN WHERE...: the COLUMN of the first row in which every "column=value" of WHERE is so
cell() {
    awk -F '\t' -v want="$2" -v where="${*:3}" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(where, part, " "); next }
        { ok = 1; for (k = 1; k <= n; k++) { split(part[k], is, "="); if ($at[is[1]] != is[2]) ok = 0 }
          if (ok) { print $at[want]; exit } }' "$1"
}

# near GOT WANT TOLERANCE
near() { awk -v g="$1" -v w="$2" -v t="$3" 'BEGIN { d = g - w; exit !(g != "" && d <= t && -d <= t) }' || { echo "got $1, want $2 within $3"; return 1; }; }

@test "contact: duration, overlap, force and impulse of an undamped spring match the closed form" {
    run "$carom" contact head-on.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    [ "$(cell out/contact.tsv exact solver=heun)" = "closed form" ]
    near "$(cell out/contact.tsv exact_contact_s solver=heun)" 0.0272069904635132678 1e-16
    near "$(cell out/contact.tsv exact_max_overlap_m solver=heun)" 0.0173205080756887729 1e-16
    near "$(cell out/contact.tsv exact_force_N solver=heun)" 173.205080756887729 1e-9
    near "$(cell out/contact.tsv exact_impulse_Ns solver=heun)" 3 1e-14
    near "$(cell out/contact.tsv impulse_Ns solver=rigid)" 3 1e-14
    # Heun at theta = 0.01 without event location: error theta^2/2
    near "$(cell out/contact.tsv restitution solver=heun)" 1 5e-5
}

@test "contact: the final speed of Euler matches the exact formula" {
    "$carom" contact head-on.yaml -o out --no-plots --theta 0.3,0.1,0.013 > /dev/null
    # e = sqrt(1 + s^2 th^2) (1 + th^2)^(n/2) cos(atan(s th) + n atan th), n = ceil((pi - atan(s th))/atan th), the first overlap s v h
    for theta in 0.3 0.1 0.013; do
        awk -F '\t' -v th=$theta -v says="euler, θ = $theta" '
            FNR == 1 { delete at; for (i = 1; i <= NF; i++) at[$i] = i; file++; next }
            file == 1 && $at["says"] == says { e = $at["restitution"]; w = $at["frequency_per_s"] }
            file == 2 && $at["says"] == says && $at["overlap_m"] > 0 && !s { s = $at["overlap_m"] / (2 * th / w) }
            END {
                pi = atan2(0, -1); a = atan2(s * th, 1); b = atan2(th, 1)
                n = int((pi - a) / b); if (n < (pi - a) / b) n++
                want = -sqrt(1 + s^2 * th^2) * exp(0.5 * n * log(1 + th^2)) * cos(a + n * b)
                if (!(s > 0 && s <= 1) || (e / want - 1)^2 > 1e-22) { print th, s, e, want; exit 1 }
            }' out/contact.tsv out/contact-steps.tsv
    done
}

@test "contact: a dashpot with either end of contact, and with the damping of the other end" {
    ! sanitized || skip "long with sanitizers; make nightly runs it"
    "$carom" contact 07-restitution -o out --no-plots > /dev/null
    near "$(cell out/contact.tsv exact_restitution solver=force)" 0.5 1e-12
    near "$(cell out/contact.tsv exact_restitution solver=overlap)" 0.5 1e-12
    near "$(cell out/contact.tsv exact_restitution solver=mixed)" 0.550283169627 1e-12
    for solver in force overlap mixed; do # RK4, theta = 0.02
        near "$(cell out/contact.tsv restitution solver=$solver)" "$(cell out/contact.tsv exact_restitution solver=$solver)" 2e-8
    done
    # the contact that ends with the overlap pulls, the other does not
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR > 1 && $at["force_N"] < 0 { pulls[$at["solver"]] = 1 }
                 END { exit !(pulls["overlap"] && !pulls["force"] && !pulls["mixed"]) }' out/contact-exact.tsv
    # (1 - 0.25) 0.085/2
    near "$(cell out/contact.tsv exact_loss_J solver=force)" 0.031875 1e-14
}

@test "contact: for every law the area enclosed by force over overlap is the energy loss" {
    ! sanitized || skip "long with sanitizers; make nightly runs it"
    "$carom" contact 07-restitution/laws -o out --no-plots > /dev/null
    [ "$(cell out/contact.tsv exact solver=hertz)" = converged ]
    # trapezoids between 401 states; the dashpot of Tsuji begins as x^(1/4), which costs 1e-3 of the area
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
                 { s = $at["solver"]; x = $at["overlap_m"]; f = $at["force_N"]
                   if (s in had) area[s] += 0.5 * (f + last[s]) * (x - had[s]); had[s] = x; last[s] = f }
                 END { for (s in area) { n++; want = s == "hooke" ? 0 : 0.031875
                       if ((area[s] - want)^2 > (1.5e-3 * 0.031875)^2) { print s, area[s]; exit 1 } } exit n != 5 }' out/contact-exact.tsv
}

@test "contact: a contact whose normal rotates is compared with the converged run, along n and t" {
    "$carom" contact 02-oblique-unequal/lossy -o out --no-plots > /dev/null
    [ "$(cell out/contact.tsv exact solver=springs)" = "converged run" ]
    # the light ball (1/10, 0.3 sqrt(3)), the heavy one (9/20, -0.15 sqrt(3)), n = (sqrt(3)/2, -1/2)
    near "$(cell out/contact-balls.tsv v_n_mps solver=impulse when=after ball=light)" -0.17320508075688773 1e-14
    near "$(cell out/contact-balls.tsv v_t_mps solver=impulse when=after ball=light)" 0.5 1e-14
    near "$(cell out/contact-balls.tsv v_n_mps solver=impulse when=after ball=heavy)" 0.51961524227066319 1e-14
    near "$(cell out/contact-balls.tsv kinetic_J solver=impulse when=after ball=heavy)" 0.2025 1e-14
    near "$(cell out/contact.tsv loss_J solver=impulse)" 0.0675 1e-14
    # springs act across n because n rotates: v_t T/s of the relative velocity, within 10 %
    near "$(cell out/contact-balls.tsv v_t_mps solver=springs-stiff when=after ball=heavy)" 0 3e-4
}

@test "contact: a ball that falls onto the floor: T = (2/w0)(pi - atan(v w0/g))" {
    cat > floor.yaml <<'Y'
carom: 1
table: { width_m: 2, height_m: 4 }
gravity_mps2: [0, -9.81]
duration_s: 1
balls: [ { name: ball, x_m: 1, y_m: 0.6, radius_m: 0.1, mass_kg: 1.7 } ]
solvers:
  - { kind: impulse }
  - { name: soft, kind: penalty, integrator: rk4, contacts: located, stiffness_N_per_m: 1e3, theta: 0.05 }
Y
    "$carom" contact floor.yaml --set contact.pair=ball,bottom -o out --no-plots > /dev/null
    [ "$(cell out/contact.tsv exact solver=soft)" = "closed form" ]
    near "$(cell out/contact.tsv exact_contact_s solver=soft)" \
        "$(awk 'BEGIN { w = sqrt(1e3 / 1.7); v = sqrt(9.81); printf "%.17g", 2 / w * (atan2(0, -1) - atan2(v * w, 9.81)) }')" 1e-9
    [ "$(cell out/contact-balls.tsv mass_kg ball=bottom)" = nan ]
}

@test "contact: tracing does not change the run; contacts are numbered as in the reference" {
    "$carom" run head-on.yaml -o run > /dev/null
    "$carom" contact head-on.yaml -o out --no-plots > /dev/null
    for solver in rigid euler heun; do
        for column in t_s contact_s impulse_Ns approach_mps; do
            [ "$(cell out/contact.tsv $column solver=$solver)" = "$(cell run/$solver/collisions.tsv $column kind=ball)" ]
        done
    done
    "$carom" contact 09-cradle -o second --set contact.contact=2 --no-plots > two.txt
    head -n 2 two.txt | grep -q "^second and third at t = "
    "$carom" contact 09-cradle -o pair --set contact.pair=third,second --no-plots > pair.txt
    cmp second/contact.tsv pair/contact.tsv
}

@test "contact: a contact, pair or step that does not exist is reported" {
    run "$carom" contact head-on.yaml -o out --set contact.contact=2 --no-plots
    [ "$status" -eq 65 ]
    [[ "$output" == *"contact 2 does not exist: 'rigid' has 1 in 1 s"* ]]
    run "$carom" contact head-on.yaml -o out --set contact.pair=light --no-plots
    [ "$status" -eq 65 ]
    [[ "$output" == *"contact.pair: found 'light'; expected the names of two balls"* ]]
    run "$carom" contact head-on.yaml -o out --set contact.pair=light,nobody --no-plots
    [ "$status" -eq 65 ]
    [[ "$output" == *"contact.pair: found 'nobody'; expected the name of a ball or of a wall"* ]]
    for theta in 0 -1 x 0.1,,0.2 1e999; do
        run "$carom" contact head-on.yaml -o out --theta "$theta" --no-plots
        [ "$status" -ne 0 ]
        [[ "$output" == *"--theta: found '$theta'; expected up to"* ]]
    done
    # a step that one integrator rejects does not end the study
    run "$carom" contact head-on.yaml -o out --theta 3 --no-plots
    [ "$status" -eq 0 ]
    [[ "$output" == *"stability limit"* ]]
    [ ! -e out/force.png ]
}

rough_floor() {
    cat > rough.yaml <<'Y'
carom: 1
table: { width_m: 3, height_m: 3 }
friction: 0.1
tangential_restitution: 0
duration_s: 0.3
samples: 3
balls: [ { name: ball, x_m: 1, y_m: 0.2, vx_mps: 0.2, vy_mps: -1, radius_m: 0.1, mass_kg: 1 } ]
solvers:
  - { kind: impulse }
  - { name: soft, kind: penalty, integrator: rk4, contacts: located, flight: leap, stiffness_N_per_m: 1e14, theta: 0.02 }
  - { name: grid, kind: penalty, integrator: heun, stiffness_N_per_m: 1e6, theta: 0.1, tangential_stiffness_ratio: 0.8235 }
Y
}

# kappa = 1/14, g_t/g_n = 0.2 and 0.5: an independent integration gives beta = -0.07142857 and -0.17857143
@test "contact: springs slide at the end of a contact in which an impulse sticks" {
    rough_floor
    "$carom" contact rough.yaml -o out --no-plots > said.txt
    near "$(cell out/contact-rub.tsv beta solver=soft converged=0)" -0.07142857 1e-6
    near "$(cell out/contact-rub.tsv slid_part solver=soft converged=0)" 0.0912575 1e-6
    near "$(cell out/contact-rub.tsv beta solver=impulse)" 0 1e-14
    near "$(cell out/contact-rub.tsv rigid_slip_rel solver=soft)" 0.7 1e-14
    # sticking needs J_t = m_t g_t and dissipates m_t g_t^2/2; friction dissipates all that is lost
    near "$(cell out/contact-rub.tsv impulse_t_Ns solver=impulse)" 0.057142857142857143 1e-15
    near "$(cell out/contact-rub.tsv loss_t_J solver=impulse)" 0.0057142857142857143 1e-15
    near "$(cell out/contact-rub.tsv loss_t_J solver=soft)" "$(cell out/contact.tsv dissipated_J solver=soft)" 1e-8
    grep -q "^u_t/u_n = 0.2, mu = 0.1, beta = 0: in the impulse model the surfaces stick (they stick up to 0.7), u_t' = 0 m/s$" said.txt
    "$carom" contact rough.yaml -o out --no-plots --set balls.ball.vx_mps=0.5 > /dev/null
    near "$(cell out/contact-rub.tsv beta solver=soft converged=0)" -0.17857143 1e-6
    # no table along t without friction
    "$carom" contact rough.yaml -o out --no-plots --set friction=0 > said.txt
    [ "$(wc -l < out/contact-rub.tsv)" -eq 1 ]
    ! grep -q "along t" said.txt || false
}

@test "contact: friction does not exceed its limit, equals it while sliding, and integrates to J_t" {
    rough_floor
    "$carom" contact rough.yaml -o out --no-plots --solver soft --solver grid --set reference=soft --set balls.ball.vx_mps=-0.3 > /dev/null
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        FNR == 1 { file++; delete at; for (i = 1; i <= NF; i++) at[$i] = i; next }
        { s = $at["solver"] " " $at["converged"] }
        !file { J[s] = $at["impulse_t_Ns"]; next }
        { f = $at["force_t_N"]; limit = $at["limit_N"]; t = $at["t_s"]; most = limit > most ? limit : most
          if ((f < 0 ? -f : f) > limit + 1e-9 * most) { print s, t, f, limit; exit 1 }
          if ($at["sliding"] == 1 && (f < 0 ? -f : f) < limit - 1e-3 * most) { print s, t, "slides at", f, limit; exit 1 }
          slides[s] += $at["sliding"]; sticks[s] += 1 - $at["sliding"]
          if (s in last) sum[s] += 0.5 * (t - when[s]) * (f + last[s])
          last[s] = f; when[s] = t }
        END { for (s in sum) { n++; off = sum[s] / J[s] - 1; if (off * off > 2.5e-5 || !slides[s] || !sticks[s]) { print s, sum[s], J[s], slides[s], sticks[s]; exit 1 } } exit n != 4 }' \
        out/contact-rub.tsv out/contact-rub-steps.tsv
}

@test "contact: figures are drawn, and again in another preset" {
    has_gnuplot || skip "no gnuplot"
    run "$carom" contact head-on.yaml -o out --theta 0.25
    [ "$status" -eq 0 ]
    for figure in force phase axes; do
        [ -s out/$figure.png ] && [ -s out/$figure.svg ]
    done
    grep -q ">Force in the contact of .* and .* over time<" out/force.svg
    "$carom" plot out --preset slide > /dev/null
    [ -s out/phase-slide.png ]
    rough_floor
    "$carom" contact rough.yaml -o rough > /dev/null
    grep -q ">Friction in the contact of ball and bottom over time<" rough/force.svg
    grep -q ">.*: slides 9.1 %<" rough/force.svg && grep -q ">.*: slides 48 %<" rough/force.svg
}

@test "contact: figures count the steps of a solver whatever axis ranges another figure has set" {
    has_gnuplot || skip "no gnuplot"
    "$carom" contact head-on.yaml -o out --no-plots > /dev/null
    cat > count.gp <<G
DIR = "out"; N = 2; DOT = 1
array NAME[2] = ["euler", "heun"]; array SOLVER[2] = ["euler", "heun"]; array LABEL[2] = ["Euler", "Heun"]
array STYLE[2] = [1, 2]; array EXACT_T[2] = [1, 1]
max2(a, b) = a > b ? a : b
hue(style) = style
set datafile columnheaders
set xrange [5:6]
set yrange [5:6]
load "$BATS_TEST_DIRNAME/../../plots/inside.gp"
print ROWS_sum
G
    want=$(awk -F '\t' 'NR > 1 && $1 == "heun"' out/contact-steps.tsv | wc -l)
    [ "$want" -gt 100 ]
    run gnuplot -d count.gp
    [ "$status" -eq 0 ]
    awk -v got="${lines[-1]}" -v want="$want" 'BEGIN { exit got != want }'
}
