/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The formats, a file each.
 */
#ifndef CAROM_EXPORT_FORMATS_H
#define CAROM_EXPORT_FORMATS_H

#include "export/export.h"

/** The list: one new file in this folder and one X here. */
#define CAROM_EXPORT_FORMATS(X) X(lammps) X(xyz) X(csv)

#define X(name) extern const carom_export_format carom_export_##name;
CAROM_EXPORT_FORMATS(X)
#undef X

#endif
