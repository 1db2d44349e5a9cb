/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random valid scenes through every solver: friction, drag, gravity, masses from 1e-6 to 1e6 kg,
 * restitutions from 0 to 1, fixed balls, touching rows, every boundary, policy, law and integrator.
 * Whatever comes of it - a run, a refusal, a collapse, numbers that leave their range - comes
 * without a fault of carom, and within a second of the wish to stop. CAROM_SCENES is how many,
 * CAROM_SCENE the one to look at again, CAROM_LIMIT_S the time (s) after which the end is wanted.
 */
#define _XOPEN_SOURCE 700
#include "chance.h"

/* ---- a scene ---- */

typedef struct {
    double row_gap; /* >= 0: the first line of balls is a row with such gaps */
    double lightest, heaviest, fast, fixed;
} manner;

static void add_balls(carom_problem *scene, stream *s, const manner *m, size_t n)
{
    size_t columns = (size_t)ceil(sqrt((double)n));
    double cell = scene->width_m / (double)columns, radius = by_decades(s, 0.01, 0.4) * cell;
    for (size_t i = 0; i < n; i++) {
        carom_ball ball = carom_ball_default();
        double own = happens(s, 0.5) ? radius : radius * between(s, 0.3, 1),
               room = 0.5 * cell - 1.001 * own;
        bool in_row = m->row_gap >= 0 && i < columns;
        double direction = between(s, 0, 2 * PI),
               speed = happens(s, 0.3) ? 0 : m->fast * next_number(s);
        ball.radius_m = in_row ? radius : own;
        ball.x_m = in_row ? 0.5 * cell + (2 * radius + m->row_gap) * (double)i
                          : ((double)(i % columns) + 0.5) * cell + room * between(s, -1, 1);
        ball.y_m = ((double)(i / columns) + 0.5) * cell + (in_row ? 0 : room * between(s, -1, 1));
        ball.vx_mps = speed * (in_row ? 1 : cos(direction));
        ball.vy_mps = in_row ? 0 : speed * sin(direction);
        ball.mass_kg = by_decades(s, m->lightest, m->heaviest);
        ball.fixed = happens(s, m->fixed);
        if (ball.fixed) {
            ball.vx_mps = ball.vy_mps = 0;
        }
        if (happens(s, 0.1)) {
            ball.rolling_resistance = by_decades(s, 1e-4, 0.3);
        }
        assert_ok(carom_problem_add(scene, &ball, NULL));
    }
}

static void make_scene(carom_problem *scene, stream *s)
{
    const double restitutions[] = {0, 0.03, 0.2, 0.5, 0.9, 0.99, 1, 1};
    const int boundaries[] = {CAROM_WALLS, CAROM_WALLS, CAROM_PERIODIC, CAROM_OPEN};
    bool even = happens(s, 0.4);
    manner m = {happens(s, 0.4) ? (happens(s, 0.7) ? 0 : by_decades(s, 1e-12, 1e-3)) : -1,
                even ? 0.17 : 1e-6, even ? 0.17 : 1e6, by_decades(s, 1e-2, 30),
                happens(s, 0.4) ? 0.2 : 0};
    scene_init(scene, ONE_OF(s, boundaries));
    scene->width_m = scene->height_m = by_decades(s, 0.5, 5);
    scene->restitution.ball_ball = happens(s, 0.3) ? next_number(s) : ONE_OF(s, restitutions);
    scene->restitution.ball_wall = happens(s, 0.3) ? next_number(s) : ONE_OF(s, restitutions);
    switch ((int)(4 * next_number(s))) {
    case 0: scene->rolling_resistance = by_decades(s, 1e-4, 0.3); break;
    case 1: scene->air_drag = by_decades(s, 1e-5, 0.1); break;
    case 2: scene->gravity_mps2.y = -by_decades(s, 1e-3, 20); break;
    default: break;
    }
    if (scene->rolling_resistance > 0 && happens(s, 0.5)) {
        scene->air_drag = by_decades(s, 1e-5, 0.1);
    }
    add_balls(scene, s, &m, 1 + (size_t)(12 * next_number(s)));
}

/* ---- a solver ---- */

enum { MOST_SETTINGS = 12 };

typedef struct {
    const char *kind;
    size_t count;
    carom_setting list[MOST_SETTINGS + 1];
    char text[MOST_SETTINGS][32];
} choice;

static void set(choice *c, const char *key, const char *value)
{
    ck_assert_uint_lt(c->count, MOST_SETTINGS);
    c->list[c->count++] = (carom_setting){key, value};
}

static void set_number(choice *c, const char *key, double value)
{
    snprintf(c->text[c->count], sizeof c->text[0], "%.17g", value);
    set(c, key, c->text[c->count]);
}

static void choose_impulse(choice *c, stream *s)
{
    set(c, "impact_policy", any_of(s, &carom_impact_policies));
    if (happens(s, 0.3)) {
        set(c, "collapse", "tc");
        set_number(c, "tc_s", by_decades(s, 1e-6, 1e-2));
    } else if (happens(s, 0.5)) {
        set(c, "collapse", "rest");
        set_number(c, "rest_speed_mps", by_decades(s, 1e-6, 1e-2));
    }
}

/* @return the longest run (s) that some 100 000 steps make */
static double choose_penalty(choice *c, stream *s)
{
    double stiffness = by_decades(s, 1e2, 1e7), step = by_decades(s, 1e-6, 1e-3);
    set(c, "integrator", any_of(s, &carom_integrators));
    set(c, "law", any_of(s, &carom_force_laws));
    set_number(c, "stiffness_N_per_m", stiffness);
    set_number(c, "step_s", step);
    set(c, "contacts", happens(s, 0.3) ? "located" : "grid");
    set(c, "contact_end", happens(s, 0.5) ? "force" : "overlap");
    set(c, "flight", happens(s, 0.2) ? "leap" : "step");
    set(c, "allow_unstable", happens(s, 0.2) ? "true" : "false");
    return 1e5 * step;
}

static double choose_published(choice *c, stream *s)
{
    const char *const sources[] = {"lecture_2006", "book", "blog_2013", "pool_2017"};
    const char *source = ONE_OF(s, sources);
    double frame = by_decades(s, 1e-3, 0.1);
    set(c, "source", source);
    set_number(c, "frame_s", frame);
    if (strcmp(source, "lecture_2006") == 0) {
        set_number(c, "stiffness_N_per_m", by_decades(s, 1, 1e4));
    }
    return 1e5 * frame;
}

static double choose(choice *c, stream *s)
{
    double longest = INFINITY;
    *c = (choice){.kind = happens(s, 0.35) ? "impulse" : any_of(s, &carom_solvers)};
    if (strcmp(c->kind, "impulse") == 0) {
        choose_impulse(c, s);
    } else if (strcmp(c->kind, "penalty") == 0) {
        longest = choose_penalty(c, s);
    } else if (strcmp(c->kind, "published") == 0) {
        longest = choose_published(c, s);
    } else if (strcmp(c->kind, "stepped") == 0) {
        longest = by_decades(s, 1, 100);
        set_number(c, "step_s", 1e-5 * longest);
    }
    c->list[c->count] = (carom_setting){NULL, NULL};
    return longest;
}

/* ---- running under a limit ---- */

static const char *const outcomes[] = {"ran", "refused", "collapse", "out of range",
                                       "no end in time"};
enum { RAN, REFUSED, COLLAPSED, OUT_OF_RANGE, NO_END, OUTCOMES };

static int kind_of(carom_status status, uint64_t scene, const carom_error *error)
{
    switch (status) {
    case CAROM_OK: return RAN;
    case CAROM_INVALID: return REFUSED;
    case CAROM_COLLAPSE: return COLLAPSED;
    case CAROM_NOT_FINITE: return OUT_OF_RANGE;
    case CAROM_INTERRUPTED: return NO_END;
    default:
        ck_abort_msg("scene %llu: status %d: %s", (unsigned long long)scene, (int)status,
                     error->text);
    }
    return RAN;
}

static void describe(uint64_t number, const carom_problem *scene, const choice *c, double t_s,
                     const char *what)
{
    printf("scene %llu: %s: %zu balls, e %.3g and %.3g, boundary %d, rolling %.3g, drag %.3g, "
           "gravity %.3g, until %.3g s; %s",
           (unsigned long long)number, what, scene->count, scene->restitution.ball_ball,
           scene->restitution.ball_wall, scene->boundary, scene->rolling_resistance,
           scene->air_drag, scene->gravity_mps2.y, t_s, c->kind);
    for (size_t k = 0; k < c->count; k++) {
        printf(" %s=%s", c->list[k].key, c->list[k].value);
    }
    printf("\n");
    fflush(stdout);
}

static int run_one(uint64_t number, double limit_s, bool tell)
{
    stream s = {number * UINT64_C(1000003)};
    carom_problem scene;
    choice c;
    carom_error error = {0};
    carom_solver *solver;
    carom_status status = CAROM_INVALID;
    double t_s, began = now(), took;
    int came_to;
    make_scene(&scene, &s);
    t_s = by_decades(&s, 0.1, 10);
    t_s = fmin(choose(&c, &s), t_s);
    if (tell) {
        describe(number, &scene, &c, t_s, "begins");
    }
    want_in(limit_s);
    solver = carom_solver_new(&scene, c.kind, c.list, &error);
    if (solver != NULL) {
        carom_solver_watch(solver, &wanted);
        status = carom_solver_advance(solver, t_s, &error);
    }
    came_to = kind_of(status, number, &error);
    took = now() - began;
    ck_assert_msg(status == CAROM_OK || error.text[0] != '\0',
                  "scene %llu: a status without a message", (unsigned long long)number);
    if (came_to == NO_END) {
        carom_report report;
        carom_solver_report(solver, &report);
        describe(number, &scene, &c, t_s, outcomes[came_to]);
        printf("    %llu steps, %llu collisions\n", (unsigned long long)report.steps,
               (unsigned long long)report.collisions);
    } else if (tell) {
        printf("%s after %.3g s: %s\n", outcomes[came_to], took, error.text);
    }
    ck_assert_msg(took < limit_s + 1, "scene %llu went on for %.3g s after the end was wanted",
                  (unsigned long long)number, took - limit_s);
    carom_solver_free(solver);
    carom_problem_free(&scene);
    return came_to;
}

START_TEST(every_scene_ends)
{
    uint64_t first = (uint64_t)from_environment("CAROM_SCENE", 1);
    uint64_t count = getenv("CAROM_SCENE") != NULL
                       ? 1
                       : (uint64_t)from_environment("CAROM_SCENES", 2000);
    double limit_s = from_environment("CAROM_LIMIT_S", 10);
    size_t number[OUTCOMES] = {0};
    for (uint64_t k = first; k < first + count; k++) {
        number[run_one(k, limit_s,
                       getenv("CAROM_SCENE") != NULL || getenv("CAROM_TELL") != NULL)]++;
    }
    for (int k = 0; k < OUTCOMES; k++) {
        printf("%zu %s%s", number[k], outcomes[k], k + 1 < OUTCOMES ? ", " : "\n");
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("random scenes");
    TCase *tcase = tcase_create("random scenes");
    SRunner *runner = srunner_create(suite);
    int failed;
    tcase_set_timeout(tcase, 0);
    tcase_add_test(tcase, every_scene_ends);
    suite_add_tcase(suite, tcase);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
