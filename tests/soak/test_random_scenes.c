/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random valid scenes with every solver: friction, drag, gravity, masses from 1e-6 to 1e6 kg,
 * restitutions from 0 to 1, fixed balls, touching rows, every boundary, policy, law and
 * integrator. A scene may run, be rejected, collapse or overflow. It must not end with an
 * internal error, and it must stop within a second of an interrupt.
 * CAROM_SCENES is the number of scenes. CAROM_SCENE runs a single one. CAROM_LIMIT_S is the time
 * (s) after which a run is interrupted. */
#define _XOPEN_SOURCE 700
#include "soak/random_scene.h"

/* ---- running with a time limit ---- */

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
    int result;
    random_scene(&scene, &s);
    t_s = by_decades(&s, 0.1, 10);
    t_s = fmin(random_solver(&c, &s), t_s);
    if (tell) {
        describe(number, &scene, &c, t_s, "begins");
    }
    want_in(limit_s);
    solver = carom_solver_new(&scene, c.kind, c.list, &error);
    if (solver != NULL) {
        carom_solver_set_cancel_flag(solver, &wanted);
        status = carom_solver_advance(solver, t_s, &error);
    }
    result = kind_of(status, number, &error);
    took = now() - began;
    ck_assert_msg(status == CAROM_OK || error.text[0] != '\0',
                  "scene %llu: a status without a message", (unsigned long long)number);
    if (result == NO_END) {
        carom_report report;
        carom_solver_report(solver, &report);
        describe(number, &scene, &c, t_s, outcomes[result]);
        printf("    %llu steps, %llu collisions\n", (unsigned long long)report.steps,
               (unsigned long long)report.collisions);
    } else if (tell) {
        printf("%s after %.3g s: %s\n", outcomes[result], took, error.text);
    }
    ck_assert_msg(took < limit_s + 1, "scene %llu ended %.3g s after the interrupt",
                  (unsigned long long)number, took - limit_s);
    carom_solver_free(solver);
    carom_problem_free(&scene);
    return result;
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
