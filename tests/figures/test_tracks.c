/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests interpolated positions of balls against motions in closed form, and the frames of films. */
#define _XOPEN_SOURCE 700
#include "figures/figures.h"
#include "scratch_folder.h"
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const double spacing_s = 0.1;
enum { SAMPLES = 11 };

/* Position and velocity of a ball at a time. */
typedef void motion(size_t ball, double t_s, double x[2], double v[2]);

static void write_records(const carom_problem *problem, motion *of, const char *log)
{
    static char text[20000];
    size_t used = (size_t)snprintf(text, sizeof text, "t_s\tball\tx_m\ty_m\tvx_mps\tvy_mps\n");
    for (int k = 0; k < SAMPLES; k++) {
        for (size_t i = 0; i < problem->count; i++) {
            double x[2], v[2];
            of(i, k * spacing_s, x, v);
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     "%.17g\t%s\t%.17g\t%.17g\t%.17g\t%.17g\n", k * spacing_s,
                                     problem->ball[i].name, x[0], x[1], v[0], v[1]);
        }
    }
    write_file("trajectory.tsv", text);
    snprintf(text, sizeof text, "t_s\tkind\ta\tb\tnormal_x\tnormal_y\timpulse_Ns\tcontact_s\n%s",
             log);
    write_file("collisions.tsv", text);
    write_file("series.tsv", "t_s\tkinetic_J\telastic_J\tpotential_J\n");
}

static carom_recorded_solver recorded;

static void read_tracks(carom_tracks *tracks, const carom_problem *problem)
{
    carom_error error = {0};
    carom_recorded_solver_free(&recorded);
    assert_ok(carom_recorded_solver_read(&recorded, problem, "/tmp", folder + strlen("/tmp/"),
                                         false, NULL, &error));
    assert_ok(carom_tracks_build(tracks, problem, &recorded, NULL, &error));
}

/* The largest distance of the track from the motion between two times, m. */
static double worst(const carom_tracks *tracks, motion *of, double from_s, double to_s)
{
    double most = 0;
    for (int k = 0; k <= 200; k++) {
        double t = from_s + (to_s - from_s) * k / 200;
        for (size_t i = 0; i < tracks->problem->count; i++) {
            double x[2], v[2];
            carom_vec got = carom_tracks_position(tracks, i, t);
            of(i, t, x, v);
            most = fmax(most, fmax(fabs(got.x - x[0]), fabs(got.y - x[1])));
        }
    }
    return most;
}

/* ---- a spring contact within one interval: m1 = 1, m2 = 3, k = 1e4, v = 2 ---- */

static const double contact_time = 0.2385, speed = 2, mu = 0.75, k_Npm = 1e4;

static void springs(size_t ball, double t, double x[2], double v[2])
{
    double w = sqrt(k_Npm / mu), T = pi / w, s = fmin(fmax(0, t - contact_time), T);
    /* motion of the gap; the centre of mass moves uniformly */
    double gap = -speed * sin(w * s) / w + speed * fmax(0, t - contact_time - T) -
                 speed * fmin(0, t - contact_time),
           rate = t < contact_time ? -speed : (s < T ? -speed * cos(w * s) : speed),
           centre = speed / 4 * (t - contact_time), part = ball == 0 ? -0.75 : 0.25;
    x[0] = centre + part * gap + (ball == 0 ? -0.1 : 0.1);
    v[0] = speed / 4 + part * rate;
    x[1] = v[1] = 0;
}

START_TEST(a_contact_between_samples)
{
    carom_ball ball[] = {{.radius_m = 0.1, .mass_kg = 1, .name = "one"},
                         {.radius_m = 0.1, .mass_kg = 3, .name = "two"}};
    carom_problem problem = {.count = 2, .ball = ball, .boundary = CAROM_OPEN};
    carom_tracks tracks;
    char log[200];
    double T = pi * sqrt(mu / k_Npm), deepest = speed * sqrt(mu / k_Npm);
    snprintf(log, sizeof log, "%.17g\tball\tone\ttwo\t1\t0\t%.17g\t%.17g\n", contact_time,
             2 * mu * speed, T);
    make_folder();
    write_records(&problem, springs, log);
    read_tracks(&tracks, &problem);
    ck_assert_uint_eq(tracks.knot == NULL ? 0 : tracks.first[2], 2 * (SAMPLES + 2));
    /* contact onset and separation are exact within rounding */
    ck_assert_double_le(worst(&tracks, springs, 0, contact_time), 1e-14);
    ck_assert_double_le(worst(&tracks, springs, contact_time + T, 1), 1e-14);
    /* inside, a cubic: a parabola, pi/4 as deep as half a sine; the lighter ball moves 3/4 of it */
    ck_assert_double_eq_tol(worst(&tracks, springs, contact_time, contact_time + T),
                            0.75 * deepest * (1 - pi / 4), 1e-3 * deepest);
    carom_tracks_free(&tracks);
}
END_TEST

/* ---- a ball that bounces on a floor, twice between two samples ---- */

static const double g_mps2 = -9.81;

/* Impacts at 0.31 s and 0.37 s, each at 0.3 m/s. */
static void bounces(size_t ball, double t, double x[2], double v[2])
{
    static const double at[] = {0.31, 0.37};
    double up = -0.5 * g_mps2 * (at[1] - at[0]), t0 = t < at[0] ? at[0] : at[t < at[1] ? 0 : 1],
           v0 = t < at[0] ? -up : up, tau = t - t0;
    (void)ball;
    x[0] = 0.2 + 0.3 * t;
    v[0] = 0.3;
    x[1] = 0.1 + v0 * tau + 0.5 * g_mps2 * tau * tau;
    v[1] = v0 + g_mps2 * tau;
}

START_TEST(impulses_under_gravity)
{
    carom_ball ball[] = {{.radius_m = 0.1, .mass_kg = 0.5, .name = "one"}};
    carom_problem problem = {.count = 1,
                             .ball = ball,
                             .boundary = CAROM_WALLS,
                             .width_m = 9,
                             .height_m = 9,
                             .gravity_mps2 = {0, g_mps2}};
    carom_tracks tracks;
    char log[300];
    double impulse = 0.5 * 9.81 * 0.06; /* m times 2 v */
    snprintf(log, sizeof log,
             "0.31\twall\tone\tbottom\t0\t-1\t%.17g\t0\n0.37\twall\tone\tbottom\t0\t-1\t%.17g\t0\n",
             impulse, impulse);
    make_folder();
    write_records(&problem, bounces, log);
    read_tracks(&tracks, &problem);
    ck_assert_double_le(worst(&tracks, bounces, 0, 1), 2e-14);
    carom_tracks_free(&tracks);
    /* without the log the track is smooth between samples and misses the bounces */
    write_file("collisions.tsv", "t_s\tkind\ta\tb\tnormal_x\tnormal_y\timpulse_Ns\tcontact_s\n");
    read_tracks(&tracks, &problem);
    ck_assert_double_ge(worst(&tracks, bounces, 0.3, 0.4), 1e-3);
    carom_tracks_free(&tracks);
}
END_TEST

/* ---- over the edge of a periodic table ---- */

static void around(size_t ball, double t, double x[2], double v[2])
{
    (void)ball;
    v[0] = 7;
    v[1] = -3;
    x[0] = fmod(0.4 + 7 * t, 1.0);
    x[1] = 2 * (1 - fmod((3 * t + 1.1) / 2, 1.0));
}

START_TEST(a_periodic_table)
{
    carom_ball ball[] = {{.radius_m = 0.1, .mass_kg = 0.5, .name = "one"}};
    carom_problem problem = {
        .count = 1, .ball = ball, .boundary = CAROM_PERIODIC, .width_m = 1, .height_m = 2};
    carom_tracks tracks;
    make_folder();
    write_records(&problem, around, "");
    read_tracks(&tracks, &problem);
    for (int k = 0; k < 97; k++) {
        double t = 0.0103 * k, x[2], v[2];
        carom_vec position = carom_tracks_position(&tracks, 0, t);
        const double got[2] = {position.x, position.y};
        around(0, t, x, v);
        for (int c = 0; c < 2; c++) { /* on the edge itself both sides are correct */
            double off = fabs(got[c] - x[c]), length = c == 0 ? 1 : 2;
            ck_assert_double_le(fmin(off, length - off), 1e-13);
        }
    }
    carom_tracks_free(&tracks);
}
END_TEST

/* ---- films ---- */

START_TEST(a_film_is_slow_around_collisions)
{
    carom_film film = {0};
    carom_error error = {0};
    carom_film_contact contact[] = {{1.2, 1.2, true}, {0.7, 0.703, true}, {0.2, 0.203, false}};
    size_t slow = 0;
    double last = -1;
    assert_ok(carom_film_plan(&film, 2.385, contact, 3, &error));
    ck_assert_double_eq(film.pace, 2); /* 4.77 s; a factor of 5 would exceed 10 s */
    /* 12 frames in 3 ms would be 80 times slower; the limit is 20 times the pace */
    ck_assert_double_eq(film.slowed, 40);
    for (size_t i = 0; i < film.frames; i++) {
        double t = film.frame[i].t_s, step = i + 1 < film.frames ? film.frame[i + 1].t_s - t : 0,
               wanted = 1 / (25 * (film.frame[i].slow ? film.slowed : film.pace));
        bool near = (t > 0.7 - 0.006 && t < 0.703 + 0.006) || fabs(t - 1.2) < 0.006;
        ck_assert_double_gt(t, last);
        ck_assert(i + 1 == film.frames || fabs(step - wanted) < 0.2 * wanted);
        ck_assert(!near || film.frame[i].slow || i == 0);
        slow += film.frame[i].slow;
        last = t;
    }
    ck_assert_double_eq(film.frame[0].t_s, 0);
    ck_assert_double_eq(last, 2.385);
    /* six frames before and after each, and three during the one that lasts */
    ck_assert_uint_eq(slow, 12 + 15);
    carom_film_free(&film);
    /* contacts of a tenth of a second need no slow motion */
    contact[1].to_s = 0.9;
    contact[2].to_s = 0.4;
    contact[2].known = true;
    assert_ok(carom_film_plan(&film, 2.385, contact, 3, &error));
    ck_assert_double_eq(film.slowed, film.pace);
    ck_assert_double_eq(film.slowed, film.pace);
    carom_film_free(&film);
}
END_TEST

TEST_MAIN("tracks", a_contact_between_samples, impulses_under_gravity, a_periodic_table,
          a_film_is_slow_around_collisions)
