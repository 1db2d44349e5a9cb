/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Next events of free balls, as solvers use them: order of time, and balls that a solver holds. */
#include "scenes.h"
#include "solvers/events/events.h"

/* Events of a scene. The two belong together until release. */
static carom_events *new_events(const carom_problem *scene)
{
    carom_events *events = calloc(1, sizeof *events);
    ck_assert_ptr_nonnull(events);
    events->problem = scene;
    events->skin_m = 0.03;
    assert_ok(carom_events_init(events, NULL));
    return events;
}

static void free_events(carom_events *events)
{
    carom_events_free(events);
    free(events);
}

/* Assert the next event: its kind, ball or partner, and time. */
static uint32_t assert_next(carom_events *events, events_kind kind, double t_s)
{
    uint32_t i;
    assert_ok(carom_events_next(events, 100, &i, NULL));
    ck_assert_uint_ne(i, CAROM_EVENTS_NO_BALL);
    ck_assert_int_eq(events->event[i].kind, kind);
    assert_near(events->now_s, t_s, 1e-12);
    return i;
}

/* A ball flies to one at rest on each kind of path: t solves s0 = 0.7 - 0.1 = path(t). While the
 * partner is held it flies on, past it. It meets a guarded one at its margin, and finds it again
 * when it is released. */
START_TEST(held_balls_meet_nothing_unless_guarded)
{
    static const char *const paths[] = {"walls 9 9", "walls 9 9; roll 0.004", "periodic 9 9",
                                        "walls 9 9; g 0 1e-7"};
    for (int k = 0; k < 4; k++) {
        double a = k == 1 ? 0.004 * 9.80665 : 0, v = 1.3, s = 0.6, x = 2.7, margin = 0.013;
        double hit = a > 0 ? (v - sqrt(v * v - 2 * a * s)) / a : s / v;
        const carom_problem *scene = new_scene(
            "%s; ball 2 1 1.3 0 r 0.05 m 1; ball %g 1 r 0.05 m 1", paths[k], x);
        test_set_subject("%s", paths[k]);
        carom_events *events = new_events(scene);
        uint32_t i = assert_next(events, EVENT_PAIR, hit), flying = 0, other = 1;
        ck_assert(i == flying || events->event[i].partner == flying);
        carom_flight rest = carom_events_ball_at(events, other, hit);
        carom_events_hold(events, other);
        ck_assert(carom_events_is_held(events, other) && !carom_events_is_held(events, flying));
        carom_events_move_and_predict(events, flying, hit);
        assert_ok(carom_events_next(events, hit + 0.25, &i, NULL));
        ck_assert_uint_eq(i, CAROM_EVENTS_NO_BALL);
        carom_flight now = carom_events_ball_at(events, flying, hit + 0.25);
        rest = (carom_flight){{5, now.at.y}, {0, now.v.y}};
        (void)carom_events_move_held(events, other, rest.at);
        carom_events_guard(events, other, rest.at, margin, hit + 0.25);
        ck_assert(carom_events_is_held(events, other));
        s = 5 - 2 - 0.1 - margin;
        hit = a > 0 ? (v - sqrt(v * v - 2 * a * s)) / a : s / v;
        i = assert_next(events, EVENT_PAIR, hit);
        ck_assert(i == flying ? events->event[i].partner == other
                              : events->event[i].partner == flying);
        carom_events_hold(events, other);
        carom_events_move_and_predict(events, flying, hit);
        carom_events_release(events, other, rest, hit);
        s += margin;
        assert_next(events, EVENT_PAIR, a > 0 ? (v - sqrt(v * v - 2 * a * s)) / a : s / v);
        free_events(events);
        test_release();
    }
}
END_TEST

/* A ball that is released in contact meets nothing while it moves away, and at once if it
 * approaches. A periodic table folds its position. */
START_TEST(released_in_contact)
{
    for (int toward = 0; toward < 2; toward++) {
        const carom_problem *scene = new_scene("periodic 3 3; ball 1 1 r 0.05 m 1; "
                                               "ball 2 2 r 0.05 m 1");
        carom_events *events = new_events(scene);
        uint32_t i;
        carom_vec at = events->ball[0].flight.at;
        carom_flight flight = {{at.x + 0.1 + 3, at.y}, {toward ? -0.7 : 0.7, 0}};
        carom_events_hold(events, 1);
        events->traits[1].spin_radps = 2.5;
        carom_events_release(events, 1, flight, 0.5);
        assert_near(events->ball[1].flight.at.x, at.x + 0.1, 1e-15);
        assert_same(events->traits[1].spin_radps, 2.5);
        if (toward) {
            assert_next(events, EVENT_PAIR, 0.5);
        } else {
            assert_next(events, EVENT_PAIR, 0.5 + (3 - 0.2) / 0.7);
        }
        assert_ok(carom_events_next(events, 0.4, &i, NULL));
        ck_assert_uint_eq(i, CAROM_EVENTS_NO_BALL);
        free_events(events);
    }
}
END_TEST

TEST_MAIN("events", held_balls_meet_nothing_unless_guarded, released_in_contact)
