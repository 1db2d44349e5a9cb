/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Installation paths: where the files that belong to the program are, experiments/, plots/ and the
 * page of the lab.
 */
#ifndef CAROM_SYSTEM_INSTALL_PATHS_H
#define CAROM_SYSTEM_INSTALL_PATHS_H

#include <stdbool.h>
#include <stddef.h>

enum { CAROM_PATH_SIZE = 4096 };

/** Finds the folder that holds experiments/ and plots/: $CAROM_HOME, else what is found from where
 *  the program is: ../share/carom, or the folder that build/ is in. Nothing is known of where it
 * was built. @param program argv[0] @return false: nowhere; then @p path is unspecified */
bool carom_home_find(const char *program, char path[CAROM_PATH_SIZE]);

/** The scenario file that @p name means: a file of that name, else the experiment of that name.
 *  @return false where it is neither: then @p path is @p name */
bool carom_scenario_find(const char *home, const char *name, char path[CAROM_PATH_SIZE]);

/** The page of the lab without scenes: in the home folder as it is installed, or where `make` puts
 * it. @return false: it is in neither place; then @p path is the latter */
bool carom_lab_template_find(const char *home, char path[CAROM_PATH_SIZE]);

/** out/<stem of name>, the default place of results. */
void carom_output_default(const char *name, char path[CAROM_PATH_SIZE]);

#endif
