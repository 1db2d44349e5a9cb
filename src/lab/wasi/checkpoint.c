/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces src/run/checkpoint.c and resumable files: the page stores no checkpoints. */
#include "run/run.h"

static carom_status nobody_asks(carom_error *error)
{
    return carom_error_set(error, CAROM_INTERNAL, "", "a page keeps no states");
}

carom_status carom_checkpoint_open(carom_checkpoint *checkpoint, const char *directory,
                                   char *identity, double every_s, carom_error *error)
{
    (void)checkpoint, (void)directory, (void)identity, (void)every_s;
    return nobody_asks(error);
}

carom_status carom_checkpoint_restore(carom_checkpoint *checkpoint,
                                      void (*pass)(void *object, carom_serializer *serializer),
                                      void *object, carom_error *error)
{
    (void)checkpoint, (void)pass, (void)object;
    return nobody_asks(error);
}

bool carom_checkpoint_is_due(carom_checkpoint *checkpoint, bool *seldom)
{
    (void)checkpoint;
    return *seldom = false;
}

carom_status carom_checkpoint_write(carom_checkpoint *checkpoint, double t_s,
                                    void (*pass)(void *object, carom_serializer *serializer),
                                    void *object, carom_error *error)
{
    (void)checkpoint, (void)t_s, (void)pass, (void)object;
    return nobody_asks(error);
}

void carom_checkpoint_remove(carom_checkpoint *checkpoint)
{
    (void)checkpoint;
}

void carom_checkpoint_close(carom_checkpoint *checkpoint)
{
    (void)checkpoint;
}

bool carom_checkpoint_exists(const char *directory)
{
    (void)directory;
    return false;
}

void carom_identity_write_line(FILE *stream, const char *key, const char *value)
{
    (void)stream, (void)key, (void)value;
}

void carom_identity_write_machine(FILE *stream)
{
    (void)stream;
}

carom_status carom_file_truncate(carom_file *file, carom_error *error)
{
    (void)file, (void)error; /* no earlier files exist */
    return CAROM_OK;
}

void carom_file_serialize(carom_file *file, carom_serializer *serializer)
{
    (void)file, (void)serializer;
}
