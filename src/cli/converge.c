/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom converge: error over step and stiffness, orders, floors and where it blows up. */
#include "studies/converge/converge.h"
#include "cli/commands.h"
#include <math.h>

static void print_theta(double theta)
{
    if (isnan(theta)) {
        printf(" %-12s", "not reached");
    } else {
        printf(" %-12.3g", theta);
    }
}

static void print_lane(const carom_converge_lane *lane)
{
    const carom_converge_row *middle = &lane->row[lane->rows / 2];
    printf("%-18.18s", lane->spec->name);
    if (isnan(lane->order.value)) {
        printf(" %-22s", "-");
    } else {
        printf(" %6.3f +- %-12.2g", lane->order.value, lane->order.error);
    }
    if (isnan(lane->expected.low)) {
        printf(" %-8s", "-");
    } else if (lane->expected.high > lane->expected.low) {
        printf(" %g to %-3g", lane->expected.low, lane->expected.high);
    } else {
        printf(" %-8g", lane->expected.low);
    }
    if (isnan(lane->floor_slope.value)) {
        printf(" %-22s", "-");
    } else {
        printf(" %7.4f +- %-10.1g", lane->floor_slope.value, lane->floor_slope.error);
    }
    print_theta(middle->theta_floor);
    print_theta(middle->theta_blown);
    fputc('\n', stdout);
}

static int print(const void *object)
{
    const carom_converge *converge = object;
    printf("%zu steps, %lld stiffnesses, %zu phases of the step each\n\n", converge->points,
           (long long)converge->scenario->convergence.factors, converge->phases);
    printf("%-18s %-22s %-8s %-22s %-12s %-12s\n", "", "order in the step", "theory",
           "floor in k (theory -1/2)", "theta where", "theta where");
    printf("%-18s %-22s %-8s %-22s   %-12s %-12s\n", "", "", "", "", "method=floor", "it blows up");
    for (size_t i = 0; i < converge->lanes; i++) {
        print_lane(&converge->lane[i]);
    }
    for (size_t i = 0; i < converge->lanes; i++) {
        if (isnan(converge->lane[i].order.value)) {
            printf("\n%s: no order, as its error does not fall with the step over enough steps; "
                   "where nothing collides there is none.\n",
                   converge->lane[i].spec->name);
        }
    }
    return EXIT_DONE;
}

static carom_status run(void *object, const carom_study *study, carom_error *error)
{
    return carom_converge_run(object, study, error);
}

static carom_status write(const void *object, const char *directory, carom_error *error)
{
    return carom_converge_write(object, directory, error);
}

static carom_status draw(const void *object, const char *directory, const carom_look *look,
                         const char *name, carom_error *error)
{
    return carom_converge_draw(object, directory, look, name, error);
}

static void release(void *object)
{
    carom_converge_free(object);
}

int cli_converge(const cli_options *options)
{
    carom_converge converge = {.lanes = 0};
    return cli_study_run(
        options,
        &(cli_study){
            .mode = "converge",
            .form = "%.0f runs",
            .tables = "convergence.tsv, floors.tsv, orders.tsv",
            .figures =
                "convergence.png, floor.png, map-SOLVER.png, work-evaluations.png and others",
            .object = &converge,
            .run = run,
            .print = print,
            .write = write,
            .draw = draw,
            .release = release});
}
