/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WebAssembly module of the lab: functions for the worker, and the import that receives messages.
 * Text arguments are written into memory allocated by lab_room. */
#include "lab/page_calls.h"
#include <gsl/gsl_errno.h>
#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(name)))

__attribute__((import_module("lab"), import_name("say"))) void lab_send(int topic,
                                                                        const void *bytes,
                                                                        size_t size);
void *lab_room(size_t bytes);
void lab_drop(void *room);
carom_lab *lab_new(void);
void lab_free(carom_lab *lab);
int lab_open(carom_lab *lab, const char *text, size_t length, const char *changes);
int lab_run(carom_lab *lab, double samples, double from_s, double to_s, const char *bodies);
int lab_record(carom_lab *lab, const char *directory);
double lab_distance(const carom_lab *lab, double ax_m, double ay_m, double bx_m, double by_m);

static void forward_message(void *context, int topic, const void *bytes, size_t size)
{
    (void)context;
    lab_send(topic, bytes, size);
}

EXPORT("lab_room")
void *lab_room(size_t bytes)
{
    return malloc(bytes + 1);
}

EXPORT("lab_drop")
void lab_drop(void *room)
{
    free(room);
}

/* GSL's default error handler would abort the module. */
EXPORT("carom_lab_new")
carom_lab *lab_new(void)
{
    gsl_set_error_handler_off();
    return carom_lab_new(forward_message, NULL);
}

EXPORT("carom_lab_free")
void lab_free(carom_lab *lab)
{
    carom_lab_free(lab);
}

EXPORT("carom_lab_open")
int lab_open(carom_lab *lab, const char *text, size_t length, const char *changes)
{
    return carom_lab_open(lab, text, length, changes);
}

/* JavaScript passes counts as doubles. */
EXPORT("carom_lab_run")
int lab_run(carom_lab *lab, double samples, double from_s, double to_s, const char *bodies)
{
    return carom_lab_run(lab, &(carom_lab_run_args){(int64_t)samples, from_s, to_s, bodies});
}

EXPORT("carom_lab_record")
int lab_record(carom_lab *lab, const char *directory)
{
    return carom_lab_record(lab, directory);
}

EXPORT("carom_lab_distance")
double lab_distance(const carom_lab *lab, double ax_m, double ay_m, double bx_m, double by_m)
{
    return carom_lab_distance(lab, ax_m, ay_m, bx_m, by_m);
}
