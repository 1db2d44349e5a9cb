/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom check: the runs held to the limits that the scenario states. */
#include "cli/commands.h"
#include <math.h>
#include <string.h>

/* A first mismatch that never came is later than any time. */
static double value_of(const carom_quantity *quantity, const carom_summary *summary)
{
    double value = carom_quantity_of(quantity, summary);
    bool never = isnan(value) && strcmp(quantity->name, "first_mismatch_s") == 0;
    return never ? INFINITY : value;
}

static bool passes(const carom_scenario_check *check, double value)
{
    if (isnan(value)) {
        return false;
    }
    return (isnan(check->max) || fabs(value) <= check->max) &&
           (isnan(check->min) || value >= check->min);
}

static bool print_verdict(const carom_scenario_check *check, const carom_lane *lane)
{
    const carom_quantity *quantity = &carom_quantities[check->quantity];
    double value = value_of(quantity, &lane->summary);
    bool pass = !carom_lane_has_failed(lane) && passes(check, value);
    bool colour = cli_colour(stdout);
    printf("%s%s%s  %-30s %-14s %.17g", colour ? (pass ? "\033[32m" : "\033[31m") : "",
           pass ? "PASS" : "FAIL", colour ? "\033[0m" : "", quantity->name, lane->spec->name,
           value);
    if (!isnan(check->max)) {
        printf("  (max %.17g)", check->max);
    }
    if (!isnan(check->min)) {
        printf("  (min %.17g)", check->min);
    }
    printf("%s\n", isnan(value) ? "  not defined in this scenario" : "");
    return pass;
}

static int conclude_check(const cli_options *options, const carom_run *run)
{
    const carom_scenario *scenario = run->request->scenario;
    const carom_scenario_check *check = scenario->checks.items;
    size_t passed = 0, failed = 0;
    (void)options;
    for (size_t k = 0; k < scenario->checks.count; k++) {
        for (size_t i = 0; i < run->lanes; i++) {
            const carom_lane *lane = &run->lane[i];
            if (check[k].solver[0] == '\0' || strcmp(check[k].solver, lane->spec->name) == 0) {
                bool pass = print_verdict(&check[k], lane);
                passed += pass;
                failed += !pass;
            }
        }
    }
    printf("%zu passed, %zu failed\n", passed, failed);
    return failed > 0 ? EXIT_CHECK_FAILED : EXIT_DONE;
}

static int accept_checks(const cli_scenario *loaded)
{
    if (loaded->scenario.checks.count > 0) {
        return EXIT_DONE;
    }
    fprintf(stderr, "%s: error: checks: the scenario has none; expected for instance\n"
                    "checks:\n  - { quantity: energy_residual_rel, max: 1e-9 }\n", loaded->path);
    return EXIT_BAD_SCENARIO;
}

int cli_check(const cli_options *options)
{
    return cli_execute(options, true, accept_checks, conclude_check);
}
