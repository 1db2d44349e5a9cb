// SPDX-License-Identifier: GPL-3.0-or-later
/** Saves a figure as PNG: title of the scenario, legend, charts and text. */
import { contextOf, element } from '../../frame/dom.js';
import { downloadPicture, stem } from '../../model/files.js';
import { FONT, segment } from '../../table/draw/arrows.js';
import { say, translated } from '../../words/words.js';
import { GREY, INK, PAPER, styleOf } from './style.js';

const RATIO = 3; // px of the picture per px of the page, for print
const MARGIN = 16, TITLE = 17, TEXT = 13, LINE = 1.4; // px of the page; line height / font size

/** Wraps a text to a width. */
export function wrapped(text, measure, width) {
    return text.split(' ').reduce((lines, word) => {
        const last = lines.at(-1), longer = `${last ?? ''} ${word}`.trimStart();
        return last === undefined || measure(longer) > width ? [...lines, word]
            : [...lines.slice(0, -1), longer];
    }, /** @type {string[]} */ ([])).filter(Boolean);
}

/** Blocks one below the other: texts {text, size, colour, weight, solver} and canvases.
 * @returns {HTMLCanvasElement} */
function sheetOf(width, blocks) {
    const ruler = contextOf(element('canvas')), steps = [];
    let y = MARGIN;
    for (const { canvas, text, size = TEXT, colour = INK, weight = '', solver } of blocks) {
        const font = `${weight} ${size}px ${FONT}`, at = y;
        if (canvas) {
            const height = canvas.height * width / canvas.width;
            steps.push((pen) => pen.drawImage(canvas, MARGIN, at, width, height));
            y += height + 4;
            continue;
        }
        ruler.font = font;
        const indent = solver ? 44 : 0;
        const lines = wrapped(text, (part) => ruler.measureText(part).width, width - indent);
        steps.push((pen) => {
            Object.assign(pen, { font, fillStyle: colour });
            lines.forEach((line, k) =>
                pen.fillText(line, MARGIN + indent, at + size + k * LINE * size));
            if (solver) {
                const { colour: own, width: wide, dash } = styleOf(solver), middle = at + 0.7 * size;
                segment(pen, { x: MARGIN, y: middle }, { x: MARGIN + 36, y: middle }, own, wide, dash);
            }
        });
        y += LINE * size * lines.length + 4;
    }
    const made = element('canvas', { width: Math.ceil((width + 2 * MARGIN) * RATIO),
        height: Math.ceil((y + MARGIN) * RATIO) }), pen = contextOf(made);
    pen.scale(RATIO, RATIO);
    pen.fillStyle = PAPER;
    pen.fillRect(0, 0, made.width, made.height);
    steps.forEach((step) => step(pen));
    return made;
}

function save(desk, name, width, blocks) {
    const { scene: { title, version }, solvers, model } = desk, { commit } = model.page ?? {};
    const [heading, ...others] = blocks;
    downloadPicture(sheetOf(width, [
        { text: translated(title), size: TITLE, weight: 'bold' }, heading,
        ...solvers.map((solver) => ({ text: solver.label, solver })), ...others,
        { text: `carom ${version}${commit ? ` (${commit})` : ''}`, size: TEXT - 1, colour: GREY },
    ]), `${stem(title)}-${name}`);
}

/** @param figure of instrument.js */
export async function savePicture({ charts, key, desk, caption }) {
    const shown = charts.filter(({ visible }) => visible), blocks = [];
    for (const chart of shown) {
        blocks.push({ text: chart.name.textContent, weight: 'bold' },
            { canvas: await chart.drawn(RATIO) });
    }
    if (shown.length > 0) {
        save(desk, key.replace('inst.', ''), shown[0].room.clientWidth,
            [{ text: say(key), weight: 'bold' }, ...blocks, { text: caption.textContent }]);
    }
}

/** Saves the table as shown now. @param {Desk} desk */
export function saveTable(desk) {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('#table canvas'));
    save(desk, 'table', canvas.clientWidth,
        [{ text: say('inst.at', { t: desk.model.time.toPrecision(4) }) }, { canvas }]);
}
