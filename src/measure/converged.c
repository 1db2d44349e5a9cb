/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/measure.h"
#include "params/params.h"
#include <math.h>

bool carom_problem_admits_leaps(const carom_problem *problem)
{
    return !carom_problem_has_friction(problem) && !problem->orientation &&
           !carom_problem_falls_past_fixed(problem);
}

/* A number's or a word's, where the choice has it. */
static carom_status set(const carom_choice *choice, const char *key, const char *value,
                        carom_error *error)
{
    carom_place place = carom_params_find(choice->entry->params, choice->options, key);
    return place.row == NULL ? CAROM_OK : carom_param_parse(place, value, error);
}

carom_status carom_choice_converge(carom_choice *choice, const carom_problem *problem, double theta,
                                   carom_error *error)
{
    const carom_setting settings[] = {
        {"integrator", "rk4"},
        {"contacts", "located"},
        {"flight", carom_problem_admits_leaps(problem) ? "leap" : "step"},
        {"phase", "0"},
        {"threads", "1"}};
    carom_status status = CAROM_OK;
    carom_choice_set_number(choice, "step_s", NAN);
    carom_choice_set_number(choice, "theta", theta);
    for (size_t k = 0; k < sizeof settings / sizeof settings[0] && status == CAROM_OK; k++) {
        status = set(choice, settings[k].key, settings[k].value, error);
    }
    return status;
}
