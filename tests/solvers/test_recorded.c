/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collisions in recordings: impulse runs at 240 frames per second with normal noise. The run
 * gives their number and times, theory gives the errors of the times. */
#define _XOPEN_SOURCE 700
#include "scratch_place.h"
#include "solvers/solvers.h"

enum { SEEDS = ROUNDS(40, 4), MOST_FRAMES = 500 };

static const double frame_s = 1.0 / 240;
static const double sigmas_m[] = {0, 5e-4, 2e-3};

/* A run's frames and collisions. */
typedef struct {
    carom_problem problem;
    carom_log log;
    size_t frames;
    double *x, *y; /* by frame and ball */
} film;

static double normal(stream *s)
{
    double u = next_number(s), v = next_number(s);
    return sqrt(-2 * log(1 - u)) * cos(2 * PI * v);
}

static film film_of(const carom_problem *problem, size_t frames)
{
    film f = {.problem = *problem, .frames = frames};
    carom_error error = {0};
    carom_solver *solver = carom_solver_new(problem, "impulse", NULL, &error);
    carom_sample sample;
    ck_assert_msg(solver != NULL, "%s", error.text);
    assert_ok(carom_sample_init(&sample, problem->count, &error));
    f.x = calloc(frames * problem->count, sizeof *f.x);
    f.y = calloc(frames * problem->count, sizeof *f.y);
    for (size_t k = 0; k < frames; k++) {
        assert_ok(carom_solver_advance(solver, (double)k * frame_s, &error));
        carom_solver_sample(solver, &sample);
        memcpy(f.x + k * problem->count, sample.x_m, problem->count * sizeof *f.x);
        memcpy(f.y + k * problem->count, sample.y_m, problem->count * sizeof *f.y);
    }
    assert_ok(carom_solver_collisions(solver, &f.log, &error));
    carom_log_sort(&f.log);
    carom_sample_free(&sample);
    carom_solver_free(solver);
    return f;
}

static void film_free(film *f)
{
    carom_log_free(&f->log);
    carom_problem_free(&f->problem);
    free(f->x);
    free(f->y);
}

/* Writes the frames with noise, and reads them back as a choice of the solver. */
static carom_choice write_film(const film *f, const place *p, double sigma_m, uint64_t seed)
{
    stream s = {seed};
    FILE *file = fopen(p->path, "w");
    carom_choice choice = {NULL, NULL};
    carom_recorded_options *options;
    ck_assert_ptr_nonnull(file);
    fputs("t_s\tball\tx_m\ty_m\n", file);
    for (size_t k = 0; k < f->frames * f->problem.count; k++) {
        double x = f->x[k] + sigma_m * normal(&s), y = f->y[k] + sigma_m * normal(&s);
        fprintf(file, "%.17g\t%s\t%.17g\t%.17g\n", (double)(k / f->problem.count) * frame_s,
                f->problem.ball[k % f->problem.count].name, x, y);
    }
    ck_assert_int_eq(fclose(file), 0);
    assert_ok(carom_choice_set(&choice, carom_interface_find(&carom_solvers, "recorded"), NULL));
    options = choice.options;
    snprintf(options->file, sizeof options->file, "%s", p->path);
    options->sigma_m = sigma_m > 0 ? sigma_m : NAN;
    return choice;
}

/* Variance of the position that a line through n samples has one interval after the last, over
 * sigma^2. */
static double variance_at_end(double n)
{
    return 1 / n + 3 * (n + 1) / (n * (n - 1));
}

/* Largest standard error of the time at which two lines meet that have all samples until the next
 * and since the last collision of the ball, or 15 of them: velocities within 1 % take so many. */
static double theory_s(const film *f, const carom_collision *c, uint32_t ball, double sigma_m,
                       double change_mps)
{
    double before = 15, after = 15;
    for (size_t k = 0; k < f->log.count; k++) {
        const carom_collision *d = &f->log.item[k];
        if (d->a == ball || (!d->wall && d->b == ball)) {
            double frames = floor(fabs(d->t_s - c->t_s) / frame_s);
            before = d->t_s < c->t_s ? fmin(before, frames) : before;
            after = d->t_s > c->t_s ? fmin(after, frames) : after;
        }
    }
    before = fmin(before, floor(c->t_s / frame_s) + 1);
    after = fmin(after, floor((double)f->frames - c->t_s / frame_s));
    return sigma_m / change_mps * sqrt(variance_at_end(before) + variance_at_end(after));
}

static const carom_collision *find_collision(const carom_log *log, const carom_collision *want)
{
    const carom_collision *best = NULL;
    for (size_t i = 0; i < log->count; i++) { /* noise can exchange two that are close */
        const carom_collision *one = &log->item[i];
        bool same = one->wall == want->wall &&
                    ((one->a == want->a && one->b == want->b) ||
                     (!one->wall && one->a == want->b && one->b == want->a));
        if (same && (best == NULL || fabs(one->t_s - want->t_s) < fabs(best->t_s - want->t_s))) {
            best = one;
        }
    }
    return best;
}

/* Standard error that the fits give to the time at which ball @p ball collides. */
static double reported_s(const carom_recording *recording, uint32_t ball, double t_s)
{
    const carom_track *track = &recording->track[ball];
    for (size_t k = 0; k + 1 < track->count; k++) {
        if (track->sample[k].break_s == t_s) {
            return track->sample[k].break_error_s;
        }
    }
    ck_abort_msg("ball %u has no break at %g s", ball, t_s);
    return NAN;
}

static size_t count_breaks(const carom_track *track)
{
    size_t breaks = 0;
    for (size_t k = 0; k + 1 < track->count; k++) {
        breaks += isnan(track->sample[k].break_s) ? 0 : 1;
    }
    return breaks;
}

/* Squares of the errors of the times, over the reported ones. */
typedef struct {
    double squares, count;
} score;

static void compare_with_truth(const film *f, const carom_log *found,
                               const carom_recording *recording, double sigma_m, score *total)
{
    ck_assert_msg(found->count == f->log.count, "%zu collisions, want %zu, sigma %g m",
                  found->count, f->log.count, sigma_m);
    for (size_t k = 0; k < f->log.count; k++) {
        const carom_collision *want = &f->log.item[k], *got = find_collision(found, want);
        double u = want->approach_mps + want->separation_mps, theory, error, z;
        ck_assert_msg(got != NULL, "no collision like that at %g s, sigma %g m", want->t_s,
                      sigma_m);
        theory = theory_s(f, want, want->a, sigma_m, want->wall ? u : u / 2);
        if (!want->wall) { /* equal masses, and one time: the mean by the errors of both */
            double b = theory_s(f, want, want->b, sigma_m, u / 2);
            theory = 1 / sqrt(1 / (theory * theory) + 1 / (b * b));
            assert_same(reported_s(recording, got->b, got->t_s),
                        reported_s(recording, got->a, got->t_s));
        }
        error = reported_s(recording, got->a, got->t_s);
        if (sigma_m > 0) {
            z = (got->t_s - want->t_s) / error;
            assert_near(z, 0, 5);
            /* a fitted acceleration has a variance of 9/n instead of 4/n */
            ck_assert_msg(error <= 1.5 * theory, "error %g s, want %g s at most", error, theory);
            total->squares += z * z;
            total->count++;
        } else {
            assert_near(got->t_s, want->t_s, 1e-12);
        }
    }
}

/* Plays a film back to its last frame, and returns its collisions and the fits to it. */
static carom_log play_back(const film *f, double sigma_m, uint64_t seed, carom_recording *recording)
{
    carom_error error = {0};
    place p = place_new("film.tsv");
    carom_choice choice = write_film(f, &p, sigma_m, seed);
    carom_solver *solver = carom_solver_new_from_choice(&f->problem, &choice, true, &error);
    outcome result;
    ck_assert_msg(solver != NULL, "%s", error.text);
    result = run_solver(solver, &f->problem, (double)(f->frames - 1) * frame_s, 1);
    ck_assert_msg(result.status == CAROM_OK, "%s", result.error.text);
    assert_ok(carom_recording_read(recording, &f->problem, &choice, NULL, &error));
    carom_sample_free(&result.sample);
    carom_choice_free(&choice);
    place_free(&p);
    return result.log;
}

/* Finds all collisions, at their times within the errors that the fits give: the root mean square
 * is 1 within 3 of its standard errors. Frames at the time of an impact are on one side by chance,
 * which adds up to 0.15. */
static void check_film(const carom_problem *problem, size_t frames)
{
    film f = film_of(problem, frames);
    for (size_t n = 0; n < sizeof sigmas_m / sizeof sigmas_m[0]; n++) {
        score total = {.count = 0};
        for (uint64_t seed = 1; seed <= (sigmas_m[n] > 0 ? SEEDS : 1); seed++) {
            carom_recording recording;
            carom_log log = play_back(&f, sigmas_m[n], seed, &recording);
            compare_with_truth(&f, &log, &recording, sigmas_m[n], &total);
            carom_log_free(&log);
            carom_recording_free(&recording);
        }
        if (total.count > 0) {
            assert_near(sqrt(total.squares / total.count), 1, 0.15 + 3 / sqrt(2 * total.count));
        }
    }
    film_free(&f);
}

static void add(carom_problem *problem, const char *name, carom_vec at, carom_vec v, double radius)
{
    carom_ball ball = carom_ball_default();
    ball.name = name;
    ball.x_m = at.x;
    ball.y_m = at.y;
    ball.vx_mps = v.x;
    ball.vy_mps = v.y;
    ball.radius_m = radius;
    ball.mass_kg = 0.17;
    assert_ok(carom_problem_add(problem, &ball, NULL));
}

static carom_problem falling_ball(double y_m)
{
    carom_problem problem;
    scene_init(&problem, CAROM_WALLS);
    problem.gravity_mps2 = (carom_vec){0, -9.81};
    problem.restitution.ball_wall = 0.75;
    add(&problem, "ball", (carom_vec){0.23, y_m}, (carom_vec){0.13, 0}, 0.012);
    return problem;
}

START_TEST(bounces)
{
    carom_problem problem = falling_ball(0.45);
    check_film(&problem, 400);
}
END_TEST

START_TEST(collisions_of_balls)
{
    carom_problem problem;
    scene_init(&problem, CAROM_WALLS);
    problem.restitution = (carom_restitution){0.9, 0.8};
    add(&problem, "a", (carom_vec){0.4, 0.5}, (carom_vec){1.5, 0.1}, 0.0286);
    add(&problem, "b", (carom_vec){1.0, 0.53}, (carom_vec){0, 0}, 0.0286);
    add(&problem, "c", (carom_vec){1.5, 0.3}, (carom_vec){-0.5, 0.35}, 0.0286);
    check_film(&problem, 260);
}
END_TEST

/* No noise finds a collision or a break. */
static void find_nothing(const film *f)
{
    for (size_t n = 0; n < sizeof sigmas_m / sizeof sigmas_m[0]; n++) {
        for (uint64_t seed = 1; seed <= (sigmas_m[n] > 0 ? SEEDS : 1); seed++) {
            carom_recording recording;
            carom_log log = play_back(f, sigmas_m[n], seed, &recording);
            ck_assert_uint_eq(log.count, 0);
            ck_assert_uint_eq(count_breaks(&recording.track[0]), 0);
            carom_log_free(&log);
            carom_recording_free(&recording);
        }
    }
}

START_TEST(flights_have_no_collision)
{
    carom_problem problem = falling_ball(0.45);
    film f = film_of(&problem, 70);
    ck_assert_uint_eq(f.log.count, 0);
    find_nothing(&f);
    f.problem.gravity_mps2 = (carom_vec){0, -9.4}; /* a film with a wrong scale */
    find_nothing(&f);
    film_free(&f);
}
END_TEST

/* Two balls that touch the floor and each other, for 3 s: they do not fall. */
START_TEST(rest_has_no_collision)
{
    carom_problem problem = falling_ball(0.012);
    film f = {.frames = 720};
    add(&problem, "other", (carom_vec){0.254, 0.012}, (carom_vec){0, 0}, 0.012);
    f.problem = problem;
    f.x = calloc(2 * f.frames, sizeof *f.x);
    f.y = calloc(2 * f.frames, sizeof *f.y);
    for (size_t k = 0; k < 2 * f.frames; k++) {
        f.x[k] = problem.ball[k % 2].x_m;
        f.y[k] = 0.012;
    }
    find_nothing(&f);
    film_free(&f);
}
END_TEST

/* One frame off by 10 sigma, at any time: the collisions stay. */
START_TEST(false_position_is_no_collision)
{
    carom_problem problem = falling_ball(0.45);
    film f = film_of(&problem, 200);
    for (size_t k = 10; k < f.frames - 10; k += 7) {
        carom_recording recording;
        carom_log log;
        f.y[k] += 10 * sigmas_m[1];
        log = play_back(&f, sigmas_m[1], k, &recording);
        ck_assert_uint_eq(log.count, f.log.count);
        ck_assert_uint_eq(count_breaks(&recording.track[0]), f.log.count);
        carom_log_free(&log);
        carom_recording_free(&recording);
        f.y[k] -= 10 * sigmas_m[1];
    }
    film_free(&f);
}
END_TEST

TEST_MAIN("recorded", bounces, collisions_of_balls, flights_have_no_collision,
          rest_has_no_collision, false_position_is_no_collision)
