/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700
#include "system/install_paths.h"
#include "carom_build.h"
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

static bool is_home(const char *path)
{
    char plots[CAROM_PATH_SIZE + 16];
    snprintf(plots, sizeof plots, "%s/plots", path);
    return is_folder(plots);
}

/* The folder two levels above build/carom (or three, for build/<variant>/carom). */
static bool beside_program(const char *program, char path[CAROM_PATH_SIZE])
{
    char *real = realpath("/proc/self/exe", NULL);
    real = real != NULL ? real : realpath(program, NULL);
    if (real == NULL) {
        return false;
    }
    for (int level = 0; level < 3; level++) {
        char *slash = strrchr(real, '/');
        if (slash == NULL || slash == real) {
            break;
        }
        *slash = '\0';
        if (is_home(real)) {
            snprintf(path, CAROM_PATH_SIZE, "%s", real);
            free(real);
            return true;
        }
    }
    free(real);
    return false;
}

bool carom_home_find(const char *program, char path[CAROM_PATH_SIZE])
{
    const char *home = getenv("CAROM_HOME");
    if (home != NULL && is_home(home)) {
        snprintf(path, CAROM_PATH_SIZE, "%s", home);
        return true;
    }
    if (beside_program(program, path)) {
        return true;
    }
    snprintf(path, CAROM_PATH_SIZE, "%s", CAROM_SOURCE_DIR);
    return is_home(path);
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
