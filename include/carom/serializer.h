/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Serializer: writes a solver's state to bytes and reads it back.
 *
 * One function per struct lists its fields and serves both directions: it writes them, or
 * overwrites them with what was read. The format depends on machine and build; the checkpoint file
 * records both (run/run.h). Every item is stored with its size, so a different
 * format is rejected.
 *
 * Bytes that are read can be hostile. Check indices, counts, enum values and loop bounds before
 * use: carom_serialize_flag, carom_serializer_require. Plain numbers need no check.
 */
#ifndef CAROM_SERIALIZER_H
#define CAROM_SERIALIZER_H

#include <carom/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Serializer. After the first failure its functions do nothing, so callers check only
 * carom_serializer_end. */
typedef struct {
    bool is_writing; /**< true: state to bytes; false: bytes to state */
    /** Write or read @p size bytes at @p data. @return false on failure */
    bool (*transfer)(void *context, void *data, size_t size);
    void *context;
    uint64_t left; /**< bytes left to read: no list can be longer */
    carom_error failure;
} carom_serializer;

/** Member of a plug-in that serializes its state; NULL in a build without checkpoints (the lab). */
#ifdef CAROM_WITHOUT_SERIALIZER
#define CAROM_SERIALIZE_SLOT(function) (true ? NULL : (function))
#else
#define CAROM_SERIALIZE_SLOT(function) (function)
#endif

/** Make a serializer that writes through @p transfer. */
carom_serializer carom_serializer_writing(bool (*transfer)(void *context, void *data, size_t size),
                                          void *context);

/** Make a serializer that reads @p left bytes through @p transfer. */
carom_serializer carom_serializer_reading(bool (*transfer)(void *context, void *data, size_t size),
                                          void *context, uint64_t left);

/** Serialize @p size bytes: a struct without pointers, or an array of known length. */
void carom_serialize_bytes(carom_serializer *serializer, void *data, size_t size);

/** Serialize a variable, or a struct without pointers. */
#define carom_serialize_value(serializer, variable)                                                \
    carom_serialize_bytes((serializer), &(variable), sizeof(variable))

/** Serialize @p count items of an array of at least that length. */
#define carom_serialize_array(serializer, items, count)                                            \
    carom_serialize_bytes((serializer), (items), (count) * sizeof *(items))

/** Serialize a flag as part of an item. Reading rejects bytes other than 0 and 1. */
void carom_serialize_flag(carom_serializer *serializer, bool *flag);

/** Serialize a flag as a value, with its size. */
void carom_serialize_sized_flag(carom_serializer *serializer, bool *flag);

/** True if the byte at @p flag is 0 or 1. Reading any other byte as a bool is undefined. */
bool carom_is_valid_flag(const bool *flag);

/** Fail if a state that is read violates a condition.
 *  @param what  part of the state that is impossible, for the message
 *  @return true if nothing has failed so far and the values may be used */
bool carom_serializer_require(carom_serializer *serializer, bool condition, const char *what);

/** Serialize a growing array. Reading frees the old array and allocates a new one.
 *  @param items  address of the pointer to the first item
 *  @param capacity  in items; NULL if it is not stored */
void carom_serialize_list(carom_serializer *serializer, void *items, size_t *count,
                          size_t *capacity, size_t item_size);

/** Serialize part of a list's item, without its size. */
void carom_serialize_part(carom_serializer *serializer, void *data, size_t size);

/** Serialize one member of a list's item. */
#define carom_serialize_field(serializer, member)                                                  \
    carom_serialize_part((serializer), &(member), sizeof(member))

/** Serialize a growing array item by item with @p item. Padding is left out, so equal states give
 * equal bytes.
 *  @param items, count, capacity as for carom_serialize_list */
void carom_serialize_items(carom_serializer *serializer, void *items, size_t *count,
                           size_t *capacity, size_t item_size,
                           void (*item)(carom_serializer *serializer, void *one));

/** Write @p value, or fail if the value read is a different one: number of balls, version.
 *  @param what  name of the value, for the message */
void carom_serialize_constant(carom_serializer *serializer, uint64_t value, const char *what);

/** Fail with @p error, unless something has failed before. */
void carom_serializer_fail(carom_serializer *serializer, const carom_error *error);

/** Return the first failure: CAROM_CANNOT_WRITE or CAROM_CANNOT_READ if `transfer` failed,
 * CAROM_INVALID if the bytes do not fit the state, CAROM_NO_MEMORY; or CAROM_OK. */
CAROM_CHECKED carom_status carom_serializer_end(const carom_serializer *serializer,
                                                carom_error *error);

#endif
