// SPDX-License-Identifier: GPL-3.0-or-later
/** Worksheet in steps: one question at a time with the text of its section, and buttons that set the
 * scene. What needs the program is folded. Texts are inserted as text, never as HTML. */
import { button, element, spoken } from '../../frame/dom.js';
import { download } from '../../model/files.js';
import { recall, remember } from '../../model/memory.js';
import { ballName, language, languageOf, local, say, translated } from '../../words/words.js';
import { nameOf, shownValue } from '../../knobs/knob.js';
import { quantity, unitOf } from '../../knobs/value/quantity.js';
import { answersFile, filled, idsOf } from './answers.js';
import { grade, isCount } from './grade.js';
import { blocks, inline } from './markdown.js';
import { stepsOf } from './steps.js';

const SAFE = /^(https?:\/\/|#)/; // allowed targets of links
/** Headings by level, below those of the page.
 * @type {('h3' | 'h4' | 'h5')[]} */
const HEADINGS = ['h3', 'h4', 'h5'];
const DIGITS = 3; // of a right answer

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

/** Worksheet of a scene in the reader's language. @returns {string|null} */
export const sheetOf = (scene) => scene?.worksheets?.[language()]?.replace(/<!-{2}[^]*?-->\n?/g, '')
    ?? scene?.worksheet ?? null;

const SYMBOLS = [[/\bsqrt\(/g, '√('], [/\bpi\b/g, 'π'], [/\btheta\b/g, 'θ'], [/\bw0\b/g, 'ω₀'],
    [/\bmu\b/g, 'µ'], [/(?<=\d) us\b/g, ' µs'], [/\+-/g, '±'], [/<=/g, '≤'], [/>=/g, '≥']];

/** Writes formulas with symbols. */
const withSymbols = (text) => SYMBOLS.reduce((done, [word, symbol]) => done.replace(word, symbol),
    local(text));

class Sheet {
    step = 0;
    title = element('h3');
    part = element('h4');
    room = element('div'); // texts and question of the step
    said = element('span', { role: 'status' });
    back = button('sheet.back', () => this.#go(-1));
    next = button('sheet.next', () => this.#go(1), { className: 'main' });

    /** @param {string} text @param {string|null} file template of the answers @param {Model} model */
    constructor(text, file, model) {
        this.model = model;
        this.file = file;
        this.name = /^exercise:\s*(\S+)/m.exec(file ?? text)?.[1] ?? '';
        this.kept = `sheet ${this.name || model.scene.title}`;
        const { questions } = model.origin ?? {}, ids = idsOf(file);
        const { title, steps, program } = stepsOf(blocks(text), ids, (id) => !questions
            || questions.some((each) => each.id === id), this.name);
        const { answers = {}, step = 0 } = recall(this.kept) ?? {};
        this.answers = new Map(Object.entries(answers).map(([id, given]) => [id, `${given}`]));
        this.steps = steps;
        this.step = step;
        this.title.append(...textsOf(title));
        this.element = element('div', { className: 'sheet' }, this.title, this.part, this.room,
            element('p', { className: 'turn-over' }, this.back, this.said, this.next),
            element('p', {}, button('sheet.clear', () => this.#clear(), { className: 'small' })),
            ...file === null ? [] : [this.#program(program)]);
        this.#go(0);
    }

    #go(by) {
        this.step = Math.min(Math.max(this.step + by, 0), this.steps.length - 1);
        const { part, blocks: own, question } = this.steps[this.step];
        this.part.replaceChildren(...textsOf(part));
        this.room.replaceChildren(...own.map((block) => this.#block(block)),
            ...question ? [this.#question(question)] : []);
        this.back.disabled = this.step === 0;
        this.next.disabled = this.step === this.steps.length - 1;
        this.said.textContent = say('sheet.progress', { k: this.step + 1, n: this.steps.length });
        if (by !== 0) {
            this.#keep();
        }
    }

    #keep() {
        remember(this.kept, { step: this.step, answers: Object.fromEntries(this.answers) });
    }

    #block(block) {
        switch (block.kind) {
            case 'heading': return element(HEADINGS[block.level - 1] ?? 'h6', {},
                ...textsOf(block.text));
            case 'paragraph': return element('p', {}, ...textsOf(block.text));
            case 'settings': return element('p', {}, ...block.settings.map((pairs) => this.#try(pairs)));
            case 'code': return element('pre', { tabIndex: 0 }, element('code', {}, block.text));
            case 'list': return element(block.ordered ? 'ol' : 'ul', {}, ...block.items.map(
                (item) => element('li', {}, ...textsOf(item.text),
                    ...item.blocks.map((each) => this.#block(each)))));
            case 'table': return this.#table(block);
            case 'quote': return element('blockquote', {}, ...block.blocks.map((each) =>
                this.#block(each)));
            default: return element('hr');
        }
    }

    #question({ id, text, blocks: own }) {
        const key = this.model.origin?.questions?.find((each) => each.id === id);
        const field = element('input', { type: 'text', autocomplete: 'off', className: 'answer',
            placeholder: say(`sheet.kind.${key?.kind === 'word' ? 'word' : 'number'}`),
            'aria-labelledby': 'sheet-question', value: this.answers.get(id) ?? '', oninput: () => {
                this.answers.set(id, field.value);
                this.#keep();
            } });
        return element('div', { dataset: { id } },
            element('p', { id: 'sheet-question' }, ...textsOf(text)),
            ...own.map((each) => this.#block(each)), field, ...key ? this.#check(key, field) : []);
    }

    /** Grades the answer when the reader asks for it, and says before what is accepted. */
    #check(key, field) {
        const said = element('p', { role: 'status', className: 'graded' });
        field.onchange = () => said.replaceChildren();
        const check = button('sheet.check', async () => {
            said.replaceChildren(say('sheet.checking'));
            const { result, right } = await grade(key, field.value, this.model);
            said.dataset.result = result;
            said.replaceChildren(result === 'right' && Number.isFinite(right)
                ? say('sheet.value', { value: quantity(right, unitOf(key.id), DIGITS) })
                : say(`sheet.${result}`), ...result === 'wrong' ? this.#hint(key) : []);
        });
        return [element('p', {}, check, ...key.kind === 'word' ? [] : [' ',
            spoken('span', isCount(key) ? 'sheet.exact' : 'sheet.accepted', { className: 'hint' })]),
        said];
    }

    #hint({ hint = '' }) {
        return hint === '' || /^carom /.test(hint) ? [] : [' ', element('span',
            { lang: languageOf(hint) }, withSymbols(say('sheet.hint', { hint: translated(hint) })))];
    }

    #try(pairs) {
        const what = pairs.map((pair) => this.#setting(...pair)).join(', ');
        return element('button', { type: 'button', className: 'small',
            onclick: () => this.model.edit(pairs) }, say('sheet.try', { what }));
    }

    /** Setting as its knob shows it: "Euler, time step h = 5 us". */
    #setting(path, value) {
        const { knobs, scene: { solvers } } = this.model, [, owner = '', more] = path.split('.');
        const row = knobs.find((each) => each.path === path);
        const of = solvers.find(({ name }) => name === owner)?.label ?? ballName(owner);
        return row ? `${more ? `${of}, ` : ''}${nameOf(row)} = ${shownValue(row, value)}`
            : `${path} = ${value}`;
    }

    #table({ head, rows }) {
        return element('div', { className: 'wide' }, element('table', {},
            element('thead', {}, element('tr', {}, ...head.map((text) =>
                text === '' ? element('td') // an empty header cell
                    : element('th', { scope: 'col' }, ...textsOf(text))))),
            element('tbody', {}, ...rows.map((row) => element('tr', {}, ...head.map((text, k) =>
                element('td', {}, ...textsOf(row[k] ?? ''))))))));
    }

    /** Removes the answers for the next student. */
    #clear() {
        this.answers.clear();
        this.step = 0;
        this.#go(0);
        this.#keep();
    }

    /** What needs the program, and the file of answers that it grades. */
    #program(own) {
        return element('details', {}, spoken('summary', 'sheet.program'),
            ...own.map((block) => this.#block(block)),
            spoken('p', 'sheet.grade', { className: 'hint' }), button('sheet.save', () =>
                download(`${this.name.replaceAll('/', '-')}-answers.yaml`,
                    filled(this.file, this.answers))));
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
        const { origin } = this.model, text = sheetOf(origin) ?? this.given ?? null;
        if (text === this.text) {
            return;
        }
        this.text = text;
        this.place.replaceChildren(text === null ? spoken('p', 'sheet.none')
            : new Sheet(text, answersFile(origin?.worksheet ?? text), this.model).element);
    }
}
