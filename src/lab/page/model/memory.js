// SPDX-License-Identifier: GPL-3.0-or-later
/** Keeps the reader's entries in the browser's storage. Frames without storage keep nothing. */
const PREFIX = 'carom-lab:';

export function remember(what, value) {
    try {
        localStorage.setItem(PREFIX + what, JSON.stringify(value));
    } catch { /* forbidden or full */ }
}

/** @returns what was remembered, or null */
export function recall(what) {
    try {
        return JSON.parse(localStorage.getItem(PREFIX + what) ?? 'null');
    } catch {
        return null;
    }
}
