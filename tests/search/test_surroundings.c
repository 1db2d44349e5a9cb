/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The surroundings that are kept: what the grid says, whoever has moved since. */
#include "search/surroundings.h"
#include "support.h"

enum { BALLS = 300 };

static void scatter(carom_problem *scene, stream *s, int boundary, double part)
{
    scene_init(scene, boundary);
    for (size_t i = 0; i < BALLS; i++) { /* some tables are filled in a corner only */
        scene_add(scene, 2.54 * part * next_number(s), 1.27 * part * next_number(s), 0, 0, 0.03, 1);
    }
}

/* What is kept of ball i are those that the grid finds, in the same images, in any order. */
static size_t assert_kept(const carom_grid *grid, const carom_surroundings *all, uint32_t i)
{
    carom_candidate found[BALLS + CAROM_GRID_IMAGES];
    const carom_around *around = &all->of[i];
    size_t count = carom_grid_around(grid, i, found);
    if (around->count == CAROM_AROUND_CROWDED) {
        return 1;
    }
    ck_assert_uint_eq(around->count, count);
    for (size_t k = 0; k < count; k++) {
        uint32_t entry = found[k].ball | found[k].image << CAROM_AROUND_BALLS;
        size_t times = 0;
        for (size_t m = 0; m < count; m++) {
            times += around->entry[m] == entry;
        }
        ck_assert_uint_eq(times, 1);
    }
    return 0;
}

START_TEST(surroundings_are_what_the_grid_says)
{
    const double parts[] = {1, 0.7, 0.4, 0.2};
    size_t crowded = 0, kept = 0;
    for (int run = 0; run < 24; run++) {
        carom_problem scene;
        carom_grid grid;
        carom_surroundings all;
        stream s = {(uint64_t)run};
        scatter(&scene, &s, run % 3, parts[run / 6]);
        /* wide cells too: only three of them round the torus */
        assert_ok(carom_grid_init(&grid, &scene, run % 2 == 0 ? 1 : 6, 0, NULL));
        ck_assert(carom_surroundings_init(&all, &grid) && all.of != NULL);
        for (uint32_t i = 0; i < BALLS; i++) {
            carom_grid_place(&grid, i, (carom_vec){scene.ball[i].x_m, scene.ball[i].y_m});
        }
        carom_surroundings_fill(&all, &grid);
        for (int k = 0; k < 4000; k++) {
            uint32_t i = (uint32_t)(BALLS * next_number(&s));
            int way = next_number(&s) < 0.5 ? -1 : 1;
            bool across = next_number(&s) < 0.5;
            carom_surroundings_move(&all, &grid, i, across ? way : 0, across ? 0 : way);
            crowded += assert_kept(&grid, &all, i);
        }
        for (uint32_t i = 0; i < BALLS; i++) {
            kept += 1 - assert_kept(&grid, &all, i);
        }
        carom_surroundings_free(&all);
        carom_grid_free(&grid);
        carom_problem_free(&scene);
    }
    ck_assert_uint_gt(crowded, 100);
    ck_assert_uint_gt(kept, 1000);
}
END_TEST

/* Balls of very different sizes have cells of several sizes: there the grid is asked. */
START_TEST(surroundings_of_many_sizes_are_not_kept)
{
    carom_problem scene;
    carom_grid grid;
    carom_surroundings all;
    stream s = {2};
    scatter(&scene, &s, CAROM_PERIODIC, 1);
    for (size_t i = 1; i < BALLS; i++) {
        scene.ball[i].radius_m = 0.005 * pow(40, pow((double)i / BALLS, 8));
    }
    assert_ok(carom_grid_init(&grid, &scene, 1, 0, NULL));
    ck_assert_uint_gt(grid.levels, 1);
    ck_assert(carom_surroundings_init(&all, &grid) && all.of == NULL);
    for (uint32_t i = 0; i < BALLS; i++) {
        carom_grid_place(&grid, i, (carom_vec){scene.ball[i].x_m, scene.ball[i].y_m});
    }
    carom_surroundings_fill(&all, &grid);
    carom_surroundings_move(&all, &grid, 1, 1, 0);
    carom_surroundings_free(&all);
    carom_grid_free(&grid);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("surroundings", surroundings_are_what_the_grid_says,
          surroundings_of_many_sizes_are_not_kept)
