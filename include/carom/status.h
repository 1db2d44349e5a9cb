/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What a call came to, and a message a person can act on.
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

/** What a call came to. */
typedef enum {
    CAROM_OK = 0,
    CAROM_INVALID,       /**< the data ask for something that cannot be had */
    CAROM_COLLAPSE,      /**< endlessly many collisions in no time */
    CAROM_NOT_FINITE,    /**< the state has left the range of numbers */
    CAROM_NO_MEMORY,     /**< what was there before is as it was */
    CAROM_CANNOT_READ,   /**< a file is not there, or not to be read */
    CAROM_CANNOT_CREATE, /**< a file or folder could not be made */
    CAROM_CANNOT_WRITE,  /**< it could, but not all of it was written */
    CAROM_INTERRUPTED,   /**< the end was wanted from outside (watch.h) */
    CAROM_INTERNAL       /**< a fault of carom itself */
} carom_status;

/** The last thing that went wrong; zero-initialise before use. The caller's own: functions write to
 * it where they fail, and leave it alone where they do not. */
typedef struct {
    carom_status status;
    char key[96];   /**< the parameter it concerns, "" where there is none */
    char text[640]; /**< "key: problem; fix", to be printed alone */
} carom_error;

/** Fill @p error (may be NULL) with a printf-style message, truncated to the size of `text`.
 *  @param key the parameter it concerns, "" for none. The text begins with it, unless the message
 * itself does or has it after a place: "file:line:column: key: problem"
 *  @return @p status */
carom_status carom_error_set(carom_error *error, carom_status status, const char *key,
                             const char *format, ...) CAROM_PRINTF(4, 5);

/** CAROM_NO_MEMORY with its message into @p error (may be NULL). */
carom_status carom_error_no_memory(carom_error *error);

/** CAROM_INTERRUPTED with its message into @p error (may be NULL). */
carom_status carom_error_interrupted(carom_error *error);

#endif
