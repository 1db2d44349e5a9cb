/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run that is looked at: THE run loop, with a recorder that says every sample. */
#define _POSIX_C_SOURCE 200809L
#include "base/base.h"
#include "figures/figures.h"
#include "lab/lab.h"
#include "records/records.h"
#include "run/run.h"
#include "scene/scene.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double whole_turn = 6.28318530717958648; /* 2 pi */

/* A lane and what looks at it. */
typedef struct {
    carom_lane lane;
    carom_account account;
} looked_at;

typedef struct {
    carom_lab *lab;
    looked_at *of; /* count of them */
    size_t count, balls;
    carom_lane **lane;        /* theirs, and */
    carom_recorder *recorder; /* theirs, that of the comparison, and this one */
    carom_comparison comparison;
    double *numbers; /* of a sample, as CAROM_LAB_NUMBERS has them */
    float *places;
    /* By lane and ball, where balls may turn: by what they have (rad), and the spin of the sample
     * before (rad/s), which was at before_s. */
    bool spins;
    double *turned, *spun, before_s;
    const carom_column *series; /* those of series.tsv */
    size_t columns, stride;     /* numbers of a lane, floats of a ball */
    carom_bodies pair;
    carom_trace_wish wish;
} look;

/* ---- a sample ---- */

static void fill_numbers(const look *seen, double t_s)
{
    double *at = seen->numbers;
    *at++ = t_s;
    for (size_t i = 0; i < seen->count; i++) {
        const carom_lane *lane = &seen->of[i].lane;
        bool failed = carom_lane_has_failed(lane);
        for (const carom_column *c = seen->series + 1; c->name != NULL; c++) {
            *at++ = failed ? NAN : c->number(&lane->sample);
        }
        *at++ = failed ? NAN : seen->comparison.of[i].divergence_m;
    }
}

static void fill_spot(const look *seen, const carom_sample *sample, size_t ball, float *at)
{
    double spot[3];
    carom_spot_of(&seen->lab->scenario, ball, &sample->orientation[4 * ball], spot);
    for (int k = 0; k < 3; k++) {
        at[k] = (float)spot[k];
    }
}

/* How balls turn between two samples is taken as even: for pictures. */
static void turn(look *seen, double t_s)
{
    for (size_t k = 0; k < seen->count * seen->balls && seen->spins; k++) {
        double spin = seen->of[k / seen->balls].lane.sample.spin_radps[k % seen->balls];
        double by = 0.5 * (spin + seen->spun[k]) * (t_s - seen->before_s);
        seen->turned[k] = remainder(seen->turned[k] + (isnan(seen->before_s) ? 0 : by), whole_turn);
        seen->spun[k] = spin;
    }
    seen->before_s = t_s;
}

static void fill_places(const look *seen)
{
    float *at = seen->places;
    for (size_t i = 0; i < seen->count; i++) {
        const carom_sample *sample = &seen->of[i].lane.sample;
        bool failed = carom_lane_has_failed(&seen->of[i].lane);
        for (size_t b = 0; b < seen->balls; b++, at += seen->stride) {
            at[0] = failed ? NAN : (float)sample->x_m[b];
            at[1] = failed ? NAN : (float)sample->y_m[b];
            at[2] = failed ? NAN : (float)sample->vx_mps[b];
            at[3] = failed ? NAN : (float)sample->vy_mps[b];
            if (seen->spins) {
                at[4] = failed ? NAN : (float)sample->spin_radps[b];
                at[5] = failed ? NAN : (float)seen->turned[i * seen->balls + b];
            }
            if (seen->lab->scenario.problem.orientation) {
                fill_spot(seen, sample, b, at + seen->stride - 3);
            }
        }
    }
}

static carom_status look_begin(void *state, carom_error *error)
{
    (void)state;
    (void)error;
    return CAROM_OK;
}

static carom_status look_sample(void *state, double t_s, carom_error *error)
{
    look *seen = state;
    const carom_lab *lab = seen->lab;
    (void)error;
    fill_numbers(seen, t_s);
    turn(seen, t_s);
    lab->listener(lab->context, CAROM_LAB_NUMBERS, seen->numbers,
                  (1 + seen->count * seen->columns) * sizeof *seen->numbers);
    fill_places(seen);
    lab->listener(lab->context, CAROM_LAB_PLACES, seen->places,
                  seen->count * seen->balls * seen->stride * sizeof *seen->places);
    return CAROM_OK;
}

/* ---- the end ---- */

static carom_status say_collisions(const look *seen, size_t i, carom_error *error)
{
    carom_lab_words words;
    carom_log log = seen->of[i].lane.log;
    CAROM_TRY(carom_lab_words_begin(&words, seen->lab, CAROM_LAB_COLLISIONS, error));
    log.count = log.count < CAROM_LAB_MOST_COLLISIONS ? log.count : CAROM_LAB_MOST_COLLISIONS;
    fprintf(words.stream, "%zu\n", i);
    CAROM_TRY(
        carom_record_collisions(words.stream, &seen->lab->scenario.problem, &log, NULL, error));
    return carom_lab_words_end(&words, error);
}

static carom_status say_contacts(const look *seen, size_t i, carom_error *error)
{
    carom_lab_words words;
    CAROM_TRY(carom_lab_words_begin(&words, seen->lab, CAROM_LAB_CONTACTS, error));
    fprintf(words.stream, "%zu\n", i);
    CAROM_TRY(carom_record_contacts(words.stream, &seen->lab->scenario.problem,
                                    &seen->of[i].lane.moments, NULL, error));
    return carom_lab_words_end(&words, error);
}

static void write_share(FILE *stream, const char *key, const carom_share *share)
{
    carom_lab_key(stream, false, key);
    fputc('{', stream);
    carom_lab_number(stream, true, "v_n_mps", share->v_n_mps);
    carom_lab_number(stream, false, "v_t_mps", share->v_t_mps);
    carom_lab_number(stream, false, "p_n_kgmps", share->p_n_kgmps);
    carom_lab_number(stream, false, "p_t_kgmps", share->p_t_kgmps);
    carom_lab_number(stream, false, "kinetic_J", share->kinetic_J);
    fputc('}', stream);
}

static void write_exchange(FILE *stream, const carom_problem *problem, size_t contact,
                           const carom_exchange *exchange)
{
    const char *other = exchange->wall ? carom_wall_name(problem, exchange->b)
                                       : problem->ball[exchange->b].name;
    carom_lab_number(stream, true, "contact", (double)contact);
    carom_lab_number(stream, false, "t_s", exchange->t_s);
    carom_lab_text(stream, false, "a", problem->ball[exchange->a].name);
    carom_lab_text(stream, false, "b", other);
    carom_lab_flag(stream, false, "wall", exchange->wall);
    carom_lab_flag(stream, false, "oblique", carom_exchange_is_oblique(exchange));
    write_share(stream, "a_before", &exchange->before[0]);
    write_share(stream, "a_after", &exchange->after[0]);
    write_share(stream, "b_before", &exchange->before[1]);
    write_share(stream, "b_after", &exchange->after[1]);
    write_share(stream, "sum_before", &exchange->sum_before);
    write_share(stream, "sum_after", &exchange->sum_after);
}

/* Moments of one contact stand together: each is looked for among its own. */
static void write_exchanges(FILE *stream, const carom_problem *problem,
                            const carom_moments *moments)
{
    bool first = true;
    size_t said = 0;
    for (size_t from = 0, to; from < moments->count && said < CAROM_LAB_EXCHANGED; from = to) {
        size_t contact = moments->item[from].contact;
        carom_moments own = {.item = &moments->item[from]};
        carom_exchange exchange;
        for (to = from; to < moments->count && moments->item[to].contact == contact; to++) {
            own.count++;
        }
        exchange = carom_exchange_of(problem, &own, contact);
        if (exchange.over) {
            carom_exchange_round(&exchange, &exchange);
            fputs(first ? "\n{" : ",\n{", stream);
            write_exchange(stream, problem, contact, &exchange);
            fputc('}', stream);
            first = false;
            said++;
        }
    }
}

static carom_status say_exchanges(const look *seen, carom_error *error)
{
    carom_lab_words words;
    CAROM_TRY(carom_lab_words_begin(&words, seen->lab, CAROM_LAB_EXCHANGES, error));
    fputc('[', words.stream);
    for (size_t i = 0; i < seen->count; i++) {
        fputs(i == 0 ? "[" : ", [", words.stream);
        write_exchanges(words.stream, &seen->lab->scenario.problem, &seen->of[i].lane.moments);
        fputc(']', words.stream);
    }
    fputc(']', words.stream);
    return carom_lab_words_end(&words, error);
}

static carom_status say_end(const look *seen, carom_error *error)
{
    carom_lab_words words;
    CAROM_TRY(carom_lab_words_begin(&words, seen->lab, CAROM_LAB_END, error));
    fputc('[', words.stream);
    for (size_t i = 0; i < seen->count; i++) {
        const carom_lane *lane = &seen->of[i].lane;
        char seal[CAROM_SEAL_SIZE];
        carom_seal_of(&lane->sample, seal);
        fputs(i == 0 ? "{" : ", {", words.stream);
        carom_lab_text(words.stream, true, "solver", lane->name);
        carom_lab_number(words.stream, false, "reached_s", lane->sample.t_s);
        carom_lab_number(words.stream, false, "collisions", (double)lane->log.count);
        carom_lab_text(words.stream, false, "failure",
                       carom_lane_has_failed(lane) ? lane->failure.text : "");
        carom_lab_text(words.stream, false, "seal", seal);
        fputc('}', words.stream);
    }
    fputc(']', words.stream);
    return carom_lab_words_end(&words, error);
}

static carom_status look_end(void *state, carom_error *error)
{
    const look *seen = state;
    for (size_t i = 0; i < seen->count; i++) {
        CAROM_TRY(say_collisions(seen, i, error));
        if (!seen->wish.ends) {
            CAROM_TRY(say_contacts(seen, i, error));
        }
    }
    CAROM_TRY(say_exchanges(seen, error));
    return say_end(seen, error);
}

static const carom_recorder_entry recorder_look = {look_begin, look_sample, look_end, NULL};

/* ---- what is wanted ---- */

static carom_status unknown_bodies(const char *bodies, carom_error *error)
{
    return carom_error_set(error, CAROM_INVALID, "bodies",
                           "found '%.200s'; expected two names with a comma between, of balls, or "
                           "of a ball and a wall",
                           bodies);
}

/* "cue,eight": whose contacts are traced. */
static carom_status find_pair(look *seen, const char *bodies, carom_error *error)
{
    const carom_problem *problem = &seen->lab->scenario.problem;
    const char *comma = strchr(bodies, ',');
    char first[CAROM_NAME_SIZE];
    size_t a, b, wall;
    if (bodies[0] == '\0') {
        seen->wish = (carom_trace_wish){.first = CAROM_LAB_EXCHANGED, .ends = true};
        return CAROM_OK;
    }
    if (comma == NULL) {
        return unknown_bodies(bodies, error);
    }
    snprintf(first, sizeof first, "%.*s", (int)(comma - bodies), bodies);
    a = carom_problem_ball_called(problem, first);
    b = carom_problem_ball_called(problem, comma + 1);
    wall = carom_wall_called(problem, comma + 1);
    seen->pair = (carom_bodies){(uint32_t)a, (uint32_t)b, b == problem->count};
    if (a == problem->count || (seen->pair.wall && wall == carom_walls_count(problem))) {
        return unknown_bodies(bodies, error);
    }
    seen->pair.b = seen->pair.wall ? (uint32_t)wall : seen->pair.b;
    seen->wish = (carom_trace_wish){.pair = &seen->pair, .pairs = 1};
    return CAROM_OK;
}

static carom_status make_room(look *seen, carom_error *error)
{
    const carom_scenario *scenario = &seen->lab->scenario;
    size_t count = scenario->solvers.count;
    bool missing = false;
    seen->balls = scenario->problem.count;
    seen->spins = carom_problem_spins(&scenario->problem);
    seen->stride = 4u + (seen->spins ? 2u : 0u) + (scenario->problem.orientation ? 3u : 0u);
    seen->series = carom_series_columns(&scenario->problem);
    for (const carom_column *c = seen->series; c->name != NULL; c++) {
        seen->columns++; /* rms_m in place of the time */
    }
    seen->of = carom_zeros(count + 1, sizeof *seen->of, &missing);
    seen->lane = carom_zeros(count + 1, sizeof *seen->lane, &missing);
    seen->recorder = carom_zeros(count + 2, sizeof *seen->recorder, &missing);
    seen->numbers = carom_zeros(1 + count * seen->columns, sizeof *seen->numbers, &missing);
    seen->places = carom_zeros(count * seen->balls * seen->stride + 1, sizeof *seen->places,
                               &missing);
    seen->turned = carom_zeros(count * seen->balls + 1, sizeof *seen->turned, &missing);
    seen->spun = carom_zeros(count * seen->balls + 1, sizeof *seen->spun, &missing);
    seen->before_s = NAN;
    return missing ? carom_error_no_memory(error)
                   : carom_comparison_open(&seen->comparison, &scenario->problem, count, NULL,
                                           CAROM_FILE_HASTY, error);
}

static carom_status open_lane(look *seen, size_t i, carom_error *error)
{
    const carom_scenario *scenario = &seen->lab->scenario;
    const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
    looked_at *one = &seen->of[i];
    carom_status status;
    seen->count++;
    status = carom_lane_open(&one->lane, solver->name, &scenario->problem, &solver->kind, true,
                             NULL, error);
    one->account = (carom_account){.lane = &one->lane};
    seen->lane[i] = &one->lane;
    seen->recorder[i] = (carom_recorder){&carom_recorder_account, &one->account};
    seen->comparison.of[i] = (carom_compared){.lane = &one->lane, .account = &one->account};
    if (strcmp(solver->name, scenario->reference) == 0) {
        seen->comparison.reference = i;
    }
    CAROM_TRY(status);
    return carom_lane_trace(&one->lane, &seen->wish, error);
}

/* ---- the run ---- */

static carom_status send(look *seen, const carom_lab_look *wanted, double to_s, carom_error *error)
{
    carom_journey journey = {.lane = seen->lane,
                             .lanes = seen->count,
                             .recorder = seen->recorder,
                             .recorders = seen->count + 2,
                             .from_s = wanted->from_s,
                             .duration_s = to_s,
                             .samples = wanted->samples,
                             .threads = 1};
    seen->recorder[seen->count] = (carom_recorder){&carom_recorder_comparison, &seen->comparison};
    seen->recorder[seen->count + 1] = (carom_recorder){&recorder_look, seen};
    return carom_journey_run(&journey, error);
}

static void close_look(look *seen)
{
    for (size_t i = 0; i < seen->count; i++) {
        carom_lane_close(&seen->of[i].lane);
    }
    carom_comparison_discard(&seen->comparison);
    free(seen->of);
    free(seen->lane);
    free(seen->recorder);
    free(seen->numbers);
    free(seen->places);
    free(seen->turned);
    free(seen->spun);
}

static carom_status examine_look(const carom_lab_look *wanted, double to_s, carom_error *error)
{
    return wanted->samples >= 2 && wanted->from_s >= 0 && to_s > wanted->from_s && isfinite(to_s)
             ? CAROM_OK
             : carom_error_set(error, CAROM_INVALID, "",
                               "a look of %lld samples from %g s to %g s; expected 2 or more, and "
                               "an end that is later than its beginning",
                               (long long)wanted->samples, wanted->from_s, to_s);
}

static carom_status run_look(look *seen, const carom_lab_look *wanted, carom_error *error)
{
    const carom_scenario *scenario = &seen->lab->scenario;
    double to_s = isnan(wanted->to_s) ? scenario->duration_s : wanted->to_s;
    CAROM_TRY(carom_lab_expect(seen->lab, error));
    CAROM_TRY(examine_look(wanted, to_s, error));
    CAROM_TRY(find_pair(seen, wanted->bodies, error));
    CAROM_TRY(make_room(seen, error));
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        CAROM_TRY(open_lane(seen, i, error));
    }
    return send(seen, wanted, to_s, error);
}

carom_status carom_lab_run(carom_lab *lab, const carom_lab_look *wanted)
{
    carom_error error = {0};
    look seen = {.lab = lab};
    carom_status status = run_look(&seen, wanted, &error);
    close_look(&seen);
    return carom_lab_fail(lab, status, &error);
}
