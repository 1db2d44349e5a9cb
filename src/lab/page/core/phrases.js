// SPDX-License-Identifier: GPL-3.0-or-later
/** Phrases of the core: which format and values a text was made of (src/lab/wasi/phrases.c). The
 * page words them in the reader's language (words/refusal.js). */

const MOST = 20000; // texts remembered

/** Keys have %s for every text and %g for every number. */
const keyOf = (format) => format.replace(/%[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:l|z|h)*([a-z%])/g,
    (all, type) => type === '%' ? '%' : 'sc'.includes(type) ? '%s' : '%g');

export class Phrases {
    /** @type {Map<string, Phrase[]>} */ known = new Map();
    /** @type {Map<number, {at: number, text: string}>} by the address of its end */ ends = new Map();

    /** Remembers a text. A text may continue the one that ends where it begins; values may be
     * remembered texts.
     * @param {(at: number, size: number) => string} textAt reads memory
     * @param {string} values each with 's' or 'n' before and 0 after it */
    add(textAt, at, size, format, values) {
        const text = textAt(at, size);
        const given = values.split('\0').slice(0, -1), isCopy = given.includes(`s${text}`);
        const phrase = { key: keyOf(format), values: given.map((value) => value[0] === 'n'
            ? Number(value.slice(1)) : this.known.get(value.slice(1)) ?? value.slice(1)) };
        const before = this.ends.get(at), goesOn = before && textAt(before.at, at - before.at) === before.text;
        if (this.known.size > MOST) {
            this.known.clear();
            this.ends.clear();
        }
        if (goesOn) {
            this.#keep(before.at, at + size, before.text + text, [...this.#partsOf(before.text),
                ...isCopy ? this.#partsOf(text) : [phrase]]);
        } else {
            this.#keep(at, at + size, text, isCopy ? undefined : [phrase]);
        }
    }

    #partsOf(text) {
        return this.known.get(text) ?? [{ key: '%s', values: [text] }];
    }

    /** A copy of a text has its phrases already. */
    #keep(at, end, text, phrases) {
        if (phrases) {
            this.known.set(text, phrases);
        }
        this.ends.set(end, { at, text });
    }

    /** @returns {Phrase[] | undefined} */
    of(text) {
        return this.known.get(text);
    }
}
