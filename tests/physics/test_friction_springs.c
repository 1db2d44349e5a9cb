/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tangential springs: one contact against the impulse model where both agree, against exact
 * numbers and an independent integration elsewhere; the order of every method with event location,
 * also at sloped walls and across joints; and the budget of contacts without event location. */
#include "scenes.h"

/* ---- one contact of the solver ---- */

/* Two balls, or a ball and a wall, at normal speed 1 m/s and tangential speed g. */
typedef struct {
    const char *integrator, *law, *contacts;
    double k, theta, phase, kappa, mu, e, g;
    double ma, mb, ra, rb, fa, fb; /* masses, radii, moments of inertia */
    bool wall;
    int phases;        /* sub-step offsets over which an error is averaged */
    const char *scene; /* instead of this contact: a ball at the walls of a table, and until when */
    double end_s;
} tangential;

/* As soft as balls on a table: the normal rotates, and lever arms shorten. */
static const tangential soft = {"rk4", "hooke", "located", 1e6,          0.01, 0.37, 0.2,
                                0.1,   1,       0.2,       0.17,         0.31, 0.03, 0.04,
                                0.4,   0.4,     false,     ROUNDS(3, 1), NULL, 0};

/* So stiff that the overlap is 1e-7 of the radius: lever arms and normal as for impulses. */
static tangential stiff(void)
{
    tangential r = soft;
    r.integrator = "velocity_verlet", r.k = 1e16, r.theta = 1e-3, r.kappa = 2.0 / 7;
    r.mb = r.ma, r.rb = r.ra;
    return r;
}

static bool is_hooke(const tangential *r)
{
    return strcmp(r->law, "hooke") == 0;
}

/* w0 of the undamped contact at its maximum overlap, at 1 m/s. */
static double frequency_of(const tangential *r)
{
    double mass = r->wall ? r->ma : r->ma * r->mb / (r->ma + r->mb);
    double depth = pow(1.25 * mass / r->k, 0.4);
    return sqrt((is_hooke(r) ? r->k : 1.5 * r->k * sqrt(depth)) / mass);
}

static outcome *run_springs(const tangential *r, double end_s, const carom_problem *scene)
{
    return run_until(end_s, scene,
                     "penalty integrator=%s law=%s stiffness_N_per_m%s=%g step_s=%g contacts=%s "
                     "contact_end=force tangential_stiffness_ratio=%g phase=%g allow_unstable=true",
                     r->integrator, r->law, is_hooke(r) ? "" : "1p5", r->k,
                     r->theta / frequency_of(r), r->contacts, r->kappa, r->phase);
}

/* The slip comes from both translation and spin. */
static outcome *run_contact_until(const tangential *r, double end_s)
{
    double gap = 1 / frequency_of(r), ra = r->ra, g = r->g;
    carom_problem *scene = new_scene("e %g; mu %g", r->e, r->mu);
    if (r->scene != NULL) {
        add_to_scene(scene, "%s", r->scene);
    } else if (r->wall) {
        add_to_scene(scene, "walls %g %g; ball %g %g 1 %g spin %g r %g m %g inertia %g", 4 * ra,
                     40 * ra, 3 * ra - gap, 20 * ra, 0.4 * g, 0.6 * g / ra, ra, r->ma, r->fa);
    } else {
        add_to_scene(scene, "open; ball %g 0 0.6 %g spin %g r %g m %g inertia %g", -ra - gap,
                     0.3 * g, 0.4 * g / ra, ra, r->ma, r->fa);
        add_to_scene(scene, "ball %g 0 -0.4 %g spin %g r %g m %g inertia %g", r->rb, -0.2 * g,
                     0.1 * g / r->rb, r->rb, r->mb, r->fb);
    }
    return run_springs(r, end_s, scene);
}

static outcome *run_contact(const tangential *r)
{
    return run_contact_until(r, r->scene != NULL ? r->end_s : 8 / frequency_of(r));
}

/* -u_t'/u_t */
static double beta_of(const tangential *r)
{
    outcome *run = run_contact(r);
    const carom_sample *s = &run->sample;
    double slip = s->vy_mps[0] + r->ra * s->spin_radps[0];
    only_hit(run);
    return -(r->wall ? slip : slip + r->rb * s->spin_radps[1] - s->vy_mps[1]) / r->g;
}

/* m_n/m_t */
static double tangential_of(const tangential *r)
{
    double n = 1 / r->ma + (r->wall ? 0 : 1 / r->mb);
    return (n + 1 / (r->fa * r->ma) + (r->wall ? 0 : 1 / (r->fb * r->mb))) / n;
}

/* ---- agreement with impulses ---- */

/* kappa = m_t/m_n, e = 1: both force components are in phase, and at every angle springs agree
 * with the impulse model for beta = 1. It slides above mu (1+e) m_n/m_t/(1+beta) = 0.35 for equal
 * spheres. */
START_TEST(springs_agree_with_impulses)
{
    static const double g[] = {0.05, 0.2, 0.36, 0.5, 1, 2},
                        spheres[] = {1, 1, 0.944444444444444, 0.4, -0.3, -0.65};
    tangential pairs[] = {stiff(), stiff(), stiff(), stiff()};
    pairs[1].fa = pairs[1].fb = 0.5; /* discs */
    pairs[2].mb = 0.31, pairs[2].rb = 0.05, pairs[2].fb = 0.5, pairs[2].mu = 0.07;
    pairs[3].wall = true;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 6; j++) {
            tangential *r = &pairs[i];
            double ratio = tangential_of(r), slides = 2 * r->mu * ratio / g[j] - 1;
            r->g = g[j], r->kappa = 1 / ratio;
            r->integrator = j % 3 == 0 ? "heun" : j % 3 == 1 ? "velocity_verlet" : "rk4";
            assert_near(beta_of(r), fmin(1, slides), 1e-6);
            if (i == 0) {
                assert_near(fmin(1, slides), spheres[j], 1e-14);
            }
        }
    }
}
END_TEST

/* ---- difference from impulses ---- */

/* A contact with F = x^p without damping, in units of its reduced mass, stiffness and approach
 * speed: (x/deepest)^((p+1)/2) = sin theta, dx/dt = cos theta. The integration variable is u,
 * theta = pi S(u), S' = 630 u^4 (1-u)^4, in which everything is smooth. */
typedef struct {
    double x, v, dt; /* dt/du */
} normal_motion;

static normal_motion normal_at(double p, double u)
{
    double d = 1 - u, u4 = u * u * u * u, q = 2 / (p + 1);
    double theta = PI * u4 * u * (126 - 420 * u + 540 * u * u - 315 * u * u * u + 70 * u4);
    double s = sin(theta), deepest = pow(0.5 * (p + 1), 1 / (p + 1));
    return (normal_motion){deepest * pow(fmax(s, 0), q), cos(theta),
                           s > 0 ? deepest * q * pow(s, q - 1) * PI * 630 * u4 * d * d * d * d : 0};
}

/* Change of the force of a sticking spring: k_t u while it is compressed, that of k_t xi while it
 * expands. */
static double stretched(double p, double kappa, normal_motion n, double slip, double force)
{
    double relaxed = n.v < 0 && n.x > 0 ? force * (p - 1) * n.v / n.x : 0;
    return (kappa * p * pow(n.x, p - 1) * slip + relaxed) * n.dt;
}

static double limited(double force, double limit)
{
    return fmax(-limit, fmin(force, limit));
}

/* -u_t'/u_t at u_t/u_n = g, by the midpoint rule: surfaces slide while the force of the spring
 * would exceed Coulomb's limit. @param ratio  m_n/m_t */
static double integrated(double p, double kappa, double mu, double ratio, double g)
{
    enum { STEPS = 20000 };
    const double h = 1.0 / STEPS;
    double slip = g, force = 0;
    for (int i = 0; i < STEPS; i++) {
        normal_motion a = normal_at(p, h * i), b = normal_at(p, h * (i + 0.5));
        normal_motion c = normal_at(p, h * (i + 1));
        double slip_b = slip - 0.5 * h * a.dt * ratio * force;
        double force_b = limited(force + 0.5 * h * stretched(p, kappa, a, slip, force),
                                 mu * pow(b.x, p));
        force = limited(force + h * stretched(p, kappa, b, slip_b, force_b), mu * pow(c.x, p));
        slip -= h * b.dt * ratio * force_b;
    }
    return -slip / g;
}

/* kappa = 1/14 stops sticking spheres. The normal force vanishes at separation but the spring's
 * does not, so they slide at the end: -(5/14) u_t/u_n, where impulses give 0. */
START_TEST(quarter_periods_slide_at_the_end)
{
    static const double g[] = {0.05, 0.2, 0.5, 1},
                        beta[] = {-0.017857, -0.071429, -0.178571, -0.357143};
    tangential r = stiff();
    r.kappa = 1.0 / 14;
    for (int i = 0; i < 4; i++) {
        r.g = g[i];
        assert_near(integrated(1, r.kappa, 0.1, 3.5, g[i]), -5 * g[i] / 14, 1e-8);
        assert_near(beta_of(&r), beta[i], 1e-6);
        r.wall = !r.wall;
        assert_near(beta_of(&r), beta[i], 1e-6);
    }
}
END_TEST

/* Any angle and stiffness. */
START_TEST(springs_in_other_variables)
{
    stream s = {18};
    for (int i = 0; i < ROUNDS(40, 6); i++) {
        tangential r = stiff();
        bool hooke = i % 2 == 0;
        r.law = hooke ? "hooke" : i % 4 == 1 ? "hertz" : "viscoelastic";
        r.k = hooke ? 1e16 : 1e20;
        r.theta = 2e-3;
        r.mu = 0.03 + 0.3 * next_number(&s);
        r.kappa = 0.03 + 0.5 * next_number(&s);
        r.g = fmin(3 * r.mu * next_number(&s) / r.kappa, 2);
        r.mb = 0.1 + 0.2 * next_number(&s), r.rb = 0.02 + 0.03 * next_number(&s);
        r.fa = 0.2 + 0.5 * next_number(&s), r.fb = 0.2 + 0.5 * next_number(&s);
        assert_near(beta_of(&r), integrated(hooke ? 1 : 1.5, r.kappa, r.mu, tangential_of(&r), r.g),
                    1e-6);
    }
}
END_TEST

/* ---- orders ---- */

/* Distance of two results, m/s. */
static double distance(const outcome *a, const outcome *b)
{
    double x = a->sample.vx_mps[0] - b->sample.vx_mps[0];
    double y = a->sample.vy_mps[0] - b->sample.vy_mps[0];
    return hypot(hypot(x, y), 0.03 * (a->sample.spin_radps[0] - b->sample.spin_radps[0]));
}

/* Root mean square over the sub-step offset. */
static double error_of(tangential r, const outcome *expected)
{
    double sum = 0;
    for (int k = 0; k < r.phases; k++) {
        r.phase = (k + 0.37) / r.phases;
        sum += pow(distance(run_contact(&r), expected), 2) / r.phases;
    }
    return sqrt(sum);
}

/* Slope over a factor of 4 in the step. */
static double slope_of(tangential r, double theta, const outcome *expected, double *fine)
{
    double coarse;
    r.theta = theta;
    coarse = error_of(r, expected);
    r.theta = theta / 4;
    *fine = error_of(r, expected);
    return log(coarse / *fine) / log(4);
}

START_TEST(orders_are_restored)
{
    static const struct {
        const char *name;
        int order;
    } methods[] = {
        {"euler", 1}, {"symplectic_euler", 1}, {"heun", 2}, {"velocity_verlet", 2}, {"rk4", 4}};
    static const struct {
        const char *name;
        double mu, g, kappa;
    } regimes[] = {{"sticks", 10, 0.3, 0.2},
                   {"slides", 0.1, 2, 0.2},
                   {"sticks, slides", 0.1, 0.5, 1.0 / 14},
                   {"slides, sticks, slides", 0.1, 0.55, 0.2}};
    static const char *const law[] = {"hooke", "hooke", "hertz", "hertz", "viscoelastic"};
    static const double e[] = {1, 0.7, 1, 0.7, 0.7};
    for (int i = 0; i < 5; i++) {
        for (size_t j = 0; j < sizeof regimes / sizeof regimes[0]; j++) {
            tangential r = soft;
            r.law = law[i], r.e = e[i], r.k = is_hooke(&r) ? 1e6 : 1e9;
            r.mu = regimes[j].mu, r.g = regimes[j].g, r.kappa = regimes[j].kappa;
            r.theta = 0.005;
            outcome *expected = run_contact(&r);
            printf("%s, e = %g, %s:", r.law, r.e, regimes[j].name);
            for (size_t k = 0; k < sizeof methods / sizeof methods[0]; k++) {
                double fine, slope;
                r.integrator = methods[k].name;
                slope = slope_of(r, methods[k].order == 4 ? 0.12 : 0.04, expected, &fine);
                printf(" %s %.2f (%.0e)", methods[k].name, slope, fine);
                /* errors of symplectic_euler may change sign */
                ck_assert_double_gt(slope, methods[k].order - (k == 1 ? 0.6 : 0.4));
            }
            printf("\n");
        }
    }
}
END_TEST

/* One ball at walls of any shape. At the onset at a sloped wall, rounding may leave a gap of some
 * 1e-16 m; the spring must still stretch. From a straight part onto an arc within one contact the
 * spring continues; the curvature jumps there, which limits every method to order 2. A spring that
 * stayed on the straight part gave order 1. */
START_TEST(orders_at_sloped_walls_and_across_joints)
{
    static const struct {
        const char *scene;
        double mu, end_s;
        int order;
    } tables[] = {
        {"polygon 0 0 2 0 2 1.2 1.5 0.6 1 1.2 0 1.2; ball 0.5 0.5 1.1 0.7 spin 1 r 0.05 "
         "m 0.2",
         0.2, 0.7, 4},
        {"stadium 1 0.5; g 0 -2; ball 1.492 0.0505 1.1 -0.1 spin 1 r 0.05 m 0.2", 0.05, 0.02, 2},
        {"stadium 1 0.5; g 0 -2; ball 1.492 0.0505 1.1 -0.1 spin 1 r 0.05 m 0.2", 0.4, 0.02, 2}};
    for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++) {
        tangential r = soft;
        double fine, slope;
        r.k = 1e5, r.e = 0.9, r.wall = true, r.ma = 0.2, r.theta = 0.0025, r.phases = 5;
        r.scene = tables[k].scene, r.mu = tables[k].mu, r.end_s = tables[k].end_s;
        test_set_subject("%s, mu = %g", r.scene, r.mu);
        outcome *expected = run_contact(&r);
        ck_assert_uint_gt(expected->log.count, 0);
        slope = slope_of(r, 0.05, expected, &fine);
        ck_assert_double_gt(fine, 1e-12);
        ck_assert_double_gt(slope, tables[k].order - 1.0 / 3);
    }
}
END_TEST

/* The adaptive method detects that a contact of a hardening law slides at its very end, where both
 * forces vanish within the last step. */
START_TEST(the_adaptive_method_detects_the_last_slide)
{
    tangential r = soft;
    r.law = "hertz", r.k = 1e9, r.g = 0.3, r.mu = 3;
    outcome *expected = run_contact(&r);
    r.integrator = "gsl_rkf45", r.theta = 0.08;
    assert_near(error_of(r, expected), 0, 1e-7);
}
END_TEST

/* Steps below the resolution of the positions would never end. */
START_TEST(fine_steps_stay_fine)
{
    static const double e[] = {1, 0.7};
    for (int i = 0; i < 2; i++) {
        tangential r = soft;
        r.law = "hertz", r.k = 1e9, r.e = e[i], r.theta = 0.005;
        outcome *expected = run_contact(&r);
        for (r.theta = 0.0025; r.theta > 1e-3; r.theta /= 2) {
            assert_near(error_of(r, expected), 0, 2e-11);
        }
    }
}
END_TEST

/* ---- contacts without event location ---- */

/* Velocity Verlet reuses the rates at the end of a step, after sliding springs have been reset.
 * The energy dissipated by sliding must follow from the new rates. The residual is of order theta
 * (onset and separation lie between steps), a fraction theta of the frictional energy; without the
 * update it was ten times larger. Separated balls dissipate no more, whatever friction did last. */
START_TEST(sliding_is_budgeted_without_event_location)
{
    static const struct {
        const char *method, *stiffness_ratio;
        double off; /* of the energy dissipated by friction */
    } runs[] = {{"velocity_verlet", "2", 0.1 * 0.03},
                {"velocity_verlet", "0.07", 0.1 * 0.03},
                {"symplectic_euler", "0.07", 0.03},
                {"heun", "0.07", 0.1 * 0.03}};
    carom_problem *scene = new_scene("walls; mu 0.3; beta 0; "
                                     "ball 0.5 0.2 0.7 -1.3 spin -35 r 0.05 m 0.2");
    const double parted_s = 0.15 / 1.3 + PI * sqrt(0.2 / 1e5) + 1e-4;
    for (size_t k = 0; k < sizeof runs / sizeof runs[0]; k++) {
        double dissipated = 0;
        for (int n = 0; n < 4; n++) {
            outcome *run = run_until(parted_s + n * 5e-5, scene,
                                     "penalty integrator=%s theta=0.03 stiffness_N_per_m=1e5 "
                                     "tangential_stiffness_ratio=%s",
                                     runs[k].method, runs[k].stiffness_ratio);
            const carom_ledger *l = &run->sample.ledger;
            ck_assert_uint_eq(run->sample.contacts, 0);
            dissipated = n == 0 ? l->dissipated_J : dissipated;
            assert_near(l->energy_residual_J, 0, runs[k].off * dissipated);
            ck_assert_double_gt(dissipated, 0.02);
            assert_same(l->dissipated_J, dissipated);
        }
    }
}
END_TEST

/* Balls that slide throughout the contact. The spin is smaller than for a force at the full
 * radius, as LAMMPS and publications have it, by the mean of overlap/reach weighted with the
 * force. For Hooke's half sine this is pi/4 times the maximum: int sin^2/int sin. The balls only
 * spin, so the normal rotates by about pi mu overlap/reach, and the error is mu times that. */
START_TEST(sliding_spins_are_reduced_by_the_overlap)
{
    for (int wall = 0; wall < 2; wall++) {
        tangential r = soft;
        double mass, part, full, missing;
        r.wall = wall == 1, r.theta = 1e-3, r.k = 1e5, r.mb = r.ma;
        carom_problem *scene = new_scene("%s; mu 0.01; r %g m %g spin 300; ball 0 0.5 1 0",
                                         r.wall ? "walls" : "open", r.ra, r.ma);
        if (r.wall) {
            scene->ball[0].x_m = scene->width_m - r.ra - 1e-4;
        } else {
            add_to_scene(scene, "ball %g 0.5 r %g m %g spin 300", 2 * r.ra + 1e-4, r.ra, r.ma);
        }
        outcome *run = run_springs(&r, 8 / frequency_of(&r), scene);
        ck_assert(only_hit(run)->sliding);
        mass = r.wall ? r.ma : r.ma / 2;
        part = sqrt(mass / r.k) / (r.wall ? r.ra : 2 * r.ra); /* 4 % of the radius at a wall */
        full = 0.01 * 2 * mass / (r.fa * r.ma * r.ra);        /* mu J_n r/I */
        missing = 1 - (300 - run->sample.spin_radps[0]) / full;
        assert_near(missing, PI / 4 * part, PI * 0.01 * 0.01 * part);
        ck_assert_double_lt(missing, part);
    }
}
END_TEST

/* Balls that overlap at the start and only separate rub, too. Their tangential spring starts
 * without stretch, so that E(0) is that of the normal spring and of the motion. */
START_TEST(friction_of_an_overlap_at_the_start)
{
    static const char *const laws[] = {"law=hooke stiffness_N_per_m=1e4",
                                       "law=hertz stiffness_N_per_m1p5=3e5 "
                                       "tangential_stiffness_ratio=0.8"};
    const carom_problem *scene = new_scene("open; mu 0.3; r 0.03 m 0.1; ball 1 0.5 0 0.1;"
                                           "ball 1.058 0.5 0.1 -0.2");
    for (size_t k = 0; k < 2; k++) {
        outcome *exact = run_until(
            0.01, scene, "overlapping penalty integrator=rk4 contacts=exact theta=0.01 %s",
            laws[k]);
        outcome *grid = run_until(
            0.01, scene, "overlapping penalty integrator=velocity_verlet theta=0.002 %s", laws[k]);
        double spring_J = k == 0 ? 0.5 * 1e4 * pow(2e-3, 2) : 0.4 * 3e5 * pow(2e-3, 2.5);
        const carom_ledger *l = &exact->sample.ledger;
        ck_assert_double_lt(exact->sample.spin_radps[0], -0.1);
        assert_near(grid->sample.spin_radps[0], exact->sample.spin_radps[0], 1e-4);
        assert_near(grid->sample.vy_mps[0], exact->sample.vy_mps[0], 1e-5);
        assert_near(l->kinetic_J + l->spin_J + l->elastic_J + l->dissipated_J, 3e-3 + spring_J,
                    1e-9);
        ck_assert_uint_eq(exact->log.count + grid->log.count, 0);
    }
}
END_TEST

/* With a dashpot the end of sliding depends on accelerations, which are evaluated once more per
 * step at least. */
START_TEST(evaluations_for_signals_are_counted)
{
    double of_step[2];
    for (int damped = 0; damped < 2; damped++) {
        const carom_problem *scene = new_scene(
            "walls; e %g; mu 0.1; ball 0.5 0.2 2 -1 r 0.05 m 0.2", damped ? 0.9 : 1);
        outcome *run = run_until(0.19, scene,
                                 "penalty integrator=rk4 contacts=exact theta=0.02 "
                                 "stiffness_N_per_m=1e5");
        ck_assert_uint_eq(run->log.count, 1);
        of_step[damped] = (double)run->report.force_evaluations / (double)run->report.steps;
    }
    ck_assert_double_gt(of_step[1], of_step[0] + 0.9);
}
END_TEST

TEST_MAIN("rough springs", springs_agree_with_impulses, quarter_periods_slide_at_the_end,
          springs_in_other_variables, orders_are_restored, orders_at_sloped_walls_and_across_joints,
          the_adaptive_method_detects_the_last_slide, fine_steps_stay_fine,
          sliding_is_budgeted_without_event_location, sliding_spins_are_reduced_by_the_overlap,
          friction_of_an_overlap_at_the_start, evaluations_for_signals_are_counted)
