/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom transfer: a force law's restitution handed to the impulse solver. */
#include "cli/commands.h"
#include "harness/transfer.h"
#include <math.h>

static void print_closeness(const carom_transfer *transfer)
{
    static const double at[] = {0.25, 0.5, 1};
    const carom_problem *problem = &transfer->scenario->problem;
    const carom_course *spring = &transfer->spring, *plain = &transfer->plain, *table = &transfer->transferred;
    printf("\n%-34s %12s %12s %12s\n", "rms distance from the springs (m)", "constant e", "table e(v)", "closer by");
    for (size_t c = 0; c < 3; c++) {
        size_t k = (size_t)(at[c] * (double)(spring->samples - 1));
        double before = carom_course_distance(problem, spring, plain, k);
        double after = carom_course_distance(problem, spring, table, k);
        char when[40];
        snprintf(when, sizeof when, "  at t = %.4g s", spring->t_s[k]);
        printf("%-34s %12.3g %12.3g %12.3g\n", when, before, after, before / after);
    }
    printf("%-34s %12.5g %12.5g   (springs %.5g)\n", "kinetic energy at the end (J)", plain->end.ledger.kinetic_J,
           table->end.ledger.kinetic_J, spring->end.ledger.kinetic_J);
}

static int print(const void *object)
{
    const carom_transfer *transfer = object;
    const carom_scenario *scenario = transfer->scenario;
    const size_t last = CAROM_TRANSFER_POINTS - 1;
    printf("%s between %s and %s: e = %.6g at %.4g m/s, %.6g at %.4g m/s\n", transfer->soft->name,
           scenario->problem.ball[transfer->a].name, scenario->problem.ball[transfer->b].name, transfer->restitution[0],
           transfer->approach_mps[0], transfer->restitution[last], transfer->approach_mps[last]);
    print_closeness(transfer);
    return EXIT_DONE;
}

static carom_status run(void *object, const carom_study *study, carom_error *error)
{
    return carom_transfer_run(object, study->scenario, study->only_count > 0 ? study->only[0] : NULL, study->stop, error);
}

static carom_status write(const void *object, const char *directory, carom_error *error)
{
    return carom_transfer_write(object, directory, error);
}

static carom_status draw(const void *object, const char *directory, const carom_look *look, const char *name, carom_error *error)
{
    return carom_transfer_draw(object, directory, look, name, error);
}

static void release(void *object)
{
    carom_transfer_free(object);
}

int cli_transfer(const cli_options *options)
{
    carom_transfer transfer = {.soft = NULL};
    return cli_study_run(options, &(cli_study){
        .mode = "transfer", .form = "%.0f runs", .tables = "restitution.tsv, transfer.tsv; solver.yaml: the impulse solver for a scenario",
        .figures = "restitution.png, transfer.png and others", .object = &transfer, .run = run, .print = print, .write = write,
        .draw = draw, .release = release});
}
