// SPDX-License-Identifier: GPL-3.0-or-later
/** Worksheet in steps: one question at a time with the text of its section, editable tables, and
 * buttons that set the scene. What needs the program is folded. Texts are inserted as text, never
 * as HTML. */
import { button, element, spoken } from '../../frame/dom.js';
import { download } from '../../model/files.js';
import { recall, remember } from '../../model/memory.js';
import { language, languageOf, local, say, translated } from '../../words/words.js';
import { nameOf, shownValue } from '../../knobs/knob.js';
import { answersFile, filled, isCommand, pairsIn, questionIn, questionsOf } from './answers.js';
import { grade } from './grade.js';
import { blocks, inline } from './markdown.js';

const SAFE = /^(https?:\/\/|#)/; // allowed targets of links
/** Headings by level, below those of the page.
 * @type {('h3' | 'h4' | 'h5')[]} */
const HEADINGS = ['h3', 'h4', 'h5'];

const SPANS = {
    text: ({ text }) => withSymbols(text),
    code: ({ text }) => element('code', {}, text),
    strong: ({ spans }) => element('strong', {}, ...spansOf(spans)),
    em: ({ spans }) => element('em', {}, ...spansOf(spans)),
    link: ({ spans, to }) => element(SAFE.test(to) ? 'a' : 'span', SAFE.test(to) ? { href: to,
        target: '_blank', rel: 'noopener noreferrer' } : {}, ...spansOf(spans)),
};
const spansOf = (spans) => spans.map((span) => SPANS[span.kind](span));
const textsOf = (text) => spansOf(inline(text));

/** Worksheet of a scene in the reader's language. A translation has the same answer file.
 * @returns {string|null} */
export function sheetOf(scene) {
    const { worksheet = null, worksheets } = scene ?? {};
    const own = worksheets?.[language()]?.replace(/<!-{2}[^]*?-->\n?/g, '');
    const file = own && worksheet ? answersFile(worksheet) : null;
    return file === null ? own ?? worksheet
        : `${own}\n## ${say('sheet.answers')}\n\n\`\`\`yaml\n${file}\n\`\`\`\n`;
}

const SYMBOLS = [[/\bsqrt\(/g, '√('], [/\bpi\b/g, 'π'], [/\btheta\b/g, 'θ'], [/\bw0\b/g, 'ω₀'],
    [/\bmu\b/g, 'µ'], [/(?<=\d) us\b/g, ' µs'], [/\+-/g, '±'], [/<=/g, '≤'], [/>=/g, '≥']];

/** Writes formulas with symbols. */
const withSymbols = (text) => SYMBOLS.reduce((done, [word, symbol]) => done.replace(word, symbol),
    local(text));

/** Leaves out sentences that name files. */
const withoutPaths = (text) => text.split(/(?<=[.!?]) (?=[A-ZÄÖÜ`])/)
    .filter((sentence) => !/`[^`]*\/[^`]*`/.test(sentence)).join(' ');

class Sheet {
    /** @type {[HTMLElement, HTMLElement | null][]} a section, and its question */ steps = [];
    step = 0;
    own = element('ul'); // questions that need the program
    said = element('span', { role: 'status' });
    back = button('sheet.back', () => this.#go(-1));
    next = button('sheet.next', () => this.#go(1), { className: 'main' });

    constructor(text, model) {
        this.model = model;
        this.file = answersFile(text);
        this.questions = questionsOf(this.file);
        this.ids = this.questions.map(({ id }) => id);
        this.name = /^exercise:\s*(\S+)/m.exec(this.file ?? text)?.[1];
        this.kept = `sheet ${this.name ?? model.scene.title}`;
        const { answers = {}, cells = [] } = recall(this.kept) ?? {};
        this.answers = new Map(Object.entries(answers).map(([id, given]) => [id, `${given}`]));
        this.cells = []; // fields of the tables, in order
        this.element = element('div', { className: 'sheet' });
        this.#buildSteps(blocks(text).filter((block) => block.text !== this.file
            || this.file === null));
        this.cells.forEach((field, k) => {
            field.value = cells[k] ?? '';
        });
        this.element.oninput = () => this.#keep();
    }

    /** Steps are the sections, and within them the questions. @param blocks of the worksheet */
    #buildSteps(all) {
        let section = element('section');
        const end = () => {
            /** @type {HTMLElement[]} */
            const questions = [...section.querySelectorAll('li')].filter(({ dataset }) =>
                dataset.id !== undefined && !this.#movesToProgram(dataset.id, section));
            /** @type {(HTMLElement | null)[]} */
            const steps = questions.length > 0 ? questions
                : section.childElementCount > 1 ? [null] : [];
            const of = section;
            steps.forEach((each) => this.steps.push([of, each]));
            section = element('section');
        };
        for (const block of all) {
            if (block.kind === 'heading' && section.childElementCount > 0) {
                end();
            }
            section.append(this.#block(block));
        }
        end();
        this.step = Math.min(recall(this.kept)?.step ?? 0, this.steps.length - 1);
        const sections = new Set(this.steps.map(([each]) => each));
        this.element.append(...sections, element('p', { className: 'turn-over' }, this.back,
            this.said, this.next), ...this.#handIn());
        this.#go(0);
    }

    /** A question without a key of the page needs the program; it moves to the fold. */
    #movesToProgram(id, section) {
        const { questions } = this.model.origin ?? {};
        const needs = questions !== undefined && !questions.some((each) => each.id === id);
        if (needs) {
            this.own.append(section.querySelector(`[data-id="${id}"]`));
        }
        return needs;
    }

    #go(by) {
        this.step = Math.min(Math.max(this.step + by, 0), this.steps.length - 1);
        const [shown, question] = this.steps[this.step] ?? [];
        this.steps.forEach(([section, each]) => {
            section.hidden = section !== shown;
            each && (each.hidden = each !== question);
        });
        this.back.disabled = this.step === 0;
        this.next.disabled = this.step === this.steps.length - 1;
        this.said.textContent = say('sheet.progress', { k: this.step + 1, n: this.steps.length });
        if (by !== 0) {
            this.#keep();
        }
    }

    #keep() {
        remember(this.kept, { step: this.step, cells: this.cells.map(({ value }) => value),
            answers: Object.fromEntries(this.answers) });
    }

    #block(block) {
        switch (block.kind) {
            case 'heading': return element(HEADINGS[block.level - 1] ?? 'h6', {},
                ...textsOf(block.text));
            case 'paragraph': return element('p', {}, ...textsOf(withoutPaths(block.text)));
            case 'code': return this.#code(block.text);
            case 'list': return element(block.ordered ? 'ol' : 'ul', {}, ...block.items.map(
                (item) => this.#item(item)));
            case 'table': return this.#table(block);
            case 'quote': return element('blockquote', {}, ...block.blocks.map((each) =>
                this.#block(each)));
            default: return element('hr');
        }
    }

    #item({ text, blocks: inner }) {
        const id = questionIn(text, this.ids);
        const plain = id === null ? text : text.replace(/^`[^`]*`:?\s*/, '');
        return element('li', { dataset: id === null ? {} : { id } }, ...textsOf(plain),
            ...inner.map((each) => this.#block(each)),
            ...id === null ? [] : [this.#answer(id)]);
    }

    #answer(id) {
        const hint = this.questions.find((each) => each.id === id)?.hint;
        const key = this.model.origin?.questions?.find((each) => each.id === id);
        const expected = language() === 'en' ? hint : say(`sheet.kind.${key?.kind ?? 'file'}`);
        const field = element('input', { type: 'text', autocomplete: 'off', className: 'answer',
            placeholder: expected, 'aria-label': say('sheet.answer', { id }),
            value: this.answers.get(id) ?? '', oninput: () => this.answers.set(id, field.value) });
        return element('div', {}, field, ...key ? this.#check(key, field) : []);
    }

    /** Grades the answer when the reader asks for it. */
    #check(key, field) {
        const said = element('span', { role: 'status', className: 'graded' });
        field.onchange = () => said.replaceChildren();
        return [' ', button('sheet.check', async () => {
            said.replaceChildren(say('sheet.checking'));
            const result = await grade(key, field.value, this.model);
            said.dataset.result = result;
            said.replaceChildren(say(`sheet.${result}`), ...result === 'wrong' && key.hint
                ? [' ', element('span', { lang: languageOf(key.hint) }, say('sheet.hint',
                    { hint: translated(key.hint) }))] : []);
        }), ' ', said];
    }

    /** Replaces commands by buttons that apply their settings; the commands stay folded. */
    #code(text) {
        const code = element('pre', { tabIndex: 0 }, element('code', {}, text));
        const lines = text.split('\n'), tries = lines.map((line) => pairsIn(line))
            .filter((pairs) => pairs.length > 0).map((pairs) => this.#try(pairs));
        return !lines.every(isCommand) ? code : element('div', {}, element('p', {}, ...tries),
            element('details', {}, spoken('summary', 'sheet.command'), code));
    }

    #try(pairs) {
        const what = pairs.map((pair) => this.#setting(...pair)).join(', ');
        return element('button', { type: 'button', className: 'small',
            onclick: () => this.model.edit(pairs) }, say('sheet.try', { what }));
    }

    /** Setting as its knob shows it: "euler, time step h = 5 us". */
    #setting(key, value) {
        const row = this.model.knobs.find(({ path }) => path === key), parts = key.split('.');
        const owner = parts.length > 2 ? `${parts[1]}, ` : '';
        return row ? `${owner}${nameOf(row)} = ${shownValue(row, value)}` : `${key} = ${value}`;
    }

    /** Makes empty cells editable. */
    #table({ head, rows }) {
        const field = (label) => this.cells[this.cells.push(element('input', { type: 'text',
            autocomplete: 'off', 'aria-label': label })) - 1];
        const cell = (text, row, k) => element('td', {}, ...text !== '' || k === 0 ? textsOf(text)
            : [field(`${row[0]}, ${head[k] ?? ''}`)]);
        return element('div', { className: 'wide' }, element('table', {},
            element('thead', {}, element('tr', {}, ...head.map((text) =>
                text === '' ? element('td') // an empty header cell
                    : element('th', { scope: 'col' }, ...textsOf(text))))),
            element('tbody', {}, ...rows.map((row) => element('tr', {}, ...head.map((text, k) =>
                cell(row[k] ?? '', row, k)))))));
    }

    /** Removes answers and predictions for the next student. */
    #clear() {
        this.answers.clear();
        this.element.querySelectorAll('input').forEach((field) => {
            field.value = '';
        });
        this.element.querySelectorAll('.graded').forEach((each) => each.replaceChildren());
        this.#go(-this.step);
        this.#keep();
        this.model.emit('cleared');
    }

    #handIn() {
        const name = (this.name ?? 'exercise').replaceAll('/', '-');
        return [element('p', {}, button('sheet.clear', () => this.#clear(), { className: 'small' })),
            ...this.file === null ? [] : [element('details', {}, spoken('summary', 'sheet.program'), this.own,
                spoken('p', 'sheet.grade', { className: 'hint' }), button('sheet.save', () =>
                    download(`${name}-answers.yaml`, filled(this.file, this.answers))))]];
    }
}

export class Worksheet {
    constructor(place, model) {
        this.place = place;
        this.model = model;
        this.text = this.given = null;
        model.on('scene language', () => this.update());
    }

    /** @param {string|null} text worksheet of a link, which replaces the scene's */
    give(text) {
        this.given = text;
        this.update();
    }

    /** Shows the worksheet; keeps answers while it is the same. */
    update() {
        const text = sheetOf(this.model.origin) ?? this.given ?? null;
        if (text === this.text) {
            return;
        }
        this.text = text;
        this.place.replaceChildren(text === null ? spoken('p', 'sheet.none')
            : new Sheet(text, this.model).element);
    }
}
