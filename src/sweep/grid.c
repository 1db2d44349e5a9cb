/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grid of a sweep: points, their overrides, and labels of the parameters. */
#include "sweep/sweep.h"

/* ---- points ---- */

const carom_sweep_parameter *carom_sweep_parameter_at(const carom_scenario *scenario, size_t i)
{
    return &((const carom_sweep_parameter *)scenario->sweep.parameters.items)[i];
}

static size_t count_values(const carom_sweep_parameter *parameter)
{
    return parameter->values.count > 0 ? parameter->values.count : (size_t)parameter->count;
}

size_t carom_sweep_values(const carom_scenario *scenario, size_t i)
{
    return count_values(carom_sweep_parameter_at(scenario, i));
}

size_t carom_sweep_points(const carom_scenario *scenario)
{
    size_t points = 1;
    for (size_t i = 0; i < scenario->sweep.parameters.count; i++) {
        points *= count_values(carom_sweep_parameter_at(scenario, i));
    }
    return points;
}

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

/* The k-th value as text. 15 digits: nine steps per decade give 1e-05, not
 * 9.9999999999999991e-06. */
static void value_text(const carom_sweep_parameter *p, size_t k, char text[CAROM_KEY_SIZE])
{
    if (p->values.count > 0) {
        snprintf(text, CAROM_KEY_SIZE, "%s",
                 ((const carom_scenario_word *)p->values.items)[k].text);
    } else {
        carom_number_format_digits(grid_value(p, k), 15, text, CAROM_KEY_SIZE);
    }
}

/* Number of overrides of a point: one for each parameter, or for each key that it sets. */
static size_t count_overrides(const carom_scenario *scenario)
{
    size_t count = 0;
    for (size_t i = 0; i < scenario->sweep.parameters.count; i++) {
        size_t sets = carom_sweep_parameter_at(scenario, i)->sets.count;
        count += sets > 0 ? sets : 1;
    }
    return count;
}

static carom_override make_override(carom_point_setting *setting, const char *key)
{
    snprintf(setting->text, sizeof setting->text, "sweep %s=%s", key, setting->value);
    return (carom_override){setting->text, key, setting->value};
}

/* If the value is not a number, the reader reports the NaN. 15 digits: 2*cos(60*pi/180) gives 1. */
static void set_dependent_value(const char *value, const carom_sweep_set_key *set,
                                char text[CAROM_KEY_SIZE])
{
    double x, y = NAN;
    char why[200];
    if (carom_number_parse(value, &x)) {
        (void)carom_formula_evaluate(set->formula, x, &y, why, sizeof why);
    }
    carom_number_format_digits(y, 15, text, CAROM_KEY_SIZE);
}

static void set_values(const carom_scenario *scenario, size_t point, carom_point_setting *settings,
                       carom_override *overrides)
{
    carom_point_setting *following = settings + scenario->sweep.parameters.count;
    for (size_t i = scenario->sweep.parameters.count; i-- > 0;) {
        const carom_sweep_parameter *p = carom_sweep_parameter_at(scenario, i);
        const carom_sweep_set_key *set = p->sets.items;
        value_text(p, point % count_values(p), settings[i].value);
        point /= count_values(p);
        for (size_t k = 0; k < p->sets.count; k++, following++) {
            set_dependent_value(settings[i].value, &set[k], following->value);
            *overrides++ = make_override(following, set[k].key);
        }
        if (p->sets.count == 0) {
            *overrides++ = make_override(&settings[i], p->key);
        }
    }
}

carom_status carom_sweep_point_init(carom_sweep_point *point, const carom_study *study,
                                    size_t number, carom_error *error)
{
    size_t given = study->override_count, own = count_overrides(study->scenario),
           values = study->scenario->sweep.parameters.count;
    *point = (carom_sweep_point){calloc(values + own + 1, sizeof *point->setting),
                                 calloc(given + own + 1, sizeof *point->override), given + own};
    CAROM_NEED(point->setting != NULL && point->override != NULL, error);
    if (given > 0) {
        memcpy(point->override, study->overrides, given * sizeof *study->overrides);
    }
    set_values(study->scenario, number, point->setting, point->override + given);
    return CAROM_OK;
}

void carom_sweep_point_free(carom_sweep_point *point)
{
    free(point->setting);
    free(point->override);
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

const char *carom_sweep_label(const carom_sweep_parameter *parameter, char *label)
{
    const carom_param *row = find_param(carom_scenario_rows, parameter->key);
    size_t length;
    const char *item = item_of_key(parameter->key, &length);
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
