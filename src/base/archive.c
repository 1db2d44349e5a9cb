/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <carom/archive.h>
#include <stdlib.h>

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

void carom_archive_list(carom_archive *archive, void *items, size_t *count, size_t *capacity,
                        size_t item_size)
{
    void **first = items;
    uint64_t many = *count;
    carom_archive_same(archive, item_size, "form of state");
    pass(archive, &many, sizeof many);
    if (!archive->keeping && archive->failure.status == CAROM_OK) {
        void *room = NULL;
        if (many > archive->left / item_size) {
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
    pass(archive, *first, (size_t)many * item_size);
}

carom_status carom_archive_end(const carom_archive *archive, carom_error *error)
{
    if (archive->failure.status != CAROM_OK && error != NULL) {
        *error = archive->failure;
    }
    return archive->failure.status;
}
