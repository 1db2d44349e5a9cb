/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves of a sweep over one parameter: values, theory, and the table of means over seeds. */
#include "sweep/sweep.h"

double carom_sweep_parameter_value(const carom_sweep_curves *curves, size_t point)
{
    return carom_tsv_number(curves->table, point * curves->solvers, 0);
}

double carom_sweep_value(const carom_sweep_curves *curves, size_t solver, size_t point)
{
    double value = carom_tsv_number(curves->table, point * curves->solvers + solver,
                                    curves->column);
    return fabs(value) <= curves->zero ? 0 : value;
}

double carom_sweep_error(const carom_sweep_curves *curves, size_t solver, size_t point)
{
    return curves->errors == 0 ? 0
                               : carom_tsv_number(curves->table, point * curves->solvers + solver,
                                                  curves->column + curves->errors);
}

const carom_sweep_theory *carom_sweep_theory_at(const carom_scenario *scenario, size_t i)
{
    return &((const carom_sweep_theory *)scenario->sweep.theory.items)[i];
}

const carom_sweep_theory *carom_sweep_theory_of(const carom_sweep_curves *curves, size_t i)
{
    const carom_sweep_theory *theory = carom_sweep_theory_at(curves->scenario, i);
    return strcmp(theory->quantity, curves->table->header[curves->column]) == 0 ? theory : NULL;
}

/* The value as figures show it. */
static bool show_value(const carom_sweep *sweep, double value, double *shown)
{
    char why[200];
    *shown = value;
    return sweep->shown_as[0] == '\0' ||
           carom_formula_evaluate(sweep->shown_as, value, shown, why, sizeof why);
}

bool carom_sweep_theory_value(const carom_sweep *sweep, const carom_sweep_theory *theory, double x,
                              double *y)
{
    char why[200];
    double value;
    *y = NAN;
    return carom_formula_evaluate(theory->formula, x, &value, why, sizeof why) &&
           show_value(sweep, value, y);
}

/* ---- table ---- */

const char carom_sweep_curves_table[] = "sweep-curves.tsv";

static bool are_numbers(const carom_sweep_parameter *parameter)
{
    const carom_scenario_word *word = parameter->values.items;
    double value;
    for (size_t k = 0; k < parameter->values.count; k++) {
        if (!carom_number_parse(word[k].text, &value)) {
            return false;
        }
    }
    return true;
}

bool carom_sweep_has_curves(const carom_scenario *scenario)
{
    const carom_sweep_parameter *p = scenario->sweep.parameters.items;
    size_t count = scenario->sweep.parameters.count;
    return (count == 1 || (count == 2 && p[1].scale == CAROM_SWEEP_SEEDS)) && are_numbers(&p[0]);
}

bool carom_sweep_needs_curves_table(const carom_scenario *scenario)
{
    return carom_sweep_has_curves(scenario) &&
           (scenario->sweep.parameters.count == 2 || scenario->sweep.shown_as[0] != '\0');
}

/* A cell of the new table: a mean over seeds, or its standard error. */
static void write_mean(FILE *stream, const carom_sweep *sweep, const carom_tsv *table, size_t from,
                       size_t step, size_t count, size_t column, bool error)
{
    double mean = 0, squares = 0, n = (double)count, value;
    char text[32];
    for (size_t k = 0; k < count; k++) {
        bool ok = show_value(sweep, carom_tsv_number(table, from + k * step, column), &value);
        mean += (ok ? value : NAN) / n;
    }
    for (size_t k = 0; k < count && error; k++) {
        (void)show_value(sweep, carom_tsv_number(table, from + k * step, column), &value);
        squares += (value - mean) * (value - mean);
    }
    carom_number_format(error ? sqrt(squares / (n * fmax(n - 1, 1))) : mean, text, sizeof text);
    fprintf(stream, "\t%s", text);
}

typedef struct {
    const carom_scenario *scenario;
    const carom_tsv *table;
} mean_source;

static void write_means(const void *object, FILE *stream)
{
    const mean_source *source = object;
    const carom_tsv *table = source->table;
    const carom_sweep *sweep = &source->scenario->sweep;
    const size_t solver = carom_tsv_column(table, "solver"), first = solver + 1;
    const size_t seeds = sweep->parameters.count == 2 ? carom_sweep_values(source->scenario, 1) : 1;
    const size_t points = carom_sweep_values(source->scenario, 0);
    const size_t solvers = table->rows / (points * seeds);
    fprintf(stream, "%s\tsolver", table->header[0]);
    for (int error_columns = 0; error_columns < 2; error_columns++) {
        for (size_t c = first; c < table->columns; c++) {
            fprintf(stream, "\t%s%s", table->header[c], error_columns ? "_error" : "");
        }
    }
    fputc('\n', stream);
    for (size_t row = 0; row < points * solvers; row++) {
        size_t from = row / solvers * solvers * seeds + row % solvers;
        fprintf(stream, "%s\t%s", carom_tsv_text(table, from, 0),
                carom_tsv_text(table, from, solver));
        for (size_t c = 0; c < 2 * (table->columns - first); c++) {
            write_mean(stream, sweep, table, from, solvers, seeds,
                       first + c % (table->columns - first), c >= table->columns - first);
        }
        fputc('\n', stream);
    }
}

carom_status carom_sweep_write_curves(const carom_scenario *scenario, const carom_tsv *table,
                                      const char *directory, carom_error *error)
{
    return carom_table_write(directory,
                             &(carom_table){.name = carom_sweep_curves_table, .write = write_means},
                             &(mean_source){scenario, table}, error);
}

carom_status carom_sweep_curves_to_tsv(const carom_scenario *scenario, const carom_tsv *table,
                                       carom_tsv *curves, carom_error *error)
{
    return carom_table_to_tsv(
        &(carom_table){.name = carom_sweep_curves_table, .write = write_means},
        &(mean_source){scenario, table}, curves, table->stop, error);
}
