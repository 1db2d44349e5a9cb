/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/converged.h"
#include "params/choice.h"
#include <carom/integrator.h>
#include <math.h>
#include <string.h>

bool carom_choice_is_located(const carom_choice *choice)
{
    char word[40];
    carom_param_format(carom_params_find(choice->entry->params, choice->options, "contacts"), word,
                       sizeof word);
    return strcmp(word, "located") == 0;
}

bool carom_choice_is_soft(const carom_choice *choice)
{
    return carom_solver_is(choice, CAROM_SOFT);
}

bool carom_choice_is_exact(const carom_choice *choice)
{
    return carom_solver_is(choice, CAROM_EXACT);
}

bool carom_problem_admits_leaps(const carom_problem *problem)
{
    bool fixed = false;
    for (size_t i = 0; i < problem->count; i++) {
        fixed = fixed || problem->ball[i].fixed;
    }
    return !carom_problem_has_friction(problem) && !problem->orientation &&
           !(fixed && (problem->gravity_mps2[0] != 0 || problem->gravity_mps2[1] != 0));
}

carom_status carom_choice_converge(carom_choice *choice, const carom_problem *problem, double theta,
                                   carom_error *error)
{
    const carom_setting settings[] = {
        {"contacts", "located"},
        {"flight", carom_problem_admits_leaps(problem) ? "leap" : "step"},
        {"phase", "0"},
        {"threads", "1"}};
    carom_place integrator = carom_params_find(choice->entry->params, choice->options,
                                               "integrator");
    carom_status status = carom_choice_set(carom_place_choice(integrator),
                                           carom_seam_find(&carom_integrators, "rk4"), error);
    carom_choice_set_number(choice, "step_s", NAN);
    carom_choice_set_number(choice, "theta", theta);
    for (size_t k = 0; k < sizeof settings / sizeof settings[0] && status == CAROM_OK; k++) {
        status = carom_param_parse(
            carom_params_find(choice->entry->params, choice->options, settings[k].key),
            settings[k].value, error);
    }
    return status;
}
