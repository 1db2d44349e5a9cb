/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Status codes and error messages.
 */
#ifndef CAROM_STATUS_H
#define CAROM_STATUS_H

#if defined(__GNUC__)
#define CAROM_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define CAROM_CHECKED __attribute__((warn_unused_result))
#else
#define CAROM_PRINTF(text, first)
#define CAROM_CHECKED
#endif

/** Result of a call. */
typedef enum {
    CAROM_OK = 0,
    CAROM_INVALID,       /**< invalid input: see the message */
    CAROM_COLLAPSE,      /**< inelastic collapse: infinitely many collisions in finite time */
    CAROM_NOT_FINITE,    /**< a position or velocity overflowed or became NaN */
    CAROM_NO_MEMORY,     /**< not returned: see carom_memory_set_handler */
    CAROM_CANNOT_READ,   /**< a file is missing or unreadable */
    CAROM_CANNOT_CREATE, /**< a file or folder could not be created */
    CAROM_CANNOT_WRITE,  /**< a file could not be written completely */
    CAROM_INTERRUPTED,   /**< the caller's cancellation flag was set (cancel.h) */
    CAROM_INTERNAL       /**< misuse of the interface, or a defect in carom */
} carom_status;

/** An error message. Zero-initialize it before use. Functions write it only when they fail. */
typedef struct {
    carom_status status;
    char key[96];   /**< parameter that caused the error, or "" */
    char text[640]; /**< "key: problem; fix", complete in itself */
} carom_error;

/** Fill @p error (may be NULL) with a printf-style message, truncated to the size of `text`.
 *  @param key  parameter that caused the error, or "". The text begins with it, unless the
 *    message already contains it: "key: problem" or "file:line:column: key: problem"
 *  @return @p status */
carom_status carom_error_set(carom_error *error, carom_status status, const char *key,
                             const char *format, ...) CAROM_PRINTF(4, 5);

/** Call the memory handler. */
carom_status carom_error_no_memory(carom_error *error);

/** Fill @p error (may be NULL) for a cancelled call. @return CAROM_INTERRUPTED */
carom_status carom_error_interrupted(carom_error *error);

/** Called, by any thread, when an allocation fails. It must not return. */
typedef void carom_memory_handler(void);

/** Set the memory handler of the program; call it before other functions. The default handler,
 * which NULL restores, prints a line and ends the program with status 70. After a handler that
 * jumps out, objects that were in use are lost.
 *  @return the handler before */
carom_memory_handler *carom_memory_set_handler(carom_memory_handler *handler);

#endif
