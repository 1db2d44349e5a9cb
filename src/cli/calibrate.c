/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom calibrate: a contact in numbers, before anything is run. */
#include "studies/calibrate.h"
#include "cli/cli.h"

int cli_calibrate(const cli_options *options)
{
    carom_calibration calibration;
    carom_contact contact;
    carom_error error = {0};
    int status = EXIT_DONE;
    if (carom_calibration_init(&calibration, options->overrides, options->override_count, &error) !=
            CAROM_OK ||
        carom_calibration_contact(&calibration, &contact, &error) != CAROM_OK) {
        status = cli_fail(&error);
    } else {
        carom_calibration_print(&calibration, &contact, stdout);
    }
    carom_calibration_free(&calibration);
    return status;
}
