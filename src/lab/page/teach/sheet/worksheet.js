// SPDX-License-Identifier: GPL-3.0-or-later
/** Worksheet in steps: one question at a time with the text of its section. A step sets the scene of its
 * question; a prediction waits at the start of the run, with the answer covered. Texts are inserted as text, never as HTML. */
import { button, element, spoken } from '../../frame/dom.js';
import { download } from '../../model/files.js';
import { recall, remember } from '../../model/memory.js';
import { ballName, language, languageOf, local, say, translated } from '../../words/words.js';
import { nameOf, shownValue } from '../../knobs/value/rows.js';
import { power } from '../../instruments/chart/numbers.js';
import { withUnit, shownUnit, written } from '../../knobs/value/quantity.js';
import { answersFile, filled, idsOf } from './answers.js';
import { grade, numberIn } from './grade.js';
import { blocks, inline } from './markdown.js';
import { isShare, optionsOf, optionText, plainText, sceneOf, toleranceOf, unitIn } from './question.js';
import { stepsOf } from './steps.js';

const SAFE = /^(https?:\/\/|#)/; // allowed targets of links
const DIGITS = 4; // of a right answer
const MOST_TRIES = 3; // then the solution is shown

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
    [/\b[a-z]+0?(?![\w-])/g, (word) => GREEK[word] ?? word], [/\^(\d+)(?!\d|\.\d)/g, (all, n) => power(Number(n)).slice(2)],
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

/** Predictions about any scene: its collisions, its energy, and the longest contact of springs. */
export function anySheet({ solvers }) {
    const soft = solvers.find((one) => one.soft), asked = [['collisions', solvers[0], { within: 0.5 }],
        ['kinetic_J', solvers[0], { within_rel: 0.02 }], ...soft ? [['contact_s', soft, { within_rel: 0.05 }]] : []];
    return { text: [say('sheet.any'), ...asked.map(([id, { full: solver }]) => `- \`${id}\`: ${say(`sheet.any.${id}`, { solver })}`),
        '    carom compare'].join('\n\n'), file: asked.map(([id]) => `  ${id}:`).join('\n'),
    questions: asked.map(([id, { name }, within]) => ({ id, kind: 'measured', of: 'summary', quantity: id, solver: name, ...within })) };
}

/** Settings as their knobs show them: "cue: mass = 0.68 kg". */
export function settingsText({ knobs, scene: { solvers } }, pairs) {
    const all = pairs.map(([path, value]) => {
        const [list, owner = '', more] = path.split('.'), key = path.split('.').at(-1);
        const row = knobs.find((each) => each.path === path) ?? knobs.find((each) => each.key === key && each.path.startsWith(list));
        return { of: more && /^[a-z]/.test(owner) ? solvers.find(({ name }) => name === owner)?.label ?? ballName(owner) : '',
            text: row ? `${nameOf(row)} = ${shownValue(row, value)}` : `${say(`key.${key}`)} = ${value}` };
    });
    return [...new Set(all.map(({ text }) => text))].map((text) => [...all.filter((each) =>
        each.text === text).map(({ of }) => of).filter(Boolean), ''].join(', ').replace(/, $/, ': ')
        + text).join(', ');
}

class Sheet {
    step = 0;
    tries = new Map(); // number of answers that are not right, by id
    title = element('h3');
    part = element('h4');
    room = element('div'); // texts and question of the step
    said = element('span', { role: 'status' });
    back = button('sheet.back', () => this.#go(-1));
    next = button('sheet.next', () => this.#go(1));
    score = element('span', { className: 'hint' });
    own = element('p', {}, this.score, ' ', button('sheet.clear', () => this.#clear(), { className: 'link' }));

    /** @param {{text: string, file: string|null, questions?: any[]}} given file: template of the answers
     * @param {Model} model */
    constructor({ text, file, questions }, model) {
        this.model = model;
        this.file = file;
        this.questions = questions;
        this.name = /^exercise:\s*(\S+)/m.exec(file ?? text)?.[1] ?? '';
        this.own.append(...this.name ? [' ', button('sheet.save', () => this.#save(), { className: 'link' })] : []);
        this.kept = `sheet ${this.name || model.scene.title}`;
        const ids = idsOf(file);
        const { title, steps } = stepsOf(blocks(text), ids, (id) => !questions
            || questions.some((each) => each.id === id));
        const { answers = {}, results = {}, step = 0 } = recall(this.kept) ?? {};
        this.answers = new Map(Object.entries(answers).map(([id, given]) => [id, `${given}`]));
        /** right or shown, by id */ this.results = new Map(Object.entries(results));
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
        this.said.textContent = say('sheet.progress', { k: this.step + 1, n: this.steps.length });
        this.#keep();
        if (by !== 0) {
            this.show();
        }
    }

    #keyOf({ id = '' } = {}) {
        return this.questions?.find((each) => each.id === id);
    }

    /** Sets the scene of the step, or `keeps` a changed one, as predictions about any scene do. Before a prediction the run stays at its start. */
    async show(keeps = false) {
        const { model } = this, { predicts, question } = this.steps[this.step];
        const pairs = sceneOf(this.#keyOf(question ?? {}));
        const asks = predicts && question !== null && !this.#isMade(question.id);
        this.cover(asks);
        if (model.text !== model.start.scene.text ? !keeps && this.name : pairs.length > 0) {
            await model.editFirst(pairs);
        }
        if (asks) {
            this.wait();
        }
        this.room.querySelector('[data-id]')?.scrollIntoView({ block: 'nearest' });
    }

    /** True if a prediction has been made, or tried twice. */
    #isMade(id) {
        return this.results.has(id) || (this.tries.get(id) ?? 0) > 1;
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

    /** Keeps the answers and shows the score; a question that is over leads to the next one. */
    #keep() {
        const { answers, results, step, steps } = this, [right, shown] = ['right', 'shown'].map((wanted) =>
            [...results.values()].filter((result) => result === wanted).length);
        remember(this.kept, { step, answers: Object.fromEntries(answers), results: Object.fromEntries(results) });
        this.own.hidden = answers.size === 0;
        this.score.textContent = say('sheet.score', { right, shown, n: steps.length });
        this.next.classList.toggle('main', results.has(steps[step].question?.id));
    }

    /** A block with names in place of words of the program. */
    #block(block) {
        const shown = (text) => textsOf(plainText(text, [], this.model.scene));
        switch (block.kind) {
            case 'paragraph': return element('p', {}, ...shown(block.text));
            case 'code': return element('pre', { tabIndex: 0 }, element('code', {}, block.text));
            case 'list': return element(block.ordered ? 'ol' : 'ul', {}, ...block.items.map(
                (item) => element('li', {}, ...shown(item.text))));
            default: return element('hr');
        }
    }

    #question({ id, text, formula = '' }) {
        const key = this.#keyOf({ id }), { scene } = this.model, pairs = sceneOf(key);
        const options = key ? optionsOf(this.file, key) : [];
        const said = element('p', { role: 'status', className: 'graded' });
        return element('div', { dataset: { id } },
            element('p', { id: 'sheet-question' }, ...textsOf(plainText(text, options, scene))),
            ...formula ? [element('details', { className: 'hint' }, spoken('summary', 'sheet.formula'),
                ...textsOf(sentenceOf(formula)))] : [],
            ...pairs.length > 0 ? [element('p', { className: 'hint' }, say('sheet.scene',
                { what: settingsText(this.model, pairs) }), ' ', button('sheet.show', () => this.show(),
                { className: 'link' }))] : [],
            options.length > 0 ? this.#options(key, options.map((option) =>
                [option, optionText(option, text, scene)]), said) : this.#field(id, key, said), said);
    }

    #answer(id, answer) {
        if (this.results.get(id) !== 'right') { // which stays right
            this.answers.set(id, answer);
            this.#keep();
        }
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
        const example = key?.within !== undefined ? '' : ['s', 'm'].includes(unit) ? `5\u00a0m${unit}` : unit === '' ? '5\u00a0%' : '';
        const rules = !key || isWord ? [] : [say(within ? 'sheet.accepted' : 'sheet.exact', { within }),
            ...example ? [say('sheet.prefixed', { example })] : []];
        return element('div', {}, element('div', { className: 'reply' }, field, shownUnit(unit),
            ...key ? [button('sheet.check', () => this.#grade(key, field.value, said),
                { className: 'main' })] : []), element('p', { className: 'hint' }, rules.join(' ')));
    }

    /** Grades an answer: hints, and after some tries the solution. A prediction is followed by its run. */
    async #grade(key, answer, said) {
        const { id, hint = '', more = '', why = '' } = key, { predicts, question } = this.steps[this.step];
        said.dataset.result = '';
        said.replaceChildren(say('sheet.checking'));
        const unit = unitIn(this.file, id, key), { result, right } = await grade(key, answer, unit, this.model);
        const tries = (this.tries.get(id) ?? 0) + Number(['wrong', 'near'].includes(result));
        const isShown = result !== 'right' && tries >= MOST_TRIES, text = result === 'right' || isShown ? why
            : result === 'wrong' ? tries > 1 && more || hint : '';
        const value = !Number.isFinite(right) ? optionText(key.is ?? '', question.text, this.model.scene)
            : withSymbols(withUnit(isShare(key) ? 100 * Number(right) : Number(right), unit, DIGITS));
        const verdict = isShown ? 'solution' : result === 'right' && Number.isFinite(right) ? 'value' : result;
        const sentence = sentenceOf(translated(text));
        this.tries.set(id, tries);
        if ((result === 'right' || isShown) && !this.results.has(id)) {
            this.results.set(id, isShown ? 'shown' : 'right');
        }
        this.#keep();
        said.dataset.result = isShown ? 'shown' : result;
        said.replaceChildren(say(`sheet.${verdict}`, { value, unit: unit && ` in ${shownUnit(unit)}` }),
            ...text === '' ? [] : [' ', element('span', { lang: languageOf(text) },
                ...withSubscripts(text === why ? sentence : say('sheet.hint', { hint: sentence })))]);
        this.room.querySelector('details')?.setAttribute('open', '');
        if (predicts && (this.#isMade(id) || result === 'near')) {
            this.cover(false);
            this.wait();
            this.model.act('play');
        }
    }

    /** Removes the answers for the next student. */
    #clear() {
        this.answers.clear();
        this.tries.clear();
        this.results.clear();
        this.step = 0;
        this.#go(0);
    }

    /** Saves the answers as the file that `carom exercise grade` reads, with a note where the solution was shown. */
    #save() {
        const text = filled(this.file, this.answers, (id, answer) => {
            const key = this.#keyOf({ id });
            const number = numberIn(answer, unitIn(this.file, id, key), key); // without a prefix, %, or comma
            return Number.isFinite(number) ? written(number) : answer;
        });
        download(`${this.name.replaceAll('/', '-')}-answers.yaml`, [...this.results].reduce((done, [id, result]) =>
            result === 'shown' ? done.replace(new RegExp(`^  ${id}:.*#.*`, 'm'), '$&; solution shown') : done, text));
    }
}

export class Worksheet {
    /** @param {HTMLElement} place @param {Model} model @param {HTMLDetailsElement} panel of the lesson */
    constructor(place, model, panel) {
        this.place = place;
        this.model = model;
        this.panel = panel;
        this.text = this.given = this.sheet = this.shown = null;
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
        const { origin, scene } = this.model;
        this.text = sheetOf(origin) ?? this.given ?? null; // without that for any scene
        const own = this.text === null ? anySheet(scene)
            : { text: this.text, file: answersFile(origin?.worksheet ?? this.text), questions: origin?.questions };
        if (own.text === this.shown) {
            return;
        }
        this.shown = own.text;
        this.sheet?.cover(false);
        this.sheet = new Sheet(own, this.model);
        this.place.replaceChildren(this.sheet.element);
        if (this.panel.open) {
            this.sheet?.show(true);
        }
    }
}
