// SPDX-License-Identifier: GPL-3.0-or-later
/** Cuts a worksheet into steps. A step is a question that the page can check, with the texts of its
 * section. Commands, tables for paper, and questions that need the program are left out. */
import { isCommand, questionIn } from './answers.js';
import { inline } from './markdown.js';

/** Code of the program: a path, a command, the name of an experiment or of a file. */
const OF_PROGRAM = /[/]|^carom |^<|^\d\d-|\.(yaml|tsv|c|md)$|--/;

/** Leaves out the sentences about the program. */
export const withoutProgram = (text) => text.split(/(?<=[.!?)]) (?=[A-ZÄÖÜ`(])/)
    .filter((sentence) => !inline(sentence).some(({ kind, text: code = '' }) =>
        kind === 'code' && OF_PROGRAM.test(code))).join(' ');

/** A prediction without what follows it in parentheses: a formula, which comes with the answer. */
function prediction(question) {
    const [, text = question.text, formula = ''] = /^(.*?[.?]) \((.*)\)$/.exec(question.text) ?? [];
    return { ...question, text, formula };
}

const isCommands = ({ kind, text }) => kind === 'code' && text.split('\n').every(isCommand);

/** Question of an item with its texts, or null if the page cannot ask it. */
function questionOf({ text }, ids) {
    const id = questionIn(text, ids);
    return id === null ? null
        : { id, text: withoutProgram(text.replace(/^`[^`]*`:?\s*/, '')) };
}

/** @param {any[]} blocks of the worksheet @param {string[]} all ids of its questions
 * @param {(id: string) => boolean} isKnown true if the page can check the answer
 * @returns {{title: string, steps: {part: string, blocks: any[], question: any, predicts: boolean}[]}}
 *   predicts: the question comes before the first command */
export function stepsOf(blocks, all, isKnown) {
    const title = blocks.find(({ kind }) => kind === 'heading')?.text ?? '';
    /** @type {any[]} */ const steps = [];
    const lead = [];
    let part = '', own = [], isAsked = false; // of a section; its blocks since the last question
    let predicts = blocks.some(isCommands);
    const end = () => {
        if (isAsked) {
            steps[steps.length - 1].blocks = [...steps[steps.length - 1].blocks, ...own];
        } else if (steps.length === 0) {
            lead.push(...own);
        }
        own = [];
        isAsked = false;
    };
    const list = (block) => {
        const asked = block.items.map((item) => questionOf(item, all));
        const known = asked.filter((each) => each?.text && isKnown(each.id)); // others are about the program
        const rest = block.items.filter((item, k) => !asked[k]);
        if (rest.some(({ text }) => withoutProgram(text) !== text)) { // instructions for the program
            own.pop();
            return;
        }
        own.push(...rest.length > 0 ? [{ ...block, items: rest }] : []);
        steps.push(...known.map((question, k) => ({ part, predicts,
            question: predicts ? prediction(question) : question,
            blocks: steps.length + k === 0 ? [...lead, ...own] : own })));
        if (known.length > 0) {
            own = [];
            isAsked = true;
        }
    };
    for (const block of blocks) {
        if (block.kind === 'heading') {
            end();
            part = block.level > 1 ? block.text : '';
        } else if (block.kind === 'list') {
            list(block);
        } else if (isCommands(block)) {
            predicts = false;
        } else if (block.kind === 'paragraph') {
            const text = withoutProgram(block.text);
            own.push(...text !== '' ? [{ ...block, text }] : []);
        } else if (block.kind !== 'table') {
            own.push(block);
        }
    }
    end();
    return { title, steps: steps.length > 0 ? steps
        : [{ part: '', question: null, blocks: lead, predicts: false }] };
}
