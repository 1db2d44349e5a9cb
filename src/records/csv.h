/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Cells of comma-separated values, for spreadsheets and other programs (RFC 4180).
 */
#ifndef CAROM_RECORDS_CSV_H
#define CAROM_RECORDS_CSV_H

#include <stdio.h>

/** Writes a cell of text: quoted where it has to be, a quotation mark doubled, control characters
 * but line ends as '?', and an apostrophe before what a spreadsheet would take for a formula: '=',
 * '+', '-' or '@', of full width too, behind blanks too (as OWASP recommends). Numbers are not for
 * this function. */
void carom_csv_text(FILE *stream, const char *text);

#endif
