/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700
#include "system/plugin.h"
#include "system/install_paths.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_name(const char *name)
{
    return name[0] != '\0' && strlen(name) < 64 &&
           name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

/* What is loaded is kept by the linker, by its path: it gives the same address again. */
static const void *load(const char *path, const char *symbol, char *why_not, size_t size)
{
    void *file = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *found = file == NULL ? NULL : dlsym(file, symbol);
    if (found == NULL && size > 0) {
        const char *reason = dlerror();
        snprintf(why_not, size, "%s", reason == NULL ? "cannot be loaded" : reason);
    }
    return found;
}

static bool is_in(const char *folder, size_t length, const char *name, char path[CAROM_PATH_SIZE])
{
    int needed = snprintf(path, CAROM_PATH_SIZE, "%.*s/%s.so", (int)length, folder, name);
    return length > 0 && needed < CAROM_PATH_SIZE && access(path, R_OK) == 0;
}

static bool is_in_list(const char *folders, const char *name, char path[CAROM_PATH_SIZE])
{
    while (folders != NULL && *folders != '\0') {
        size_t length = strcspn(folders, ":");
        if (length < CAROM_PATH_SIZE && is_in(folders, length, name, path)) {
            return true;
        }
        folders += length + (folders[length] == ':');
    }
    return false;
}

static bool is_beside_program(const char *name, char path[CAROM_PATH_SIZE])
{
    static const char *const places[] = {"engines", "../lib/carom/engines"};
    char *program = realpath("/proc/self/exe", NULL);
    char *slash = program == NULL ? NULL : strrchr(program, '/');
    bool found = false;
    for (size_t i = 0; slash != NULL && !found && i < sizeof places / sizeof places[0]; i++) {
        char folder[CAROM_PATH_SIZE];
        int length = snprintf(folder, sizeof folder, "%.*s/%s", (int)(slash - program), program,
                              places[i]);
        found = length < CAROM_PATH_SIZE && is_in(folder, (size_t)length, name, path);
    }
    free(program);
    return found;
}

const void *carom_plugin_find(const char *name, const char *symbol, char *why_not, size_t size)
{
    char path[CAROM_PATH_SIZE];
    if (size > 0) {
        why_not[0] = '\0';
    }
    if (!is_name(name) ||
        !(is_in_list(getenv("CAROM_ENGINES"), name, path) || is_beside_program(name, path))) {
        return NULL;
    }
    return load(path, symbol, why_not, size);
}
