/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/search.h"

void carom_findings_add(const carom_findings *findings, const char *key, const carom_error *error)
{
    if (error->status == CAROM_NO_MEMORY && findings->no_memory != NULL) {
        *findings->no_memory = true;
    } else {
        findings->report(findings->context, true, key, error->text);
    }
}

void carom_check_table(const carom_problem *problem, double stretch, const carom_findings *findings)
{
    carom_grid grid;
    carom_error error = {0};
    if (carom_grid_init(&grid, problem, stretch, 0, &error) == CAROM_OK) {
        carom_grid_free(&grid);
    } else {
        carom_findings_add(findings, "boundary", &error);
    }
}

void carom_check_paths(const carom_problem *problem, const carom_findings *findings)
{
    if (carom_problem_has_friction(problem) && !carom_vec_is_zero(problem->gravity_mps2)) {
        findings->report(findings->context, true, "gravity_mps2",
                         "given together with rolling resistance or drag: such a path is neither "
                         "straight nor a parabola; expected [0, 0], or no friction");
    }
}
