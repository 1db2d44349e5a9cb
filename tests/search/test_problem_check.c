/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems built through the C interface: carom_problem_check and carom_solver_new reject what
 * scenario files may not contain. */
#include "scenes.h"
#include "search/search.h"

enum { MOST_FAULTS = 16 };

typedef struct {
    size_t count, stop_after;
    char key[MOST_FAULTS][40], text[MOST_FAULTS][200];
    size_t ball[MOST_FAULTS], other[MOST_FAULTS];
} faults;

static bool note(void *context, const carom_fault *fault)
{
    faults *found = context;
    ck_assert_uint_lt(found->count, MOST_FAULTS);
    snprintf(found->key[found->count], sizeof found->key[0], "%s", fault->key);
    snprintf(found->text[found->count], sizeof found->text[0], "%s", fault->text);
    found->ball[found->count] = fault->ball;
    found->other[found->count] = fault->other;
    return ++found->count != found->stop_after;
}

/* Two balls in the middle of the table. */
#define TWO "r 0.03 m 0.2; ball 1 0.6 1 0; ball 1.2 0.6"

/* The problem has exactly this fault, and no solver can be created. */
static void assert_fault(const carom_problem *problem, const char *key, size_t ball,
                         const char *part)
{
    faults found = {.count = 0};
    carom_error error = {CAROM_OK, "", ""};
    ck_assert_int_eq(carom_problem_check(problem, note, &found), CAROM_INVALID);
    ck_assert_msg(found.count == 1, "%zu faults, expected one of %s", found.count, key);
    ck_assert_str_eq(found.key[0], key);
    ck_assert_uint_eq(found.ball[0], ball);
    ck_assert_msg(strstr(found.text[0], part) != NULL, "%s: %s", key, found.text[0]);
    ck_assert_ptr_null(carom_solver_new(problem, "impulse", NULL, &error));
    ck_assert_int_eq(error.status, CAROM_INVALID);
    ck_assert_str_eq(error.key, key);
    ck_assert_msg(strncmp(error.text, key, strlen(key)) == 0, "%s", error.text); /* printed alone */
    ck_assert_msg(strncmp(error.text + strlen(key), ": ", 2) == 0 &&
                      strncmp(error.text + strlen(key) + 2, key, strlen(key)) != 0,
                  "%s: once", error.text);
    ck_assert_msg(ball == CAROM_NO_BALL || strstr(error.text, ball == 0 ? "ball 1" : "ball 2"),
                  "%s", error.text);
    ck_assert_msg(strstr(error.text, part) != NULL, "%s", error.text);
}

START_TEST(valid_problems_have_no_fault)
{
    static const char *const scenes[] = {
        TWO,
        TWO "; ball 1.26 0.6; ball 0.03 0.03",                /* in contact; in a corner */
        "periodic; " TWO "; ball 1.26 0.6; ball -12.67 0.03", /* an image of itself */
        "open; " TWO "; ball 1.26 0.6; ball -1e6 0.03",
        "centre; " TWO "; ball 0.02 0.6",      /* a radius beyond the wall */
        "r 0.03; fixed 1 0.6; fixed 1.05 0.6", /* fixed balls may overlap */
    };
    for (size_t k = 0; k < sizeof scenes / sizeof scenes[0]; k++) {
        faults found = {.count = 0};
        test_set_subject("%s", scenes[k]);
        assert_ok(carom_problem_check(new_scene("%s", scenes[k]), note, &found));
        ck_assert_uint_eq(found.count, 0);
    }
}
END_TEST

START_TEST(values_out_of_range_are_rejected)
{
    static const struct {
        const char *key;
        size_t offset;
        double value;
        const char *part;
    } wrong[] = {
        {"mass_kg", offsetof(carom_ball, mass_kg), -0.2,
         "found -0.2; expected a finite number > 0"},
        {"mass_kg", offsetof(carom_ball, mass_kg), 0, "found 0; expected a finite number > 0"},
        {"mass_kg", offsetof(carom_ball, mass_kg), NAN, "expected a finite number > 0"},
        {"mass_kg", offsetof(carom_ball, mass_kg), 1e51, "expected a magnitude of at most 1e+50"},
        {"radius_m", offsetof(carom_ball, radius_m), 0, "found 0; expected a finite number > 0"},
        {"radius_m", offsetof(carom_ball, radius_m), -0.03, "found -0.03;"},
        {"radius_m", offsetof(carom_ball, radius_m), 1e-51, "a magnitude of at least 1e-50"},
        {"radius_m", offsetof(carom_ball, radius_m), INFINITY, "found inf;"},
        {"x_m", offsetof(carom_ball, x_m), NAN, "expected a finite number"},
        {"y_m", offsetof(carom_ball, y_m), -INFINITY, "found -inf; expected a finite number"},
        {"vx_mps", offsetof(carom_ball, vx_mps), NAN, "expected a finite number"},
        {"vy_mps", offsetof(carom_ball, vy_mps), 1e120, "expected a magnitude of at most 1e+50"},
        {"spin_radps", offsetof(carom_ball, spin_radps), NAN, "expected a finite number"},
        {"spin_radps", offsetof(carom_ball, spin_radps), 1e200, "a magnitude of at most 1e+50"},
        {"inertia_factor", offsetof(carom_ball, inertia_factor), -1, "found -1;"},
        {"rolling_resistance", offsetof(carom_ball, rolling_resistance), -0.1, "found -0.1;"},
        {"air_drag", offsetof(carom_ball, air_drag), -0.1, "expected a finite number >= 0"},
        {"air_drag", offsetof(carom_ball, air_drag), 1e308, "at most 1e+50"}};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        carom_problem *problem = new_scene(TWO);
        memcpy((char *)&problem->ball[1] + wrong[k].offset, &wrong[k].value, sizeof(double));
        assert_fault(problem, wrong[k].key, 1, wrong[k].part);
    }
}
END_TEST

START_TEST(problem_values_out_of_range_are_rejected)
{
    static const struct {
        const char *key;
        size_t offset;
        double value;
    } wrong[] = {{"table.width_m", offsetof(carom_problem, width_m), 0},
                 {"table.height_m", offsetof(carom_problem, height_m), NAN},
                 {"g_mps2", offsetof(carom_problem, g_mps2), -9.8},
                 {"gravity_mps2.x", offsetof(carom_problem, gravity_mps2.x), NAN},
                 {"gravity_mps2.y", offsetof(carom_problem, gravity_mps2.y), INFINITY},
                 {"rolling_resistance", offsetof(carom_problem, rolling_resistance), -1},
                 {"air_drag", offsetof(carom_problem, air_drag), NAN},
                 {"restitution.ball_ball", offsetof(carom_problem, restitution.ball_ball), -0.1},
                 {"restitution.ball_wall", offsetof(carom_problem, restitution.ball_wall), NAN},
                 {"friction.ball_ball", offsetof(carom_problem, friction.ball_ball), -0.1},
                 {"friction.ball_wall", offsetof(carom_problem, friction.ball_wall), NAN},
                 {"tangential_restitution.ball_ball",
                  offsetof(carom_problem, tangential_restitution.ball_ball), 1.1},
                 {"tangential_restitution.ball_wall",
                  offsetof(carom_problem, tangential_restitution.ball_wall), -1.1}};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        carom_problem *problem = new_scene(TWO);
        memcpy((char *)problem + wrong[k].offset, &wrong[k].value, sizeof(double));
        assert_fault(problem, wrong[k].key, CAROM_NO_BALL, "expected a");
    }
}
END_TEST

START_TEST(pairs_and_changes_out_of_range_are_rejected)
{
    carom_problem *problem = new_scene(TWO);
    const carom_pair pair = {"ivory", "wall", NAN, 1, {NAN, NAN}};
    const carom_change change = {1, {0.5, NAN}};
    faults found = {.count = 0};
    assert_ok(carom_problem_add_pair(problem, &pair, NULL));
    assert_ok(carom_problem_add_change(problem, &change, NULL));
    assert_ok(carom_problem_check(problem, note, &found));
    problem->pair[0].stiffness_factor = 0;
    assert_fault(problem, "pairs.stiffness_factor", CAROM_NO_BALL, "found 0;");
    problem->pair[0].stiffness_factor = 1;
    problem->pair[0].restitution = -1;
    assert_fault(problem, "pairs.restitution", CAROM_NO_BALL, "found -1;");
    problem->pair[0].restitution = NAN;
    problem->change[0].restitution.ball_wall = -0.5;
    assert_fault(problem, "schedule.restitution", CAROM_NO_BALL, "found -0.5;");
}
END_TEST

START_TEST(balls_in_impossible_places_are_rejected)
{
    static const struct {
        const char *scene, *key;
        size_t ball;
        const char *part;
    } rows[] = {
        {"r 0.03; ball 1 0.6; ball 3.54 0.6", "balls", 1,
         "ball 2 reaches 1.03 m beyond the right wall; expected x_m from 0.03 to 2.51 m"},
        {"r 0.03; ball 1 0.6; ball 0.02 0.6", "balls", 1, "beyond the left wall"},
        {"ball 1 0.6 r 0.03; ball 0.02 0.6 r 0.7", "balls", 1,
         "ball 2 is wider than the table; expected radius_m at most 0.635 m"},
        {"circle 0.5; r 0.1; ball 0.5 0.5; ball 0.5 0.95", "balls", 1,
         "ball 2 at (0.5, 0.95) m reaches 0.05 m beyond"},
        {"circle 0.5; r 0.1; ball 0.5 0.5; ball 3 0.95", "balls", 1,
         "ball 2 at (3, 0.95) m is outside the circle"},
        {"r 0.03; ball 1 0.6; ball 1.05 0.6", "balls", 0,
         "ball 1 and ball 2 overlap by 0.01 m; expected their centres at least 0.06 m apart"},
        /* across the edge; ball 2 is specified by an image */
        {"periodic; r 0.03; ball 0.01 0.6; ball 5.07 0.6", "balls", 0,
         "ball 1 and ball 2 overlap by 0.04 m"},
        {"r 0.03; fixed 1 0.6 spin 2; ball 1.2 0.6", "fixed", 0, "ball 1 is fixed and moves"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        test_set_subject("%s", rows[k].scene);
        assert_fault(new_scene("%s", rows[k].scene), rows[k].key, rows[k].ball, rows[k].part);
    }
    carom_problem *moving = new_scene(TWO);
    moving->ball[0].fixed = true;
    assert_fault(moving, "fixed", 0, "ball 1 is fixed and moves");
    faults found = {.count = 0};
    ck_assert_int_eq(carom_problem_check(new_scene("ball 1 0.6; ball 1.05 0.6"), note, &found),
                     CAROM_INVALID);
    ck_assert_uint_eq(found.other[0], 1);
}
END_TEST

/* Overlaps by the rounding of typed coordinates are closed: of two balls by half each, of a fixed
 * ball by the other one, at a wall, across the edge of a periodic table, along a row and in a
 * triangle. Larger ones stay. */
START_TEST(overlaps_by_rounding_are_closed)
{
    static const struct {
        const char *scene;
        double most_m;
        size_t first;
    } rows[] = {
        {"r 0.1; ball 1 0.6; ball 1.199999 0.6", 5e-7, 0},
        {"r 0.1; fixed 1 0.6; ball 1.199999 0.6", 1e-6, 1},
        {"r 0.1; ball 1 0.6; ball 1.2 0.6; ball 0.099999 0.6", 1e-6, 2},
        {"circle 0.5; r 0.1; ball 0.82 0.740001", 6e-7, 0},
        {"periodic 1 1; r 0.1; ball 0.1 0.5; ball 0.900001 0.5", 5e-7, 0},
        {"r 0.1; ball 1 0.6; ball 1.173205 0.7; ball 1.173205 0.5; ball 1.34641 0.6", 6e-8, 0},
        {"r 0.1; ball 0.1 0.6; ball 0.299999 0.6; ball 0.499998 0.6; ball 0.699998 0.6", 2e-6, 0},
        {"r 0.1; ball 1 0.6; ball 1.2 0.6; ball 1.39999999999 0.6", 0, 3}};
    faults found = {.count = 0};
    double most_m;
    size_t first;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        carom_problem *problem = new_scene("%s", rows[k].scene);
        test_set_subject("%s", rows[k].scene);
        ck_assert(rows[k].most_m == 0 || carom_problem_check(problem, note, &found) != CAROM_OK);
        assert_ok(carom_problem_close_overlaps(problem, NULL, &first, &most_m));
        assert_ok(carom_problem_check(problem, note, &found));
        ck_assert_uint_eq(first, rows[k].first);
        assert_near(most_m, rows[k].most_m, 0.2 * rows[k].most_m);
    }
    carom_problem *apart = new_scene("r 0.1; ball 1 0.6; ball 1.1999 0.6");
    assert_ok(carom_problem_close_overlaps(apart, NULL, &first, &most_m));
    ck_assert_double_eq(apart->ball[1].x_m, 1.1999);
    assert_fault(apart, "balls", 0, "at least 0.2 m apart");
}
END_TEST

/* All faults are reported until the caller stops the check. */
START_TEST(the_caller_can_stop_the_check)
{
    const size_t want[] = {3, 6}; /* faults; pairs of four balls in one place */
    for (int k = 0; k < 2; k++) {
        carom_problem *problem = new_scene(
            k == 0 ? TWO : "ball 1 0.6; ball 1 0.6; ball 1 0.6; ball 1 0.6");
        faults all = {.count = 0}, first = {.stop_after = 1};
        if (k == 0) {
            problem->ball[0].mass_kg = problem->ball[1].radius_m = -1;
            problem->restitution.ball_ball = NAN;
        }
        ck_assert_int_eq(carom_problem_check(problem, note, &all), CAROM_INVALID);
        ck_assert_uint_eq(all.count, want[k]);
        ck_assert_int_eq(carom_problem_check(problem, note, &first), CAROM_INVALID);
        ck_assert_uint_eq(first.count, 1);
    }
}
END_TEST

TEST_MAIN("check of a problem", valid_problems_have_no_fault, values_out_of_range_are_rejected,
          problem_values_out_of_range_are_rejected, pairs_and_changes_out_of_range_are_rejected,
          balls_in_impossible_places_are_rejected, overlaps_by_rounding_are_closed,
          the_caller_can_stop_the_check)
