/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE 1
#include "engines/lammps_library.h"
#include "engines/engines.h"
#include "system/system.h"
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *find_library(void)
{
    static const char *const files[] = {"liblammps.so.0", "liblammps.so"};
    void *found = NULL;
    for (size_t i = 0; found == NULL && i < sizeof files / sizeof files[0]; i++) {
        found = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
    }
    return found;
}

carom_status carom_lammps_load(carom_lammps_library *library, carom_error *error)
{
    static const struct {
        const char *name;
        size_t offset;
    } functions[] = {
        {"lammps_open_no_mpi", offsetof(carom_lammps_library, open)},
        {"lammps_close", offsetof(carom_lammps_library, close)},
        {"lammps_version", offsetof(carom_lammps_library, version)},
        {"lammps_command", offsetof(carom_lammps_library, command)},
        {"lammps_commands_string", offsetof(carom_lammps_library, commands)},
        {"lammps_create_atoms", offsetof(carom_lammps_library, create_atoms)},
        {"lammps_extract_atom", offsetof(carom_lammps_library, atom)},
    };
    void *file = find_library();
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *found = file == NULL ? NULL : dlsym(file, functions[i].name);
        if (found == NULL) {
            const char *reason = dlerror();
            return carom_error_set(error, CAROM_INVALID, "kind", "LAMMPS cannot be loaded: %s",
                                   reason == NULL ? functions[i].name : reason);
        }
        memcpy((char *)library + functions[i].offset, &found, sizeof found);
    }
    return CAROM_OK;
}

/* ---- an instance ---- */

/* Configures MPI for a single process: no daemon, no leftover folder in /tmp, no search for
 * networks, which takes ten times as long as everything else. Settings of the user have priority.
 */
static void set_up_mpi(void)
{
    static const char *const settings[][2] = {{"OMPI_MCA_ess_singleton_isolated", "1"},
                                              {"OMPI_MCA_orte_create_session_dirs", "0"},
                                              {"OMPI_MCA_pml", "ob1"},
                                              {"OMPI_MCA_btl", "self"},
                                              {"OMP_NUM_THREADS", "1"}};
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        setenv(settings[i][0], settings[i][1], 0);
    }
}

/* Flushes LAMMPS's last message when it calls exit(). */
static void flush_output(void)
{
    fflush(stdout);
}

void *carom_lammps_open(const carom_lammps_library *library, carom_error *error)
{
    char words[][12] = {"lammps", "-log", "none", "-nocite"};
    char *arguments[] = {words[0], words[1], words[2], words[3], NULL};
    void *lammps;
    set_up_mpi();
    setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
    atexit(flush_output);
    lammps = library->open(4, arguments, NULL);
    if (lammps == NULL) {
        carom_error_set(error, CAROM_INVALID, "kind", "LAMMPS does not start");
    }
    return lammps;
}

void carom_lammps_discard_output(void)
{
    fflush(stdout);
    if (ftruncate(STDOUT_FILENO, 0) == 0) {
        lseek(STDOUT_FILENO, 0, SEEK_SET);
    }
}

/* ---- its version ---- */

/* Only an instance knows the version: a date, 20210929. */
const char *carom_lammps_version(void)
{
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    static char text[40];
    carom_lammps_library library;
    void *lammps = carom_lammps_load(&library, NULL) == CAROM_OK ? carom_lammps_open(&library, NULL)
                                                                 : NULL;
    int date = lammps != NULL ? library.version(lammps) : 0, month = date / 100 % 100;
    if (month < 1 || month > 12) {
        return "LAMMPS (unknown version)";
    }
    snprintf(text, sizeof text, "LAMMPS %d %s %d", date % 100, months[month - 1], date / 10000);
    return text;
}
