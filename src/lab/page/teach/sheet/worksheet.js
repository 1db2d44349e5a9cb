// SPDX-License-Identifier: GPL-3.0-or-later
/** Worksheet in steps: one question at a time with the text of its section. A step sets the scene of its
 * question; a prediction waits at the start of the run, with the answer covered. Texts are inserted as text, never as HTML. */
import { button, element, spoken } from '../../frame/dom.js';
import { download } from '../../model/files.js';
import { recall, remember } from '../../model/memory.js';
import { ballName, language, languageOf, local, say, translated } from '../../words/words.js';
import { nameOf, shownValue } from '../../knobs/value/rows.js';
import { power } from '../../instruments/chart/numbers.js';
import { quantity, shownUnit, written } from '../../knobs/value/quantity.js';
import { answersFile, filled, idsOf } from './answers.js';
import { grade, numberIn } from './grade.js';
import { blocks, inline } from './markdown.js';
import { isShare, optionsOf, optionText, plainText, sceneOf, toleranceOf, unitIn } from './question.js';
import { stepsOf } from './steps.js';

const SAFE = /^(https?:\/\/|#)/; // allowed targets of links
/** Headings by level, below those of the page.
 * @type {('h3' | 'h4' | 'h5')[]} */
const HEADINGS = ['h3', 'h4', 'h5'];
const DIGITS = 4; // of a right answer

const SPANS = {
    text: ({ text }) => element('span', {}, ...withSubscripts(withSymbols(text))),
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

const GREEK = { pi: 'π', theta: 'θ', mu: 'µ', phi: 'φ', zeta: 'ζ', eta: 'η', omega: 'ω', lambda: 'λ', gamma: 'γ',
    chi: 'χ', delta: 'δ', w0: 'ω₀' };
const SYMBOLS = [[/\bsqrt\(/g, '√('], [/(?<=\d) us\b/g, ' µs'], [/\+-/g, '±'], [/<=/g, '≤'], [/>=/g, '≥'],
    [/(?<=^|[\s(=])-(?=[\s(\w])/g, '−'],
    [/\b[a-z]+0?(?![\w-])/g, (word) => GREEK[word] ?? word], [/\^(\d+)(?![\d.])/g, (all, n) => power(Number(n)).slice(2)],
    [/(?<![\w.,])(\d+(?:[.,]\d+)?)e(-?\d+)\b/g, (all, digits, n) => `${digits === '1' ? '' : `${digits} × `}${power(Number(n))}`]];

/** Writes formulas with symbols. */
const withSymbols = (text) => SYMBOLS.reduce((done, [word, symbol]) => done.replace(word, symbol),
    local(text));

/** Lowers the index of a symbol: m_red, t_c. */
const withSubscripts = (text) => text.split(/(?<=(?<![\p{L}\w])\p{L})_(\p{L}+)/u).map((part, k) =>
    k % 2 ? element('sub', {}, part) : part);

/** Writes a hint as a sentence; one that begins with a formula keeps its small letter. */
export const sentenceOf = (hint) => withSymbols(hint).replace(/^(a|\p{Ll}{2,})(?=,? [\p{L}\d]{2})|^\p{Ll}{4,}(?= )/u,
    (word) => word[0].toUpperCase() + word.slice(1)).replace(/[^.?!]$/, '$&.');

class Sheet {
    step = 0;
    checked = new Set(); // ids of predictions that have been made
    wrong = new Map(); // number of wrong answers by id
    title = element('h3');
    part = element('h4');
    room = element('div'); // texts and question of the step
    said = element('span', { role: 'status' });
    back = button('sheet.back', () => this.#go(-1));
    next = button('sheet.next', () => this.#go(1));
    own = element('p', {}, button('sheet.save', () => this.#save(), { className: 'link' }), ' ',
        button('sheet.clear', () => this.#clear(), { className: 'link' }));

    /** @param {string} text @param {string|null} file template of the answers @param {Model} model */
    constructor(text, file, model) {
        this.model = model;
        this.file = file;
        this.name = /^exercise:\s*(\S+)/m.exec(file ?? text)?.[1] ?? '';
        this.kept = `sheet ${this.name || model.scene.title}`;
        const { questions } = model.origin ?? {}, ids = idsOf(file);
        const { title, steps } = stepsOf(blocks(text), ids, (id) => !questions
            || questions.some((each) => each.id === id));
        const { answers = {}, step = 0 } = recall(this.kept) ?? {};
        this.answers = new Map(Object.entries(answers).map(([id, given]) => [id, `${given}`]));
        this.steps = steps;
        this.step = step;
        this.title.append(...textsOf(title));
        this.element = element('div', { className: 'sheet' }, this.title, this.part, this.room,
            element('p', { className: 'turn-over' }, this.back, this.said, this.next),
            this.own);
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
        this.own.hidden = this.answers.size === 0;
        this.said.textContent = say('sheet.progress', { k: this.step + 1, n: this.steps.length });
        if (by !== 0) {
            this.#keep();
            this.show();
        }
    }

    #keyOf({ id = '' } = {}) {
        return this.model.origin?.questions?.find((each) => each.id === id);
    }

    /** Sets the scene of the step, or `keeps` a changed one. Before a prediction the run stays at its start. */
    async show(keeps = false) {
        const { model } = this, { predicts, question } = this.steps[this.step];
        const pairs = sceneOf(this.#keyOf(question ?? {}));
        const asks = predicts && question !== null && !this.checked.has(question.id);
        this.cover(asks);
        if (model.text !== model.start.scene.text ? !keeps : pairs.length > 0) {
            await model.editFirst(pairs);
        }
        if (asks) {
            this.wait();
        }
        this.room.querySelector('[data-id]')?.scrollIntoView({ block: 'nearest' });
    }

    /** Stays at the start of the whole run. */
    wait() {
        const { model } = this;
        model.act('time');
        model.seek(0);
    }

    /** Covers what tells the answer of a prediction, until it is made or the reader plays the run. */
    cover(isCovered) {
        document.documentElement.classList.toggle('asking', isCovered);
    }

    #keep() {
        remember(this.kept, { step: this.step, answers: Object.fromEntries(this.answers) });
    }

    /** A block with names in place of words of the program. */
    #block(block) {
        const shown = (text) => textsOf(plainText(text, [], this.model.scene));
        switch (block.kind) {
            case 'heading': return element(HEADINGS[block.level - 1] ?? 'h6', {},
                ...textsOf(block.text));
            case 'paragraph': return element('p', {}, ...shown(block.text));
            case 'code': return element('pre', { tabIndex: 0 }, element('code', {}, block.text));
            case 'list': return element(block.ordered ? 'ol' : 'ul', {}, ...block.items.map(
                (item) => element('li', {}, ...shown(item.text),
                    ...item.blocks.map((each) => this.#block(each)))));
            default: return element('hr');
        }
    }

    #question({ id, text, blocks: own }) {
        const key = this.#keyOf({ id }), { scene } = this.model, pairs = sceneOf(key);
        const options = key ? optionsOf(this.file, key) : [];
        const said = element('p', { role: 'status', className: 'graded' });
        return element('div', { dataset: { id } },
            element('p', { id: 'sheet-question' }, ...textsOf(plainText(text, options, scene))),
            ...own.map((each) => this.#block(each)),
            ...pairs.length > 0 ? [element('p', { className: 'hint' }, say('sheet.scene',
                { what: this.#settings(pairs) }), ' ', button('sheet.show', () => this.show(),
                { className: 'link' }))] : [],
            options.length > 0 ? this.#options(key, options.map((option) =>
                [option, optionText(option, text, scene)]), said) : this.#field(id, key, said), said);
    }

    #answer(id, answer) {
        this.answers.set(id, answer);
        this.own.hidden = false;
        this.#keep();
    }

    /** A button for each word. @param {string[][]} options words with their texts */
    #options(key, options, said) {
        const given = (option) => `${this.answers.get(key.id) === option}`;
        const buttons = options.map(([option, text]) => element('button', { type: 'button',
            'aria-pressed': given(option), onclick: () => {
                this.#answer(key.id, option);
                buttons.forEach((each, k) => each.setAttribute('aria-pressed', given(options[k][0])));
                this.#grade(key, option, said);
            } }, text));
        return element('div', { className: 'options', role: 'group', 'aria-labelledby': 'sheet-question' },
            ...buttons);
    }

    /** A field with its unit, a button, and what is right. */
    #field(id, key, said) {
        const unit = unitIn(this.file, id, key), isWord = key?.kind === 'word';
        const field = element('input', { type: 'text', autocomplete: 'off', className: 'answer',
            inputMode: isWord ? 'text' : 'decimal', placeholder: isWord ? say('sheet.word') : '',
            'aria-labelledby': 'sheet-question', value: this.answers.get(id) ?? '', oninput: () => {
                this.#answer(id, field.value);
                said.replaceChildren();
            }, onkeydown: ({ key: pressed }) => { // a handler that returns false stops its key
                if (pressed === 'Enter' && key) {
                    this.#grade(key, field.value, said);
                }
            } });
        const within = key && !isWord ? toleranceOf(key, unit) : '';
        const example = ['s', 'm'].includes(unit) ? `5\u00a0m${unit}` : key?.within_rel && unit === '' ? '5\u00a0%' : '';
        const rules = !key || isWord ? [] : [say(within ? 'sheet.accepted' : 'sheet.exact', { within }),
            ...example ? [say('sheet.prefixed', { example })] : []];
        return element('div', {}, element('div', { className: 'reply' }, field, shownUnit(unit),
            ...key ? [button('sheet.check', () => this.#grade(key, field.value, said),
                { className: 'main' })] : []), element('p', { className: 'hint' }, rules.join(' ')));
    }

    /** Grades an answer. A prediction is followed by its run, after two tries at most. */
    async #grade(key, answer, said) {
        said.dataset.result = '';
        said.replaceChildren(say('sheet.checking'));
        const unit = unitIn(this.file, key.id, key), { result, right } = await grade(key, answer, unit, this.model);
        said.dataset.result = result;
        said.replaceChildren(result === 'right' && Number.isFinite(right)
            ? withSymbols(say('sheet.value', { value: quantity(isShare(key) ? 100 * Number(right) : Number(right), unit, DIGITS) }))
            : say(`sheet.${result}`, { unit: unit && ` in ${shownUnit(unit)}` }),
        ...this.#reply(key, result));
        const isOver = ['right', 'near'].includes(result) || (this.wrong.get(key.id) ?? 0) > 1;
        if (this.steps[this.step].predicts && isOver) {
            this.checked.add(key.id);
            this.cover(false);
            this.wait();
            this.model.act('play');
        }
    }

    /** The reason after a right answer, a hint after a wrong one, and a second hint after the next. */
    #reply({ id, hint = '', more = '', why = '' }, result) {
        const wrong = (this.wrong.get(id) ?? 0) + Number(result === 'wrong');
        this.wrong.set(id, wrong);
        const text = { right: why, wrong: wrong > 1 && more || hint }[result] ?? '';
        const said = sentenceOf(translated(text)), { formula = '' } = this.steps[this.step].question ?? {};
        return [...text === '' ? [] : [' ', element('span', { lang: languageOf(text) },
            ...withSubscripts(result === 'right' ? said : say('sheet.hint', { hint: said })))],
        ...formula === '' || result === 'number' ? [] : [' ', ...textsOf(sentenceOf(formula))]];
    }

    /** Settings as their knobs show them: "cue: mass = 0.68 kg". */
    #settings(pairs) {
        const { knobs, scene: { solvers } } = this.model;
        const all = pairs.map(([path, value]) => {
            const [, owner = '', more] = path.split('.'), row = knobs.find((each) => each.path === path);
            return { of: more ? solvers.find(({ name }) => name === owner)?.label ?? ballName(owner) : '',
                text: row ? `${nameOf(row)} = ${shownValue(row, value)}` : `${path} = ${value}` };
        });
        return [...new Set(all.map(({ text }) => text))].map((text) => [...all.filter((each) =>
            each.text === text).map(({ of }) => of).filter(Boolean), ''].join(', ').replace(/, $/, ': ')
            + text).join(', ');
    }

    /** Removes the answers for the next student. */
    #clear() {
        this.answers.clear();
        this.checked.clear();
        this.wrong.clear();
        this.step = 0;
        this.#go(0);
        this.#keep();
    }

    /** Saves the answers as the file that `carom exercise grade` reads. */
    #save() {
        download(`${this.name.replaceAll('/', '-')}-answers.yaml`, filled(this.file, this.answers, (id, answer) => {
            const key = this.#keyOf({ id });
            const number = numberIn(answer, unitIn(this.file, id, key), key); // without a prefix, %, or comma
            return Number.isFinite(number) ? written(number) : answer;
        }));
    }
}

export class Worksheet {
    /** @param {HTMLElement} place @param {Model} model @param {HTMLDetailsElement} panel of the lesson */
    constructor(place, model, panel) {
        this.place = place;
        this.model = model;
        this.panel = panel;
        this.text = this.given = this.sheet = null;
        model.on('scene language', () => this.update());
        panel.addEventListener('toggle', () => panel.open ? this.sheet?.show(true) : this.sheet?.cover(false));
        model.on('play', () => {
            const { classList } = document.documentElement;
            if (model.playing && classList.contains('asking')) {
                if (document.activeElement?.closest('#stage')) {
                    classList.remove('asking'); // the reader wants to see it
                } else {
                    this.sheet?.wait();
                }
            }
        });
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
        this.sheet?.cover(false);
        this.sheet = text === null ? null : new Sheet(text, answersFile(origin?.worksheet ?? text), this.model);
        this.place.replaceChildren(this.sheet?.element ?? spoken('p', 'sheet.none'));
        if (this.panel.open) {
            this.sheet?.show(true);
        }
    }
}
