/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700
#include "system/system.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISDIR(info.st_mode);
}

/* A folder called plots may be anybody's, and one with a style in it is carom's. */
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
           snprintf(plots, sizeof plots, "%s/plots", path) > 0 && is_folder(plots);
}

/* The program's file by the name that it was called by, which a shell looks for in the folders of
 * PATH where it has no slash. NULL where there is none; to be freed. */
static char *called(const char *program)
{
    const char *folders = strchr(program, '/') == NULL ? getenv("PATH") : NULL;
    char path[CAROM_PATH_SIZE];
    while (folders != NULL && *folders != '\0') {
        int length = (int)strcspn(folders, ":");
        if (snprintf(path, sizeof path, "%.*s/%s", length, folders, program) < (int)sizeof path &&
            is_file(path)) {
            return realpath(path, NULL);
        }
        folders += length + (folders[length] == ':');
    }
    return realpath(program, NULL);
}

/* The folder above the program's that is one: share/carom in it as bin/carom is installed, or
 * itself, two levels above build/carom (or three, for build/<variant>/carom). */
static bool beside_program(const char *program, char path[CAROM_PATH_SIZE])
{
    static const char *const places[] = {"/share/carom", ""};
    char *real = realpath("/proc/self/exe", NULL);
    char *slash;
    bool found = false;
    real = real != NULL ? real : called(program); /* without /proc, as on macOS */
    for (int level = 0; real != NULL && level < 3 && !found; level++) {
        slash = strrchr(real, '/');
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
    return beside_program(program, path);
}

bool carom_scenario_find(const char *home, const char *name, char path[CAROM_PATH_SIZE])
{
    snprintf(path, CAROM_PATH_SIZE, "%s", name);
    if (is_file(path) || strcmp(name, "-") == 0) {
        return true;
    }
    if (name[0] != '/' && strstr(name, "..") == NULL) {
        /* or another scene of its folder */
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

void carom_output_default(const char *name, char path[CAROM_PATH_SIZE])
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
