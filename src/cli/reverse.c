/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom reverse: to T, turned round, and back. */
#include "studies/reverse.h"
#include "cli/commands.h"
#include <math.h>
#include <string.h>

static void print_lanes(const carom_reverse *reverse)
{
    static const double at[] = {0.25, 0.5, 1};
    printf("%-34s", "return error (m), turned at t =");
    for (size_t c = 0; c < 3; c++) {
        printf(" %10.4g s", at[c] * reverse->t_s[reverse->times - 1]);
    }
    printf("   collisions per ball\n");
    for (size_t i = 0; i < reverse->lanes; i++) {
        const carom_reverse_lane *lane = &reverse->lane[i];
        char name[160];
        carom_reverse_say_lane(lane, name, sizeof name);
        /* two bytes, one column */
        printf("%-34s%s", name, strstr(name, "θ") != NULL ? " " : "");
        for (size_t c = 0; c < 3; c++) {
            double distance = lane->error_m[(size_t)(at[c] * (double)reverse->times) - 1];
            char text[20];
            snprintf(text, sizeof text, isnan(distance) ? "stopped" : "%.3g", distance);
            printf(" %12s", text);
        }
        printf("   %.3g\n", lane->collisions);
    }
}

/* Who does not come back, and why: once for each solver, at its own step. @return the exit status
 * of those that stopped */
static int print_reasons(const carom_reverse *reverse)
{
    int status = EXIT_DONE;
    for (size_t i = 0; i < reverse->lanes; i++) {
        const carom_reverse_lane *lane = &reverse->lane[i];
        char why[CAROM_WHY_SIZE + 100];
        carom_reverse_say_why(reverse, lane, why, sizeof why);
        if (why[0] != '\0' && lane->factor == 1) {
            printf("\n%s does not come back: %s.\n", lane->name, why);
        }
        for (size_t k = 0; k < reverse->times; k++) {
            status = lane->why[k][0] != '\0' ? EXIT_BAD_SCENARIO : status;
        }
    }
    return status;
}

static int print(const void *object)
{
    const carom_reverse *reverse = object;
    if (reverse->loses) {
        printf("The scene loses energy, so once it has nobody comes back: a way back does not "
               "return what is lost.\n");
    }
    printf("\n");
    print_lanes(reverse);
    return print_reasons(reverse);
}

static carom_status run(void *object, const carom_study *study, carom_error *error)
{
    return carom_reverse_run(object, study, error);
}

static carom_status write(const void *object, const char *directory, carom_error *error)
{
    return carom_reverse_write(object, directory, error);
}

static carom_status draw(const void *object, const char *directory, const carom_look *look,
                         const char *name, carom_error *error)
{
    return carom_reverse_draw(object, directory, look, name, error);
}

static void release(void *object)
{
    carom_reverse_free(object);
}

int cli_reverse(const cli_options *options)
{
    carom_reverse reverse = {.lanes = 0};
    return cli_study_run(options, &(cli_study){.mode = "reverse",
                                               .form = "%.0f runs",
                                               .tables = "reverse.tsv",
                                               .figures = "reverse.png, .svg and .pdf",
                                               .object = &reverse,
                                               .run = run,
                                               .print = print,
                                               .write = write,
                                               .draw = draw,
                                               .release = release});
}
