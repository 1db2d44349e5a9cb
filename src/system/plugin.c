/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads plug-ins: shared objects that are found by name. */
#define _GNU_SOURCE 1 /* ElfW */
#include "system/system.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#if defined(__ELF__)
#include <link.h>
#endif
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_name(const char *name)
{
    return name[0] != '\0' && strlen(name) < 64 &&
           name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

/* ---- file checks ---- */

/* True if the file has every segment that its headers list, and its section table. Otherwise the
 * loader maps missing pages, and reading them raises SIGBUS. */
static bool is_whole(int file, uint64_t size)
{
#if defined(__ELF__)
    ElfW(Ehdr) head;
    ElfW(Phdr) part;
    if (pread(file, &head, sizeof head, 0) != sizeof head ||
        memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) {
        return true; /* the loader rejects it with its own reason */
    }
    for (size_t i = 0; i < head.e_phnum; i++) {
        off_t at = (off_t)(head.e_phoff + i * sizeof part);
        if (pread(file, &part, sizeof part, at) != sizeof part || part.p_filesz > size ||
            part.p_offset > size - part.p_filesz) {
            return false;
        }
    }
    return head.e_shoff + (uint64_t)head.e_shnum * head.e_shentsize <= size;
#else
    return file >= 0 && size > 0;
#endif
}

/* In a sticky folder, users cannot replace files of others. */
static bool is_open_to_others(const struct stat *about)
{
    return S_ISDIR(about->st_mode)
             ? (about->st_mode & (S_IWOTH | S_ISVTX)) == S_IWOTH
             : (about->st_mode & S_IWOTH) != 0 ||
                   ((about->st_mode & S_IWGRP) != 0 && about->st_gid != getegid());
}

/* Does not wait for the other end of a pipe. */
static bool check_file(const char *path, char *why_not, size_t size)
{
    struct stat about, folder;
    char above[CAROM_PATH_SIZE];
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    snprintf(above, sizeof above, "%.*s", (int)(strrchr(path, '/') - path), path);
    why_not[0] = '\0';
    if (file < 0 || fstat(file, &about) != 0 || stat(above, &folder) != 0) {
        snprintf(why_not, size, "'%.160s' cannot be read: %s", path, strerror(errno));
    } else if (!S_ISREG(about.st_mode)) {
        snprintf(why_not, size, "'%.160s' is not a regular file", path);
    } else if (is_open_to_others(&about) || is_open_to_others(&folder)) {
        snprintf(why_not, size, "other users may change '%.160s'; chmod go-w it",
                 is_open_to_others(&about) ? path : above);
    } else if (!is_whole(file, (uint64_t)about.st_size)) {
        snprintf(why_not, size, "'%.160s' is truncated or unreadable", path);
    }
    if (file >= 0) {
        close(file);
    }
    return why_not[0] == '\0';
}

/* ---- loading ---- */

/* The linker identifies files by their path and returns the same address again. */
static const void *load(const char *path, const char *symbol, int mode, char *why_not, size_t size)
{
    void *file = dlopen(path, RTLD_NOW | RTLD_LOCAL | mode);
    void *found = file == NULL ? NULL : dlsym(file, symbol);
    if (found == NULL && size > 0) {
        const char *reason = dlerror();
        snprintf(why_not, size, "%s", reason == NULL ? "cannot be loaded" : reason);
    }
    return found;
}

typedef struct {
    const char *path, *symbol;
} request;

typedef struct {
    bool loaded;
    char why_not[240];
} trial;

static void try_to_load(void *context, int channel)
{
    const request *args = context;
    trial result = {.loaded = false};
    result.loaded = load(args->path, args->symbol, 0, result.why_not, sizeof result.why_not) !=
                    NULL;
    (void)carom_worker_send(channel, &result, sizeof result);
}

/* Loads the file in a worker process first: its constructors may crash, exit or hang there. */
static bool loads_in_worker(const char *path, const char *symbol, char *why_not, size_t size)
{
    request args = {path, symbol};
    trial result = {.loaded = false};
    carom_error error = {0};
    carom_status status = carom_worker_request(try_to_load, &args, &result, sizeof result, &error);
    if (status == CAROM_NO_MEMORY) {
        snprintf(why_not, size, "out of memory");
        return false;
    }
    if (status != CAROM_OK) {
        snprintf(why_not, size, "'%.120s' cannot be loaded: %s", path, error.text);
        return false;
    }
    snprintf(why_not, size, "%.*s", (int)sizeof result.why_not - 1, result.why_not);
    return result.loaded;
}

/* ---- search ---- */

static bool search_beside_program(const char *file, char path[CAROM_PATH_SIZE])
{
    static const char *const places[] = {"engines", "../lib/carom/engines"};
    char program[CAROM_PATH_SIZE];
    ssize_t got = readlink("/proc/self/exe", program, sizeof program - 1);
    program[got > 0 ? got : 0] = '\0';
    char *slash = strrchr(program, '/');
    for (size_t i = 0; slash != NULL && i < sizeof places / sizeof places[0]; i++) {
        if (snprintf(path, CAROM_PATH_SIZE, "%.*s/%s/%s", (int)(slash - program), program,
                     places[i], file) < CAROM_PATH_SIZE &&
            access(path, R_OK) == 0) {
            return true;
        }
    }
    return false;
}

const void *carom_plugin_find(const char *name, const char *symbol, char *why_not, size_t size)
{
    char path[CAROM_PATH_SIZE], file[80];
    struct stat about;
    const void *loaded = NULL;
    why_not[0] = '\0';
    snprintf(file, sizeof file, "%.64s.so", name);
    if (!is_name(name) || !(carom_path_search(getenv("CAROM_ENGINES"), file, R_OK, path) ||
                            search_beside_program(file, path))) {
        return NULL;
    }
    if (stat(path, &about) == 0 && S_ISREG(about.st_mode)) { /* opening a pipe would block */
        loaded = load(path, symbol, RTLD_NOLOAD, why_not, 0);
    }
    if (loaded == NULL && check_file(path, why_not, size) &&
        loads_in_worker(path, symbol, why_not, size)) {
        /* the worker has loaded it, so only memory can be missing */
        loaded = load(path, symbol, 0, why_not, 0);
        snprintf(why_not, size, "%s", loaded == NULL ? "out of memory" : "");
    }
    return loaded;
}
