/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom reverse: to T, turned round, and back. */
#include "cli/commands.h"
#include "harness/reverse.h"
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
        printf("%-34s%s", name, strstr(name, "θ") != NULL ? " " : ""); /* two bytes, one column */
        for (size_t c = 0; c < 3; c++) {
            printf(" %12.3g", lane->error_m[(size_t)(at[c] * (double)reverse->times) - 1]);
        }
        printf("   %.3g\n", lane->collisions);
    }
}

static int print(const void *object)
{
    const carom_reverse *reverse = object;
    if (reverse->loses) {
        printf("The scene loses energy, so nobody comes back: what is lost is lost twice.\n");
    }
    printf("\n");
    print_lanes(reverse);
    return EXIT_DONE;
}

static carom_status run(void *object, const carom_study *study, carom_error *error)
{
    return carom_reverse_run(object, study, error);
}

static carom_status write(const void *object, const char *directory, carom_error *error)
{
    return carom_reverse_write(object, directory, error);
}

static carom_status draw(const void *object, const char *directory, const carom_look *look, const char *name, carom_error *error)
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
    return cli_study_run(options, &(cli_study){
        .mode = "reverse", .form = "%.0f runs", .tables = "reverse.tsv",
        .figures = "reverse.png, .svg and .pdf", .object = &reverse, .run = run, .print = print, .write = write,
        .draw = draw, .release = release});
}
