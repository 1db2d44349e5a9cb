/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_SYSTEM_H
#define CAROM_INTERNAL_SYSTEM_H

#include <carom/archive.h>
#include <carom/status.h>
#include <carom/watch.h>

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* ---- apart ----
 * Other people's code in a process of its own: it may print, exit or crash, and takes nothing with
 * it but itself. */

/** Forks. The new process calls @p forget, which ends this program's handling of signals, before a
 * signal can reach it. @return as fork */
pid_t carom_process_fork(void (*forget)(void));

/** A process that serves this one. */
typedef struct {
    pid_t process;
    int channel;  /**< to it and from it */
    FILE *spoken; /**< what it has printed */
} carom_apart;

/** What the process does: it is given its end of the channel, and ends with the function. It has
 * the memory as it was at the start, and none of the other files. */
typedef void carom_apart_service(void *context, int channel);

/** Starts a process that runs @p service. @return CAROM_INTERNAL where none can be had; else
 * carom_apart_end */
CAROM_CHECKED carom_status carom_apart_start(carom_apart *apart, carom_apart_service *service,
                                             void *context, carom_error *error);

/** Sends @p size bytes. @return false: nobody hears them any more */
bool carom_apart_send(int channel, const void *data, size_t size);

/** Waits for @p size bytes, or until @p watch (may be NULL) wants the end. @return false: they do
 * not come */
bool carom_apart_receive(int channel, void *data, size_t size, const carom_watch *watch);

/** Ends the process where it has not ended, and forgets it.
 *  @param how  says how it has ended: "it called exit()", "signal 11 (Segmentation fault)", and the
 *  last line that it printed; NULL: nobody wants to know. A process that serves is ended without a
 *  word */
void carom_apart_end(carom_apart *apart, char *how, size_t size);

/** Runs @p service in a worker process and receives one answer of @p size bytes, within 10 s.
 *  @param why_not  receives the reason for false: how the process ended, or the time limit */
bool carom_apart_ask(carom_apart_service *service, void *context, void *answer, size_t size,
                     char *why_not, size_t room);

/* ---- atomic file ----
 * Files that are written whole or not at all: a temporary name, then a rename. Through symbolic
 * links it is the file behind them that is replaced; devices, pipes and descriptors (/dev/stdout)
 * are never replaced but written to, as it comes.
 *
 * Where the system and the folder's kind of files know files without a name (Linux; not a network's
 * disk), one has its temporary name (.NAME.PID-HASH.tmp) only from finish to commit: a process that
 * is killed while it writes leaves nothing. Elsewhere, or killed just then, it leaves that file,
 * and nobody takes it away: whether its writer still lives cannot be told of another host's. */

typedef struct {
    FILE *stream;    /**< NULL: not open */
    char *path;      /**< as it was asked for */
    char *temporary; /**< NULL: without a name until it is finished, or none is needed */
    char *target;    /**< what the file gets to be called; NULL: written to directly */
    /** set after opening: not worth waiting for the disk; a power cut may lose it */
    bool hasty;
    bool lasting;          /**< what is written stays when it is discarded */
    uint64_t marked, hash; /**< of what lasts: carom_file_archive has hashed so many bytes */
} carom_file;

/** How a file comes to its name. */
typedef enum {
    CAROM_FILE_SURE,   /**< the disk is waited for before */
    CAROM_FILE_HASTY,  /**< it is not */
    CAROM_FILE_LASTING /**< it is, and a later process can go on with it (lasting_file.h) */
} carom_file_manner;

/** A folder and those above it that were made for it. */
typedef struct {
    char *path;   /**< NULL: none */
    size_t found; /**< so many bytes of the path were there before */
} carom_directory;

/** Makes @p directory and what is above it. */
CAROM_CHECKED carom_status carom_directory_make(const char *directory, carom_error *error);

/** The same, remembering what was made. On an error nothing of it stays. */
CAROM_CHECKED carom_status carom_directory_open(carom_directory *made, const char *directory,
                                                carom_error *error);

/** Frees, after removing what was made and is (still, or again) empty. */
void carom_directory_close(carom_directory *made);

/** Opens a temporary file in the folder of @p directory/@p name, with the permissions of the file
 * that it is to replace, or those that the umask leaves. Opening a named pipe waits for its reader,
 * and ends with CAROM_INTERRUPTED on a signal. */
CAROM_CHECKED carom_status carom_file_open(carom_file *file, const char *directory,
                                           const char *name, carom_error *error);

/** The same in a manner. What lasts is NAME.part until it is committed, which is opened as it is
 * where it is there already, and stays when it is discarded, unless `lasting` is taken back.
 *  @return also CAROM_CANNOT_CREATE: what stands there is a pipe or device, and cannot last */
CAROM_CHECKED carom_status carom_file_open_as(carom_file *file, const char *directory,
                                              const char *name, carom_file_manner manner,
                                              carom_error *error);

/** The same for a path; "-" is standard output. */
CAROM_CHECKED carom_status carom_file_open_path(carom_file *file, const char *path,
                                                carom_error *error);

/** Flushes (to the disk, where it is not hasty) and closes, so that everything that can fail has
 * failed before the first rename. */
CAROM_CHECKED carom_status carom_file_finish(carom_file *file, carom_error *error);

/** Whether all that was written so far went well. @return CAROM_CANNOT_WRITE */
CAROM_CHECKED carom_status carom_file_check(const carom_file *file, carom_error *error);

/** Writes all of @p from, from its beginning, and finishes. */
CAROM_CHECKED carom_status carom_file_copy(carom_file *file, FILE *from, carom_error *error);

/** Gives a finished file its name, and has the disk keep it. */
CAROM_CHECKED carom_status carom_file_commit(carom_file *file, carom_error *error);

/** Removes what was not committed; harmless otherwise. */
void carom_file_discard(carom_file *file);

/** A file without a name in @p directory, to write and then to read; fclose removes it. NULL with
 * the reason in @p error. (Not tmpfile: what is too long for memory is too long for a small /tmp.)
 */
FILE *carom_file_nameless(const char *directory, carom_error *error);

/* ---- child ----
 * Programs on the PATH, and the processes below this one. Linux's /proc lists even those that have
 * made a group or session of their own or whose parents have ended. Elsewhere none is found. */

/** Whether there is a program @p name on the PATH. */
bool carom_child_is_there(const char *name);

/** Whether what loses its parents becomes this process's child instead of init's. */
void carom_processes_adopt(bool adopts);

/** How many processes descend from this one; counting ends at @p most.
 *  @param memory_bytes  what those that were counted have in memory */
size_t carom_processes_below(size_t most, size_t *memory_bytes);

/** Ends all that descend from this one, for ten seconds at most. */
void carom_processes_end(void);

/** How many processes and threads this user has. */
size_t carom_processes_of_user(void);

/** How many files and folders are in a folder and those in it; counting ends at @p most, which a
 * folder more than 40 deep counts as. */
size_t carom_files_below(const char *folder, size_t most);

/* ---- clock ----
 * Time by the clock and of the processor, for what runs cost and may cost, and for progress;
 * nothing that is computed depends on it. */

/** Seconds since some fixed instant. */
double carom_seconds_now(void);

/** Seconds of processor time that all threads of this process have taken. */
double carom_seconds_used(void);

/* ---- destination ----
 * What stands where a file is to be written: nothing or a file, seen through symbolic links; a
 * device or pipe; or one of the process's own descriptors. */

enum { CAROM_PATH_SIZE = 4096 };

typedef enum {
    /** an ordinary file, or none yet: written beside it, then renamed over it */
    CAROM_TO_FILE,
    /** a device, a pipe, a socket: opened and written to, never replaced */
    CAROM_TO_STREAM,
    CAROM_TO_DESCRIPTOR /**< /dev/stdout, /dev/fd/63: what is open there already is written to */
} carom_destination_kind;

typedef struct {
    carom_destination_kind kind;
    char *path; /**< behind the last symbolic link; free it */
    int descriptor;
    bool exists; /**< of an ordinary file: it is there, with these: */
    mode_t mode;
    uid_t owner;
    gid_t group;
} carom_destination;

/** Looks at @p path.
 *  @return CAROM_CANNOT_WRITE: a directory, a file that may not be written; CAROM_CANNOT_CREATE:
 * links that lead nowhere */
CAROM_CHECKED carom_status carom_destination_find(carom_destination *to, const char *path,
                                                  carom_error *error);

/** Searches the folders of @p folders, a list with colons (may be NULL), for a file @p name that
 * access() grants @p mode. @return false: none; then @p path is unspecified */
bool carom_path_search(const char *folders, const char *name, int mode, char path[CAROM_PATH_SIZE]);

/** The folder that a file is in: the path before the last slash, or ".". To be freed; NULL: no
 * memory. */
char *carom_path_folder(const char *path);

/* ---- file read ----
 * The text of a file. */

/** Reads a whole file, ended by a 0 byte.
 *  @return CAROM_CANNOT_READ, CAROM_NO_MEMORY; text is freed by the caller */
CAROM_CHECKED carom_status carom_file_read(const char *path, char **text, size_t *length,
                                           carom_error *error);

/** The same, and CAROM_INTERRUPTED where the end is wanted before. @param stop set from outside to
 * interrupt; may be NULL */
CAROM_CHECKED carom_status carom_file_read_until(const char *path,
                                                 const volatile sig_atomic_t *stop, char **text,
                                                 size_t *length, carom_error *error);

/** The same of a file or, of "-", of standard input; CAROM_INVALID where it is larger than @p
 * largest bytes. */
CAROM_CHECKED carom_status carom_file_read_most(const char *path, size_t largest, char **text,
                                                size_t *length, carom_error *error);

/* ---- install paths ----
 * Installation paths: where the files that belong to the program are, experiments/, plots/ and the
 * page of the lab. */

/** Finds the folder that holds experiments/ and plots/: $CAROM_HOME, else what is found from where
 *  the program is: ../share/carom, or the folder that build/ is in. Nothing is known of where it
 * was built. @param program argv[0] @return false: nowhere; then @p path is unspecified */
bool carom_home_find(const char *program, char path[CAROM_PATH_SIZE]);

/** The scenario file that @p name means: a file of that name, else the experiment of that name.
 *  @return false where it is neither: then @p path is @p name */
bool carom_scenario_find(const char *home, const char *name, char path[CAROM_PATH_SIZE]);

/** The page of the lab without scenes: in the home folder as it is installed, or where `make` puts
 * it. @return false: it is in neither place; then @p path is the latter */
bool carom_lab_template_find(const char *home, char path[CAROM_PATH_SIZE]);

/** out/<stem of name>, the default place of results. */
void carom_output_default(const char *name, char path[CAROM_PATH_SIZE]);

/* ---- lasting file ----
 * Files that outlive the process that writes them: what has been written of one that is not
 * finished, to go on behind. */

/** Before the first byte: of one that lasts, what an earlier process wrote to it goes. */
CAROM_CHECKED carom_status carom_file_begin(carom_file *file, carom_error *error);

/** Keeps how much has been written, when the disk has it, with its hash; of that, what has been
 * kept before is not read again. Or gives back: cuts the file back to that, to go on behind it, and
 * finishes it where it was finished. A finished one may have got its name already.
 * CAROM_INVALID in the archive where the file has not what it had. */
void carom_file_archive(carom_file *file, carom_archive *archive);

/* ---- plugin ----
 * Plug-ins: shared objects that are looked for by name when somebody asks for one. */

/** Load NAME.so and return the address of @p symbol. Searches the folders of $CAROM_ENGINES (a list
 * with colons), engines/ beside the program, and ../lib/carom/engines where it is installed. Loads
 * only regular files that no other user may change, first in a worker process. A loaded file stays
 * loaded.
 *  @param name  of small letters, digits and _; no file has another name
 *  @param why_not  of @p size > 0 bytes: "" where no file has the name, "out of memory"; else the
 *  reason, and after "; " how to mend it where carom knows
 *  @return NULL: no such file, or it cannot be loaded */
const void *carom_plugin_find(const char *name, const char *symbol, char *why_not, size_t size);

/* ---- program ----
 * A program of somebody else's, run under limits; and runs of carom's own that may take only so
 * long. */

/** What to run, and how far it may go. All that it starts ends with it, whatever group or session
 * it has made of itself (where the system has /proc; else its group). */
typedef struct {
    /** the first is the program, found as a shell finds it; ended by NULL */
    const char *const *argument;
    const char *directory; /**< where it runs; NULL: here */
    /** names of the variables that it gets of this environment, ended by NULL; NULL: all, but for
     * the C locale */
    const char *const *environment;
    /** of processor time for each of its processes, and ten times as long by the clock; then it is
     * ended. 0: no limit at all */
    double seconds;
    size_t memory_bytes, file_bytes; /**< of each process and of all; of each file it writes */
    size_t processes;                /**< at a time, what it starts included; 0: any number */
    /** files and folders in the folder `writes`; 0: any number */
    size_t files;
    const char *writes;
    const volatile sig_atomic_t *stop; /**< the wish that it ends now; may be NULL */
    /** is given each line of its output and its messages */
    void (*line)(void *context, const char *line);
    void *context;
} carom_program;

/** Which limit a program went beyond, and was ended for. */
typedef enum {
    CAROM_WITHIN_LIMITS,
    CAROM_TOO_LONG,
    CAROM_TOO_MUCH_MEMORY, /**< all processes together; one alone is refused more by the system */
    CAROM_TOO_MANY_PROCESSES,
    CAROM_TOO_MANY_FILES
} carom_program_excess;

typedef struct {
    bool timed_out; /**< excess is CAROM_TOO_LONG */
    carom_program_excess excess;
    int exit_status; /**< -1: ended by a signal, or for a limit */
} carom_program_end;

/** Runs it and waits for it; nothing of it is left running. The caller has no other child
 * processes meanwhile: whatever descends from it is taken for the program's.
 *  @return CAROM_INTERRUPTED where `stop` was set; CAROM_INTERNAL where no process could be had */
CAROM_CHECKED carom_status carom_program_run(const carom_program *program, carom_program_end *end,
                                             carom_error *error);

/** The exit status where the program does not start: it is missing, or words say what happened. */
enum { CAROM_CHILD_MISSING = 127 };

/** Runs @p argument (ended by NULL, the program looked for on the PATH), in a process group of its
 * own, in the C locale and with nothing on its standard input. While other threads run it must not
 * be called. What it says goes into the file @p words, or where that is NULL where this program's
 * words go. @p stop (may be NULL) set from outside ends it, first kindly.
 *  @param exit_status  of the program; 128 and the signal's number where one ended it
 *  @return CAROM_INTERRUPTED, or CAROM_INTERNAL where no process can be had */
CAROM_CHECKED carom_status carom_child_run(const char *const *argument, const char *words,
                                           const volatile sig_atomic_t *stop, int *exit_status,
                                           carom_error *error);

/** A limit of time for a run in this process: `wanted` becomes 1 when the processor time of all its
 * threads is over, or ten times as long by the clock, or when @p stop is set. */
typedef struct {
    volatile sig_atomic_t wanted; /**< to be watched by the run */
    bool expired;                 /**< the time was over; to be read after carom_deadline_end */
    const volatile sig_atomic_t *stop;
    double seconds;
    bool over;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
} carom_deadline;

/** Starts the clock; @p stop may be NULL. carom_deadline_end after CAROM_OK. */
CAROM_CHECKED carom_status carom_deadline_start(carom_deadline *deadline, double seconds,
                                                const volatile sig_atomic_t *stop,
                                                carom_error *error);
void carom_deadline_end(carom_deadline *deadline);

/* ---- scratch ----
 * A folder of one's own inside a results folder, for what another program writes: nobody else knows
 * its name, and everything in it goes with it. */

/** Makes one in @p directory. @return its absolute path, which carom_scratch_remove frees; NULL
 * with the reason in @p error */
char *carom_scratch_make(const char *directory, carom_error *error);

/** A symbolic link in it, so that no name that a user gave has to be quoted for the other program.
 */
CAROM_CHECKED carom_status carom_scratch_link(const char *scratch, const char *name,
                                              const char *target, carom_error *error);

/** Removes it and what is in it. NULL: nothing. */
void carom_scratch_remove(char *scratch);

/* ---- system error ----
 * What the C library says of a file, as a status with its message. */

/** "cannot WHAT 'PATH': REASON". @param reason an errno; where it says that memory is missing or a
 * signal came, the status is CAROM_NO_MEMORY or CAROM_INTERRUPTED in place of @p status, whatever
 * was to be done */
carom_status carom_error_system(carom_error *error, carom_status status, const char *what,
                                const char *path, int reason);

#endif
