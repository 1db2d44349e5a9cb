/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom fit: values and errors against closed forms and synthetic recordings. */
#define _POSIX_C_SOURCE 200809L
#include "results.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <unistd.h>

static const double sigma_m = 5e-4, frame_s = 1.0 / 240, g_mps2 = 9.81;

/* A ball falls to the floor; head for the keys that the tests set. */
static const char drop[] = "carom: 1\n"
                           "table: { width_m: 1, height_m: 3 }\n"
                           "gravity_mps2: [0, -9.81]\n"
                           "restitution: 0.8\n"
                           "duration_s: 1.2\n"
                           "balls:\n"
                           "  - { name: ball, x_m: 0.4, y_m: 0.83, radius_m: 0.03, mass_kg: 0.1 }\n"
                           "solvers:\n"
                           "  - { name: impulse, kind: impulse }\n";

/* Positions of the drop from 0.83 m with restitution e: closed form. */
static double height(double e, double t)
{
    double h = 0.8, fall = sqrt(2 * h / g_mps2), up = g_mps2 * fall, at = fall;
    if (t < fall) {
        return 0.03 + h - 0.5 * g_mps2 * t * t;
    }
    for (;;) {
        up *= e;
        if (t < at + 2 * up / g_mps2) {
            return 0.03 + up * (t - at) - 0.5 * g_mps2 * (t - at) * (t - at);
        }
        at += 2 * up / g_mps2;
    }
}

/* A recorded position. */
typedef struct {
    const char *ball;
    double t_s, x_m, y_m;
} position;

/* Fit keys of a scene, which ends with its solvers, to a film. */
static void run_fit(study_of_test *fit, const char *scene, const char *by, const position *film,
                    size_t samples)
{
    char path[] = "/tmp/carom-fit-XXXXXX", text[2000];
    int file = mkstemp(path);
    FILE *to = fdopen(file, "w");
    ck_assert_ptr_nonnull(to);
    fprintf(to, "t_s\tball\tx_m\ty_m\n");
    for (size_t k = 0; k < samples; k++) {
        fprintf(to, "%.17g\t%s\t%.17g\t%.17g\n", film[k].t_s, film[k].ball, film[k].x_m,
                film[k].y_m);
    }
    fclose(to);
    snprintf(text, sizeof text,
             "%s  - { name: film, kind: recorded, file: %s, sigma_m: %.17g }\nfit: { by: [%s] }\n",
             scene, path, sigma_m, by);
    gsl_set_error_handler_off();
    assert_ok(study_open(fit, "fit", text));
    unlink(path);
}

static double cell(const study_of_test *fit, size_t key, const char *column)
{
    return study_number(fit, "fit.tsv", NULL, key, column);
}

static const char *note(const study_of_test *fit)
{
    const carom_frame *frame = study_frame(fit, "fit.tsv");
    return carom_column_find(frame->table->columns, "note")->text(carom_frame_row(frame, 0));
}

static position *film_drop(double e, size_t samples, gsl_rng *rng)
{
    position *sample = calloc(samples, sizeof *sample);
    ck_assert_ptr_nonnull(sample);
    for (size_t k = 0; k < samples; k++) {
        double t = frame_s * (double)k, x = gsl_ran_gaussian(rng, sigma_m),
               y = gsl_ran_gaussian(rng, sigma_m);
        sample[k] = (position){"ball", t, 0.4 + x, height(e, t) + y};
    }
    return sample;
}

/* Straight flight: values and errors of linear regression. */
START_TEST(free_flight_is_linear_regression)
{
    enum { N = 48 };
    const double s = sigma_m;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    position *sample = calloc(N, sizeof *sample);
    double t1 = 0, t2 = 0, y1 = 0, ty = 0, det, slope, at0;
    study_of_test f;
    for (size_t k = 0; k < N; k++) {
        double t = frame_s * (double)k;
        sample[k] = (position){"ball", t, 0.4 + 1.385 * t + gsl_ran_gaussian(rng, s), 0.83};
        t1 += t, t2 += t * t, y1 += sample[k].x_m, ty += t * sample[k].x_m;
    }
    det = N * t2 - t1 * t1;
    slope = (N * ty - t1 * y1) / det;
    at0 = (y1 - slope * t1) / N;
    run_fit(&f,
            "carom: 1\ntable: { boundary: open }\nduration_s: 1\nballs:\n"
            "  - { name: ball, x_m: 0.3, y_m: 0.83, vx_mps: 2, radius_m: 0.03, mass_kg: 0.1 }\n"
            "solvers:\n  - { name: impulse, kind: impulse }\n",
            "balls.ball.x_m,balls.ball.vx_mps", sample, N);
    ck_assert_str_eq(note(&f), "");
    assert_near(cell(&f, 0, "value"), at0, 1e-10);
    assert_near(cell(&f, 1, "value"), slope, 1e-9);
    assert_near(cell(&f, 0, "error"), s * sqrt(t2 / det), 1e-8 * s);
    assert_near(cell(&f, 1, "error"), s * sqrt(N / det), 1e-8 * s / frame_s);
    const carom_frame *frame = study_frame(&f, "fit.tsv");
    const char *with =
        carom_column_find(frame->table->columns, "correlations")->text(carom_frame_row(frame, 1));
    assert_near(strtod(with, NULL), -t1 / sqrt(N * t2), 5e-5);
    free(sample);
    study_close(&f);
    gsl_rng_free(rng);
}
END_TEST

/* 100 recordings of the drop with e = 0.9: no bias, and errors that contain 68 %. */
START_TEST(errors_of_restitution_contain_the_truth)
{
    enum { TRACKS = 100, N = 240 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    double sum = 0, within = 0, chi_square = 0;
    for (int n = 0; n < TRACKS; n++) {
        study_of_test f;
        position *film = film_drop(0.9, N, rng);
        run_fit(&f, drop, "restitution, balls.ball.y_m, balls.ball.vy_mps", film, N);
        free(film);
        ck_assert_str_eq(note(&f), "");
        sum += cell(&f, 0, "value");
        within += fabs(cell(&f, 0, "value") - 0.9) <= cell(&f, 0, "error");
        chi_square += cell(&f, 0, "chi_square") / cell(&f, 0, "freedom");
        study_close(&f);
    }
    printf("mean e %.6f, %g of %d within one standard error, chi-square %.4f\n", sum / TRACKS,
           within, (int)TRACKS, chi_square / TRACKS);
    assert_near(sum / TRACKS, 0.9, 0.002);
    assert_near(within, 68, 10);
    assert_near(chi_square / TRACKS, 1, 4 * sqrt(2.0 / (2 * N * TRACKS)));
    gsl_rng_free(rng);
}
END_TEST

/* The first solver has no result, and @p expected is a part of the reason. */
static void expect_failure(const char *scene, const char *by, position *sample,
                           const char *expected)
{
    study_of_test f;
    run_fit(&f, scene, by, sample, 240);
    printf("%s\n", note(&f));
    ck_assert_msg(strstr(note(&f), expected) != NULL, "\"%s\" without \"%s\"", note(&f), expected);
    ck_assert(isnan(cell(&f, 0, "value")));
    free(sample);
    study_close(&f);
}

/* The drop with another solver, and with a sideways velocity. */
static void change_scene(char *scene, size_t size, const char *solver)
{
    snprintf(scene, size, "%s", drop);
    snprintf(strstr(scene, "mass_kg"), size - (size_t)(strstr(scene, "mass_kg") - scene),
             "mass_kg: 0.1, vx_mps: 0.2 }\nsolvers:\n  - { name: one, kind: %s }\n", solver);
}

/* Two balls with e = 1, of which only the ratio of masses matters. */
static const char two[] =
    "carom: 1\ntable: { boundary: open }\nduration_s: 1\nballs:\n"
    "  - { name: a, x_m: 0, y_m: 0, vx_mps: 1.06, radius_m: 0.03, mass_kg: 0.2 }\n"
    "  - { name: b, x_m: 0.272, y_m: 0, radius_m: 0.03, mass_kg: 0.1 }\n"
    "solvers:\n  - { name: impulse, kind: impulse }\n";

/* Positions of both for a ratio of 1. */
static position *film_pair(gsl_rng *rng)
{
    position *sample = calloc(240, sizeof *sample);
    for (size_t k = 0; k < 240; k++) {
        double t = frame_s * (double)(k / 2),
               x = k % 2 == 0 ? fmin(1.06 * t, 0.212) : fmax(0.272, 0.06 + 1.06 * t);
        sample[k] = (position){k % 2 == 0 ? "a" : "b", t, x + gsl_ran_gaussian(rng, sigma_m), 0};
    }
    return sample;
}

START_TEST(fits_without_a_regular_minimum_are_named)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    position *faster = film_drop(0.9, 240, rng);
    char scene[1000];
    for (size_t k = 0; k < 240; k++) {
        double t = faster[k].t_s;
        faster[k].x_m += 0.2 * t + (t > 0.41 ? 0.05 * (t - 0.41) : 0);
    }
    change_scene(scene, sizeof scene, "impulse");
    expect_failure(scene, "restitution,friction.ball_wall", faster,
                   "is at an edge of the allowed values: by: friction.ball_wall: ");
    expect_failure(drop, "restitution,balls.ball.mass_kg", film_drop(0.9, 240, rng),
                   "balls.ball.mass_kg has no effect");
    change_scene(scene, sizeof scene,
                 "penalty, integrator: heun, stiffness_N_per_m: 1e4, step_s: 1e-5");
    expect_failure(scene, "restitution", film_drop(0.9, 240, rng), "on a grid of time steps");
    change_scene(scene, sizeof scene,
                 "penalty, integrator: heun, stiffness_N_per_m: 1e3, step_s: 1e-5, contacts: "
                 "located, flight: leap");
    expect_failure(scene, "solvers.one.stiffness_N_per_m,restitution", film_drop(0.9, 240, rng),
                   "the recording does not bound it on this side");
    expect_failure(two, "balls.a.mass_kg,balls.b.mass_kg", film_pair(rng),
                   "balls.a.mass_kg and balls.b.mass_kg act only together");
    gsl_rng_free(rng);
}
END_TEST

TEST_MAIN("fit", free_flight_is_linear_regression, errors_of_restitution_contain_the_truth,
          fits_without_a_regular_minimum_are_named)
