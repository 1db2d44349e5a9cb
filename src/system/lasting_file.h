/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Files that outlive the process that writes them: what has been written of one that is not
 * finished, to go on behind.
 */
#ifndef CAROM_SYSTEM_LASTING_FILE_H
#define CAROM_SYSTEM_LASTING_FILE_H

#include "system/atomic_file.h"
#include <carom/archive.h>

/** Before the first byte: of one that lasts, what an earlier process wrote to it goes. */
CAROM_CHECKED carom_status carom_file_begin(carom_file *file, carom_error *error);

/** Keeps how much has been written, when the disk has it, with its hash; of that, what has been
 * kept before is not read again. Or gives back: cuts the file back to that, to go on behind it, and
 * finishes it where it was finished. A finished one may have got its name already.
 * CAROM_INVALID in the archive where the file has not what it had. */
void carom_file_archive(carom_file *file, carom_archive *archive);

#endif
