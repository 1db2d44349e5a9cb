/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data blocks of the curves of a run. */
#include "figures/run/run_figures.h"

/* ---- energy and momentum ---- */

/* Adds a block of energy or momentum, with a gap between the two points of a step. */
static carom_status add_curve(carom_drawing *drawing, const carom_recorded_solver *recorded,
                              size_t solver, bool momentum, carom_error *error)
{
    carom_step_curve curve;
    carom_block block;
    carom_status status = carom_step_curve_build(&curve, recorded, momentum, error);
    carom_block_begin(&block, momentum ? "t_s\tpx_kgmps\tpy_kgmps" : "t_s\tenergy_J");
    for (size_t i = 0; i < curve.points; i++) {
        const carom_step_point *point = &curve.point[i];
        if (i > 0 && point->t_s == curve.point[i - 1].t_s) {
            carom_block_add_gap(&block);
        }
        carom_block_add_row(&block, (double[]){point->t_s, point->value[0], point->value[1]},
                            momentum ? 3 : 2);
    }
    carom_block_end(&block, drawing, momentum ? "MOMENTUM" : "ENERGY", solver);
    carom_step_curve_free(&curve);
    return status;
}

/* Sets the last value of a curve in the array `name`. */
static void define_end(carom_drawing *drawing, const char *name, size_t solver,
                       const carom_recorded_solver *recorded, carom_series_kind kind)
{
    size_t last = recorded->samples;
    carom_drawing_number_at(drawing, name, solver,
                            last > 0 ? recorded->series[kind][last - 1] : NAN);
}

/* Whether a component of the momentum exceeds rounding in any run. */
static bool has_component(const carom_run_records *run, carom_series_kind kind)
{
    for (size_t i = 0; i < run->recorded.solvers; i++) {
        for (size_t row = 0; row < run->recorded.solver[i].samples; row++) {
            if (fabs(run->recorded.solver[i].series[kind][row]) >
                CAROM_ROUNDING_REL * run->data.momentum_kgmps) {
                return true;
            }
        }
    }
    return false;
}

static carom_status add_energy_and_momentum(carom_drawing *drawing, const carom_run_records *run,
                                            carom_error *error)
{
    bool along_y = has_component(run, CAROM_SERIES_MOMENTUM_Y),
         along_x = has_component(run, CAROM_SERIES_MOMENTUM_X) || !along_y;
    carom_drawing_array(drawing, "ENERGYEND MOMENTUMXEND MOMENTUMYEND", run->data.solvers);
    carom_drawing_text(drawing, "MOMENTUMAXES", along_x && along_y ? "xy" : along_x ? "x" : "y");
    for (size_t i = 0; i < run->data.solvers; i++) {
        const carom_recorded_solver *solver = &run->recorded.solver[i];
        CAROM_TRY(add_curve(drawing, solver, i, false, error));
        CAROM_TRY(add_curve(drawing, solver, i, true, error));
        define_end(drawing, "ENERGYEND", i, solver, CAROM_SERIES_ENERGY);
        define_end(drawing, "MOMENTUMXEND", i, solver, CAROM_SERIES_MOMENTUM_X);
        define_end(drawing, "MOMENTUMYEND", i, solver, CAROM_SERIES_MOMENTUM_Y);
    }
    return CAROM_OK;
}

/* ---- log axes ---- */

/* A quantity drawn on a log axis. */
typedef struct {
    const char *name, *header;
    carom_series_kind kind;
    double scale;    /* unit of its values */
    double rounding; /* in that unit */
} log_axis;

static double value_at(const log_axis *l, const carom_recorded_solver *solver, size_t row)
{
    return fabs(solver->series[l->kind][row]) / l->scale;
}

static double largest(const log_axis *l, const carom_recorded_solver *solver)
{
    double most = 0;
    for (size_t row = 0; row < solver->samples; row++) {
        most = fmax(most, value_at(l, solver, row));
    }
    return most;
}

/* Adds a curve, interrupted where it is below the axis. @return the last value, or 0 */
static double add_logged(carom_drawing *drawing, const log_axis *l,
                         const carom_recorded_solver *solver, size_t number, double low)
{
    carom_block b;
    bool joined = true;
    double last = 0;
    carom_block_begin(&b, l->header);
    for (size_t row = 0; row < solver->samples && low > 0; row++) {
        double value[2] = {solver->series[CAROM_SERIES_TIME][row], value_at(l, solver, row)};
        if (value[1] >= low) {
            carom_block_add_row(&b, value, 2);
            joined = true;
            last = value[1];
        } else if (joined) {
            carom_block_add_gap(&b);
            joined = false;
        }
    }
    carom_block_end(&b, drawing, l->name, number);
    return last;
}

static double power_below(double x)
{
    return pow(10, floor(log10(x) + 1e-9));
}

/* Smallest value from `low` on; at most a hundredth of the largest, to give the axis tics. */
static double smallest(const log_axis *l, const carom_recorded *recorded, double low, double high)
{
    double least = 1e-2 * high;
    for (size_t i = 0; i < recorded->solvers; i++) {
        for (size_t row = 0; row < recorded->solver[i].samples; row++) {
            double value = value_at(l, &recorded->solver[i], row);
            least = value >= low && value < least ? value : least;
        }
    }
    return fmax(least, low);
}

/* Lower end of the axis for one solver: a thousandth of its maximum, or of the contact delay if
 * that is smaller. */
static double lowest_shown(const log_axis *l, const carom_figure_data *data, size_t i, double most)
{
    double delay_m = l->kind == CAROM_SERIES_DISTANCE ? data->solver[i].contact_delay_m : NAN;
    return 1e-3 * (delay_m > 0 ? fmin(delay_m, most) : most);
}

static void name_variable(char name[40], const log_axis *l, const char *ending)
{
    snprintf(name, 40, "%.20s%.10s", l->name, ending);
}

static void define_axis(carom_drawing *drawing, const log_axis *l, double low, double high,
                        const char *zeros, const char *hidden)
{
    char name[40], text[300];
    snprintf(text, sizeof text, "%.140s%s%.140s", zeros,
             zeros[0] != '\0' && hidden[0] != '\0' ? "; " : "", hidden);
    name_variable(name, l, "LOW");
    carom_drawing_number(drawing, name, low);
    name_variable(name, l, "HIGH");
    carom_drawing_number(drawing, name, high > 0 ? 10 * power_below(1.5 * high) : 0);
    name_variable(name, l, "BELOW");
    carom_drawing_text(drawing, name, text);
}

static void add_log_axis(carom_drawing *drawing, const log_axis *l, const carom_run_records *run)
{
    char name[40], zeros[300] = "", hidden[300] = "";
    double low = 0, high = 0;
    name_variable(name, l, "S");
    carom_drawing_array(drawing, name, run->data.solvers);
    for (size_t i = 0; i < run->data.solvers; i++) {
        double most = largest(l, &run->recorded.solver[i]);
        bool drawn = most > l->rounding;
        bool is_reference = l->kind == CAROM_SERIES_DISTANCE && i == run->data.reference;
        carom_drawing_count_at(drawing, name, i, drawn);
        if (drawn) {
            double from = lowest_shown(l, &run->data, i, most);
            low = low == 0 ? from : fmin(low, from);
            high = fmax(high, most);
        } else if (!is_reference) {
            char *text = most == 0 ? zeros : hidden;
            const char *begin = most == 0 ? "exactly 0: " : "rounding: ";
            carom_text_append(text, sizeof zeros, "%s%s", text[0] != '\0' ? ", " : begin,
                              run->data.solver[i].label);
        }
    }
    low = low > 0 ? power_below(smallest(l, &run->recorded, fmax(low, l->rounding), high)) : 0;
    name_variable(name, l, "END");
    carom_drawing_array(drawing, name, run->data.solvers);
    for (size_t i = 0; i < run->data.solvers; i++) {
        carom_drawing_number_at(drawing, name, i,
                                add_logged(drawing, l, &run->recorded.solver[i], i, low));
    }
    define_axis(drawing, l, low, high, zeros, hidden);
}

carom_status carom_curves_add(carom_drawing *drawing, const carom_run_records *run,
                              carom_error *error)
{
    const bool in_joules = run->data.in_joules;
    const log_axis axes[] = {{"RESIDUAL", "t_s\tpart", CAROM_SERIES_ENERGY_RESIDUAL,
                              in_joules ? 1 : run->data.energy_J,
                              CAROM_ROUNDING_REL * (in_joules ? run->data.energy_J : 1)},
                             {"UNEXPLAINED", "t_s\tpart", CAROM_SERIES_MOMENTUM_RESIDUAL,
                              run->data.momentum_kgmps, CAROM_ROUNDING_REL},
                             {"APART", "t_s\trms_m", CAROM_SERIES_DISTANCE, 1,
                              carom_distance_rounding_m(&run->data.scenario.problem)}};
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) {
        add_log_axis(drawing, &axes[i], run);
    }
    return add_energy_and_momentum(drawing, run, error);
}

/* ---- paths ---- */

/* Index of the first sample from `from_s` on. */
static size_t sample_from(const carom_recorded_solver *solver, double from_s)
{
    size_t k = 0;
    while (k + 1 < solver->samples && solver->series[CAROM_SERIES_TIME][k] < from_s) {
        k++;
    }
    return k;
}

/* First sample in which a solver is visibly far from the reference; 0 without one. */
static size_t parting_sample(const carom_run_records *run)
{
    const double visible_rel = 0.02; /* of the table */
    double visible_m = visible_rel * run->statistics.distance_rounding_m / CAROM_ROUNDING_REL;
    size_t first = 0;
    for (size_t i = 0; i < run->recorded.solvers; i++) {
        const double *distance = run->recorded.solver[i].series[CAROM_SERIES_DISTANCE];
        for (size_t k = 1; k < run->recorded.solver[i].samples && (first == 0 || k < first); k++) {
            if (distance[k] > visible_m) {
                first = k;
            }
        }
    }
    return first;
}

static bool is_drawn(const carom_run_records *run, const carom_recorded_impact *impact)
{
    for (size_t k = 0; k < run->data.paths; k++) {
        const char *name = run->data.scenario.problem.ball[run->data.path[k]].name;
        if (strcmp(impact->a, name) == 0 || strcmp(impact->b, name) == 0) {
            return true;
        }
    }
    return false;
}

void carom_paths_add(carom_drawing *drawing, const carom_run_records *run)
{
    const size_t hits_after = 3, least_hits = 10;
    const carom_recorded_solver *reference = &run->recorded.solver[run->data.reference];
    size_t part = parting_sample(run), all = 0, after = 0, last = 0;
    double part_s = reference->series[CAROM_SERIES_TIME][part];
    for (size_t i = 0; i < reference->impacts; i++) {
        const carom_recorded_impact *impact = &reference->impact[i];
        bool counts = is_drawn(run, impact);
        all += counts;
        after += counts && impact->t_s >= part_s;
        if (last == 0 && part > 0 && after > hits_after) {
            last = sample_from(reference, impact->t_s);
        }
    }
    last = all > least_hits ? last : 0;
    carom_drawing_count(drawing, "PARTROW", last > 0 ? part : 0);
    carom_drawing_count(drawing, "PATHROW", last);
}

/* ---- raster ---- */

/* More ticks would be a solid wall: their rate is drawn. */
enum { MAX_TICKS = 300, RATE_BINS = 120 };

/* Adds the collisions in each of RATE_BINS equal times. @return the largest number */
static size_t add_rate(carom_block *block, const carom_recorded_solver *solver, double duration_s)
{
    size_t i = 0, most = 0;
    for (size_t bin = 0; bin < RATE_BINS; bin++) {
        double from_s = (double)bin * duration_s / RATE_BINS,
               to_s = (double)(bin + 1) * duration_s / RATE_BINS;
        size_t first = i;
        while (i < solver->impacts && (solver->impact[i].t_s < to_s || bin + 1 == RATE_BINS)) {
            i++;
        }
        most = i - first > most ? i - first : most;
        carom_block_add_row(block, (double[]){from_s, (double)(i - first)}, 2);
    }
    return most;
}

static void add_ticks(carom_drawing *drawing, const carom_figure_data *data,
                      const carom_recorded_solver *solver, size_t number)
{
    bool rate = solver->impacts > MAX_TICKS;
    size_t most = 0;
    carom_block block;
    carom_block_begin(&block, rate ? "t_s\tcount" : "t_s\twall");
    if (rate) {
        most = add_rate(&block, solver, data->scenario.duration_s);
    }
    for (size_t i = 0; i < solver->impacts && !rate; i++) {
        const carom_recorded_impact *impact = &solver->impact[i];
        carom_block_add_row(&block, (double[]){impact->t_s, impact->wall}, 2);
    }
    carom_drawing_count_at(drawing, "TICKS", number, rate ? 0 : solver->impacts);
    carom_drawing_number_at(drawing, "TICKRATE", number,
                            (double)most * RATE_BINS / data->scenario.duration_s);
    carom_block_end(&block, drawing, "TICK", number);
}

void carom_raster_add(carom_drawing *drawing, const carom_run_records *run)
{
    carom_drawing_array(drawing, "TICKS TICKRATE PARTED PARTEDIN PARTEDPAIR",
                        run->recorded.solvers);
    carom_drawing_number(drawing, "RATEBIN", run->data.scenario.duration_s / RATE_BINS);
    for (size_t i = 0; i < run->recorded.solvers; i++) {
        const carom_first_mismatch *mismatch = &run->statistics.of[i].mismatch;
        const carom_recorded_solver *solver = &run->recorded.solver[i];
        char pair[2 * CAROM_NAME_SIZE + 8] = "";
        if (mismatch->a != NULL) {
            snprintf(pair, sizeof pair, "%.60s and %.60s", mismatch->a, mismatch->b);
        }
        add_ticks(drawing, &run->data, solver, i);
        carom_drawing_number_at(drawing, "PARTED", i, mismatch->a == NULL ? 0 : mismatch->t_s);
        carom_drawing_count_at(drawing, "PARTEDIN", i,
                               (mismatch->own ? i : run->statistics.reference) + 1);
        carom_drawing_text_at(drawing, "PARTEDPAIR", i, pair);
    }
}

/* ---- waterfall ---- */

/* Rows between the initial and the final energy. */
enum { WATER_ERROR = CAROM_LOSSES, WATER_CHANGES };

/* Change of the energy in a row, J. The changes add up to the difference of the energies. */
static double budget_change(const carom_solver_statistics *result, int row)
{
    double lost = 0;
    for (int k = 0; k < CAROM_LOSSES; k++) {
        lost += result->lost_J[k];
    }
    return row < CAROM_LOSSES ? -result->lost_J[row]
                              : result->energy_end_J - result->energy_start_J + lost;
}

static bool is_visible(const carom_run_records *run, int row)
{
    const double visible_rel = 1e-3;
    for (size_t i = 0; i < run->statistics.count; i++) {
        if (fabs(budget_change(&run->statistics.of[i], row)) > visible_rel * run->data.energy_J) {
            return true;
        }
    }
    return false;
}

size_t carom_waterfall_changes(const carom_run_records *run)
{
    size_t changes = 0;
    for (int row = 0; row < WATER_CHANGES; row++) {
        changes += is_visible(run, row);
    }
    return changes;
}

bool carom_waterfall_applies(const carom_run_records *run)
{
    const double visible_rel = 0.01;
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < run->statistics.count; i++) {
        least = fmin(least, run->statistics.of[i].dissipated_rel);
        most = fmax(most, run->statistics.of[i].dissipated_rel);
    }
    return most > visible_rel && (is_visible(run, WATER_ERROR) || most - least > visible_rel);
}

static void add_bars(carom_drawing *drawing, const carom_run_records *run, size_t solver,
                     const bool shown[WATER_CHANGES])
{
    const carom_solver_statistics *result = &run->statistics.of[solver];
    double energy = result->energy_start_J, row = 1;
    carom_block block;
    carom_block_begin(&block, "row\tfrom_J\tto_J");
    carom_block_add_row(&block, (double[]){row++, 0, energy}, 3);
    for (int k = 0; k < WATER_CHANGES; k++) {
        double before = energy;
        energy += budget_change(result, k);
        if (shown[k]) {
            carom_block_add_row(&block, (double[]){row++, before, energy}, 3);
        }
    }
    carom_block_add_row(&block, (double[]){row, 0, energy}, 3);
    carom_block_end(&block, drawing, "WATER", solver);
}

void carom_waterfall_add(carom_drawing *drawing, const carom_run_records *run)
{
    static const char *const names[WATER_CHANGES] = {"walls", "balls", NULL, "method"};
    const char *other = !run->statistics.logged    ? "dissipated"
                      : run->statistics.resistance ? "resistance"
                                                   : "contacts";
    bool shown[WATER_CHANGES];
    size_t rows = 0;
    carom_drawing_array(drawing, "WATERNAME", WATER_CHANGES + 2);
    carom_drawing_count(drawing, "WATERERROR", 0);
    carom_drawing_text_at(drawing, "WATERNAME", rows++, "start");
    for (int k = 0; k < WATER_CHANGES; k++) {
        shown[k] = is_visible(run, k);
        if (shown[k]) {
            carom_drawing_text_at(drawing, "WATERNAME", rows++,
                                  names[k] == NULL ? other : names[k]);
            carom_drawing_count(drawing, "WATERERROR", k == WATER_ERROR ? rows : 0);
        }
    }
    carom_drawing_text_at(drawing, "WATERNAME", rows++, "end");
    carom_drawing_count(drawing, "WATERROWS", rows);
    carom_drawing_array(drawing, "WATERSTART", run->statistics.count);
    for (size_t i = 0; i < run->statistics.count; i++) {
        carom_drawing_number_at(drawing, "WATERSTART", i,
                                fmax(run->statistics.of[i].energy_start_J, run->data.energy_J));
        add_bars(drawing, run, i, shown);
    }
}
