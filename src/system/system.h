/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <carom/cancel.h>
#include <carom/status.h>

#include <stdio.h>
#include <sys/types.h>

/* ---- atomic file ----
 * Writes a file completely or not at all: writes a temporary file and renames it. In a folder the
 * file replaces links and pipes. At a path that a user has named, the target of a link is replaced,
 * and devices, pipes and descriptors (/dev/stdout) are written directly.
 *
 * The temporary file is called .NAME.PID-NUMBER.tmp. A process that is killed by SIGKILL, or
 * that runs out of memory, leaves it.
 */

typedef struct {
    FILE *stream;    /**< NULL: not open */
    char *path;      /**< as the caller specified it */
    char *temporary; /**< NULL: none, or it has been renamed */
    char *target;    /**< final name; NULL: the stream writes to the target directly */
} carom_file;

/** A folder, and how many of its parent folders existed before. */
typedef struct {
    char *path;   /**< NULL: none */
    size_t found; /**< length of the part of the path that existed, bytes */
} carom_directory;

/** Create @p directory and its missing parents. */
CAROM_CHECKED carom_status carom_directory_make(const char *directory, carom_error *error);

/** Create @p directory and record which folders are new. On an error, removes them again. */
CAROM_CHECKED carom_status carom_directory_create(carom_directory *made, const char *directory,
                                                  carom_error *error);

/** Remove the new folders that are empty, and free the record. */
void carom_directory_remove_empty(carom_directory *made);

/** Open a temporary file in the folder of @p directory/@p name. It gets the permissions of the file
 * that it replaces, or those that the umask leaves.
 *  @return CAROM_CANNOT_WRITE for a folder or a read-only file; CAROM_CANNOT_CREATE */
CAROM_CHECKED carom_status carom_file_open(carom_file *file, const char *directory,
                                           const char *name, carom_error *error);

/** Open a file by its path; "-" is standard output. Opening a named pipe waits for a reader. A
 * signal ends the wait with CAROM_INTERRUPTED. */
CAROM_CHECKED carom_status carom_file_open_path(carom_file *file, const char *path,
                                                carom_error *error);

/** True if carom_file_open_path replaces a regular file, and does not write to standard output or
 * another descriptor. */
bool carom_file_replaces(const char *path);

/** Flush and close the file. Every error that can occur occurs here, before the first rename. */
CAROM_CHECKED carom_status carom_file_finish(carom_file *file, carom_error *error);

/** Check the stream for write errors. @return CAROM_CANNOT_WRITE */
CAROM_CHECKED carom_status carom_file_check(const carom_file *file, carom_error *error);

/** Give a finished file its final name. */
CAROM_CHECKED carom_status carom_file_commit(carom_file *file, carom_error *error);

/** Remove a file that was not committed, and free the rest. Harmless after a commit. */
void carom_file_discard(carom_file *file);

/** Write a file in a folder by a function, completely or not at all. */
CAROM_CHECKED carom_status carom_file_write(const char *directory, const char *name,
                                            void (*write)(FILE *stream, const void *object),
                                            const void *object, carom_error *error);

/* ---- other programs ---- */

/** True if the PATH has an executable called @p name. */
bool carom_program_exists(const char *name);

/** Exit status if the program cannot be started. */
enum { CAROM_SUBPROCESS_MISSING = 127 };

/** Run a program in its own process group, with the C locale and an empty standard input.
 *  @param argument  ended by NULL; the program is searched on the PATH
 *  @param output_path  file for the output; NULL: the output of carom
 *  @param stop  cancellation flag, may be NULL: the program gets SIGTERM, then SIGKILL
 *  @param exit_status  of the program; 128 plus the signal's number if a signal ended it
 *  @return CAROM_INTERRUPTED, or CAROM_INTERNAL if no process can be started */
CAROM_CHECKED carom_status carom_subprocess_run(const char *const *argument,
                                                const char *output_path,
                                                const volatile sig_atomic_t *stop, int *exit_status,
                                                carom_error *error);

/* ---- clock ----
 * Wall-clock time, for progress and time limits. No result depends on it. */

/** Seconds on a monotonic clock. */
double carom_seconds_now(void);

/* ---- paths ---- */

enum { CAROM_PATH_SIZE = 4096 };

/** Search the colon-separated list @p folders (may be NULL) for a file @p name for which access()
 * grants @p mode.
 *  @return false if none; then @p path is unspecified */
bool carom_path_search(const char *folders, const char *name, int mode, char path[CAROM_PATH_SIZE]);

/** True if @p path is a folder, or a regular file. Follows symbolic links. */
bool carom_is_folder(const char *path);
bool carom_is_regular_file(const char *path);

/** Join a folder and a name, "FOLDER/NAME".
 *  @return freed by the caller */
char *carom_path_join(const char *folder, const char *name);

/** Copy the folder of a path: the part before the last slash, or ".".
 *  @return freed by the caller */
char *carom_path_folder(const char *path);

/* ---- reading files ---- */

/** Read a whole file and append a null byte.
 *  @return CAROM_CANNOT_READ; the caller frees @p text */
CAROM_CHECKED carom_status carom_file_read(const char *path, char **text, size_t *length,
                                           carom_error *error);

/** Read a whole file. Returns CAROM_INTERRUPTED when @p stop becomes nonzero.
 *  @param stop  may be NULL */
CAROM_CHECKED carom_status carom_file_read_cancellable(const char *path,
                                                       const volatile sig_atomic_t *stop,
                                                       char **text, size_t *length,
                                                       carom_error *error);

/** Read a whole file, or standard input for "-". Returns CAROM_INVALID if it has more than @p
 * largest bytes. */
CAROM_CHECKED carom_status carom_file_read_limited(const char *path, size_t largest, char **text,
                                                   size_t *length, carom_error *error);

/* ---- install paths ----
 * Finds the installed files: experiments/, plots/ and the lab page. */

/** Find the folder with experiments/ and plots/: $CAROM_HOME, ../share/carom from the program, or
 * the folder that has build/. The build folder is not compiled in.
 *  @param program  argv[0]
 *  @param path  "" if there is none
 *  @return CAROM_CANNOT_READ if $CAROM_HOME has no plots/ */
CAROM_CHECKED carom_status carom_home_find(const char *program, char path[CAROM_PATH_SIZE],
                                           carom_error *error);

/** Find a scenario file: a file called @p name, the experiment of that name, or experiment.yaml in
 * a folder called so.
 *  @return false if neither exists; then @p path is @p name */
bool carom_scenario_find(const char *home, const char *name, char path[CAROM_PATH_SIZE]);

/** Find the lab page without scenes, in the home folder or where `make` builds it.
 *  @return false if neither exists; then @p path is the latter */
bool carom_lab_template_find(const char *home, char path[CAROM_PATH_SIZE]);

/** Set @p path to the default output folder, out/<stem of name>. */
void carom_output_default_path(const char *name, char path[CAROM_PATH_SIZE]);

/* ---- scratch folder ----
 * A private folder inside a results folder, for files that another program writes. */

/** Create a scratch folder in @p directory.
 *  @return its absolute path, released by carom_scratch_remove; NULL with the reason in @p error */
char *carom_scratch_create(const char *directory, carom_error *error);

/** Remove the scratch folder and its content. NULL is allowed. */
void carom_scratch_remove(char *scratch);

/* ---- system errors ---- */

/** Set the message "cannot WHAT 'PATH': REASON". ENOMEM calls the memory handler; EINTR
 * sets CAROM_INTERRUPTED instead of @p status.
 *  @param reason  an errno */
carom_status carom_error_system(carom_error *error, carom_status status, const char *action,
                                const char *path, int reason);
