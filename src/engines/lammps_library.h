/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LAMMPS as a library: loaded where a run begins, in that run's own process. Linked to the plug-in
 * it would bring MPI and some fifty libraries into every program that asks which engines there are.
 */
#ifndef CAROM_ENGINES_LAMMPS_LIBRARY_H
#define CAROM_ENGINES_LAMMPS_LIBRARY_H

#include <carom/status.h>

#include <lammps/library.h>

/** The functions of its C interface that are used here. */
typedef struct {
    __typeof__(lammps_open_no_mpi) *open;
    __typeof__(lammps_close) *close;
    __typeof__(lammps_version) *version;
    __typeof__(lammps_command) *command;
    __typeof__(lammps_commands_string) *commands;
    __typeof__(lammps_create_atoms) *create_atoms;
    __typeof__(lammps_extract_atom) *atom;
} carom_lammps_library;

/** Loads it. @return CAROM_INVALID: it cannot be found, or has not these functions */
CAROM_CHECKED carom_status carom_lammps_load(carom_lammps_library *library, carom_error *error);

/** An instance, which speaks on standard output and whose errors end the process; to be closed by
 * `close`. NULL: there is none, see error. */
void *carom_lammps_open(const carom_lammps_library *library, carom_error *error);

/** Forgets what has been said on standard output until now, a file of nobody else's. */
void carom_lammps_discard_output(void);

/** "LAMMPS 29 Sep 2021". Opens an instance, which may print and end the process. */
const char *carom_lammps_version(void);

#endif
