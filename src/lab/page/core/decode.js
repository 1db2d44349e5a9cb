// SPDX-License-Identifier: GPL-3.0-or-later
/** What the core says, topic by topic, as arrays, tables and objects. */

/** In the order of `carom_lab_topic` in include/carom/lab.h: a topic's number is its place here. */
export const TOPICS = ['scene', 'knobs', 'messages', 'numbers', 'places', 'collisions', 'contacts',
    'exchanges', 'end', 'summary', 'verdicts', 'cost', 'error'];

/** Columns that hold names: a ball may be called 1, and another 01. */
const NAMES = new Set(['kind', 'a', 'b', 'ball', 'solver', 'reference']);

/**
 * A table of the program's: columns by name, numbers as doubles, the rest as strings.
 * @returns {{names: string[], rows: number, column: Object<string, Float64Array|string[]>}}
 */
export function table(text) {
    const lines = text.split('\n');
    if (lines.at(-1) === '') {
        lines.pop();
    }
    const names = (lines.shift() ?? '').split('\t'), cells = lines.map((line) => line.split('\t'));
    const column = {};
    names.forEach((name, k) => {
        const own = cells.map((row) => row[k] ?? '');
        column[name] = NAMES.has(name) ? own : columnOf(own);
    });
    return { names, rows: cells.length, column };
}

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i, WORDS = { nan: NaN, inf: Infinity };

/** A cell as the program prints numbers; undefined: it is none. */
function numberOf(cell) {
    if (NUMBER.test(cell)) {
        return Number(cell);
    }
    const word = cell.replace(/^[-+]/, '');
    return word in WORDS ? (cell[0] === '-' ? -WORDS[word] : WORDS[word]) : undefined;
}

function columnOf(cells) {
    const numbers = new Float64Array(cells.length);
    for (let k = 0; k < cells.length; k++) {
        const value = numberOf(cells[k]);
        if (value === undefined) {
            return cells;
        }
        numbers[k] = value;
    }
    return numbers;
}

/** Text whose first line is the number of a solver. @returns {{lane: number, table}} */
function tableOfLane(text) {
    const end = text.indexOf('\n');
    return { lane: Number(text.slice(0, end)), table: table(text.slice(end + 1)) };
}

const asText = (bytes) => new TextDecoder().decode(bytes);
const asJson = (bytes) => JSON.parse(asText(bytes));
const asTable = (bytes) => tableOfLane(asText(bytes));

/** Copies: the module's memory is its own only until it goes on. */
const DECODERS = {
    numbers: (bytes) => new Float64Array(bytes.slice().buffer),
    places: (bytes) => new Float32Array(bytes.slice().buffer),
    collisions: asTable,
    contacts: asTable,
    error: asText,
};

/** @returns {{topic: string, value: any}} of what the core has said on topic number `number` */
export function decode(number, bytes) {
    const topic = TOPICS[number];
    if (topic === undefined) {
        throw new Error(`the core speaks on topic ${number}, which this page does not know`);
    }
    return { topic, value: (DECODERS[topic] ?? asJson)(bytes) };
}
