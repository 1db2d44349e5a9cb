// SPDX-License-Identifier: GPL-3.0-or-later
/** Reads the lesson of a link and drops invalid parts, because links are untrusted. */

export const MODES = ['challenge', 'worksheet'];
const MOST_NOTE = 4000, MOST_SHEET = 100000; // characters

const textOf = (value, most) => typeof value === 'string' ? value.slice(0, most) : '';

/** @returns {{modes: string[], note: string, worksheet: string|null}} */
export function read(teach) {
    const said = teach !== null && typeof teach === 'object' ? teach : {};
    const modes = [said.mode].flat().filter((mode) => MODES.includes(mode));
    return { modes, note: textOf(said.note, MOST_NOTE),
        worksheet: textOf(said.worksheet, MOST_SHEET) || null };
}

/** Smallest object from which `read` restores the lesson. */
export const written = ({ modes, note, worksheet }) => ({ mode: modes, note: note || undefined,
    worksheet: modes.includes('worksheet') && worksheet || undefined });
