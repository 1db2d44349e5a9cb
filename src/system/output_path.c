/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output paths and the locations of installed files. */
#define _XOPEN_SOURCE 700
#include "base/base.h"
#include "system/system.h"
#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40, NAME = 4096 }; /* the limit of Linux */

/* ---- system errors ---- */

carom_status carom_error_system(carom_error *error, carom_status status, const char *action,
                                const char *path, int reason)
{
    switch (reason) {
    case ENOMEM: return carom_error_no_memory(error);
    case EINTR: return carom_error_interrupted(error);
    default:
        return carom_error_set(error, status, "", "cannot %s '%s': %s", action, path,
                               strerror(reason));
    }
}

/* ---- paths ---- */

bool carom_path_search(const char *folders, const char *name, int mode, char path[CAROM_PATH_SIZE])
{
    while (folders != NULL && *folders != '\0') {
        int length = (int)strcspn(folders, ":");
        if (length > 0 && length < CAROM_PATH_SIZE &&
            snprintf(path, CAROM_PATH_SIZE, "%.*s/%s", length, folders, name) < CAROM_PATH_SIZE &&
            access(path, mode) == 0) {
            return true;
        }
        folders += length + (folders[length] == ':');
    }
    return false;
}

bool carom_is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool carom_is_regular_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

char *carom_path_join(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL) {
        snprintf(path, size, "%s/%s", folder, name);
    }
    return path;
}

char *carom_path_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 1 : (size_t)(slash - path) + (slash == path);
    return carom_text_copy(slash == NULL ? "." : path, length);
}

/* True if a path names a descriptor of this process, as /dev/stdout and /dev/fd/63 do. A rename
 * would replace the open file. */
static bool names_descriptor(const char *path, int *descriptor)
{
    const char *slash = strrchr(path, '/'), *name = slash == NULL ? path : slash + 1;
    char *folder, *real, own[40], *end;
    if (name[0] < '0' || name[0] > '9') {
        return false;
    }
    *descriptor = (int)strtol(name, &end, 10);
    folder = carom_path_folder(path);
    real = folder == NULL ? NULL : realpath(folder, NULL);
    snprintf(own, sizeof own, "/proc/%ld/fd", (long)getpid());
    bool is_own = *end == '\0' && real != NULL &&
                  (strcmp(real, own) == 0 || strcmp(real, "/dev/fd") == 0);
    free(real);
    free(folder);
    return is_own;
}

/* Follow one symbolic link. @return 1: followed, 0: no link, -1: out of memory */
static int follow_link(char **path)
{
    char target[NAME + 1];
    ssize_t length = readlink(*path, target, NAME);
    if (length < 0 || length == NAME) {
        return 0;
    }
    target[length] = '\0';
    char *folder = target[0] == '/' ? NULL : carom_path_folder(*path), *next = NULL;
    if (target[0] == '/') {
        next = carom_text_copy(target, (size_t)length);
    } else if (folder != NULL) {
        next = carom_path_join(folder, target);
    }
    free(folder);
    if (next != NULL) {
        free(*path);
        *path = next;
    }
    return next == NULL ? -1 : 1;
}

/* Classify the target of the links. */
static carom_status inspect_target(carom_output_path *output, const char *path, carom_error *error)
{
    struct stat about;
    if (stat(output->path, &about) != 0) {
        return errno == ENOENT
                 ? CAROM_OK
                 : carom_error_system(error, CAROM_CANNOT_CREATE, "create", path, errno);
    }
    if (S_ISDIR(about.st_mode)) {
        return carom_error_system(error, CAROM_CANNOT_WRITE, "write", path, EISDIR);
    }
    if (!S_ISREG(about.st_mode)) {
        output->kind = CAROM_OUTPUT_STREAM;
        return CAROM_OK;
    }
    if (access(output->path, W_OK) != 0) { /* a rename would not need this permission */
        return carom_error_system(error, CAROM_CANNOT_WRITE, "write", path, errno);
    }
    output->exists = true;
    output->mode = about.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);
    output->owner = about.st_uid;
    output->group = about.st_gid;
    return CAROM_OK;
}

carom_status carom_output_path_resolve(carom_output_path *output, const char *path,
                                       carom_error *error)
{
    int links = 0, followed = 1;
    *output = (carom_output_path){.kind = CAROM_OUTPUT_FILE,
                                  .path = carom_text_copy(path, strlen(path))};
    CAROM_NEED(output->path != NULL, error);
    while (followed == 1) {
        if (names_descriptor(output->path, &output->descriptor)) {
            output->kind = CAROM_OUTPUT_DESCRIPTOR;
            return CAROM_OK;
        }
        followed = follow_link(&output->path);
        if (followed < 0) {
            return carom_error_no_memory(error);
        }
        links += followed;
        if (links > MOST_LINKS) {
            return carom_error_system(error, CAROM_CANNOT_CREATE, "create", path, ELOOP);
        }
    }
    return inspect_target(output, path, error);
}

/* ---- install paths ---- */

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISDIR(info.st_mode);
}

/* carom's folder is recognized by its style file, because other folders may be called plots. */
static bool is_home(const char *path, const char *within)
{
    char style[CAROM_PATH_SIZE + 32];
    snprintf(style, sizeof style, "%s%s/plots/style.gp", path, within);
    return is_file(style);
}

static bool is_named_home(const char *path)
{
    char plots[CAROM_PATH_SIZE + 16];
    return path != NULL && strlen(path) < CAROM_PATH_SIZE &&
           snprintf(plots, sizeof plots, "%s/plots", path) > 0 && carom_is_folder(plots);
}

/* Path of the program's file, searched on the PATH if its name has no slash. The caller frees it;
 * NULL: not found. */
static char *program_path(const char *program)
{
    char path[CAROM_PATH_SIZE];
    bool found = strchr(program, '/') == NULL &&
                 carom_path_search(getenv("PATH"), program, X_OK, path);
    return realpath(found ? path : program, NULL);
}

/* Search the folders above the program: share/carom beside bin/carom, or the source folder two
 * levels above build/carom (three for build/<variant>/carom). */
static bool find_home_above(const char *program, char path[CAROM_PATH_SIZE])
{
    static const char *const places[] = {"/share/carom", ""};
    char *real = realpath("/proc/self/exe", NULL);
    bool found = false;
    real = real != NULL ? real : program_path(program); /* systems without /proc, as macOS */
    for (int level = 0; real != NULL && level < 3 && !found; level++) {
        char *slash = strrchr(real, '/');
        if (slash == NULL) {
            break;
        }
        *slash = '\0';
        for (size_t i = 0; i < sizeof places / sizeof places[0] && !found; i++) {
            found = is_home(real, places[i]) &&
                    snprintf(path, CAROM_PATH_SIZE, "%s%s", real, places[i]) < CAROM_PATH_SIZE;
        }
    }
    free(real);
    return found;
}

bool carom_home_find(const char *program, char path[CAROM_PATH_SIZE])
{
    const char *home = getenv("CAROM_HOME");
    if (is_named_home(home)) {
        snprintf(path, CAROM_PATH_SIZE, "%s", home);
        return true;
    }
    return find_home_above(program, path);
}

bool carom_scenario_find(const char *home, const char *name, char path[CAROM_PATH_SIZE])
{
    snprintf(path, CAROM_PATH_SIZE, "%s", name);
    if (is_file(path) || strcmp(name, "-") == 0) {
        return true;
    }
    if (name[0] != '/' && strstr(name, "..") == NULL) {
        /* another scene of an experiment */
        const char *more = strchr(name, '/') == NULL ? "/experiment" : "";
        snprintf(path, CAROM_PATH_SIZE, "%s/experiments/%s%s.yaml", home, name, more);
        if (is_file(path)) {
            return true;
        }
    }
    snprintf(path, CAROM_PATH_SIZE, "%s", name);
    return false;
}

bool carom_lab_template_find(const char *home, char path[CAROM_PATH_SIZE])
{
    static const char *const places[] = {"lab", "build/lab"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(path, CAROM_PATH_SIZE, "%.4000s/%s/template.html", home, places[i]);
        if (is_file(path)) {
            return true;
        }
    }
    return false;
}

void carom_output_default_path(const char *name, char path[CAROM_PATH_SIZE])
{
    const char *base = strrchr(name, '/') == NULL ? name : strrchr(name, '/') + 1;
    const char *dot = strrchr(base, '.');
    int length = (int)(dot == NULL || dot == base ? strlen(base) : (size_t)(dot - base));
    if (strcmp(name, "-") == 0) {
        snprintf(path, CAROM_PATH_SIZE, "out/stdin");
        return;
    }
    snprintf(path, CAROM_PATH_SIZE, "out/%.*s", length, base);
}
