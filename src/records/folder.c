/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700
#include "records/records.h"
#include <errno.h>
#include <pthread.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file that carom wrote; its path is relative to the folder. */
typedef struct {
    char *path, *command;
    bool is_new; /* written by the current command */
} listed_file;

struct carom_folder {
    carom_directory made;
    carom_folder_lock lock;
    char *directory, *command;
    pthread_mutex_t mutex; /* protects the members below */
    listed_file *item;
    size_t count, capacity;
    bool changed, short_of_memory;
};

static const char list_name[] = "files.tsv", list_header[] = "file\tcommand\n";

/* ---- list ---- */

/* The path stays inside the folder and fits into a line of the list. */
static bool is_valid_path(const char *path)
{
    size_t length = strlen(path);
    for (const unsigned char *c = (const unsigned char *)path; *c != '\0'; c++) {
        if (*c < 0x20 || *c == 0x7f) {
            return false;
        }
    }
    return length > 0 && path[0] != '/' && strncmp(path, "../", 3) != 0 &&
           strstr(path, "/../") == NULL && strcmp(path, "..") != 0 &&
           !(length > 2 && strcmp(path + length - 3, "/..") == 0);
}

static void free_entry(listed_file *entry)
{
    free(entry->path);
    free(entry->command);
}

static void add_path(carom_folder *folder, const char *path, const char *command,
                     size_t command_length, bool is_new)
{
    listed_file entry = {carom_text_copy(path, strlen(path)),
                         carom_text_copy(command, command_length), is_new};
    if (entry.path == NULL || entry.command == NULL ||
        !carom_reserve(&folder->item, folder->count, &folder->capacity, sizeof entry)) {
        folder->short_of_memory = true; /* reported when the list is written */
        free_entry(&entry);
        return;
    }
    folder->item[folder->count++] = entry;
}

/* Reads the list of earlier commands. An unreadable list counts as empty, but lack of memory
 * does not. */
static void read_list(carom_folder *folder)
{
    size_t length = 0;
    char *path = carom_path_join(folder->directory, list_name), *text = NULL, *line;
    carom_error error = {0};
    if (path == NULL) {
        folder->short_of_memory = true;
        return;
    }
    if (access(path, R_OK) == 0 && carom_file_read(path, &text, &length, &error) == CAROM_OK &&
        strncmp(text, list_header, strlen(list_header)) == 0) {
        line = text + strlen(list_header);
        while (line != NULL && *line != '\0') {
            char *end = strchr(line, '\n'), *tab;
            if (end != NULL) {
                *end = '\0';
            }
            tab = strchr(line, '\t');
            if (tab != NULL) {
                *tab = '\0';
            }
            if (tab != NULL && is_valid_path(line)) {
                add_path(folder, line, tab + 1, strlen(tab + 1), false);
            }
            line = end == NULL ? NULL : end + 1;
        }
    }
    folder->short_of_memory = folder->short_of_memory || error.status == CAROM_NO_MEMORY;
    free(text);
    free(path);
}

static int by_path(const void *a, const void *b)
{
    const listed_file *p = a, *q = b;
    int order = strcmp(p->path, q->path);
    /* of equal paths, the current command's is first */
    return order != 0 ? order : q->is_new - p->is_new;
}

/* Removes duplicates. A path that two commands wrote belongs to the later one, or with `earlier`
 * to the first one. */
static void merge_list(carom_folder *folder, bool earlier)
{
    size_t retained = 0;
    if (folder->count == 0) {
        return;
    }
    qsort(folder->item, folder->count, sizeof *folder->item, by_path);
    for (size_t i = 0; i < folder->count; i++) {
        if (retained > 0 && strcmp(folder->item[retained - 1].path, folder->item[i].path) == 0) {
            if (earlier && !folder->item[i].is_new) {
                char *later = folder->item[retained - 1].command;
                folder->item[retained - 1].command = folder->item[i].command;
                folder->item[i].command = later;
            }
            free_entry(&folder->item[i]);
        } else {
            folder->item[retained++] = folder->item[i];
        }
    }
    folder->count = retained;
}

static void write_list(const void *object, FILE *stream)
{
    const carom_folder *folder = object;
    fputs(list_header, stream);
    for (size_t i = 0; i < folder->count; i++) {
        fprintf(stream, "%s\t%s\n", folder->item[i].path, folder->item[i].command);
    }
}

static carom_status save_list(carom_folder *folder, carom_error *error)
{
    return folder->short_of_memory
             ? carom_error_no_memory(error)
             : carom_table_write(folder->directory,
                                 &(carom_table){.name = list_name, .write = write_list}, folder,
                                 error);
}

/* ---- removal ---- */

/* True if every folder of the path is a real folder, not a symbolic link. */
static bool is_inside_folder(char *path, size_t from)
{
    struct stat about;
    for (char *slash = strchr(path + from, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool is_folder = lstat(path, &about) == 0 && S_ISDIR(about.st_mode);
        *slash = '/';
        if (!is_folder) {
            return false;
        }
    }
    return true;
}

/*  @return false: no memory */
static bool remove_file(const carom_folder *folder, const char *name)
{
    size_t from = strlen(folder->directory) + 1;
    char *path = carom_path_join(folder->directory, name), *slash;
    struct stat about;
    if (path == NULL) {
        return false;
    }
    if (is_inside_folder(path, from) && lstat(path, &about) == 0 && S_ISREG(about.st_mode) &&
        unlink(path) == 0) {
        while ((slash = strrchr(path + from, '/')) != NULL) {
            *slash = '\0';
            if (rmdir(path) != 0) {
                break; /* the folder is not empty */
            }
        }
    }
    free(path);
    return true;
}

carom_status carom_folder_commit(carom_folder *folder, carom_error *error)
{
    size_t retained = 0;
    if (folder == NULL || folder->directory == NULL) {
        return CAROM_OK;
    }
    merge_list(folder, false);
    CAROM_NEED(!folder->short_of_memory, error);
    for (size_t i = 0; i < folder->count; i++) {
        listed_file *item = &folder->item[i];
        bool is_stale = !item->is_new && strcmp(item->command, folder->command) == 0;
        if (is_stale && !remove_file(folder, item->path)) {
            folder->short_of_memory = true;
            is_stale = false;
        }
        if (is_stale) {
            free_entry(item);
        } else {
            folder->item[retained++] = *item;
        }
    }
    folder->count = retained;
    carom_status status = save_list(folder, error);
    folder->changed = false;
    return status;
}

/* ---- open folder ---- */

carom_folder *carom_folder_new(void)
{
    carom_folder *folder = calloc(1, sizeof *folder);
    if (folder != NULL) {
        folder->lock = (carom_folder_lock){NULL, -1};
        pthread_mutex_init(&folder->mutex, NULL);
    }
    return folder;
}

carom_status carom_folder_open(carom_folder *folder, const char *directory, const char *command,
                               bool shared, carom_error *error)
{
    if (folder == NULL) {
        return CAROM_OK;
    }
    folder->command = carom_text_copy(command, strlen(command));
    folder->directory = carom_text_copy(directory, strlen(directory));
    carom_status status = folder->directory == NULL || folder->command == NULL
                            ? carom_error_no_memory(error)
                            : carom_directory_create(&folder->made, directory, error);
    CAROM_THEN(status, carom_folder_lock_acquire(&folder->lock, directory, shared, error));
    /* processes that share a folder would overwrite each other's list */
    if (status == CAROM_OK && !shared) {
        read_list(folder);
    }
    return status;
}

static void list_path(carom_folder *folder, const char *path, bool is_new)
{
    size_t length = folder == NULL || folder->directory == NULL ? 0 : strlen(folder->directory);
    if (length == 0 || strncmp(path, folder->directory, length) != 0 || path[length] != '/') {
        return;
    }
    path += length + strspn(path + length, "/");
    if (is_valid_path(path)) {
        pthread_mutex_lock(&folder->mutex);
        add_path(folder, path, folder->command, strlen(folder->command), is_new);
        folder->changed = true;
        pthread_mutex_unlock(&folder->mutex);
    }
}

void carom_folder_add(carom_folder *folder, const char *path)
{
    list_path(folder, path, true);
}

carom_status carom_folder_save_list(carom_folder *folder, carom_error *error)
{
    if (folder == NULL || folder->directory == NULL || !folder->changed) {
        return CAROM_OK;
    }
    merge_list(folder, true);
    return save_list(folder, error);
}

static void remove_list(const carom_folder *folder)
{
    char path[5000];
    snprintf(path, sizeof path, "%.4000s/%s", folder->directory, list_name);
    unlink(path);
}

void carom_folder_close(carom_folder *folder)
{
    carom_error error = {0};
    if (folder == NULL) {
        return;
    }
    if (folder->changed) {
        merge_list(folder, true);
        if (folder->count == 0) {
            remove_list(folder);
        } else { /* the command has already reported its own error */
            (void)(save_list(folder, &error) == CAROM_OK);
        }
    }
    for (size_t i = 0; i < folder->count; i++) {
        free_entry(&folder->item[i]);
    }
    carom_folder_lock_release(&folder->lock);
    carom_directory_remove_empty(&folder->made);
    pthread_mutex_destroy(&folder->mutex);
    free(folder->item);
    free(folder->directory);
    free(folder->command);
    free(folder);
}

/* ---- folder lock ---- */

/* Two bytes of the lock file, each with its own lock. A process holds WORK_BYTE while it uses
 * the folder. It holds ENTRY_BYTE while it opens or removes the lock file, so these steps
 * exclude each other. */
enum { WORK_BYTE, ENTRY_BYTE };

static struct flock lock_of(int byte, short type)
{
    return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
}

/* Waits for the lock. With two folders the system may report a deadlock that does not exist. */
static bool lock_entry(const carom_folder_lock *lock, short type)
{
    struct flock wanted = lock_of(ENTRY_BYTE, type);
    int result;
    do {
        result = fcntl(lock->file, F_SETLKW, &wanted);
    } while (result != 0 && (errno == EINTR || errno == EDEADLK));
    return result == 0;
}

static void unlock_entry(const carom_folder_lock *lock)
{
    struct flock none = lock_of(ENTRY_BYTE, F_UNLCK);
    (void)fcntl(lock->file, F_SETLK, &none);
}

/* The last holder removes the lock file. A process that opened it before that would lock a
 * deleted file. */
static bool still_exists(const carom_folder_lock *lock)
{
    struct stat held, named;
    return fstat(lock->file, &held) == 0 && lstat(lock->path, &named) == 0 &&
           held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

static carom_status report_locked(const carom_folder_lock *lock, const char *directory, bool shared,
                                  carom_error *error)
{
    struct flock holder = lock_of(WORK_BYTE, shared ? F_RDLCK : F_WRLCK);
    char process[60] = "";
    if (fcntl(lock->file, F_GETLK, &holder) == 0 && holder.l_type != F_UNLCK && holder.l_pid > 0) {
        snprintf(process, sizeof process, " (process %ld)", (long)holder.l_pid);
    }
    return carom_error_set(
        error, CAROM_CANNOT_CREATE, "",
        "another carom%s is using '%s'; wait for it, or name another folder with -o", process,
        directory);
}

/*  @return 1: locked; 0: try again; -1: failed, with the reason in `status` (CAROM_OK if the
 *   file system has no locks) */
static int try_lock(carom_folder_lock *lock, const char *directory, bool shared,
                    carom_status *status, carom_error *error)
{
    struct flock wanted = lock_of(WORK_BYTE, shared ? F_RDLCK : F_WRLCK);
    lock->file = open(lock->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (lock->file < 0) {
        *status = carom_error_set(error, CAROM_CANNOT_CREATE, "", "cannot create files in '%s': %s",
                                  directory, strerror(errno));
        return -1;
    }
    bool has_locks = lock_entry(lock, F_RDLCK);
    if (has_locks && !still_exists(lock)) {
        return 0;
    }
    if (has_locks && fcntl(lock->file, F_SETLK, &wanted) == 0) {
        unlock_entry(lock);
        return 1;
    }
    if (has_locks && (errno == EACCES || errno == EAGAIN)) {
        *status = report_locked(lock, directory, shared, error);
    } else {
        unlink(lock->path); /* ENOLCK, ENOSYS ...: no locks here */
    }
    return -1;
}

carom_status carom_folder_lock_acquire(carom_folder_lock *lock, const char *directory, bool shared,
                                       carom_error *error)
{
    enum { TRIES = 100 };
    carom_status status = CAROM_OK;
    int got = 0;
    *lock = (carom_folder_lock){carom_path_join(directory, ".carom.lock"), -1};
    CAROM_NEED(lock->path != NULL, error);
    for (int k = 0; k < TRIES && got == 0; k++) {
        if (lock->file >= 0) {
            close(lock->file);
        }
        got = try_lock(lock, directory, shared, &status, error);
    }
    if (got != 1) {
        if (lock->file >= 0) {
            close(lock->file);
        }
        free(lock->path);
        *lock = (carom_folder_lock){NULL, -1};
    }
    return status;
}

void carom_folder_lock_release(carom_folder_lock *lock)
{
    struct flock alone = lock_of(WORK_BYTE, F_WRLCK);
    if (lock->path == NULL) {
        return;
    }
    if (lock_entry(lock, F_WRLCK) && fcntl(lock->file, F_SETLK, &alone) == 0) {
        unlink(lock->path); /* the last of the processes that share the lock */
    }
    close(lock->file);
    free(lock->path);
    *lock = (carom_folder_lock){NULL, -1};
}
