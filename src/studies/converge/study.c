/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom converge: error over step and stiffness, orders, floors and where it blows up. */
#include "studies/converge/converge.h"
#include "studies/studies.h"
#include <math.h>

static void print_theta(FILE *stream, double theta)
{
    if (isnan(theta)) {
        fprintf(stream, " %-12s", "not reached");
    } else {
        fprintf(stream, " %-12.3g", theta);
    }
}

static void print_lane(FILE *stream, const carom_converge_lane *lane)
{
    const carom_converge_row *middle = &lane->row[lane->rows / 2];
    fprintf(stream, "%-18.18s", lane->spec->name);
    if (isnan(lane->order.value)) {
        fprintf(stream, " %-22s", "-");
    } else {
        fprintf(stream, " %6.3f +- %-12.2g", lane->order.value, lane->order.error);
    }
    if (isnan(lane->expected.low)) {
        fprintf(stream, " %-8s", "-");
    } else if (lane->expected.high > lane->expected.low) {
        fprintf(stream, " %g to %-3g", lane->expected.low, lane->expected.high);
    } else {
        fprintf(stream, " %-8g", lane->expected.low);
    }
    if (isnan(lane->floor_slope.value)) {
        fprintf(stream, " %-22s", "-");
    } else {
        fprintf(stream, " %7.4f +- %-10.1g", lane->floor_slope.value, lane->floor_slope.error);
    }
    fprintf(stream, isnan(lane->expected_slope) ? " -       " : " %-8g", lane->expected_slope);
    print_theta(stream, middle->theta_floor);
    print_theta(stream, middle->theta_blown);
    fputc('\n', stream);
}

static carom_status converge_print(const void *object, FILE *stream, FILE *complaints)
{
    (void)complaints;
    const carom_converge *converge = object;
    fprintf(stream, "%zu steps, %lld stiffnesses, %zu phases of the step each\n\n",
            converge->points, (long long)converge->scenario->convergence.factors, converge->phases);
    /* surfaces that rub are on springs not what they are at an impulse, however stiff */
    bool rough = carom_problem_is_rough(&converge->scenario->problem);
    fprintf(stream, "%-18s %-22s %-8s %-22s %-8s %-12s %-12s\n", "", "order in the step", "theory",
            "floor in the stiffness", "theory", "theta where", "theta where");
    fprintf(stream, "%-18s %-22s %-8s %-22s %-8s %-12s %-12s\n", "", "", "", "", "", "method=floor",
            "it blows up");
    for (size_t i = 0; i < converge->lanes; i++) {
        print_lane(stream, &converge->lane[i]);
    }
    if (rough) {
        fprintf(stream, "\nSurfaces rub: springs, however stiff, need not slide and stick as an "
                        "impulse does, so that their floor need not fall ('carom contact').\n");
    }
    for (size_t i = 0; i < converge->lanes; i++) {
        if (isnan(converge->lane[i].order.value)) {
            fprintf(stream,
                    "\n%s: no order could be fitted: too few steps whose error falls with the "
                    "step, or no collision.\n",
                    converge->lane[i].spec->name);
        }
    }
    return CAROM_OK;
}

static carom_status converge_run(void *object, const carom_study *study, carom_error *error)
{
    return carom_converge_run(object, study, error);
}

static void converge_release(void *object)
{
    carom_converge_free(object);
}

const carom_study_kind carom_study_converge = {
    .about = {.name = "converge",
              .summary = "error over step and stiffness: order, modelling floor, blow-up",
              .options_size = sizeof(carom_converge)},
    .text =
        "Runs every penalty solver of the scenario over a map of steps and stiffnesses, each\n"
        "point over many phases of the step at touch, and says how far it ends from the rigid\n"
        "run. What of that is the model's (the floor) is found from a converged run of the same\n"
        "springs. It falls as a contact's time: as k^(-1/2) with Hooke's law, as K^(-2/5) with\n"
        "Hertz's and the viscoelastic one. What is the method's is the distance to that run: its\n"
        "order is fitted with its error. What is finished is in DIR/converge.journal: after an\n"
        "interruption, of whatever kind, the same command goes on there and ends in the same\n"
        "bytes.\n",
    .notes = "Try:\n  carom converge 05-time-step\n",
    .keys = "convergence",
    .counts = "runs",
    .run = converge_run,
    .print = converge_print,
    .release = converge_release,
    .tables = carom_converge_tables,
    .draw = carom_converge_draw};
