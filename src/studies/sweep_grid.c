/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grid of a sweep: values of the parameters, their overrides, and labels. */
#include "studies/sweep.h"

/* ---- values ---- */

static double if_nan(double value, double otherwise)
{
    return isnan(value) ? otherwise : value;
}

static double grid_value(const carom_sweep_parameter *p, size_t k)
{
    double part = p->count > 1 ? (double)k / (double)(p->count - 1) : 0;
    double from = if_nan(p->from, 0), to = if_nan(p->to, 1);
    switch (p->scale) {
    case CAROM_SWEEP_PHASES: return from + (to - from) * ((double)k + 0.5) / (double)p->count;
    case CAROM_SWEEP_SEEDS: return if_nan(p->from, 1) + (double)k;
    default: break;
    }
    if (k > 0 && k + 1 == (size_t)p->count) {
        return to; /* exactly */
    }
    return p->scale == CAROM_SWEEP_LOG ? from * pow(to / from, part) : from + part * (to - from);
}

/* 15 digits: nine steps per decade give 1e-05, not 9.9999999999999991e-06, and 2*cos(60*pi/180)
 * gives 1. */
static const char *number_text(carom_arena *arena, double value)
{
    char text[CAROM_KEY_SIZE];
    carom_number_format_digits(value, 15, text, sizeof text);
    return carom_arena_print(arena, "%s", text);
}

static carom_override make_override(carom_arena *arena, const char *key, const char *value)
{
    return (carom_override){carom_arena_print(arena, "sweep %s=%s", key, value), key, value};
}

/* A key that depends on the value has the text of its formula. If the value is not a number, the
 * reader of the scenario reports the NaN. */
static void make_value(carom_arena *arena, const carom_sweep_parameter *p, size_t k,
                       carom_sweep_value *value)
{
    const carom_sweep_set_key *set = p->sets.items;
    value->text = p->values.count > 0 ? ((const carom_scenario_word *)p->values.items)[k].text
                                      : number_text(arena, grid_value(p, k));
    if (!carom_number_parse(value->text, &value->number)) {
        value->number = NAN;
    }
    value->overrides = p->sets.count > 0 ? p->sets.count : 1;
    value->override = carom_arena_take(arena, value->overrides, sizeof *value->override);
    value->override[0] = make_override(arena, p->key, value->text);
    for (size_t i = 0; i < p->sets.count; i++) {
        char why[200];
        double y = NAN;
        if (!isnan(value->number)) {
            (void)carom_formula_evaluate(set[i].formula, value->number, &y, why, sizeof why);
        }
        value->override[i] = make_override(arena, set[i].key, number_text(arena, y));
    }
}

static void describe_axis(carom_sweep_axis *axis)
{
    static const double rounding = 1e-9;
    const carom_sweep_value *value = axis->value;
    axis->numeric = true;
    for (size_t k = 0; k < axis->values; k++) {
        axis->numeric = axis->numeric && !isnan(value[k].number);
    }
    double first = value[0].number, step = axis->values > 1 ? value[1].number - first : 0;
    axis->even = axis->numeric && step != 0;
    for (size_t k = 0; k < axis->values; k++) {
        axis->even = axis->even &&
                     fabs(value[k].number - (first + (double)k * step)) <= rounding * fabs(step);
    }
}

void carom_sweep_make_axes(carom_sweep_study *sweep)
{
    carom_arena *arena = &sweep->result.arena;
    const carom_list *parameters = &sweep->result.scenario->sweep.parameters;
    sweep->axes = parameters->count;
    sweep->axis = carom_arena_take(arena, sweep->axes + 1, sizeof *sweep->axis);
    sweep->points = 1;
    for (size_t i = sweep->axes; i-- > 0;) {
        const carom_sweep_parameter *p = &((const carom_sweep_parameter *)parameters->items)[i];
        carom_sweep_axis *axis = &sweep->axis[i];
        axis->parameter = p;
        axis->values = p->values.count > 0 ? p->values.count : (size_t)p->count;
        axis->value = carom_arena_take(arena, axis->values, sizeof *axis->value);
        axis->every = sweep->points;
        sweep->points *= axis->values;
        for (size_t k = 0; k < axis->values; k++) {
            make_value(arena, p, k, &axis->value[k]);
        }
        describe_axis(axis);
    }
}

const carom_sweep_value *carom_sweep_value_at(const carom_sweep_study *sweep, size_t i,
                                              size_t point)
{
    return &sweep->axis[i].value[point / sweep->axis[i].every % sweep->axis[i].values];
}

/* ---- labels ---- */

/* Finds the description of a key. Items of lists are skipped; keys of plug-ins count as keys of
 * the level above. */
static const carom_param *find_param(const carom_param *rows, const char *path)
{
    size_t length = strcspn(path, ".");
    const carom_param *found = NULL;
    for (const carom_param *row = rows; row != NULL && row->key != NULL && found == NULL; row++) {
        const char *rest = path + length + (path[length] == '.');
        if (strlen(row->key) == length && strncmp(row->key, path, length) == 0) {
            rest += row->type == CAROM_LIST ? strcspn(rest, ".") : 0;
            rest += row->type == CAROM_LIST && *rest == '.';
            return *rest == '\0' ? row : find_param(row->fields, rest);
        }
        for (size_t i = 0; row->type == CAROM_ENTRY && row->interface->entries[i] != NULL; i++) {
            found = found != NULL ? found : find_param(row->interface->entries[i]->params, path);
        }
    }
    return found;
}

/* Returns "cue" of "balls.cue.y_m"; NULL for an index or all items. */
static const char *item_of_key(const char *key, size_t *length)
{
    const char *item = strchr(key, '.');
    bool listed = strncmp(key, "balls.", 6) == 0 || strncmp(key, "solvers.", 8) == 0;
    *length = item == NULL ? 0 : strcspn(item + 1, ".");
    return listed && item[1] != '*' && !(item[1] >= '0' && item[1] <= '9') ? item + 1 : NULL;
}

/* Whether a key is a position or motion of a ball, which changes during the run. */
static bool is_start_value(const char *key)
{
    const char *last = strrchr(key, '.');
    return strncmp(key, "balls.", 6) == 0 &&
           strstr("x_m y_m vx_mps vy_mps spin_radps", last + 1) != NULL;
}

const char *carom_sweep_label(const carom_sweep_parameter *parameter, char *label)
{
    const carom_param *row = find_param(carom_scenario_rows, parameter->key);
    size_t length;
    const char *item = item_of_key(parameter->key, &length);
    if (parameter->label[0] != '\0' || row == NULL) {
        snprintf(label, CAROM_LABEL_SIZE, "%s",
                 parameter->label[0] != '\0' ? parameter->label : parameter->key);
    } else {
        snprintf(label, CAROM_LABEL_SIZE, "%.*s%s%.*s%s", (int)strcspn(row->doc, ",;:("), row->doc,
                 item == NULL ? "" : " of ", item == NULL ? 0 : (int)length,
                 item == NULL ? "" : item, is_start_value(parameter->key) ? " at the start" : "");
    }
    return row == NULL || row->unit == NULL || strchr(label, '(') != NULL ? "" : row->unit;
}
