/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact traces that are serialized between any two samples and continued by a copy give the same
 * samples. */
#include "archive_memory.h"
#include "scene/scene.h"

/* Contacts in the order found, with canonical indices. They are not in order of time, so the set of
 * first contacts changes. */
typedef struct {
    double t_s;
    uint32_t a, b;
    bool wall;
} found;

static const found contacts[] = {{0.53, 0, 1, false}, {0.31, 2, 3, false}, {0.71, 1, 2, true},
                                 {0.23, 1, 3, false}, {0.41, 3, 0, true},  {0.13, 2, 0, false},
                                 {0.67, 0, 1, false}, {0.11, 3, 1, false}, {0.37, 0, 3, true}};
enum { CONTACTS = sizeof contacts / sizeof contacts[0], SAMPLES = 3, STEPS = CONTACTS + SAMPLES };

typedef struct {
    carom_trace trace;
    carom_log log;
    size_t id[CONTACTS];
    carom_contact_samples shown;
} follower;

static follower begin(const carom_problem *problem, const carom_trace_request *trace_request)
{
    follower made = {.log = {.item = NULL}};
    assert_ok(carom_trace_init(&made.trace, problem, trace_request, NULL));
    return made;
}

static void release(follower *one)
{
    carom_trace_free(&one->trace);
    carom_log_free(&one->log);
    carom_contact_samples_free(&one->shown);
}

static void find(follower *one, size_t k)
{
    const found *f = &contacts[k];
    const carom_ball *ball = one->trace.problem->ball;
    carom_collision c = {
        .t_s = f->t_s, .normal = {0.6, 0.8}, .a = f->a, .b = f->b, .wall = f->wall};
    assert_ok(carom_trace_begin(&one->trace, &c, &one->id[k], NULL));
    c.a = ball[f->a].number;
    c.b = f->wall ? f->b : ball[f->b].number;
    assert_ok(carom_log_add(&one->log, &c, NULL));
}

/* A step finds the next contact and adds samples to recent ones. */
static void make_step(follower *one, size_t turn)
{
    if (turn < CONTACTS) {
        find(one, turn);
    }
    for (size_t k = turn < SAMPLES ? 0 : turn - SAMPLES; k <= turn && k < CONTACTS; k++) {
        const found *f = &contacts[k];
        double at = (double)(STEPS * k + turn);
        carom_contact_sample contact_sample = {.t_s = f->t_s + 0.001 * (double)turn,
                                               .overlap_m = 1e-5 * at,
                                               .normal = {0.6, 0.8},
                                               .a = f->a,
                                               .b = f->b,
                                               .wall = f->wall,
                                               .sliding = (k + turn) % 2 == 0};
        carom_two_velocities v = {{1.3 + at, 0.7}, {-0.2, 0.1 * at}};
        if (one->id[k] > 0) {
            assert_ok(carom_trace_add_sample(&one->trace, one->id[k], &contact_sample, &v, NULL));
        }
    }
}

static void pass(follower *one, carom_serializer serializer)
{
    carom_trace_serialize(&one->trace, &one->log, &serializer);
    ck_assert_msg(serializer.failure.status == CAROM_OK, "%s", serializer.failure.text);
}

/* A copy that continues like the first; the solver serializes the log and its contact numbers
 * itself. */
static follower other(follower *first, const carom_trace_request *trace_request)
{
    memory stored = {.byte = NULL};
    follower other = begin(first->trace.problem, trace_request);
    pass(first, carom_serializer_writing(write_bytes, &stored));
    for (size_t k = 0; k < first->log.count; k++) {
        assert_ok(carom_log_add(&other.log, &first->log.item[k], NULL));
    }
    memcpy(other.id, first->id, sizeof other.id);
    pass(&other, carom_serializer_reading(read_bytes, &stored, stored.count));
    ck_assert_uint_eq(stored.at, stored.count);
    free(stored.byte);
    return other;
}

static void finish(follower *one, size_t turn)
{
    for (; turn < STEPS; turn++) {
        make_step(one, turn);
    }
    assert_ok(carom_trace_contact_samples(&one->trace, &one->log, &one->shown, NULL));
}

static void assert_same_shown(const carom_contact_samples *whole,
                              const carom_contact_samples *other)
{
    ck_assert_uint_eq(whole->count, other->count);
    ck_assert_uint_eq(whole->left_out, other->left_out);
    for (size_t k = 0; k < whole->count; k++) {
        const carom_contact_sample *x = &whole->item[k], *y = &other->item[k];
        ck_assert_uint_eq(x->contact, y->contact);
        ck_assert_uint_eq(x->a, y->a);
        ck_assert_uint_eq(x->b, y->b);
        ck_assert_int_eq(x->wall, y->wall);
        ck_assert_int_eq(x->sliding, y->sliding);
        assert_same(x->t_s, y->t_s);
        assert_same(x->overlap_m, y->overlap_m);
        assert_same(x->normal.x, y->normal.x);
        assert_same(x->va_n_mps, y->va_n_mps);
        assert_same(x->vb_t_mps, y->vb_t_mps);
    }
}

/* Serialized after any step. */
static void resume_in_copy(const carom_problem *problem, const carom_trace_request *trace_request,
                           bool too_many)
{
    follower whole = begin(problem, trace_request);
    finish(&whole, 0);
    ck_assert(whole.shown.count > 0 && (whole.shown.left_out > 0) == too_many);
    for (size_t until = 0; until <= STEPS; until++) {
        follower first = begin(problem, trace_request), second;
        for (size_t turn = 0; turn < until; turn++) {
            make_step(&first, turn);
        }
        second = other(&first, trace_request);
        finish(&second, until);
        assert_same_shown(&whole.shown, &second.shown);
        release(&first);
        release(&second);
    }
    release(&whole);
}

START_TEST(traced_on_in_a_copy)
{
    static const carom_bodies pairs[] = {{.a = 3, .b = 2}, {.a = 2, .b = 2, .wall = true}};
    const struct {
        carom_trace_request trace_request;
        bool too_many;
    } cases[] = {{{.first = 3}, false},
                 {{.first = 3, .ends = true}, false},
                 {{.first = 2, .pair = pairs, .pairs = 2}, false},
                 {{.pair = pairs, .pairs = 1, .ends = true}, false},
                 {{.first = 4, .most = 7}, true}};
    carom_problem problem;
    scene_init(&problem, CAROM_WALLS);
    for (uint32_t i = 0; i < 4; i++) {
        scene_add(&problem, 0.2 + 0.2 * i, 0.5, 0.1, 0, 0.05, 0.17);
        problem.ball[i].number = 3 - i;
    }
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        resume_in_copy(&problem, &cases[k].trace_request, cases[k].too_many);
    }
    carom_problem_free(&problem);
}
END_TEST

/* True if a serialized log with that collision can be read. */
static bool is_readable(const carom_problem *problem, uint32_t a, uint32_t b, bool wall)
{
    carom_log log = {.item = NULL}, again = {.item = NULL};
    carom_collision c = {.t_s = 1, .normal = {0.6, 0.8}, .a = a, .b = b, .wall = wall};
    memory stored = {.byte = NULL};
    carom_serializer serializer = carom_serializer_writing(write_bytes, &stored);
    bool taken;
    assert_ok(carom_log_add(&log, &c, NULL));
    carom_log_serialize(&log, problem, &serializer);
    serializer = carom_serializer_reading(read_bytes, &stored, stored.count);
    carom_log_serialize(&again, problem, &serializer);
    taken = serializer.failure.status == CAROM_OK;
    ck_assert(taken || serializer.failure.status == CAROM_INVALID);
    carom_log_free(&log);
    carom_log_free(&again);
    free(stored.byte);
    return taken;
}

START_TEST(unknown_bodies_are_rejected)
{
    carom_problem problem;
    scene_init(&problem, CAROM_WALLS);
    for (uint32_t i = 0; i < 5; i++) {
        scene_add(&problem, 0.2 + 0.2 * i, 0.5, 0.1, 0, 0.05, 0.17);
    }
    ck_assert(is_readable(&problem, 4, 3, false) && is_readable(&problem, 4, 3, true));
    ck_assert(!is_readable(&problem, 5, 3, false) && !is_readable(&problem, 5, 3, true));
    ck_assert(!is_readable(&problem, 4, 5, false));
    ck_assert(!is_readable(&problem, 0, 4, true)); /* a rectangle with five balls */
    carom_problem_free(&problem);
}
END_TEST

TEST_MAIN("contacts followed", traced_on_in_a_copy, unknown_bodies_are_rejected)
