// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The core's canonical scenario has each item of a list on a line of its own, as a flow mapping:
 * `  - { name: "euler", kind: penalty, step_s: 1e-05 }`. What is to be set as a whole (solvers, the
 * schedule, checks) is made of these texts, so that nothing the core knows of them is lost.
 */

/** The items of a list of the canonical scenario, as flow mappings. */
export function itemsOf(yaml, key) {
    const lines = yaml.split('\n'), from = lines.indexOf(`${key}:`);
    const items = [];
    for (let k = from + 1; from >= 0 && lines[k]?.startsWith('  - '); k++) {
        items.push(lines[k].slice(4));
    }
    return items;
}

/** Splits at a sign that stands in no quotes and no brackets. */
function splitAt(text, sign) {
    const parts = [''];
    let depth = 0, quoted = false;
    for (let k = 0; k < text.length; k++) {
        const c = text[k];
        if (quoted && c === '\\') {
            parts[parts.length - 1] += c + text[++k];
            continue;
        }
        quoted = c === '"' ? !quoted : quoted;
        depth += quoted ? 0 : '{['.includes(c) ? 1 : '}]'.includes(c) ? -1 : 0;
        if (c === sign && !quoted && depth === 0) {
            parts.push('');
        } else {
            parts[parts.length - 1] += c;
        }
    }
    return parts;
}

/** @returns {[string, string][]} keys and values (texts) of a flow mapping, in its order */
export function pairsOf(item) {
    const inside = item.trim().replace(/^\{/, '').replace(/\}$/, '').trim();
    return inside === '' ? [] : splitAt(inside, ',').map((pair) => {
        const [key, ...value] = splitAt(pair, ':');
        return [key.trim(), value.join(':').trim()];
    });
}

export const flow = (pairs) => `{ ${pairs.map(([key, value]) => `${key}: ${value}`).join(', ')} }`;
export const flowList = (items) => `[${items.join(', ')}]`;

/** A text in quotes, as YAML reads it back. */
export const quoted = (text) => `"${text.replace(/["\\]/g, '\\$&')
    .replace(/[\x00-\x1f\x7f]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`;

/** A value's text without its quotes. */
export const unquoted = (value) => value?.startsWith('"')
    ? value.slice(1, -1).replace(/\\x([0-9a-f]{2})/g, (all, code) =>
        String.fromCharCode(parseInt(code, 16))).replace(/\\(["\\])/g, '$1') : value;

/** What a flow mapping says of a key, unquoted; undefined: nothing. */
export const valueOf = (item, key) =>
    unquoted(pairsOf(item).find(([each]) => each === key)?.[1]);
