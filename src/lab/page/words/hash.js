// SPDX-License-Identifier: GPL-3.0-or-later
/** Short key of a text of the core, which the page stores in place of the text. */
export const hashOf = (text) => [...text].reduce((hash, letter) =>
    (33 * hash + letter.codePointAt(0)) % 36 ** 4, 0).toString(36);
