/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data blocks of the curves of a run. */
#include "figures/run/run_figures.h"

double carom_distance_rounding_m(const carom_problem *problem)
{
    double most = hypot(problem->width_m, problem->height_m);
    for (size_t i = 0; i < problem->count && problem->boundary == CAROM_OPEN; i++) {
        most = fmax(most, hypot(problem->ball[i].x_m, problem->ball[i].y_m));
    }
    return CAROM_ROUNDING_REL * most;
}

/* ---- energy ---- */

/* Adds a block of energy, with a gap between the two points of a step. */
static carom_status add_energy(carom_drawing *drawing, const carom_recorded_solver *recorded,
                               size_t solver, carom_error *error)
{
    carom_step_curve curve;
    carom_block block;
    carom_status status = carom_step_curve_build(&curve, recorded, error);
    carom_block_begin(&block, "t_s\tenergy_J");
    for (size_t i = 0; i < curve.points; i++) {
        const carom_step_point *point = &curve.point[i];
        if (i > 0 && point->t_s == curve.point[i - 1].t_s) {
            carom_block_add_gap(&block);
        }
        carom_block_add_row(&block, (double[]){point->t_s, point->energy_J}, 2);
    }
    carom_block_end(&block, drawing, "ENERGY", solver);
    carom_step_curve_free(&curve);
    return status;
}

static carom_status add_energies(carom_drawing *drawing, const carom_run_records *run,
                                 carom_error *error)
{
    carom_drawing_array(drawing, "ENERGYEND", run->data.solvers);
    for (size_t i = 0; i < run->data.solvers; i++) {
        const carom_recorded_solver *solver = &run->recorded.solver[i];
        size_t last = solver->samples;
        CAROM_TRY(add_energy(drawing, solver, i, error));
        carom_drawing_number_at(drawing, "ENERGYEND", i,
                                last > 0 ? solver->series[CAROM_SERIES_ENERGY][last - 1] : NAN);
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
        /* a recording has no budget */
        bool known = run->recorded.solver[i].samples > 0 &&
                     !isnan(value_at(l, &run->recorded.solver[i], 0));
        carom_drawing_count_at(drawing, name, i, drawn);
        if (drawn) {
            double from = lowest_shown(l, &run->data, i, most);
            low = low == 0 ? from : fmin(low, from);
            high = fmax(high, most);
        } else if (!is_reference && known) {
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
                             {"APART", "t_s\trms_m", CAROM_SERIES_DISTANCE, 1,
                              carom_distance_rounding_m(&run->data.scenario.problem)}};
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) {
        add_log_axis(drawing, &axes[i], run);
    }
    return add_energies(drawing, run, error);
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
    carom_drawing_array(drawing, "TICKS TICKRATE PARTED", run->recorded.solvers);
    carom_drawing_number(drawing, "RATEBIN", run->data.scenario.duration_s / RATE_BINS);
    for (size_t i = 0; i < run->recorded.solvers; i++) {
        add_ticks(drawing, &run->data, &run->recorded.solver[i], i);
        carom_drawing_number_at(drawing, "PARTED", i, run->data.solver[i].first_mismatch_s);
    }
}
