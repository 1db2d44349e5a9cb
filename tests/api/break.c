/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two balls defined in C with the public headers only; prints the ledger at the end. */
#include <carom/carom.h>
#include <stdio.h>

int main(void)
{
    carom_problem table;
    carom_ball cue = carom_ball_default(), eight = carom_ball_default();
    carom_setting spring[] = {{"stiffness_N_per_m", "1e6"}, {"step_s", "1e-6"}, {NULL, NULL}};
    const char *kind[] = {"impulse", "penalty"};
    carom_error error = {0};
    carom_sample end = {0};
    carom_problem_init(&table);
    cue.x_m = 0.6, cue.y_m = 0.63, cue.vx_mps = 2;
    eight.x_m = 1.2, eight.y_m = 0.65;
    if (carom_problem_add(&table, &cue, &error) || carom_problem_add(&table, &eight, &error) ||
        carom_sample_init(&end, table.count, &error)) {
        return 1;
    }
    for (int k = 0; k < 2 && error.status == CAROM_OK; k++) {
        carom_solver *solver = carom_solver_new(&table, kind[k], k ? spring : NULL, &error);
        if (solver != NULL && carom_solver_advance(solver, 1.0, &error) == CAROM_OK) {
            carom_solver_sample(solver, &end);
            printf("%s: eight at (%.9f, %.9f) m, energy residual %.1e J\n", kind[k], end.x_m[1],
                   end.y_m[1], end.ledger.energy_residual_J);
        }
        carom_solver_free(solver);
    }
    carom_sample_free(&end);
    carom_problem_free(&table);
    return error.status == CAROM_OK ? 0 : (fprintf(stderr, "%s\n", error.text), 1);
}
