/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "run/run.h"
#include "scene/boundaries.h"
#include "scene/scene.h"
#include <math.h>
#include <stdlib.h>

/* ---- running ---- */

/* The recorder. The log and the last sample of the lane become the course's. */
typedef struct {
    carom_lane *lane;
    carom_course *course; /* without samples */
    size_t samples;       /* at most */
} memory;

static carom_status make_room(carom_course *course, size_t count, size_t samples,
                              carom_error *error)
{
    bool missing = false;
    if ((double)count * (double)samples > CAROM_MOST_COURSE) {
        return carom_error_set(error, CAROM_INVALID, "samples",
                               "%zu balls at %zu samples are too many to keep in memory; "
                               "expected a product of at most %d",
                               count, samples, (int)CAROM_MOST_COURSE);
    }
    course->count = count;
    course->t_s = carom_zeros(samples + 1, sizeof(double), &missing);
    course->kinetic_J = carom_zeros(samples + 1, sizeof(double), &missing);
    course->spin_J = carom_zeros(samples + 1, sizeof(double), &missing);
    course->elastic_J = carom_zeros(samples + 1, sizeof(double), &missing);
    course->speed_mps = carom_zeros(samples + 1, sizeof(double), &missing);
    course->at_m = carom_zeros(count * samples + 1, sizeof(carom_vec), &missing);
    return missing ? carom_error_no_memory(error) : CAROM_OK;
}

static double mean_speed(const carom_problem *problem, const carom_sample *sample)
{
    double sum = 0, n = 0;
    for (size_t i = 0; i < sample->count; i++) {
        sum += carom_vec_length(carom_flight_in(sample, i).v);
        n += !problem->ball[i].fixed;
    }
    return sum / fmax(n, 1);
}

static carom_status memory_begin(void *state, carom_error *error)
{
    memory *to = state;
    return make_room(to->course, to->lane->problem->count, to->samples, error);
}

static carom_status memory_sample(void *state, double t_s, carom_error *error)
{
    memory *to = state;
    carom_course *course = to->course;
    const carom_sample *sample = &to->lane->sample;
    size_t k = course->samples, n = course->count;
    (void)t_s;
    (void)error;
    if (carom_lane_has_failed(to->lane)) {
        return CAROM_OK; /* its failure says why; what came before is good */
    }
    course->samples++;
    course->t_s[k] = sample->t_s;
    course->kinetic_J[k] = sample->ledger.kinetic_J;
    course->spin_J[k] = sample->ledger.spin_J;
    course->elastic_J[k] = sample->ledger.elastic_J;
    course->speed_mps[k] = mean_speed(to->lane->problem, sample);
    for (size_t i = 0; i < n; i++) {
        course->at_m[k * n + i] = carom_flight_in(sample, i).at;
    }
    return CAROM_OK;
}

/* What the lane has at its end becomes the course's. */
static carom_status memory_end(void *state, carom_error *error)
{
    memory *to = state;
    carom_course *course = to->course;
    (void)error;
    carom_solver_report(to->lane->solver, &course->report);
    course->failure = to->lane->failure;
    course->log = to->lane->log;
    course->end = to->lane->sample;
    to->lane->log = (carom_log){.item = NULL};
    to->lane->sample = (carom_sample){.count = 0};
    return CAROM_OK;
}

static const carom_recorder_entry recorder_memory = {memory_begin, memory_sample, memory_end, NULL};

carom_status carom_course_run(carom_course *course, const carom_problem *problem,
                              const carom_choice *choice, double duration_s, size_t samples,
                              const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_lane lane, *const lanes[] = {&lane};
    memory to = {&lane, course, samples};
    const carom_recorder recorder = {&recorder_memory, &to};
    carom_status status;
    *course = (carom_course){.samples = 0};
    status = carom_lane_open(&lane, "", problem, choice, true, stop, error);
    if (status == CAROM_OK) {
        status = carom_journey_run(&(carom_journey){.lane = lanes,
                                                    .lanes = 1,
                                                    .recorder = &recorder,
                                                    .recorders = 1,
                                                    .duration_s = duration_s,
                                                    .samples = (int64_t)samples,
                                                    .threads = 1,
                                                    .stop = stop},
                                   error);
    }
    carom_lane_close(&lane);
    return status;
}

void carom_course_free(carom_course *course)
{
    free(course->t_s);
    free(course->kinetic_J);
    free(course->spin_J);
    free(course->elastic_J);
    free(course->speed_mps);
    free(course->at_m);
    carom_log_free(&course->log);
    carom_sample_free(&course->end);
    *course = (carom_course){.samples = 0};
}

/* ---- comparing ---- */

carom_vec carom_course_difference(const carom_problem *problem, const carom_course *a,
                                  const carom_course *b, size_t k, size_t i)
{
    size_t at = k * a->count + i;
    return carom_torus_shortest(problem, carom_vec_minus(b->at_m[at], a->at_m[at]));
}

double carom_course_distance(const carom_problem *problem, const carom_course *a,
                             const carom_course *b, size_t k)
{
    double sum = 0, n = 0;
    if (k >= a->samples || k >= b->samples) {
        return NAN;
    }
    for (size_t i = 0; i < a->count; i++) {
        sum += carom_vec_square(carom_course_difference(problem, a, b, k, i));
        n += !problem->ball[i].fixed;
    }
    return sqrt(sum / fmax(n, 1));
}

double carom_collisions_per_ball(const carom_log *log, const carom_problem *problem, double t_s)
{
    const carom_ball *ball = problem->ball;
    double sum = 0, n = 0;
    for (size_t k = 0; k < log->count && log->item[k].t_s <= t_s; k++) {
        const carom_collision *c = &log->item[k];
        sum += !ball[c->a].fixed + (!c->wall && !ball[c->b].fixed);
    }
    for (size_t i = 0; i < problem->count; i++) {
        n += !ball[i].fixed;
    }
    return sum / fmax(n, 1);
}
