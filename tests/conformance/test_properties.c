/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of every run: of all registered solvers, with all combinations of their words and
 * plug-ins (integrators, force laws, impact laws and policies), on all registered shapes. A
 * failure names the solver, the scene and the property. */
#include "conformance/samples.h"
#include "conformance/variants.h"
#include "impacts/impacts.h"
#include "run/run.h"
#include "same_log.h"

static const double duration_s = 0.3;

/* A run from t = 0 to the end. */
typedef struct {
    const carom_problem *scene;
    const variant *with;
    size_t physics; /* of the scene */
    outcome end;
} run;

/* A property: asserts that @p one has it, if it applies. */
typedef void property(const run *one);

static bool is(const run *one, unsigned traits)
{
    return carom_solver_has_traits(&one->with->choice, traits);
}

static carom_solver *create(const carom_problem *scene, const variant *with)
{
    carom_error error = {CAROM_OK, "", ""};
    carom_solver *solver = carom_solver_new_from_choice(scene, &with->choice, true, &error);
    ck_assert_msg(solver != NULL, "%s", error.text);
    return solver;
}

static outcome run_to_end(const carom_problem *scene, const variant *with, int slices)
{
    outcome end = run_solver(create(scene, with), scene, duration_s, slices);
    ck_assert_msg(end.status == CAROM_OK, "%s", end.error.text);
    return end;
}

/* ---- the same bits ---- */

/* Ball i of one run is ball n - 1 - i of the other if the balls are in reverse order. */
static size_t number_in(const carom_sample *sample, size_t i, bool reversed)
{
    return reversed ? sample->count - 1 - i : i;
}

static void assert_same_samples(const carom_sample *a, const carom_sample *b, bool reversed)
{
    for (size_t i = 0; i < a->count; i++) {
        size_t j = number_in(b, i, reversed);
        assert_same(a->x_m[i], b->x_m[j]);
        assert_same(a->y_m[i], b->y_m[j]);
        assert_same(a->vx_mps[i], b->vx_mps[j]);
        assert_same(a->vy_mps[i], b->vy_mps[j]);
        assert_same(a->spin_radps[i], b->spin_radps[j]);
    }
    ck_assert_uint_eq(a->collisions, b->collisions);
    assert_same(a->max_overlap_m, b->max_overlap_m);
    assert_same(a->ledger.energy_residual_J, b->ledger.energy_residual_J);
    assert_same(a->ledger.dissipated_J, b->ledger.dissipated_J);
}

static void assert_same_runs(const outcome *a, const outcome *b)
{
    assert_same_samples(&a->sample, &b->sample, false);
    ck_assert_uint_eq(a->report.steps, b->report.steps);
    ck_assert_uint_eq(a->report.pair_tests, b->report.pair_tests);
    assert_same_logs(&a->log, &b->log);
}

static void sampling_is_pure(const run *one)
{
    outcome often = run_to_end(one->scene, one->with, ROUNDS(2003, 703));
    assert_same_runs(&one->end, &often);
    outcome_free(&often);
}

/* A run whose contacts are traced. */
static carom_contact_samples trace(const run *one, const carom_trace_request *request, int slices)
{
    carom_contact_samples samples = {.item = NULL};
    carom_solver *solver = create(one->scene, one->with);
    assert_ok(carom_solver_trace(solver, request, NULL));
    for (int i = 1; i <= slices; i++) {
        assert_ok(carom_solver_advance(solver, duration_s * i / slices, NULL));
    }
    assert_ok(carom_solver_contact_samples(solver, &samples, NULL));
    carom_solver_free(solver);
    return samples;
}

static void tracing_is_pure(const run *one)
{
    const carom_trace_request all = {.first = SIZE_MAX};
    carom_solver *solver = create(one->scene, one->with);
    outcome traced;
    assert_ok(carom_solver_trace(solver, &all, NULL));
    traced = run_solver(solver, one->scene, duration_s, 1);
    assert_same_runs(&one->end, &traced);
    outcome_free(&traced);
}

static void contact_samples_agree_with_the_log(const run *one)
{
    const carom_trace_request all = {.first = SIZE_MAX};
    carom_contact_samples samples = trace(one, &all, 137);
    size_t contact = 0;
    for (size_t k = 0; k < samples.count; contact++) {
        ck_assert_uint_eq(samples.item[k].contact, contact + 1);
        k += check_contact(one->scene, is(one, CAROM_FRAMES), &samples.item[k], samples.count - k,
                           &one->end.log.item[contact]);
    }
    ck_assert_uint_eq(contact, one->end.log.count);
    carom_contact_samples_free(&samples);
}

/* Of the bodies of the first collision, and of the first two collisions. */
static void selected_contacts_equal_those_among_all(const run *one)
{
    const carom_collision *c = one->end.log.count == 0 ? NULL : &one->end.log.item[0];
    const carom_bodies pair = c == NULL ? (carom_bodies){0, 0, false}
                            : c->wall   ? (carom_bodies){c->a, c->b, true}
                                        : (carom_bodies){c->b, c->a, false};
    carom_contact_samples all = trace(one, &(carom_trace_request){.first = SIZE_MAX}, 1),
                          two = trace(one, &(carom_trace_request){.first = 2}, 1),
                          paired = trace(one, &(carom_trace_request){.pair = &pair, .pairs = 1}, 1);
    size_t first = 0, found = 0;
    for (size_t k = 0; k < all.count && c != NULL; k++) {
        const carom_contact_sample *m = &all.item[k];
        bool same = m->a == c->a && m->b == c->b, turned = m->a == c->b && m->b == c->a;
        if (m->contact <= 2) {
            ck_assert_uint_lt(first, two.count);
            assert_same_sample(m, &two.item[first++]);
        }
        if (m->wall == c->wall && (same || (turned && !m->wall))) {
            ck_assert_uint_lt(found, paired.count);
            assert_same_sample(m, &paired.item[found++]);
        }
    }
    ck_assert_uint_eq(first, two.count);
    ck_assert_uint_eq(found, paired.count);
    carom_contact_samples_free(&all);
    carom_contact_samples_free(&two);
    carom_contact_samples_free(&paired);
}

/* A run beside another one, in two threads. */
static void threads_do_not_matter(const run *one)
{
    carom_solver_run pair[2], *const both[] = {&pair[0], &pair[1]};
    carom_simulation simulation = {
        .solver_run = both, .solver_runs = 2, .duration_s = duration_s, .samples = 4, .threads = 2};
    for (int i = 0; i < 2; i++) {
        assert_ok(carom_solver_run_open(&pair[i], "it", one->scene, &one->with->choice, true, NULL,
                                        NULL));
    }
    assert_ok(carom_simulation_run(&simulation, NULL));
    for (int i = 0; i < 2; i++) {
        assert_same_samples(&one->end.sample, &pair[i].sample, false);
        carom_solver_run_close(&pair[i]);
    }
}

static bool chooses_policy(carom_param_ref param)
{
    return param.row->type == CAROM_ENTRY && param.row->interface == &carom_impact_policies;
}

/* Loops of publications (CAROM_FRAMES) are exempt: this is one of the faults that they show. */
static void numbers_of_balls_do_not_matter(const run *one)
{
    carom_param_ref policy = find_row(&one->with->choice, chooses_policy, 0);
    carom_problem other;
    outcome reversed;
    if (is(one, CAROM_FRAMES) ||
        (one->physics == TOUCHING && policy.row != NULL &&
         (carom_impact_policy_of(carom_param_choice(policy)->entry)->properties &
          CAROM_IGNORES_NUMBERING) == 0)) {
        return;
    }
    assert_ok(carom_problem_copy(&other, one->scene, NULL));
    for (size_t i = 0; i < other.count; i++) {
        other.ball[i] = one->scene->ball[other.count - 1 - i];
        other.ball[i].number = (uint32_t)i;
    }
    reversed = run_to_end(&other, one->with, 1);
    assert_same_samples(&one->end.sample, &reversed.sample, true);
    ck_assert_uint_eq(one->end.log.count, reversed.log.count);
    outcome_free(&reversed);
    carom_problem_free(&other);
}

/* ---- images ---- */

/* An image of a scene: x' = turn x + (0 or size of the table), v' = turn v + frame. */
typedef struct {
    double turn[2][2];
    bool shift[2];
    carom_vec frame;
    bool far_ball;
} image;

static carom_vec turn(const image *how, carom_vec v)
{
    return (carom_vec){how->turn[0][0] * v.x + how->turn[0][1] * v.y,
                       how->turn[1][0] * v.x + how->turn[1][1] * v.y};
}

static double determinant(const image *how)
{
    return how->turn[0][0] * how->turn[1][1] - how->turn[0][1] * how->turn[1][0];
}

/* Size of the image of the table. */
static carom_vec image_size(const image *how, const carom_problem *scene)
{
    carom_vec size = turn(how, (carom_vec){scene->width_m, scene->height_m});
    return (carom_vec){fabs(size.x), fabs(size.y)};
}

static carom_vec image_of(const image *how, const carom_problem *scene, carom_vec at, double t_s)
{
    carom_vec size = image_size(how, scene), to = turn(how, at);
    return (carom_vec){to.x + (how->shift[0] ? size.x : 0) + how->frame.x * t_s,
                       to.y + (how->shift[1] ? size.y : 0) + how->frame.y * t_s};
}

/* True if the walls of a table are their own image, at 500 random points. */
static bool is_symmetric(const image *how, const carom_problem *scene)
{
    stream s = {11};
    bool same = true;
    for (int k = 0; k < 500 && same && scene->part != NULL; k++) {
        carom_vec at = {scene->width_m * next_number(&s), scene->height_m * next_number(&s)};
        carom_vec to = image_of(how, scene, at, 0);
        same = carom_walls_enclose(scene, at) == carom_walls_enclose(scene, to) &&
               fabs(carom_walls_max_overlap(scene, at, 0.1) -
                    carom_walls_max_overlap(scene, to, 0.1)) < 1e-12;
    }
    return same;
}

static void make_image(carom_problem *other, const image *how, const carom_problem *scene)
{
    carom_vec size = image_size(how, scene);
    assert_ok(carom_problem_copy(other, scene, NULL));
    other->width_m = size.x;
    other->height_m = size.y;
    other->gravity_mps2 = turn(how, scene->gravity_mps2);
    for (size_t i = 0; i < scene->count; i++) {
        carom_flight ball = carom_flight_from_ball(&scene->ball[i]);
        carom_flight to = {image_of(how, scene, ball.at, 0),
                           carom_vec_add(turn(how, ball.v), how->frame)};
        carom_flight_to_ball(to, &other->ball[i]);
        other->ball[i].spin_radps *= determinant(how);
    }
    if (how->far_ball) {
        scene_add(other, 60.5, -40.25, 3.1, -2.7, scene->ball[0].radius_m, scene->ball[0].mass_kg);
    }
}

/* Distance of two coordinates, to the nearest image on a periodic table. */
static double distance(double a, double b, double period)
{
    return isinf(period) ? fabs(a - b) : fabs(remainder(a - b, period));
}

/* Rounding errors of positions of about 2 m, amplified tenfold in each of a few collisions. At a
 * located onset the overlap is rounding, 1e-16 m, and a damping force can grow as its fourth root:
 * that changes the speed after a step by 1e-4 of theta to the power of the order. */
static double image_tolerance_m(const run *one)
{
    carom_springs springs;
    bool exact = carom_solver_springs(&one->with->choice, &springs) && springs.exact;
    return exact ? fmax(2e-9, pow(1e-3, springs.integrator->order)) : 2e-9;
}

/* The run of the image is the image of the run, within rounding. */
static void assert_image(const run *one, const image *how)
{
    carom_problem other;
    double tolerance = image_tolerance_m(one), width = INFINITY, height = INFINITY;
    make_image(&other, how, one->scene);
    if (other.boundary == CAROM_PERIODIC) {
        width = other.width_m;
        height = other.height_m;
    }
    outcome end = run_to_end(&other, one->with, 1);
    ck_assert_uint_eq(end.log.count, one->end.log.count);
    for (size_t i = 0; i < one->scene->count; i++) {
        carom_flight ball = carom_flight_from_sample(&one->end.sample, i),
                     got = carom_flight_from_sample(&end.sample, i);
        carom_vec at = image_of(how, one->scene, ball.at, duration_s);
        carom_vec v = carom_vec_add(turn(how, ball.v), how->frame);
        assert_near(distance(got.at.x, at.x, width), 0, tolerance);
        assert_near(distance(got.at.y, at.y, height), 0, tolerance);
        assert_near(got.v.x, v.x, 100 * tolerance);
        assert_near(got.v.y, v.y, 100 * tolerance);
        assert_near(end.sample.spin_radps[i], determinant(how) * one->end.sample.spin_radps[i],
                    1000 * tolerance);
    }
    outcome_free(&end);
    carom_problem_free(&other);
}

/* Published loops, and balls that touch as they begin, are exempt: rounding decides which contact
 * comes first. */
static void try_image(const run *one, const image *how)
{
    if (!is(one, CAROM_FRAMES) && one->physics != TOUCHING && is_symmetric(how, one->scene)) {
        assert_image(one, how);
    }
}

static void left_and_right_are_alike(const run *one)
{
    try_image(one, &(image){.turn = {{-1, 0}, {0, 1}}, .shift = {true, false}});
}

static void a_quarter_turn_changes_nothing(const run *one)
{
    try_image(one, &(image){.turn = {{0, -1}, {1, 0}}, .shift = {true, false}});
}

static void a_far_ball_changes_nothing(const run *one)
{
    if (one->scene->boundary == CAROM_OPEN) {
        try_image(one, &(image){.turn = {{1, 0}, {0, 1}}, .far_ball = true});
    }
}

static void frames_of_reference_are_alike(const run *one)
{
    if (one->scene->boundary == CAROM_OPEN && !carom_problem_has_friction(one->scene) &&
        !carom_problem_has_fixed(one->scene)) {
        try_image(one, &(image){.turn = {{1, 0}, {0, 1}}, .frame = {0.7, -1.3}});
    }
}

/* With the velocities of the end reversed, an elastic run returns to its beginning: within rounding
 * with exact impacts, within the discretization error (theta^2 per contact, amplified) with located
 * contacts and a method of order two or more. */
static void an_elastic_run_is_reversible(const run *one)
{
    carom_springs springs = {.integrator = NULL};
    bool soft = carom_solver_springs(&one->with->choice, &springs);
    double tolerance = soft ? 0.02 : 1e-9;
    carom_problem back;
    outcome end;
    if (one->physics != ELASTIC || one->end.sample.contacts > 0 ||
        one->end.sample.ledger.dissipated_J != 0 ||
        !(soft ? springs.exact && springs.integrator->order >= 2 : is(one, CAROM_EXACT))) {
        return;
    }
    assert_ok(carom_problem_copy(&back, one->scene, NULL));
    for (size_t i = 0; i < back.count; i++) {
        carom_flight ball = carom_flight_from_sample(&one->end.sample, i);
        ball.v = carom_vec_scale(-1, ball.v);
        carom_flight_to_ball(ball, &back.ball[i]);
    }
    end = run_to_end(&back, one->with, 1);
    for (size_t i = 0; i < back.count; i++) {
        assert_near(end.sample.vx_mps[i], -one->scene->ball[i].vx_mps, 10 * tolerance);
        assert_near(end.sample.vy_mps[i], -one->scene->ball[i].vy_mps, 10 * tolerance);
    }
    outcome_free(&end);
    carom_problem_free(&back);
}

/* ---- beginning, cancellation, budget ---- */

static void a_run_begins_with_the_initial_state(const run *one)
{
    carom_solver *solver = create(one->scene, one->with);
    carom_error error = {CAROM_OK, "", ""};
    outcome start;
    assert_ok(carom_solver_advance(solver, 0, &error));
    ck_assert_int_eq(carom_solver_advance(solver, -0.1, &error), CAROM_INTERNAL);
    ck_assert_int_eq(carom_solver_advance(solver, NAN, &error), CAROM_INTERNAL);
    start = run_solver(solver, one->scene, 0, 1);
    for (size_t i = 0; i < one->scene->count; i++) {
        const carom_ball *ball = &one->scene->ball[i];
        assert_same(start.sample.x_m[i], ball->x_m);
        assert_same(start.sample.y_m[i], ball->y_m);
        assert_near(start.sample.vx_mps[i], ball->vx_mps, 1e-15 * fabs(ball->vx_mps));
        assert_near(start.sample.vy_mps[i], ball->vy_mps, 1e-15 * fabs(ball->vy_mps));
        assert_same(start.sample.spin_radps[i], ball->spin_radps);
    }
    assert_near(start.sample.ledger.energy_residual_J, 0, 1e-15);
    ck_assert_uint_eq(start.log.count, 0);
    outcome_free(&start);
}

/* Neither creation nor a long advance goes on once the flag is set. */
static void a_run_can_be_cancelled(const run *one)
{
    const volatile sig_atomic_t stop = 1;
    carom_error error = {CAROM_OK, "", ""};
    carom_solver *solver = carom_solver_new_cancellable(one->scene, &one->with->choice, true, &stop,
                                                        &error);
    outcome end;
    ck_assert_msg(solver != NULL || error.status == CAROM_INTERRUPTED, "%s", error.text);
    carom_solver_free(solver);
    solver = create(one->scene, one->with);
    carom_solver_set_cancel_flag(solver, &stop);
    end = run_solver(solver, one->scene, 1e6, 1);
    ck_assert_msg(end.status == CAROM_INTERRUPTED, "status %d", (int)end.status);
    for (size_t i = 0; i < one->scene->count; i++) {
        ck_assert(isfinite(end.sample.x_m[i]) && isfinite(end.sample.vy_mps[i]));
    }
    outcome_free(&end);
}

/* Kinetic energy of translation and rotation in a sample. */
static double kinetic_J(const carom_problem *scene, const carom_sample *at)
{
    double sum = 0;
    for (size_t i = 0; i < at->count; i++) {
        const carom_ball *ball = &scene->ball[i];
        double vx = at->vx_mps[i], vy = at->vy_mps[i], spin = at->spin_radps[i];
        sum += ball->fixed ? 0
                           : 0.5 * ball->mass_kg * (vx * vx + vy * vy) +
                                 0.5 * carom_ball_inertia(ball) * spin * spin;
    }
    return sum;
}

static void check_collision(const run *one, const carom_collision *c)
{
    const carom_problem *scene = one->scene;
    const carom_ball *b = c->wall ? NULL : &scene->ball[c->b];
    ck_assert_uint_lt(c->a, scene->count);
    ck_assert_uint_lt(c->b, c->wall ? carom_walls_count(scene) : scene->count);
    ck_assert(c->t_s >= 0 && c->t_s <= duration_s);
    assert_near(c->normal.x * c->normal.x + c->normal.y * c->normal.y, 1, 1e-14);
    if (is(one, CAROM_FRAMES) || strcmp(one->with->name, "stepped without") == 0) {
        return; /* may reflect separating balls */
    }
    ck_assert_double_gt(c->approach_mps, 0);
    ck_assert_double_ge(c->impulse_Ns, 0);
    if (!is(one, CAROM_SOFT)) {
        double reduced = carom_pair_reduced_mass(&scene->ball[c->a], b);
        assert_near(c->impulse_Ns, reduced * (c->approach_mps + c->separation_mps),
                    1e-12 * c->impulse_Ns);
    }
}

static void every_collision_is_logged(const run *one)
{
    const carom_log *log = &one->end.log;
    ck_assert_uint_eq(log->count, one->end.report.collisions);
    ck_assert_uint_eq(log->count, one->end.sample.collisions);
    for (size_t k = 0; k < log->count; k++) {
        check_collision(one, &log->item[k]);
        ck_assert(k == 0 || log->item[k].t_s >= log->item[k - 1].t_s);
    }
}

/* Losses in the log, J; NaN: a contact is not over. */
static double logged_losses_J(const carom_log *log)
{
    double sum = 0;
    for (size_t k = 0; k < log->count; k++) {
        sum += isnan(log->item[k].separation_mps) ? NAN : log->item[k].dissipated_J;
    }
    return sum;
}

/* Errors of a budget: rounding; of springs @p error for steps of a twentieth of a contact, if their
 * method is of second order. The energy error of first order is one of its results. */
static double budget_tolerance(const run *one, double error)
{
    carom_springs springs;
    if (!carom_solver_springs(&one->with->choice, &springs)) {
        return 1e-11;
    }
    return springs.integrator->order == 1 ? INFINITY : error;
}

static void every_joule_is_booked(const run *one)
{
    const carom_ledger *books = &one->end.sample.ledger;
    double kinetic = kinetic_J(one->scene, &one->end.sample);
    double lost = logged_losses_J(&one->end.log);
    assert_near(books->kinetic_J + books->spin_J, kinetic, 1e-14 * kinetic);
    if (is(one, CAROM_FRAMES)) {
        return;
    }
    /* not in the log: losses of balls that touch as they begin, before their contact is a
     * collision, and of contacts that pass to another part of the wall */
    bool logged = one->physics != TOUCHING && one->scene->part == NULL &&
                  one->end.sample.contacts == 0 && !carom_problem_has_friction(one->scene);
    if (logged && !isnan(lost)) {
        assert_near(books->dissipated_J, lost, 1e-11);
    }
    assert_near(books->energy_residual_J, 0,
                budget_tolerance(one, 0.01 * (kinetic + books->dissipated_J)));
    assert_near(books->momentum_residual_kgmps, 0, 1e-11);
    if (one->scene->boundary != CAROM_PERIODIC) {
        assert_near(books->angular_momentum_residual_kgm2ps, 0, budget_tolerance(one, 5e-3));
    }
}

static void no_ball_leaves_the_table(const run *one)
{
    const carom_sample *end = &one->end.sample;
    bool walls = one->scene->boundary == CAROM_WALLS && !is(one, CAROM_FRAMES);
    for (size_t i = 0; i < end->count && walls; i++) {
        carom_vec at = {end->x_m[i], end->y_m[i]};
        ck_assert_msg(carom_walls_enclose(one->scene, at), "ball %zu is at (%g, %g) m", i, at.x,
                      at.y);
    }
}

/* ---- the product ---- */

#define PROPERTIES(X)                                                                              \
    X(sampling_is_pure)                                                                            \
    X(tracing_is_pure)                                                                             \
    X(contact_samples_agree_with_the_log)                                                          \
    X(selected_contacts_equal_those_among_all)                                                     \
    X(threads_do_not_matter)                                                                       \
    X(numbers_of_balls_do_not_matter)                                                              \
    X(left_and_right_are_alike)                                                                    \
    X(a_quarter_turn_changes_nothing)                                                              \
    X(a_far_ball_changes_nothing)                                                                  \
    X(an_elastic_run_is_reversible)                                                                \
    X(frames_of_reference_are_alike)                                                               \
    X(a_run_begins_with_the_initial_state)                                                         \
    X(a_run_can_be_cancelled)                                                                      \
    X(every_collision_is_logged)                                                                   \
    X(every_joule_is_booked)                                                                       \
    X(no_ball_leaves_the_table)
static const struct {
    const char *name;
    property *holds;
} properties[] = {
#define X(name) {#name, name},
    PROPERTIES(X)
#undef X
};
enum { PROPERTIES_COUNT = sizeof properties / sizeof properties[0] };

/* A solver's first scenes, which are tried in full. */
enum { FIRST = 16 };

/* Try all properties of a run; in quick builds, after the first scenes, every STRIDE-th, from one
 * on that changes with @p number.
 * @return false: the solver stopped with a message, as with friction in simultaneous contacts */
static bool try_scene(run *one, const char *name, size_t number)
{
    enum { STRIDE = ROUNDS(1, 7) };
    size_t stride = number < FIRST ? 1 : STRIDE;
    bool ended;
    test_set_subject("%s in %s", one->with->name, name);
    one->end = run_solver(create(one->scene, one->with), one->scene, duration_s, 3);
    ended = one->end.status == CAROM_OK;
    ck_assert(ended || one->end.error.text[0] != '\0');
    for (size_t k = number % stride; k < PROPERTIES_COUNT && ended; k += stride) {
        test_set_subject("%s: %s in %s", properties[k].name, one->with->name, name);
        properties[k].holds(one);
    }
    outcome_free(&one->end);
    return ended;
}

/* Try a solver on a table, with the first physics from @p number on that it supports. */
static bool try_table(variant *with, const carom_shape *shape, int boundary, size_t number)
{
    static const char *const boundaries[] = {"walls", "periodic", "open"};
    bool tried = false;
    for (size_t k = 0; k < PHYSICS_KINDS && !tried; k++) {
        carom_problem scene;
        run one = {.scene = &scene, .with = with, .physics = (number + k) % PHYSICS_KINDS};
        char name[60];
        snprintf(name, sizeof name, "%s %s %s", shape->about.name, boundaries[boundary],
                 physics_names[one.physics]);
        if (make_table(&scene, shape, boundary)) {
            make_physics(&scene, one.physics, number);
            variant_set(with);
            tried = variant_complete(with, &scene) && try_scene(&one, name, number);
        }
        carom_problem_free(&scene);
    }
    return tried;
}

/* Every solver with every combination of its words on every table. A recording needs a file of the
 * scene (tests/cases/recorded.case). */
START_TEST(runs_have_all_properties)
{
    size_t number = 0, scenes = 0;
    for_each_variant(with, carom_solvers.entries[_i])
    {
        for (size_t k = 0; carom_shapes.entries[k] != NULL; k++, number++) {
            for (int boundary = CAROM_WALLS; boundary <= CAROM_OPEN; boundary++, number++) {
                if (number < FIRST || number % ROUNDS(1, 3) == 0) {
                    scenes += try_table(&with, carom_shape_of(carom_shapes.entries[k]), boundary,
                                        number);
                }
            }
        }
    }
    test_set_subject("%s", carom_solvers.entries[_i]->name);
    ck_assert(scenes > 0 || is_recorded(carom_solvers.entries[_i]));
}
END_TEST

static void add_tests(TCase *tcase)
{
    int solvers = 0;
    while (carom_solvers.entries[solvers] != NULL) {
        solvers++;
    }
    tcase_add_loop_test(tcase, runs_have_all_properties, 0, solvers);
}

TEST_SUITE("properties of runs", add_tests)
