/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frictional, spinning balls on tables of every shape: doubles against the arbitrary-precision
 * reference, in random scenes. */
#include "physics/friction_scenes.h"

static double distance(const carom_sample *a, const carom_sample *b)
{
    double worst = 0;
    for (size_t i = 0; i < a->count; i++) {
        double place = fabs(a->x_m[i] - b->x_m[i]) + fabs(a->y_m[i] - b->y_m[i]);
        double rim = 0.05 * fabs(a->spin_radps[i] - b->spin_radps[i]);
        double speed = fabs(a->vx_mps[i] - b->vx_mps[i]) + fabs(a->vy_mps[i] - b->vy_mps[i]);
        worst = fmax(worst, place + speed + rim);
    }
    return worst;
}

/* A scene that both solvers can finish, and a copy perturbed by one unit in the last place. */
static void make_alike(carom_problem *scene, carom_problem *nudged, uint64_t seed)
{
    stream s = {seed};
    carom_ball list[MOST_BALLS];
    static const double stadium[] = {0.9, 0.7}, circle[] = {0.8};
    static double corner[][2] = {{0, 0}, {2, 0.2}, {2, 0.9}, {1.1, 0.8}, {0.9, 1.6}, {0, 1.4}};
    static const carom_list polygon = {corner, 6};
    switch (seed % 5) {
    case 0: scene_shape(scene, "circle", circle); break;
    case 1: scene_shape(scene, "stadium", stadium); break;
    case 2: scene_shape(scene, "polygon", &polygon); break;
    default: scene_shape(scene, "rectangle", (const double[]){1.9, 1.3}); break;
    }
    scene->boundary = seed % 5 < 3  ? CAROM_WALLS
                    : seed % 7 == 0 ? CAROM_OPEN
                                    : (seed % 2 == 0 ? CAROM_WALLS : CAROM_PERIODIC);
    set_surfaces(scene, &s);
    if (seed % 10 == 4 && scene->boundary == CAROM_WALLS) {
        scene->gravity_mps2 = (carom_vec){0.3, -2};
    }
    if (seed % 3 != 0) { /* superballs dissipate nothing, so chaos continues */
        scene->restitution = scene->tangential_restitution = (carom_surfaces){1, 1};
        scene->friction = (carom_surfaces){100, 100};
        scene->pairs = 0;
    }
    for (size_t count = 0, tries = 0; tries < 200 && count < 8; tries++) {
        carom_ball ball = any_ball(scene, &s);
        if (has_room(scene, list, count, &ball)) {
            list[count++] = ball;
            assert_ok(carom_problem_add(scene, &ball, NULL));
        }
    }
    assert_ok(carom_problem_copy(nudged, scene, NULL));
    for (size_t i = 0; i < nudged->count; i++) {
        double away = i % 2 == 0 ? INFINITY : -INFINITY;
        nudged->ball[i].vx_mps = nextafter(nudged->ball[i].vx_mps, away);
        nudged->ball[i].spin_radps = nextafter(nudged->ball[i].spin_radps, away);
    }
}

/* The distance of the event-driven solver from the reference is that of a perturbed copy from
 * itself, plus its rounding errors, until it reaches the size of the quantities. By then all
 * sixteen digits are lost. */
START_TEST(impulse_agrees_with_oracle_until_chaos)
{
    enum { RUNS = 3, STEPS = 40 };
    static const char *const kinds[RUNS] = {"oracle", "impulse", "impulse"};
    size_t compared = 0, left = 0;
    double worst = 0;
    for (uint64_t seed = 1; seed <= ROUNDS(30, 3); seed++) {
        carom_problem scene, nudged;
        carom_solver *solver[RUNS];
        carom_sample sample[RUNS];
        carom_error error = {0};
        double perturbed = 1e-15;
        bool over = false;
        make_alike(&scene, &nudged, seed);
        for (size_t k = 0; k < RUNS; k++) {
            solver[k] = carom_solver_new(k == 2 ? &nudged : &scene, kinds[k], NULL, &error);
            ck_assert_msg(solver[k] != NULL, "%s", error.text);
            assert_ok(carom_sample_init(&sample[k], scene.count, NULL));
        }
        for (int n = 1; n <= STEPS && !over; n++) {
            for (size_t k = 0; k < RUNS; k++) {
                over = over || carom_solver_advance(solver[k], 0.25 * n, &error) != CAROM_OK;
                carom_solver_sample(solver[k], &sample[k]);
            }
            perturbed = fmax(perturbed, distance(&sample[1], &sample[2]));
            if (over || perturbed > 1e-4) {
                left += perturbed > 1e-4;
                break;
            }
            compared++;
            worst = fmax(worst, distance(&sample[0], &sample[1]) / perturbed);
            ck_assert_msg(distance(&sample[0], &sample[1]) < 1000 * perturbed,
                          "scene %d, t = %g s: %g from the oracle, %g from the control", (int)seed,
                          0.25 * n, distance(&sample[0], &sample[1]), perturbed);
        }
        for (size_t k = 0; k < RUNS; k++) {
            carom_solver_free(solver[k]);
            carom_sample_free(&sample[k]);
        }
        carom_problem_free(&scene);
        carom_problem_free(&nudged);
    }
    printf("compared %zu times, %zu of the controls have left; at most %.3g times as far\n",
           compared, left, worst);
    ck_assert_uint_gt(compared, ROUNDS(200, 10));
    ck_assert_uint_gt(left, ROUNDS(10, 0));
}
END_TEST

TEST_MAIN("rough oracle", impulse_agrees_with_oracle_until_chaos)
