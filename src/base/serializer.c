/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Serializer: see carom/serializer.h. */
#include <carom/serializer.h>
#include <stdlib.h>
#include <string.h>

carom_serializer carom_serializer_writing(bool (*transfer)(void *context, void *data, size_t size),
                                          void *context)
{
    return (carom_serializer){.is_writing = true, .transfer = transfer, .context = context};
}

carom_serializer carom_serializer_reading(bool (*transfer)(void *context, void *data, size_t size),
                                          void *context, uint64_t left)
{
    return (carom_serializer){.transfer = transfer, .context = context, .left = left};
}

void carom_serializer_fail(carom_serializer *serializer, const carom_error *error)
{
    if (serializer->failure.status == CAROM_OK) {
        serializer->failure = *error;
    }
}

static void transfer(carom_serializer *serializer, void *data, size_t size)
{
    if (serializer->failure.status != CAROM_OK || size == 0) {
        return;
    }
    if (!serializer->is_writing && size > serializer->left) {
        carom_error_set(&serializer->failure, CAROM_INVALID, "", "it ends before the state does");
        return;
    }
    serializer->left -= serializer->is_writing ? 0 : size;
    if (!serializer->transfer(serializer->context, data, size)) {
        carom_error_set(&serializer->failure,
                        serializer->is_writing ? CAROM_CANNOT_WRITE : CAROM_CANNOT_READ, "",
                        "the state cannot be %s", serializer->is_writing ? "written" : "read");
    }
}

void carom_serialize_constant(carom_serializer *serializer, uint64_t value, const char *what)
{
    uint64_t stored = value;
    transfer(serializer, &stored, sizeof stored);
    if (serializer->failure.status == CAROM_OK && stored != value) {
        carom_error_set(&serializer->failure, CAROM_INVALID, "", "it has a different %s", what);
    }
}

void carom_serialize_bytes(carom_serializer *serializer, void *data, size_t size)
{
    carom_serialize_constant(serializer, size, "memory layout");
    transfer(serializer, data, size);
}

void carom_serialize_part(carom_serializer *serializer, void *data, size_t size)
{
    transfer(serializer, data, size);
}

bool carom_is_valid_flag(const bool *flag)
{
    unsigned char byte;
    memcpy(&byte, flag, 1);
    return byte <= 1;
}

bool carom_serializer_require(carom_serializer *serializer, bool condition, const char *what)
{
    if (!serializer->is_writing && !condition && serializer->failure.status == CAROM_OK) {
        carom_error_set(&serializer->failure, CAROM_INVALID, "", "its %s cannot be", what);
    }
    return serializer->failure.status == CAROM_OK;
}

void carom_serialize_flag(carom_serializer *serializer, bool *flag)
{
    unsigned char byte = *flag;
    transfer(serializer, &byte, sizeof byte);
    if (carom_serializer_require(serializer, byte <= 1, "flag")) {
        *flag = byte != 0;
    }
}

void carom_serialize_sized_flag(carom_serializer *serializer, bool *flag)
{
    carom_serialize_constant(serializer, sizeof *flag, "memory layout");
    carom_serialize_flag(serializer, flag);
}

/* Serialize the length of a list. Reading replaces the list by zeroed items; each item needs at
 * least
 * @p least further bytes. */
static void serialize_length(carom_serializer *serializer, void **first, size_t *count,
                             size_t *capacity, size_t item_size, size_t least)
{
    uint64_t many = *count;
    carom_serialize_constant(serializer, item_size, "memory layout");
    transfer(serializer, &many, sizeof many);
    if (serializer->is_writing || serializer->failure.status != CAROM_OK) {
        return;
    }
    if (many > serializer->left / least) {
        carom_error_set(&serializer->failure, CAROM_INVALID, "", "it ends before the state does");
        return;
    }
    void *room = calloc((size_t)many + 1, item_size);
    if (room == NULL) {
        carom_error_no_memory(&serializer->failure);
        return;
    }
    free(*first);
    *first = room;
    *count = (size_t)many;
    if (capacity != NULL) {
        *capacity = (size_t)many + 1;
    }
}

void carom_serialize_list(carom_serializer *serializer, void *items, size_t *count,
                          size_t *capacity, size_t item_size)
{
    void **first = items;
    serialize_length(serializer, first, count, capacity, item_size, item_size);
    transfer(serializer, *first, *count * item_size);
}

void carom_serialize_items(carom_serializer *serializer, void *items, size_t *count,
                           size_t *capacity, size_t item_size,
                           void (*item)(carom_serializer *serializer, void *one))
{
    void **first = items;
    serialize_length(serializer, first, count, capacity, item_size, 1);
    for (size_t k = 0; k < *count && serializer->failure.status == CAROM_OK; k++) {
        item(serializer, (unsigned char *)*first + k * item_size);
    }
}

carom_status carom_serializer_end(const carom_serializer *serializer, carom_error *error)
{
    if (serializer->failure.status != CAROM_OK && error != NULL) {
        *error = serializer->failure;
    }
    return serializer->failure.status;
}
