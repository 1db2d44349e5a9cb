// SPDX-License-Identifier: GPL-3.0-or-later
/** Reads and writes items of the canonical scenario. It has one item per line as a flow mapping:
 *
 *   - { name: "euler", kind: penalty, step_s: 1e-05 }
 *
 * Edits of whole items (solvers, schedule, checks) reuse these texts, which preserves every key. */

/** Items of a list in the canonical scenario, as flow mappings. */
export function itemsOf(yaml, key) {
    const lines = yaml.split('\n'), from = lines.indexOf(`${key}:`);
    const items = [];
    for (let k = from + 1; from >= 0 && lines[k]?.startsWith('  - '); k++) {
        items.push(lines[k].slice(4));
    }
    return items;
}

/** Splits at a character outside quotes and brackets. */
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

/** @returns {[string, string][]} keys and values (texts) of a flow mapping, in order */
export function pairsOf(item) {
    const inside = item.trim().replace(/^\{/, '').replace(/\}$/, '').trim();
    return inside === '' ? [] : splitAt(inside, ',').map((pair) => {
        const [key, ...value] = splitAt(pair, ':');
        return [key.trim(), value.join(':').trim()];
    });
}

export const flow = (pairs) => `{ ${pairs.map(([key, value]) => `${key}: ${value}`).join(', ')} }`;
export const flowList = (items) => `[${items.join(', ')}]`;

/** Quotes a text for YAML. */
export const quoted = (text) => `"${text.replace(/["\\]/g, '\\$&')
    .replace(/[\x00-\x1f\x7f]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`;

/** Removes the quotes of a value. */
export const unquoted = (value) => value?.startsWith('"')
    ? value.slice(1, -1).replace(/\\x([0-9a-f]{2})/g, (all, code) =>
        String.fromCharCode(parseInt(code, 16))).replace(/\\(["\\])/g, '$1') : value;

/** Unquoted value of a key in a flow mapping, or undefined. */
export const valueOf = (item, key) => unquoted(pairsOf(item).find(([each]) => each === key)?.[1]);
