/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WebAssembly module of the lab: the import that receives messages. module.mk exports the functions
 * of page_calls.h, and malloc and free for texts. */
#include "lab/page_calls.h"
#include <gsl/gsl_errno.h>

__attribute__((import_module("lab"), import_name("say"))) void lab_send(int topic,
                                                                        const void *bytes,
                                                                        size_t size);
carom_lab *lab_new(void);

static void forward_message(void *context, int topic, const void *bytes, size_t size)
{
    (void)context;
    lab_send(topic, bytes, size);
}

/* GSL's default error handler would abort the module. */
__attribute__((export_name("lab_new"))) carom_lab *lab_new(void)
{
    gsl_set_error_handler_off();
    return carom_lab_new(forward_message, NULL);
}
