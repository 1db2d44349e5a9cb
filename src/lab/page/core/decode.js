// SPDX-License-Identifier: GPL-3.0-or-later
/** Decodes the messages of the core into arrays, tables and objects. */

/** Topics in the order of `carom_lab_topic` in src/lab/page_calls.h; the index is the topic's
 * number. */
export const TOPICS = ['scene', 'knobs', 'messages', 'numbers', 'positions', 'collisions',
    'contacts', 'balances', 'end', 'summary', 'verdicts', 'error'];

/** Columns of names, which stay text: "1" and "01" are different balls. */
const NAMES = new Set(['kind', 'a', 'b', 'ball', 'solver', 'reference']);

/** Parses a TSV table by columns: numbers as doubles, other cells as strings.
 * @returns {Table} */
export function table(text) {
    const [head, ...lines] = text.replace(/\n$/, '').split('\n');
    const names = head.split('\t'), cells = lines.map((line) => line.split('\t'));
    const column = Object.fromEntries(names.map((name, k) => {
        const own = cells.map((row) => row[k] ?? '');
        return [name, NAMES.has(name) ? own : columnOf(own)];
    }));
    return { names, rows: cells.length, column };
}

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i, WORDS = { nan: NaN, inf: Infinity };

/** Returns the number in a cell, or undefined. */
function numberOf(cell) {
    if (NUMBER.test(cell)) {
        return Number(cell);
    }
    const word = cell.replace(/^[-+]/, '');
    return word in WORDS ? (cell[0] === '-' ? -WORDS[word] : WORDS[word]) : undefined;
}

function columnOf(cells) {
    const numbers = cells.map(numberOf);
    return numbers.includes(undefined) ? cells : Float64Array.from(numbers);
}

/** Parses a table whose first line is the number of a solver. @returns {{index: number, table}} */
function tableOfSolver(text) {
    const end = text.indexOf('\n');
    return { index: Number(text.slice(0, end)), table: table(text.slice(end + 1)) };
}

const asText = (bytes) => new TextDecoder().decode(bytes);
const asJson = (bytes) => JSON.parse(asText(bytes));
const asTable = (bytes) => tableOfSolver(asText(bytes));

/** Decoders copy, because the next call into the module overwrites its memory. */
const DECODERS = {
    numbers: (bytes) => new Float64Array(bytes.slice().buffer),
    positions: (bytes) => new Float32Array(bytes.slice().buffer),
    collisions: asTable,
    contacts: asTable,
    error: asText,
};

/** @returns {{topic: string, value: any}} message on topic `number` */
export function decode(number, bytes) {
    const topic = TOPICS[number];
    if (topic === undefined) {
        throw new Error(`the core speaks on topic ${number}, which this page does not know`);
    }
    return { topic, value: (DECODERS[topic] ?? asJson)(bytes) };
}
