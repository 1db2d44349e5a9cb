// SPDX-License-Identifier: GPL-3.0-or-later
/** Parser for the Markdown of worksheets: headings, paragraphs, lists, tables, fenced code,
 * emphasis, code, links. It produces plain objects, never HTML. Tables, which are for paper, stay lines.
 *
 * Blocks: {kind: 'heading', level, text} | {kind: 'paragraph', text} | {kind: 'code', language,
 * text} | {kind: 'list', ordered, items: [{text}]} | {kind: 'table', rows: [text]} | {kind: 'rule'}.
 * `inline` parses a text. */

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/, FENCE = /^(```|~~~)\s*(\S*)/, RULE = /^([-*_]\s*){3,}$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/, TABLE_RULE = /^\|?[\s:|-]+\|?$/;
const CODE_INDENT = /^( {4}|\t)/;

const isBlank = (line) => line === undefined || line.trim() === '';

const isTable = (lines, at) => lines[at].includes('|') && !isBlank(lines[at + 1])
    && lines[at + 1].includes('-') && TABLE_RULE.test(lines[at + 1].trim());

/** First line from `at` on that does not belong to a block. */
function endOf(lines, at, belongs) {
    let end = at;
    while (end < lines.length && belongs(lines[end], end)) {
        end++;
    }
    return end;
}

// Each reads a block that starts at a line: [block, next line].

function fence(lines, at) {
    const [, mark, language] = FENCE.exec(lines[at]) ?? [];
    const end = endOf(lines, at + 1, (line) => !line.startsWith(mark));
    return [{ kind: 'code', language, text: lines.slice(at + 1, end).join('\n') }, end + 1];
}

function indented(lines, at) {
    const end = endOf(lines, at, (line, k) => CODE_INDENT.test(line)
        || (isBlank(line) && CODE_INDENT.test(lines[k + 1] ?? '')));
    const text = lines.slice(at, end).map((line) => line.replace(CODE_INDENT, '')).join('\n');
    return [{ kind: 'code', language: '', text }, end];
}

function tableAt(lines, at) {
    const end = endOf(lines, at, (line) => line.includes('|'));
    return [{ kind: 'table', rows: lines.slice(at, end) }, end];
}

/** An item continues while lines are indented. Items of an inner list are items of the list. */
function listAt(lines, at) {
    const ordered = /^\s*\d/.test(lines[at]), items = [];
    const isItem = (line) => ITEM.test(line) && /^\s*\d/.test(line) === ordered;
    const end = endOf(lines, at, (line, k) => isItem(line) || (isBlank(line) ? isItem(lines[k + 1] ?? '') : /^\s/.test(line)));
    for (const line of lines.slice(at, end)) {
        if (ITEM.test(line)) {
            items.push({ text: line.replace(ITEM, '$3') });
        } else {
            items[items.length - 1].text += ` ${line.trim()}`;
        }
    }
    return [{ kind: 'list', ordered, items: items.map(({ text }) => ({ text: text.trim() })) }, end];
}

function paragraph(lines, at) {
    const end = endOf(lines, at + 1, (line, k) => !isBlank(line)
        && !BLOCKS.some(([begins, read]) => read !== indented && begins(line, lines, k)));
    const text = lines.slice(at, end).map((line) => line.trim()).join(' ');
    return [{ kind: 'paragraph', text }, end];
}

/** Tests of the first line of a block, and what reads it; a paragraph begins with any other.
 * @type {[(line: string, lines, at) => boolean, (lines, at) => any[]][]} */
const BLOCKS = [
    [(line) => HEADING.test(line), (lines, at) => [{ kind: 'heading', level: lines[at].indexOf(' '),
        text: lines[at].replace(HEADING, '$2') }, at + 1]],
    [(line) => FENCE.test(line), fence],
    [(line) => RULE.test(line.trim()), (lines, at) => [{ kind: 'rule' }, at + 1]],
    [(line, lines, at) => isTable(lines, at), tableAt],
    [(line) => CODE_INDENT.test(line), indented],
    [(line) => ITEM.test(line), listAt],
];

function blocksOf(lines) {
    const blocks = [];
    for (let at = 0; at < lines.length;) {
        if (isBlank(lines[at])) {
            at++;
            continue;
        }
        const [, read = paragraph] = BLOCKS.find(([begins]) => begins(lines[at], lines, at)) ?? [];
        const [block, next] = read(lines, at);
        blocks.push(block);
        at = next;
    }
    return blocks;
}

export const blocks = (text) => blocksOf(text.replace(/\r\n?/g, '\n').split('\n'));

/** An escaped sign, code, strong, emphasis, a link. */
const SPAN = new RegExp([/\\(?<sign>[\\`*_{}[\]()#+.!|<>-])/, /(?<tick>`+)(?<code>.+?)\k<tick>(?!`)/,
    /(?<twice>\*\*|(?<!\w)__)(?=\S)(?<strong>.+?)\k<twice>(?!\*)/, /(?<once>\*|(?<!\w)_)(?=\S)(?<em>.+?)\k<once>(?![\w*])/,
    /!?\[(?<label>[^\]]*)\]\((?<to>[^()\s]*)[^()]*\)/].map(({ source }) => source).join('|'), 'g');

/** Spans of a text: {kind: 'text'|'code', text} | {kind: 'strong'|'em', spans} | {kind: 'link',
 * spans, to}. `_` within a word is an ordinary character. */
export function inline(text) {
    const spans = [];
    let plain = '', end = 0;
    const flush = () => {
        spans.push(...plain === '' ? [] : [{ kind: 'text', text: plain }]);
        plain = '';
    };
    for (const { 0: all, index, groups = {} } of text.matchAll(SPAN)) {
        const { sign, code, strong, em, label, to } = groups;
        plain += text.slice(end, index) + (sign ?? '');
        end = index + all.length;
        if (sign === undefined) {
            flush();
            spans.push(code ? { kind: 'code', text: code.trim() } : label !== undefined ? { kind: 'link', spans: inline(label), to }
                : { kind: strong ? 'strong' : 'em', spans: inline(strong ?? em) });
        }
    }
    plain += text.slice(end);
    flush();
    return spans;
}
