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
    char *path = carom_allocate(size, 1);
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

char *carom_path_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 1 : (size_t)(slash - path) + (slash == path);
    return carom_text_copy(slash == NULL ? "." : path, length);
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

/* Finds plots/ in $CAROM_HOME. */
static bool is_named_home(const char *path)
{
    char plots[CAROM_PATH_SIZE + 16];
    return strlen(path) < CAROM_PATH_SIZE && snprintf(plots, sizeof plots, "%s/plots", path) > 0 &&
           carom_is_folder(plots);
}

/* As realpath(path, NULL), which does not tell a lack of memory from a missing file. */
static char *real_path(const char *path)
{
    char *real = realpath(path, NULL);
    if (real == NULL && errno == ENOMEM) {
        carom_out_of_memory();
    }
    return real;
}

/* Path of the program's file, searched on the PATH if its name has no slash. The caller frees it;
 * NULL: not found. */
static char *program_path(const char *program)
{
    char path[CAROM_PATH_SIZE];
    bool found = strchr(program, '/') == NULL &&
                 carom_path_search(getenv("PATH"), program, X_OK, path);
    return real_path(found ? path : program);
}

/* Search the folders above the program: share/carom beside bin/carom, or the source folder two
 * levels above build/carom (three for build/<variant>/carom). */
static bool find_home_above(const char *program, char path[CAROM_PATH_SIZE])
{
    static const char *const places[] = {"/share/carom", ""};
    char *real = real_path("/proc/self/exe");
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

carom_status carom_home_find(const char *program, char path[CAROM_PATH_SIZE], carom_error *error)
{
    const char *home = getenv("CAROM_HOME");
    if (home == NULL || home[0] == '\0') {
        if (!find_home_above(program, path)) {
            path[0] = '\0';
        }
        return CAROM_OK;
    }
    snprintf(path, CAROM_PATH_SIZE, "%s", home);
    return is_named_home(home)
             ? CAROM_OK
             : carom_error_set(error, CAROM_CANNOT_READ, "",
                               "CAROM_HOME is '%.300s', which has no folder plots/; it must "
                               "contain experiments/, help/ and plots/",
                               home);
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
    snprintf(path, CAROM_PATH_SIZE, "%.*s/experiment.yaml",
             (int)(strlen(name) - carom_text_ends_in(name, "/")), name);
    if (is_file(path)) {
        return true;
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
    /* every worksheet or experiment has this name: its folder tells which */
    static const char *const common[] = {"/exercise.md", "/experiment.yaml"};
    int end = (int)strlen(name) - carom_text_ends_in(name, "/"), base, dot;
    for (size_t i = 0; i < 2; i++) {
        int length = (int)strlen(common[i]), at = (int)strlen(name) - length;
        end = carom_text_ends_in(name, common[i]) && at > 0 && name[at - 1] != '.' ? at : end;
    }
    base = end;
    while (base > 0 && name[base - 1] != '/') {
        base--;
    }
    for (dot = end - 1; dot > base && name[dot] != '.';) {
        dot--;
    }
    if (strcmp(name, "-") == 0) {
        snprintf(path, CAROM_PATH_SIZE, "out/stdin");
        return;
    }
    snprintf(path, CAROM_PATH_SIZE, "out/%.*s", (dot > base ? dot : end) - base, name + base);
}
