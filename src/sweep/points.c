/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "params/params.h"
#include "sweep/sweep.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const carom_sweep_parameter *carom_sweep_parameter_at(const carom_scenario *scenario, size_t i)
{
    return &((const carom_sweep_parameter *)scenario->sweep.parameters.items)[i];
}

static size_t values_of(const carom_sweep_parameter *parameter)
{
    return parameter->values.count > 0 ? parameter->values.count : (size_t)parameter->count;
}

size_t carom_sweep_values(const carom_scenario *scenario, size_t i)
{
    return values_of(carom_sweep_parameter_at(scenario, i));
}

size_t carom_sweep_points(const carom_scenario *scenario)
{
    size_t points = 1;
    for (size_t i = 0; i < scenario->sweep.parameters.count; i++) {
        points *= values_of(carom_sweep_parameter_at(scenario, i));
    }
    return points;
}

static double or_else(double value, double otherwise)
{
    return isnan(value) ? otherwise : value;
}

static double value_of(const carom_sweep_parameter *p, size_t k)
{
    double part = p->count > 1 ? (double)k / (double)(p->count - 1) : 0;
    double from = or_else(p->from, 0), to = or_else(p->to, 1);
    switch (p->scale) {
    case CAROM_SWEEP_PHASES: return from + (to - from) * ((double)k + 0.5) / (double)p->count;
    case CAROM_SWEEP_SEEDS: return or_else(p->from, 1) + (double)k;
    default: break;
    }
    if (k > 0 && k + 1 == (size_t)p->count) {
        return to; /* the two ends exactly */
    }
    return p->scale == CAROM_SWEEP_LOG ? from * pow(to / from, part) : from + part * (to - from);
}

/* The k-th value of a parameter as text. 15 digits: a decade in nine steps should read 1e-05, not
 * 9.9999999999999991e-06. */
static void value_text(const carom_sweep_parameter *p, size_t k, char text[CAROM_KEY_SIZE])
{
    if (p->values.count > 0) {
        snprintf(text, CAROM_KEY_SIZE, "%s",
                 ((const carom_scenario_word *)p->values.items)[k].text);
    } else {
        carom_number_format_digits(value_of(p, k), 15, text, CAROM_KEY_SIZE);
    }
}

/* How many overrides a point is: one for every parameter, or as many as it sets. */
static size_t overrides_of(const carom_scenario *scenario)
{
    size_t count = 0;
    for (size_t i = 0; i < scenario->sweep.parameters.count; i++) {
        size_t sets = carom_sweep_parameter_at(scenario, i)->sets.count;
        count += sets > 0 ? sets : 1;
    }
    return count;
}

static carom_override as_override(carom_setting_of_point *setting, const char *key)
{
    snprintf(setting->text, sizeof setting->text, "sweep %s=%s", key, setting->value);
    return (carom_override){setting->text, key, setting->value};
}

/* Of a value that is no number a formula is none either, which is said when it is read. 15 digits,
 * as values have them: 2*cos(60*pi/180) should read 1. */
static void follow(const char *value, const carom_sweep_set_key *set, char text[CAROM_KEY_SIZE])
{
    double x, y = NAN;
    char why[200];
    if (carom_number_parse(value, &x)) {
        (void)carom_formula_of(set->formula, x, &y, why, sizeof why);
    }
    carom_number_format_digits(y, 15, text, CAROM_KEY_SIZE);
}

static void set_values(const carom_scenario *scenario, size_t point,
                       carom_setting_of_point *settings, carom_override *overrides)
{
    carom_setting_of_point *following = settings + scenario->sweep.parameters.count;
    for (size_t i = scenario->sweep.parameters.count; i-- > 0;) {
        const carom_sweep_parameter *p = carom_sweep_parameter_at(scenario, i);
        const carom_sweep_set_key *set = p->sets.items;
        value_text(p, point % values_of(p), settings[i].value);
        point /= values_of(p);
        for (size_t k = 0; k < p->sets.count; k++, following++) {
            follow(settings[i].value, &set[k], following->value);
            *overrides++ = as_override(following, set[k].key);
        }
        if (p->sets.count == 0) {
            *overrides++ = as_override(&settings[i], p->key);
        }
    }
}

carom_status carom_sweep_point_make(carom_sweep_point *point, const carom_scenario *grid,
                                    size_t number, const carom_override *given, size_t count,
                                    carom_error *error)
{
    size_t own = overrides_of(grid), values = grid->sweep.parameters.count;
    *point = (carom_sweep_point){calloc(values + own + 1, sizeof *point->setting),
                                 calloc(count + own + 1, sizeof *point->override), count + own};
    if (point->setting == NULL || point->override == NULL) {
        return carom_error_no_memory(error);
    }
    memcpy(point->override, given, count * sizeof *given);
    set_values(grid, number, point->setting, point->override + count);
    return CAROM_OK;
}

void carom_sweep_point_free(carom_sweep_point *point)
{
    free(point->setting);
    free(point->override);
}

/* ---- words ---- */

/* The row that a path of keys leads to; an item of a list is skipped, and rows that an entry brings
 * stand beside the others. */
static const carom_param *row_of(const carom_param *rows, const char *path)
{
    size_t length = strcspn(path, ".");
    const carom_param *found = NULL;
    for (const carom_param *row = rows; row != NULL && row->key != NULL && found == NULL; row++) {
        const char *rest = path + length + (path[length] == '.');
        if (strlen(row->key) == length && strncmp(row->key, path, length) == 0) {
            rest += row->type == CAROM_LIST ? strcspn(rest, ".") : 0;
            rest += row->type == CAROM_LIST && *rest == '.';
            return *rest == '\0' ? row : row_of(row->fields, rest);
        }
        for (size_t i = 0; row->type == CAROM_ENTRY && row->seam->entries[i] != NULL; i++) {
            found = found != NULL ? found : row_of(row->seam->entries[i]->params, path);
        }
    }
    return found;
}

/* Of "balls.cue.y_m" the name "cue"; of a position or all items nothing. */
static const char *item_in(const char *key, size_t *length)
{
    const char *item = strchr(key, '.');
    bool listed = strncmp(key, "balls.", 6) == 0 || strncmp(key, "solvers.", 8) == 0;
    *length = item == NULL ? 0 : strcspn(item + 1, ".");
    return listed && item[1] != '*' && !(item[1] >= '0' && item[1] <= '9') ? item + 1 : NULL;
}

const char *carom_sweep_label(const carom_sweep_parameter *parameter, char *label)
{
    const carom_param *row = row_of(carom_scenario_rows, parameter->key);
    size_t length;
    const char *item = item_in(parameter->key, &length);
    if (parameter->label[0] != '\0' || row == NULL) {
        snprintf(label, CAROM_LABEL_SIZE, "%s",
                 parameter->label[0] != '\0' ? parameter->label : parameter->key);
    } else {
        snprintf(label, CAROM_LABEL_SIZE, "%.*s%s%.*s", (int)strcspn(row->doc, ",;:("), row->doc,
                 item == NULL ? "" : " of ", item == NULL ? 0 : (int)length,
                 item == NULL ? "" : item);
    }
    return row == NULL || row->unit == NULL || strchr(label, '(') != NULL ? "" : row->unit;
}
