/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom transfer: a force law's restitution handed to the impulse solver. */
#include "studies/studies.h"
#include "studies/transfer/transfer.h"
#include <math.h>

/* How much closer, where the question makes sense. */
static void print_one(FILE *stream, const char *when, double before, double after, bool same)
{
    char b[20], a[20], closer[20] = "-";
    snprintf(b, sizeof b, isnan(before) ? "stopped" : "%.3g", before);
    snprintf(a, sizeof a, isnan(after) ? "stopped" : "%.3g", after);
    if (before > 0 && after > 0 && !same) {
        snprintf(closer, sizeof closer, "%.3g", before / after);
    }
    fprintf(stream, "%-34s %12s %12s %12s%s\n", when, b, a, closer,
            !same && after > 1.001 * before ? "  (farther)" : "");
}

/* The energy at the end of a run, of one that came as far as the springs. */
static void print_end(FILE *stream, const carom_course *spring, const carom_course *course)
{
    if (course->samples < spring->samples) {
        fprintf(stream, " %12s", "stopped");
    } else {
        fprintf(stream, " %12.5g", course->end.ledger.kinetic_J);
    }
}

static void print_closeness(FILE *stream, const carom_transfer *transfer)
{
    static const double at[] = {0.25, 0.5, 1};
    const carom_problem *problem = &transfer->scenario->problem;
    bool farther = false;
    const carom_course *spring = &transfer->spring, *plain = &transfer->plain,
                       *table = &transfer->transferred;
    fprintf(stream, "\n%-34s %12s %12s %12s\n", "rms distance from the springs (m)", "constant e",
            "table e(v)", "closer by");
    for (size_t c = 0; c < 3; c++) {
        size_t k = (size_t)(at[c] * (double)(spring->samples - 1));
        double before = carom_course_distance(problem, spring, plain, k);
        double after = carom_course_distance(problem, spring, table, k);
        char when[40];
        snprintf(when, sizeof when, "  at t = %.4g s", spring->t_s[k]);
        print_one(stream, when, before, after, transfer->same);
        farther = farther || (after > 1.001 * before && !transfer->same);
    }
    fprintf(stream, "%-34s", "kinetic energy at the end (J)");
    print_end(stream, spring, plain);
    print_end(stream, spring, table);
    fprintf(stream, "   (springs %.5g)\n", spring->end.ledger.kinetic_J);
    if (farther) {
        fprintf(stream,
                "Where the table is farther, what is left is not restitution: contact delay "
                "and rotation, and chaos, which multiplies any "
                "difference ('carom diverge').\n");
    }
}

/* What the table has nothing to do with, or cannot do. */
static void print_limits(FILE *stream, const carom_transfer *transfer)
{
    if (transfer->same) {
        fprintf(
            stream,
            "At every speed that is the restitution asked for, so the table has nothing to add.\n");
    } else if (transfer->unlike) {
        fprintf(stream,
                "Balls of other masses or radii collide too: their restitution may be another than "
                "these two balls'.\n");
    }
    for (size_t k = 0; k < transfer->spring.log.count; k++) {
        if (transfer->spring.log.item[k].wall) {
            fputs("The table is of two balls: at walls the impulse solver keeps the scenario's "
                  "restitution.\n",
                  stream);
            break;
        }
    }
    if (carom_problem_is_rough(&transfer->scenario->problem)) {
        fprintf(stream, "The table is of the normal restitution, of a head-on hit: what springs "
                        "make of surfaces that rub is not handed over ('carom contact').\n");
    }
}

/* A run that stopped early. */
static carom_status report(FILE *complaints, const char *name, const carom_course *course)
{
    if (course->failure.status != CAROM_OK) {
        fprintf(complaints, "carom: error: %s stopped at t = %.6g s: %s\n", name, course->end.t_s,
                course->failure.text);
    }
    return course->failure.status;
}

static carom_status transfer_print(const void *object, FILE *stream, FILE *complaints)
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
    carom_status status = CAROM_OK;
    fprintf(stream, "%s between %s and %s: e = %.6g at %.4g m/s, %.6g at %.4g m/s\n",
            transfer->soft->name, scenario->problem.ball[transfer->a].name,
            scenario->problem.ball[transfer->b].name, transfer->restitution[0],
            transfer->approach_mps[0], transfer->restitution[last], transfer->approach_mps[last]);
    print_limits(stream, transfer);
    print_closeness(stream, transfer);
    fflush(stream);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        carom_status stopped = report(complaints, ways[i].name, ways[i].course);
        status = status == CAROM_OK ? stopped : status;
    }
    return status;
}

static carom_status transfer_run(void *object, const carom_study *study, carom_error *error)
{
    return carom_transfer_run(object, study->scenario,
                              study->only_count > 0 ? study->only[0] : NULL, study->stop, error);
}

static void transfer_release(void *object)
{
    carom_transfer_free(object);
}

static const carom_taken_option options[] = {
    {"output", "where tables and figures go; by default out/<stem of FILE>"},
    {"set", NULL},
    {"solver", "the penalty solver; the first by default"},
    {"json", NULL},
    {"no-plots", NULL},
    CAROM_LOOK_OPTIONS,
    {NULL, NULL}};

const carom_study_kind carom_study_transfer = {
    .about = {.name = "transfer",
              .summary = "a force law's restitution, measured and handed to the impulse solver",
              .options_size = sizeof(carom_transfer)},
    .text = "Measures what restitution a penalty solver's law comes to at each speed, converged,\n"
            "hands it to the impulse solver as its table, and says how much closer to the springs\n"
            "that comes than the scenario's constant restitution does.\n",
    .notes = "Try:\n  carom transfer 16-speed-dependent\n",
    .options = options,
    .counts = "runs",
    .run = transfer_run,
    .print = transfer_print,
    .release = transfer_release,
    .tables = carom_transfer_tables,
    .draw = carom_transfer_draw};
