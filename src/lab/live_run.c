/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a scenario for the lab: the common simulation loop with a recorder that sends every sample
 * to the listener. */
#define _POSIX_C_SOURCE 200809L
#include "lab/lab.h"
#include "plot/plot.h"
#include "run/run.h"

typedef struct {
    carom_lab *lab;
    carom_run run;
    size_t balls;
    double *numbers; /* one sample in the layout of CAROM_LAB_NUMBERS */
    float *positions;
    /* By solver and ball, for spinning balls: angle (rad), and spin at the last sample (rad/s), at
     * before_s. */
    bool spins;
    double *angle, *last_spin, before_s;
    const carom_column *series; /* columns of series.tsv */
    size_t columns, stride;     /* numbers per solver, floats per ball */
    carom_arena memory;
    carom_bodies pair[CAROM_LAB_MAX_PAIRS];
    carom_trace_request trace_options;
} live_run;

/* ---- a sample ---- */

static void fill_numbers(const live_run *live, double t_s)
{
    double *at = live->numbers;
    *at++ = t_s;
    for (size_t i = 0; i < live->run.solvers; i++) {
        const carom_solver_run *solver_run = &live->run.solver[i].solver_run;
        bool failed = carom_solver_run_has_failed(solver_run);
        for (const carom_column *c = live->series + 1; c->name != NULL; c++) {
            *at++ = failed ? NAN : c->number(&solver_run->sample);
        }
        *at++ = failed ? NAN : live->run.solver[i].divergence_m;
    }
}

/* Integrates angles with the mean spin between two samples, which suffices for pictures. */
static void integrate_spins(live_run *live, double t_s)
{
    for (size_t k = 0; k < live->run.solvers * live->balls && live->spins; k++) {
        double spin =
            live->run.solver[k / live->balls].solver_run.sample.spin_radps[k % live->balls];
        double by = 0.5 * (spin + live->last_spin[k]) * (t_s - live->before_s);
        live->angle[k] = remainder(live->angle[k] + (isnan(live->before_s) ? 0 : by), 2 * CAROM_PI);
        live->last_spin[k] = spin;
    }
    live->before_s = t_s;
}

static void fill_positions(const live_run *live)
{
    float *at = live->positions;
    for (size_t i = 0; i < live->run.solvers; i++) {
        const carom_sample *sample = &live->run.solver[i].solver_run.sample;
        bool failed = carom_solver_run_has_failed(&live->run.solver[i].solver_run);
        for (size_t b = 0; b < live->balls; b++, at += live->stride) {
            at[0] = failed ? NAN : (float)sample->x_m[b];
            at[1] = failed ? NAN : (float)sample->y_m[b];
            at[2] = failed ? NAN : (float)sample->vx_mps[b];
            at[3] = failed ? NAN : (float)sample->vy_mps[b];
            if (live->spins) {
                at[4] = failed ? NAN : (float)sample->spin_radps[b];
                at[5] = failed ? NAN : (float)live->angle[i * live->balls + b];
            }
        }
    }
}

static carom_status live_begin(void *state, carom_error *error)
{
    live_run *live = state;
    const carom_problem *problem = &live->lab->scenario.problem;
    size_t count = live->run.solvers;
    (void)error;
    live->balls = problem->count;
    live->spins = carom_problem_spins(problem);
    live->stride = 4u + (live->spins ? 2u : 0u);
    live->series = carom_series_columns(problem);
    for (const carom_column *c = live->series; c->name != NULL; c++) {
        live->columns++; /* counts rms_m instead of the time */
    }
    live->numbers = carom_arena_take(&live->memory, 1 + count * live->columns, sizeof(double));
    live->positions = carom_arena_take(&live->memory, count * live->balls * live->stride,
                                       sizeof(float));
    live->angle = carom_arena_take(&live->memory, count * live->balls, sizeof(double));
    live->last_spin = carom_arena_take(&live->memory, count * live->balls, sizeof(double));
    live->before_s = NAN;
    return CAROM_OK;
}

static carom_status live_sample(void *state, double t_s, carom_error *error)
{
    live_run *live = state;
    const carom_lab *lab = live->lab;
    (void)error;
    fill_numbers(live, t_s);
    integrate_spins(live, t_s);
    lab->listener(lab->context, CAROM_LAB_NUMBERS, live->numbers,
                  (1 + live->run.solvers * live->columns) * sizeof *live->numbers);
    fill_positions(live);
    lab->listener(lab->context, CAROM_LAB_POSITIONS, live->positions,
                  live->run.solvers * live->balls * live->stride * sizeof *live->positions);
    return CAROM_OK;
}

/* ---- the end ---- */

static void report_collisions(const live_run *live, size_t i)
{
    carom_lab_message message;
    carom_log log = live->run.solver[i].solver_run.log;
    carom_lab_message_open(&message, live->lab, CAROM_LAB_COLLISIONS);
    log.count = log.count < CAROM_LAB_MAX_COLLISIONS ? log.count : CAROM_LAB_MAX_COLLISIONS;
    fprintf(message.stream, "%zu\n", i);
    (void)(carom_record_collisions(message.stream, &live->lab->scenario.problem, &log, NULL,
                                   NULL) == CAROM_OK);
    carom_lab_message_send(&message);
}

static void report_contacts(const live_run *live, size_t i)
{
    carom_lab_message message;
    carom_lab_message_open(&message, live->lab, CAROM_LAB_CONTACTS);
    fprintf(message.stream, "%zu\n", i);
    (void)(carom_record_contacts(message.stream, &live->lab->scenario.problem,
                                 &live->run.solver[i].solver_run.contact_samples, NULL,
                                 NULL) == CAROM_OK);
    carom_lab_message_send(&message);
}

static void write_balance_side(FILE *stream, const char *key, const carom_body_state *side)
{
    carom_json_write(
        stream, ", $: {v_n_mps: #, v_t_mps: #, p_n_kgmps: #, p_t_kgmps: #, kinetic_J: #}", key,
        side->v_n_mps, side->v_t_mps, side->p_n_kgmps, side->p_t_kgmps, side->kinetic_J);
}

static void write_balance(FILE *stream, const carom_problem *problem, size_t contact,
                          const carom_collision_balance *balance)
{
    const char *other = balance->wall ? carom_wall_name(problem, balance->b)
                                      : problem->ball[balance->b].name;
    carom_json_write(stream, "{contact: #, t_s: #, a: $, b: $, wall: ?, oblique: ?",
                     (double)contact, balance->t_s, problem->ball[balance->a].name, other,
                     balance->wall, carom_collision_balance_is_oblique(balance));
    write_balance_side(stream, "a_before", &balance->before[0]);
    write_balance_side(stream, "a_after", &balance->after[0]);
    write_balance_side(stream, "b_before", &balance->before[1]);
    write_balance_side(stream, "b_after", &balance->after[1]);
    write_balance_side(stream, "sum_before", &balance->before[2]);
    write_balance_side(stream, "sum_after", &balance->after[2]);
    fputc('}', stream);
}

/* Rows of a contact are adjacent in the trace. */
static void write_balances(FILE *stream, const carom_problem *problem,
                           const carom_contact_samples *contact_samples)
{
    bool first = true;
    size_t reported = 0;
    for (size_t from = 0, to; from < contact_samples->count && reported < CAROM_LAB_MAX_BALANCES;
         from = to) {
        size_t contact = contact_samples->item[from].contact;
        carom_contact_samples own = {.item = &contact_samples->item[from]};
        for (to = from; to < contact_samples->count && contact_samples->item[to].contact == contact;
             to++) {
            own.count++;
        }
        carom_collision_balance balance = carom_collision_balance_of(problem, &own, contact);
        if (balance.over) {
            carom_collision_balance_round(&balance, &balance);
            fputs(first ? "\n" : ",\n", stream);
            write_balance(stream, problem, contact, &balance);
            first = false;
            reported++;
        }
    }
}

static void report_balances(const live_run *live)
{
    carom_lab_message message;
    carom_lab_message_open(&message, live->lab, CAROM_LAB_BALANCES);
    fputc('[', message.stream);
    for (size_t i = 0; i < live->run.solvers; i++) {
        fputs(i == 0 ? "[" : ", [", message.stream);
        write_balances(message.stream, &live->lab->scenario.problem,
                       &live->run.solver[i].solver_run.contact_samples);
        fputc(']', message.stream);
    }
    fputc(']', message.stream);
    carom_lab_message_send(&message);
}

static void report_end(const live_run *live)
{
    carom_lab_message message;
    carom_lab_message_open(&message, live->lab, CAROM_LAB_END);
    fputc('[', message.stream);
    for (size_t i = 0; i < live->run.solvers; i++) {
        const carom_solver_run *solver_run = &live->run.solver[i].solver_run;
        char signature[CAROM_SIGNATURE_SIZE];
        carom_signature_compute(&solver_run->sample, signature);
        fputs(i == 0 ? "" : ", ", message.stream);
        carom_json_write(
            message.stream, "{solver: $, reached_s: #, collisions: #, failure: $, seal: $}",
            solver_run->name, solver_run->sample.t_s, (double)solver_run->log.count,
            carom_solver_run_has_failed(solver_run) ? solver_run->failure.text : "", signature);
    }
    fputc(']', message.stream);
    carom_lab_message_send(&message);
}

static carom_status live_end(void *state, carom_error *error)
{
    const live_run *live = state;
    (void)error;
    for (size_t i = 0; i < live->run.solvers; i++) {
        report_collisions(live, i);
        if (!live->trace_options.ends) {
            report_contacts(live, i);
        }
    }
    report_balances(live);
    report_end(live);
    return CAROM_OK;
}

static const carom_recorder_entry recorder_live = {live_begin, live_sample, live_end};

/* ---- the run ---- */

/* Finds the pairs "cue,eight;eight,top" whose contacts are traced. */
static carom_status find_pairs(live_run *live, const char *bodies, carom_error *error)
{
    live->trace_options = (carom_trace_request){.first = CAROM_LAB_MAX_BALANCES, .ends = true};
    if (bodies[0] == '\0') {
        return CAROM_OK;
    }
    live->trace_options = (carom_trace_request){.pair = live->pair};
    for (const char *at = bodies; *at != '\0' && live->trace_options.pairs < CAROM_LAB_MAX_PAIRS;) {
        char name[2][CAROM_NAME_SIZE];
        size_t first = strcspn(at, ",;"), rest = first + (at[first] == ',');
        size_t second = strcspn(at + rest, ";");
        snprintf(name[0], sizeof name[0], "%.*s", (int)first, at);
        snprintf(name[1], sizeof name[1], "%.*s", (int)second, at + rest);
        if (!carom_bodies_find(&live->lab->scenario.problem, name[0], name[1],
                               &live->pair[live->trace_options.pairs++])) {
            return carom_error_set(error, CAROM_INVALID, "bodies",
                                   "found '%.200s'; expected the names of two balls, or of a ball "
                                   "and a wall, separated by a comma, and pairs by a semicolon",
                                   bodies);
        }
        at += rest + second + (at[rest + second] == ';');
    }
    return CAROM_OK;
}

static carom_status run_with_recorder(live_run *live, const carom_request *request,
                                      const char *bodies, carom_error *error)
{
    CAROM_TRY(carom_lab_require_scenario(live->lab, error));
    if (request->samples < 2 || !(request->from_s >= 0 && request->to_s > request->from_s) ||
        !isfinite(request->to_s)) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "found %lld samples from %g s to %g s; expected at least 2, and a "
                               "positive interval",
                               (long long)request->samples, request->from_s, request->to_s);
    }
    CAROM_TRY(find_pairs(live, bodies, error));
    carom_status status = carom_run_scenario(&live->run, request, error);
    carom_run_close(&live->run);
    return status;
}

carom_status carom_lab_run(carom_lab *lab, double samples, double from_s, double to_s,
                           const char *bodies)
{
    carom_error error = {0};
    live_run live = {.lab = lab};
    const carom_recorder recorder = {&recorder_live, &live};
    const carom_request request = {.scenario = &lab->scenario,
                                   .compare = true,
                                   .threads = 1,
                                   .samples = samples >= 2 && samples < 1e9 ? (int64_t)samples : 0,
                                   .from_s = from_s,
                                   .to_s = isnan(to_s) ? lab->scenario.duration_s : to_s,
                                   .trace = &live.trace_options,
                                   .recorder = &recorder};
    carom_status status = run_with_recorder(&live, &request, bodies, &error);
    carom_arena_free(&live.memory);
    return carom_lab_report_error(lab, status, &error);
}
