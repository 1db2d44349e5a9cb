/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs every solver of a scenario file; prints energy errors and distances from the first. */
#include <carom/carom.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    carom_error error = {0};
    carom_scenario *scenario = carom_scenario_load(argc > 1 ? argv[1] : "-", &error);
    const carom_problem *problem = scenario == NULL ? NULL : carom_scenario_problem(scenario);
    carom_sample first = {0}, end = {0};
    if (problem == NULL || carom_sample_init(&first, problem->count, &error) ||
        carom_sample_init(&end, problem->count, &error)) {
        return fprintf(stderr, "%s\n", error.text), 1;
    }
    printf("%-16s%20s%16s\n", "solver", "energy error (J)", "distance (m)");
    for (size_t i = 0; i < carom_scenario_solvers(scenario) && error.status == CAROM_OK; i++) {
        carom_solver *solver = carom_scenario_solver_new(scenario, i, &error);
        double t_s = carom_scenario_duration_s(scenario);
        if (solver != NULL && carom_solver_advance(solver, t_s, &error) == CAROM_OK) {
            carom_solver_sample(solver, i == 0 ? &first : &end);
            printf("%-16s%20.3e%16.6f\n", carom_scenario_solver_name(scenario, i),
                   (i == 0 ? first : end).ledger.energy_residual_J,
                   i == 0 ? 0 : carom_sample_distance(problem, &end, &first));
        }
        carom_solver_free(solver);
    }
    carom_sample_free(&first), carom_sample_free(&end), carom_scenario_free(scenario);
    return error.status == CAROM_OK ? 0 : (fprintf(stderr, "%s\n", error.text), 1);
}
