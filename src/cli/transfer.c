/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom transfer: a force law's restitution handed to the impulse solver. */
#include "studies/transfer/transfer.h"
#include "cli/commands.h"
#include <math.h>

/* How much closer, where the question makes sense. */
static void print_one(const char *when, double before, double after, bool same)
{
    char b[20], a[20], closer[20] = "-";
    snprintf(b, sizeof b, isnan(before) ? "stopped" : "%.3g", before);
    snprintf(a, sizeof a, isnan(after) ? "stopped" : "%.3g", after);
    if (before > 0 && after > 0 && !same) {
        snprintf(closer, sizeof closer, "%.3g", before / after);
    }
    printf("%-34s %12s %12s %12s%s\n", when, b, a, closer,
           !same && after > 1.001 * before ? "  (farther)" : "");
}

/* The energy at the end of a run, of one that came as far as the springs. */
static void print_end(const carom_course *spring, const carom_course *course)
{
    if (course->samples < spring->samples) {
        printf(" %12s", "stopped");
    } else {
        printf(" %12.5g", course->end.ledger.kinetic_J);
    }
}

static void print_closeness(const carom_transfer *transfer)
{
    static const double at[] = {0.25, 0.5, 1};
    const carom_problem *problem = &transfer->scenario->problem;
    bool farther = false;
    const carom_course *spring = &transfer->spring, *plain = &transfer->plain,
                       *table = &transfer->transferred;
    printf("\n%-34s %12s %12s %12s\n", "rms distance from the springs (m)", "constant e",
           "table e(v)", "closer by");
    for (size_t c = 0; c < 3; c++) {
        size_t k = (size_t)(at[c] * (double)(spring->samples - 1));
        double before = carom_course_distance(problem, spring, plain, k);
        double after = carom_course_distance(problem, spring, table, k);
        char when[40];
        snprintf(when, sizeof when, "  at t = %.4g s", spring->t_s[k]);
        print_one(when, before, after, transfer->same);
        farther = farther || (after > 1.001 * before && !transfer->same);
    }
    printf("%-34s", "kinetic energy at the end (J)");
    print_end(spring, plain);
    print_end(spring, table);
    printf("   (springs %.5g)\n", spring->end.ledger.kinetic_J);
    if (farther) {
        printf("Where the table is farther, what is left is not restitution: contacts lag and "
               "turn, and chaos multiplies any "
               "difference ('carom diverge').\n");
    }
}

/* What the table has nothing to do with, or cannot do. */
static void print_limits(const carom_transfer *transfer)
{
    if (transfer->same) {
        printf(
            "At every speed that is the restitution asked for, so the table has nothing to add.\n");
    } else if (transfer->unlike) {
        printf("Balls of other masses or radii collide too: their restitution may be another than "
               "these two balls'.\n");
    }
}

/* A run that stopped early. @return the exit status */
static int report(const char *name, const carom_course *course)
{
    if (course->failure.status == CAROM_OK) {
        return EXIT_DONE;
    }
    fprintf(stderr, "carom: error: %s stopped at t = %.6g s: %s\n", name, course->end.t_s,
            course->failure.text);
    return cli_exit_of(course->failure.status);
}

static int print(const void *object)
{
    const carom_transfer *transfer = object;
    const carom_scenario *scenario = transfer->scenario;
    const size_t last = CAROM_TRANSFER_POINTS - 1;
    const struct {
        const char *name;
        const carom_course *course;
    } ways[] = {{transfer->soft->name, &transfer->spring},
                {"the impulse solver with the constant e", &transfer->plain},
                {"the impulse solver with the table", &transfer->transferred}};
    int status = EXIT_DONE;
    printf("%s between %s and %s: e = %.6g at %.4g m/s, %.6g at %.4g m/s\n", transfer->soft->name,
           scenario->problem.ball[transfer->a].name, scenario->problem.ball[transfer->b].name,
           transfer->restitution[0], transfer->approach_mps[0], transfer->restitution[last],
           transfer->approach_mps[last]);
    print_limits(transfer);
    print_closeness(transfer);
    fflush(stdout);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        int stopped = report(ways[i].name, ways[i].course);
        status = status == EXIT_DONE ? stopped : status;
    }
    return status;
}

static carom_status run(void *object, const carom_study *study, carom_error *error)
{
    return carom_transfer_run(object, study->scenario,
                              study->only_count > 0 ? study->only[0] : NULL, study->stop, error);
}

static carom_status write(const void *object, const char *directory, carom_error *error)
{
    return carom_transfer_write(object, directory, error);
}

static carom_status draw(const void *object, const char *directory, const carom_look *look,
                         const char *name, carom_error *error)
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
    return cli_study_run(
        options,
        &(cli_study){
            .mode = "transfer",
            .form = "%.0f runs",
            .tables =
                "restitution.tsv, transfer.tsv; solver.yaml: the impulse solver for a scenario",
            .figures = "restitution.png, transfer.png and others",
            .object = &transfer,
            .run = run,
            .print = print,
            .write = write,
            .draw = draw,
            .release = release});
}
