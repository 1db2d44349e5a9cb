/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports frames from a new run or from records. */
#include "export/export.h"
#include "figures/figures.h"
#include "run/run.h"

#define X(name) &carom_export_##name,
const carom_export_format *const carom_export_formats[] = {CAROM_EXPORT_FORMATS(X) NULL};
#undef X

const carom_export_format *carom_export_format_find(const char *name)
{
    const carom_export_format *const *format = carom_export_formats;
    while (*format != NULL && strcmp((*format)->name, name) != 0) {
        format++;
    }
    return *format;
}

/* ---- from a run ---- */

typedef struct {
    FILE *stream;
    const carom_export_format *format;
    const carom_scenario *scenario;
    const carom_solver_run *solver_run;
    const volatile sig_atomic_t *stop;
} frames;

static carom_status frames_begin(void *state, carom_error *error)
{
    const frames *to = state;
    (void)error;
    if (to->format->begin != NULL) {
        to->format->begin(to->stream, &to->scenario->problem);
    }
    return CAROM_OK;
}

static carom_status frames_sample(void *state, double t_s, carom_error *error)
{
    const frames *to = state;
    (void)t_s;
    return carom_solver_run_has_failed(to->solver_run)
             ? CAROM_OK
             : to->format->frame(to->stream, to->scenario, &to->solver_run->sample, to->stop,
                                 error);
}

static carom_status frames_end(void *state, carom_error *error)
{
    (void)state;
    (void)error;
    return CAROM_OK;
}

static const carom_recorder_entry frames_recorder = {frames_begin, frames_sample, frames_end};

static carom_status report_stop(const carom_solver_run *solver_run, carom_error *error)
{
    return carom_error_set(
        error, solver_run->failure.status, "",
        "solver '%s' stopped: %.500s; use carom run and export its records, which end there",
        solver_run->name, solver_run->failure.text);
}

carom_status carom_export_run(FILE *stream, const carom_export_format *format,
                              const carom_scenario *scenario, const carom_scenario_solver *solver,
                              const volatile sig_atomic_t *stop,
                              void (*progress)(void *context, double part, double t_s),
                              void *context, carom_error *error)
{
    enum { SLICES = 1000 };
    carom_solver_run solver_run, *solver_runs[] = {&solver_run};
    carom_status status = carom_solver_run_open(&solver_run, solver->name, &scenario->problem,
                                                &solver->kind, false, stop, error);
    if (status == CAROM_OK) {
        frames to = {stream, format, scenario, &solver_run, stop};
        const carom_recorder recorder = {&frames_recorder, &to};
        carom_simulation simulation = {.solver_run = solver_runs,
                                       .solver_runs = 1,
                                       .recorder = &recorder,
                                       .recorders = 1,
                                       .duration_s = scenario->duration_s,
                                       .samples = scenario->samples,
                                       .slices = SLICES,
                                       .threads = 1,
                                       .stop = stop,
                                       .progress = progress,
                                       .context = context};
        status = carom_simulation_run(&simulation, error);
    }
    if (status == CAROM_OK && carom_solver_run_has_failed(&solver_run)) {
        status = report_stop(&solver_run, error);
    }
    carom_solver_run_close(&solver_run);
    return status;
}

/* ---- from records ---- */

enum { STATE = 5 };

/* A trajectory table and the indices of its columns. */
typedef struct {
    carom_tsv table;
    size_t at[STATE + 1], ball;
    bool spinning;
} recording;

static carom_status find_columns(recording *from, carom_error *error)
{
    static const char *const name[] = {"t_s", "x_m", "y_m", "vx_mps", "vy_mps", "spin_radps"};
    CAROM_TRY(carom_tsv_require_column(&from->table, "ball", &from->ball, error));
    CAROM_TRY(carom_tsv_columns(&from->table, name, STATE + 1, STATE, from->at, error));
    from->spinning = from->at[STATE] != CAROM_NO_COLUMN;
    return CAROM_OK;
}

/* Reads ball i of the sample that begins at row @p first. */
static carom_status read_ball(const recording *from, const carom_problem *problem, size_t first,
                              size_t i, carom_sample *sample, carom_error *error)
{
    double value[STATE + 1] = {0};
    const char *name = carom_tsv_text(&from->table, first + i, from->ball);
    if (strcmp(name, problem->ball[i].name) != 0) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "'%s', row %zu: found ball '%s'; expected '%s', as in the scenario",
                               from->table.path, first + i + 1, name, problem->ball[i].name);
    }
    for (int c = 0; c <= STATE; c++) {
        if (c < STATE || from->spinning) {
            CAROM_TRY(carom_tsv_finite(&from->table, first + i, from->at[c], &value[c], error));
        }
    }
    sample->spin_radps[i] = value[STATE];
    sample->t_s = value[0];
    sample->x_m[i] = value[1];
    sample->y_m[i] = value[2];
    sample->vx_mps[i] = value[3];
    sample->vy_mps[i] = value[4];
    return CAROM_OK;
}

static carom_status write_frames(const recording *from, const frames *to, carom_sample *sample,
                                 carom_error *error)
{
    const carom_problem *problem = &to->scenario->problem;
    size_t n = problem->count;
    if (to->format->begin != NULL) {
        to->format->begin(to->stream, problem);
    }
    for (size_t first = 0; first + n <= from->table.rows; first += n) {
        for (size_t i = 0; i < n; i++) {
            CAROM_TRY(carom_tsv_check_cancel(&from->table, i, error));
            CAROM_TRY(read_ball(from, problem, first, i, sample, error));
        }
        CAROM_TRY(to->format->frame(to->stream, to->scenario, sample, to->stop, error));
    }
    return CAROM_OK;
}

static carom_status export_table(recording *from, const frames *to, const char *directory,
                                 const char *solver, carom_error *error)
{
    carom_sample sample;
    CAROM_TRY(
        carom_tsv_read_record(&from->table, directory, solver, "trajectory.tsv", to->stop, error));
    CAROM_TRY(find_columns(from, error));
    carom_status status = carom_sample_init(&sample, to->scenario->problem.count, error);
    CAROM_THEN(status, write_frames(from, to, &sample, error));
    carom_sample_free(&sample);
    return status;
}

carom_status carom_export_records(FILE *stream, const carom_export_format *format,
                                  const char *directory, const char *name,
                                  const volatile sig_atomic_t *stop, char chosen[CAROM_NAME_SIZE],
                                  carom_error *error)
{
    carom_figure_data data;
    recording from = {.spinning = false};
    carom_status status = carom_figure_data_read(&data, directory, stop, error);
    size_t solver = data.reference;
    if (status == CAROM_OK && name != NULL) {
        status = carom_figure_find_solver(&data, name, &solver, error);
    }
    if (status == CAROM_OK) {
        snprintf(chosen, CAROM_NAME_SIZE, "%s", data.solver[solver].name);
        status = export_table(&from, &(frames){stream, format, &data.scenario, NULL, stop},
                              directory, chosen, error);
    }
    carom_tsv_free(&from.table);
    carom_figure_data_free(&data);
    return status;
}
