/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables that all figures of a sweep share: solvers, axes and names. */
#define _POSIX_C_SOURCE 200809L
#include "sweep/sweep.h"
#include <ctype.h>

/* Positive values with a larger ratio than this get a logarithmic axis. */
static const double wide = 100;

/* ---- ranges ---- */

const carom_range carom_range_empty = {INFINITY, -INFINITY, INFINITY, true};

void carom_range_extend(carom_range *r, double value)
{
    r->numbers = r->numbers && !isnan(value);
    if (isfinite(value)) {
        r->least = fmin(r->least, value);
        r->largest = fmax(r->largest, value);
        r->positive = value > 0 ? fmin(r->positive, value) : r->positive;
    }
}

carom_range carom_picture_range(const carom_tsv *table, size_t column, size_t from, size_t step)
{
    carom_range r = carom_range_empty;
    for (size_t row = from; row < table->rows; row += step) {
        carom_range_extend(&r, carom_tsv_number(table, row, column));
    }
    return r;
}

bool carom_range_is_wide(const carom_range *r)
{
    return r->least >= 0 && r->largest > wide * r->positive;
}

/* ---- labels ---- */

size_t carom_picture_count_solvers(const carom_tsv *table)
{
    size_t column = carom_tsv_column(table, "solver"), count = 1;
    while (count < table->rows &&
           strcmp(carom_tsv_text(table, count, column), carom_tsv_text(table, 0, column)) != 0) {
        count++;
    }
    return count;
}

/* The solver's label, or its name with step and stiffness. If the sweep varies step or
 * stiffness, only its name. */
static void label_solver(carom_picture *p, const char *solver, char *text, size_t size)
{
    const carom_scenario_solver *s = carom_scenario_find_solver(p->scenario, solver);
    bool varies = false;
    for (size_t i = 0; i < p->scenario->sweep.parameters.count; i++) {
        varies = varies ||
                 strncmp(carom_sweep_parameter_at(p->scenario, i)->key, "solvers.", 8) == 0;
    }
    if (varies && s != NULL && s->label[0] == '\0') {
        carom_solver_capitalize(solver, text, size);
    } else {
        carom_solver_label(p->scenario, solver, text, size);
    }
}

void carom_picture_write_solvers(carom_picture *p)
{
    const char *name[CAROM_MAX_FIGURES];
    for (size_t i = 0; i < p->solvers; i++) {
        name[i] = carom_tsv_text(&p->table, i, carom_tsv_column(&p->table, "solver"));
        label_solver(p, name[i], p->label[i], sizeof p->label[i]);
    }
    carom_drawing_solvers(&p->drawing, p->scenario, name, p->solvers);
    for (size_t i = 0; i < p->solvers; i++) {
        carom_drawing_text_at(&p->drawing, "LABEL", i, p->label[i]);
    }
    carom_drawing_count(&p->drawing, "ABREAST", p->solvers);
}

/* Short lengths and times get an SI prefix. */
static double scale_of(const char *unit, double largest, const char **prefix)
{
    bool has = strcmp(unit, "m") == 0 || strcmp(unit, "s") == 0;
    *prefix = !has || largest > 0.1 ? "" : largest > 1e-3 ? "m" : "µ";
    return !has || largest > 0.1 ? 1 : largest > 1e-3 ? 1e3 : 1e6;
}

/* AXISNAME ("gap (mm)"), AXISFROM and AXISTIMES: the axis shows AXISTIMES (value - AXISFROM). A
 * logarithmic axis shows the values unchanged. */
void carom_picture_write_parameter(carom_picture *p, size_t column, const char *axis,
                                   bool logarithmic)
{
    const carom_sweep_parameter *parameter = carom_sweep_parameter_at(p->scenario, column);
    carom_range r = carom_picture_range(&p->table, column, 0, 1);
    double origin = isnan(parameter->origin) || logarithmic ? 0 : parameter->origin;
    double largest = fmax(fabs(r.least - origin), fabs(r.largest - origin));
    char variable[40], label[CAROM_LABEL_SIZE], text[CAROM_LABEL_SIZE + 40];
    const char *unit = carom_sweep_label(parameter, label), *prefix;
    double times = logarithmic ? (prefix = "", 1) : scale_of(unit, largest, &prefix);
    snprintf(text, sizeof text, "%s%s%s%s%s", label, unit[0] == '\0' ? "" : " (", prefix, unit,
             unit[0] == '\0' ? "" : ")");
    snprintf(variable, sizeof variable, "%sNAME", axis);
    carom_drawing_text(&p->drawing, variable, text);
    snprintf(variable, sizeof variable, "%sFROM", axis);
    carom_drawing_number(&p->drawing, variable, origin);
    snprintf(variable, sizeof variable, "%sTIMES", axis);
    carom_drawing_number(&p->drawing, variable, times);
}

/* Length of a label without its unit, which follows the last " (": "E(0)" has none. */
static int length_without_unit(const char *label)
{
    const char *unit = NULL;
    for (const char *c = strstr(label, " ("); c != NULL; c = strstr(c + 1, " (")) {
        unit = c;
    }
    return unit == NULL ? (int)strlen(label) : (int)(unit - label);
}

void carom_picture_write_label(carom_picture *p, const char *label)
{
    char over[600] = "";
    for (size_t i = 0; i < 2 && i < p->scenario->sweep.parameters.count; i++) {
        char name[CAROM_LABEL_SIZE];
        const carom_sweep_parameter *parameter = carom_sweep_parameter_at(p->scenario, i);
        if (i == 0 || parameter->scale != CAROM_SWEEP_SEEDS) {
            (void)carom_sweep_label(parameter, name);
            carom_text_append(over, sizeof over, "%s%.*s", i == 0 ? "" : " and ",
                              length_without_unit(name), name);
        }
    }
    carom_drawing_text(&p->drawing, "QUANTITYNAME", label);
    carom_drawing_subject(&p->drawing, "%c%.*s over %s", toupper((unsigned char)label[0]),
                          length_without_unit(label) - 1, label + 1, over);
}

void carom_picture_write_quantity(carom_picture *p, size_t column)
{
    const char *name = p->table.header[column];
    char label[300];
    carom_collected collected;
    if (carom_find_collected(&p->scenario->problem, name, &collected)) {
        snprintf(label, sizeof label, "%s%s", p->scenario->sweep.shown_as,
                 p->scenario->sweep.shown_as[0] == '\0' ? "" : " of x, ");
        size_t used = strlen(label);
        carom_collected_label(&p->scenario->problem, &collected, label + used, sizeof label - used);
    } else {
        snprintf(label, sizeof label, "%s", name); /* a ball that only this point has */
    }
    carom_drawing_count(&p->drawing, "QUANTITY", column + 1);
    carom_picture_write_label(p, label);
}

void carom_picture_name(char name[60], const char *column)
{
    snprintf(name, 60, "sweep-%.50s", column);
    for (char *c = name; *c != '\0'; c++) {
        *c = isalnum((unsigned char)*c) || *c == '_' ? *c : '-';
    }
}
