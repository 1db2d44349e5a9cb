/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Serializes every solver in random scenes at a random time and restores it into another one.
 * Both must continue with equal bits, or fail with the same error. CAROM_SCENES is the number of
 * scenes; CAROM_SCENE runs a single one. */
#define _XOPEN_SOURCE 700
#include "conformance/serialized.h"
#include "soak/random_scene.h"

/* Adds friction, spin, orientation and schedules, which random scenes lack. */
static void vary(carom_problem *scene, stream *s)
{
    if (happens(s, 0.3)) {
        scene->friction = (carom_surfaces){by_decades(s, 0.01, 1), by_decades(s, 0.01, 1)};
        scene->tangential_restitution = (carom_surfaces){between(s, -0.9, 0.9),
                                                         between(s, -0.9, 0.9)};
    }
    for (size_t i = 0; i < scene->count && happens(s, 0.7); i++) {
        scene->ball[i].spin_radps = scene->ball[i].fixed ? 0 : between(s, -50, 50);
    }
    scene->orientation = happens(s, 0.2);
    scene->wall_contact = happens(s, 0.1) ? CAROM_CENTRE : CAROM_SURFACE;
    for (int k = 1; k < 6 && happens(s, 0.5); k++) {
        carom_change change = {0.02 * k, {next_number(s), next_number(s)}};
        assert_ok(carom_problem_add_change(scene, &change, NULL));
    }
}

/* A time that the solver reaches, or fails before, without taking long; 0: none. */
static double time_of(const carom_problem *scene, const contestant *entry, double t_s)
{
    for (int tries = 0; tries < 8; tries++, t_s /= 8) {
        carom_solver *solver = carom_solver_new(scene, entry->name, settings_of(entry), NULL);
        carom_status status;
        want_in(0.1);
        carom_solver_set_cancel_flag(solver, &wanted);
        status = carom_solver_advance(solver, t_s, NULL);
        carom_solver_free(solver);
        if (status != CAROM_INTERRUPTED) {
            return t_s;
        }
    }
    return 0;
}

enum { REFUSED, SLOW, COMPARED, OUTCOMES };

static int run_one(uint64_t number)
{
    stream s = {number * UINT64_C(1000003) + 77};
    carom_problem scene;
    choice c;
    carom_solver *solver;
    contestant entry = {.manner = happens(&s, 0.5) ? "all" : "some"};
    double t_s;
    int result = REFUSED;
    random_scene(&scene, &s);
    vary(&scene, &s);
    t_s = fmin(random_solver(&c, &s), by_decades(&s, 0.1, 10));
    entry.name = c.kind;
    memcpy(entry.settings, c.list, sizeof c.list);
    solver = carom_solver_new(&scene, c.kind, c.list, NULL);
    carom_solver_free(solver);
    if (solver != NULL) {
        t_s = time_of(&scene, &entry, t_s);
        result = t_s > 0 ? COMPARED : SLOW;
    }
    if (result == COMPARED) {
        resume_in_copy(&scene, &entry, t_s * next_number(&s), t_s);
    }
    carom_problem_free(&scene);
    return result;
}

START_TEST(every_state_can_be_restored)
{
    bool one = getenv("CAROM_SCENE") != NULL;
    uint64_t first = (uint64_t)from_environment("CAROM_SCENE", 1),
             count = one ? 1 : (uint64_t)from_environment("CAROM_SCENES", 2000);
    size_t number[OUTCOMES] = {0};
    for (uint64_t k = first; k < first + count; k++) {
        if (getenv("CAROM_TELL") != NULL) {
            printf("scene %llu\n", (unsigned long long)k);
            fflush(stdout);
        }
        number[run_one(k)]++;
    }
    printf("%zu refused, %zu too slow, %zu compared\n", number[REFUSED], number[SLOW],
           number[COMPARED]);
    ck_assert(one ||
              3 * number[COMPARED] > count); /* scenes that no solver supports are rejected */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("random states kept");
    TCase *tcase = tcase_create("random states kept");
    tcase_set_timeout(tcase, 0);
    tcase_add_test(tcase, every_state_can_be_restored);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
