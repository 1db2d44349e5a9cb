/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LAMMPS as a library, loaded at the start of a run in its worker process. If the plug-in were
 * linked to it, `carom list` would load MPI and some fifty libraries. */
#ifndef CAROM_ENGINES_LAMMPS_LIBRARY_H
#define CAROM_ENGINES_LAMMPS_LIBRARY_H

#include <carom/status.h>

#include <lammps/library.h>

/** Functions of the C interface that the plug-in uses. */
typedef struct {
    __typeof__(lammps_open_no_mpi) *open;
    __typeof__(lammps_close) *close;
    __typeof__(lammps_version) *version;
    __typeof__(lammps_command) *command;
    __typeof__(lammps_commands_string) *commands;
    __typeof__(lammps_create_atoms) *create_atoms;
    __typeof__(lammps_extract_atom) *atom;
} carom_lammps_library;

/** Load the library. @return CAROM_INVALID if it is missing or lacks one of the functions */
CAROM_CHECKED carom_status carom_lammps_load(carom_lammps_library *library, carom_error *error);

/** Open an instance; close it with `close`. It prints to standard output, and its errors end the
 * process. @return NULL with the reason in @p error */
void *carom_lammps_open(const carom_lammps_library *library, carom_error *error);

/** Discard the output so far; standard output must be a file of the process's own. */
void carom_lammps_discard_output(void);

/** Return "LAMMPS 29 Sep 2021". Opens an instance, which may print and end the process. */
const char *carom_lammps_version(void);

#endif
