/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A state as bytes, and back: what a run that was ended from outside goes on from.
 *
 * A struct is said once, field by field, in one function for both ways: what it passes is written
 * down where the archive keeps, and read over where it gives back. The bytes are those of this
 * machine and this build, nobody else's: who keeps them says of which, and whether they are whole
 * (run/checkpoint.h). Every item goes with its size, so that a state that was said otherwise is
 * refused and not misread.
 *
 * What is given back may be anybody's. Numbers that are only calculated with may be any; what says
 * where in memory, how many, which of several or for how long is looked at before it is used, and
 * refused: carom_archive_flag, carom_archive_must.
 */
#ifndef CAROM_ARCHIVE_H
#define CAROM_ARCHIVE_H

#include <carom/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** On its way; made by carom_archive_keep or carom_archive_give. After the first failure nothing is
 * passed any more, so that only the end has to be looked at (carom_archive_end). */
typedef struct {
    bool keeping; /**< state to bytes; else bytes to state */
    /** Writes @p size bytes of @p data, or reads them over it. @return false: it cannot */
    bool (*pass)(void *context, void *data, size_t size);
    void *context;
    uint64_t left; /**< bytes to come, where they give a state back: no list can be longer */
    carom_error failure;
} carom_archive;

/** What stands in a slot for @p function, which passes a state: nothing where nobody keeps any and
 * every byte counts (the page of the lab). */
#ifdef CAROM_KEEPS_NO_STATE
#define CAROM_ARCHIVE_SLOT(function) (true ? NULL : (function))
#else
#define CAROM_ARCHIVE_SLOT(function) (function)
#endif

/** An archive that writes through @p pass. */
carom_archive carom_archive_keep(bool (*pass)(void *context, void *data, size_t size),
                                 void *context);

/** An archive that reads @p left bytes through @p pass. */
carom_archive carom_archive_give(bool (*pass)(void *context, void *data, size_t size),
                                 void *context, uint64_t left);

/** Passes @p size bytes, as many as it says however often it is asked: a struct without pointers,
 * or an array whose length the state knows already. */
void carom_archive_bytes(carom_archive *archive, void *data, size_t size);

/** Passes a variable, or a struct without pointers. */
#define carom_archive_value(archive, variable)                                                     \
    carom_archive_bytes((archive), &(variable), sizeof(variable))

/** Passes @p count items of an array that has room for them. */
#define carom_archive_array(archive, items, count)                                                 \
    carom_archive_bytes((archive), (items), (count) * sizeof *(items))

/** Passes a flag as a part (carom_archive_part). Given back it is one, or refused. */
void carom_archive_flag(carom_archive *archive, bool *flag);

/** The same as a value, with its size. */
void carom_archive_flag_value(carom_archive *archive, bool *flag);

/** Whether what has been passed as a part of a struct is a flag: another byte must not be read as
 * one. */
bool carom_archive_is_flag(const bool *flag);

/** Refuses a state given back of which something does not hold.
 *  @param what  that is impossible, for the message
 *  @return whether nothing has failed so far: only then what was passed may be used */
bool carom_archive_must(carom_archive *archive, bool holds, const char *what);

/** Passes an array that grows: what stood in it is released, and as much room made as is needed.
 *  @param items  address of the pointer to its first item
 *  @param capacity  in items; NULL: nobody counts them */
void carom_archive_list(carom_archive *archive, void *items, size_t *count, size_t *capacity,
                        size_t item_size);

/** Passes a part of an item of a list, without its size: whoever passes the list says of what form
 * its items are. */
void carom_archive_part(carom_archive *archive, void *data, size_t size);

/** Passes one member of such an item. */
#define carom_archive_field(archive, member)                                                       \
    carom_archive_part((archive), &(member), sizeof(member))

/** Passes an array that grows, item by item as @p item says: their fields alone and not what pads a
 * struct, so that the same state is the same bytes, or without what is made anew.
 *  @param items, count, capacity  as of carom_archive_list */
void carom_archive_each(carom_archive *archive, void *items, size_t *count, size_t *capacity,
                        size_t item_size, void (*item)(carom_archive *archive, void *one));

/** Passes what must be the same on both sides: a number of balls, a version.
 *  @param what  it is of, for the message */
void carom_archive_same(carom_archive *archive, uint64_t value, const char *what);

/** Ends with @p error, unless something has failed before. */
void carom_archive_fail(carom_archive *archive, const carom_error *error);

/** How it went: CAROM_OK; CAROM_CANNOT_WRITE or CAROM_CANNOT_READ where `pass` could not;
 * CAROM_INVALID where the bytes are of another state; CAROM_NO_MEMORY. */
CAROM_CHECKED carom_status carom_archive_end(const carom_archive *archive, carom_error *error);

#endif
