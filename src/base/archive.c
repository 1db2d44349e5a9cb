/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <carom/archive.h>
#include <stdlib.h>
#include <string.h>

carom_archive carom_archive_keep(bool (*pass)(void *context, void *data, size_t size),
                                 void *context)
{
    return (carom_archive){.keeping = true, .pass = pass, .context = context};
}

carom_archive carom_archive_give(bool (*pass)(void *context, void *data, size_t size),
                                 void *context, uint64_t left)
{
    return (carom_archive){.pass = pass, .context = context, .left = left};
}

void carom_archive_fail(carom_archive *archive, const carom_error *error)
{
    if (archive->failure.status == CAROM_OK) {
        archive->failure = *error;
    }
}

/* As they are, without their size. */
static void pass(carom_archive *archive, void *data, size_t size)
{
    if (archive->failure.status != CAROM_OK || size == 0) {
        return;
    }
    if (!archive->keeping && size > archive->left) {
        carom_error_set(&archive->failure, CAROM_INVALID, "", "it ends before the state does");
        return;
    }
    archive->left -= archive->keeping ? 0 : size;
    if (!archive->pass(archive->context, data, size)) {
        carom_error_set(&archive->failure,
                        archive->keeping ? CAROM_CANNOT_WRITE : CAROM_CANNOT_READ, "",
                        "the state cannot be %s", archive->keeping ? "written" : "read");
    }
}

void carom_archive_same(carom_archive *archive, uint64_t value, const char *what)
{
    uint64_t kept = value;
    pass(archive, &kept, sizeof kept);
    if (archive->failure.status == CAROM_OK && kept != value) {
        carom_error_set(&archive->failure, CAROM_INVALID, "", "it is of another %s", what);
    }
}

void carom_archive_bytes(carom_archive *archive, void *data, size_t size)
{
    carom_archive_same(archive, size, "form of state");
    pass(archive, data, size);
}

void carom_archive_part(carom_archive *archive, void *data, size_t size)
{
    pass(archive, data, size);
}

bool carom_archive_is_flag(const bool *flag)
{
    unsigned char byte;
    memcpy(&byte, flag, 1);
    return byte <= 1;
}

bool carom_archive_must(carom_archive *archive, bool holds, const char *what)
{
    if (!archive->keeping && !holds && archive->failure.status == CAROM_OK) {
        carom_error_set(&archive->failure, CAROM_INVALID, "", "its %s cannot be", what);
    }
    return archive->failure.status == CAROM_OK;
}

void carom_archive_flag(carom_archive *archive, bool *flag)
{
    unsigned char byte = *flag;
    pass(archive, &byte, sizeof byte);
    if (carom_archive_must(archive, byte <= 1, "flag")) {
        *flag = byte != 0;
    }
}

void carom_archive_flag_value(carom_archive *archive, bool *flag)
{
    carom_archive_same(archive, sizeof *flag, "form of state");
    carom_archive_flag(archive, flag);
}

/* Passes how long a list is, and makes room for that, zeroed, in place of what there was. Of every
 * item at least @p least bytes are to come. */
static void pass_length(carom_archive *archive, void **first, size_t *count, size_t *capacity,
                        size_t item_size, size_t least)
{
    uint64_t many = *count;
    void *room;
    carom_archive_same(archive, item_size, "form of state");
    pass(archive, &many, sizeof many);
    if (archive->keeping || archive->failure.status != CAROM_OK) {
        return;
    }
    if (many > archive->left / least) {
        carom_error_set(&archive->failure, CAROM_INVALID, "", "it ends before the state does");
        return;
    }
    room = calloc((size_t)many + 1, item_size);
    if (room == NULL) {
        carom_error_no_memory(&archive->failure);
        return;
    }
    free(*first);
    *first = room;
    *count = (size_t)many;
    if (capacity != NULL) {
        *capacity = (size_t)many + 1;
    }
}

void carom_archive_list(carom_archive *archive, void *items, size_t *count, size_t *capacity,
                        size_t item_size)
{
    void **first = items;
    pass_length(archive, first, count, capacity, item_size, item_size);
    pass(archive, *first, *count * item_size);
}

void carom_archive_each(carom_archive *archive, void *items, size_t *count, size_t *capacity,
                        size_t item_size, void (*item)(carom_archive *archive, void *one))
{
    void **first = items;
    pass_length(archive, first, count, capacity, item_size, 1);
    for (size_t k = 0; k < *count && archive->failure.status == CAROM_OK; k++) {
        item(archive, (unsigned char *)*first + k * item_size);
    }
}

carom_status carom_archive_end(const carom_archive *archive, carom_error *error)
{
    if (archive->failure.status != CAROM_OK && error != NULL) {
        *error = archive->failure;
    }
    return archive->failure.status;
}
