// SPDX-License-Identifier: GPL-3.0-or-later
/** Saves a figure as PNG: title of the scenario, charts, legend and text. */
import { downloadPicture, stem } from '../../model/files.js';
import { contextOf, element } from '../../frame/dom.js';
import { FONT, segment } from '../../table/draw/arrows.js';
import { say, translated } from '../../words/words.js';
import { INK, GREY, PAPER, styleOf } from './style.js';

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

/** Collects blocks one below the other, then draws them. */
class Sheet {
    height = MARGIN;
    steps = [];
    ruler = contextOf(element('canvas'));

    constructor(width) {
        this.width = width;
    }

    text(text, size, colour, weight = '') {
        const font = `${weight} ${size}px ${FONT}`;
        this.ruler.font = font;
        const measure = (part) => this.ruler.measureText(part).width;
        for (const line of wrapped(text, measure, this.width - 2 * MARGIN)) {
            const y = this.height + size;
            this.steps.push((pen) => {
                Object.assign(pen, { font, fillStyle: colour });
                pen.fillText(line, MARGIN, y);
            });
            this.height += LINE * size;
        }
        this.height += 4;
    }

    canvas(canvas, width, height) {
        const y = this.height;
        this.steps.push((pen) => pen.drawImage(canvas, MARGIN, y, width, height));
        this.height += height + 4;
    }

    /** Draws the legend: a piece of each solver's line before its name. */
    solvers(solvers) {
        this.ruler.font = `${TEXT}px ${FONT}`;
        let x = MARGIN, y = this.height + TEXT / 2;
        for (const solver of solvers) {
            const width = 44 + this.ruler.measureText(solver.label).width;
            if (x > MARGIN && x + width > this.width - MARGIN) {
                x = MARGIN;
                y += LINE * TEXT;
            }
            this.#entry(solver, x, y);
            x += width + MARGIN;
        }
        this.height = y + TEXT;
    }

    #entry(solver, x, y) {
        const { colour, dash, width } = styleOf(solver);
        this.steps.push((pen) => {
            segment(pen, { x, y }, { x: x + 36, y }, colour, width, dash);
            Object.assign(pen, { fillStyle: INK, font: `${TEXT}px ${FONT}`,
                textBaseline: 'middle' });
            pen.fillText(solver.label, x + 42, y);
            pen.textBaseline = 'alphabetic';
        });
    }

    drawn() {
        const canvas = element('canvas', { width: Math.ceil(this.width * RATIO),
            height: Math.ceil((this.height + MARGIN) * RATIO) }), pen = contextOf(canvas);
        pen.scale(RATIO, RATIO);
        pen.fillStyle = PAPER;
        pen.fillRect(0, 0, canvas.width, canvas.height);
        this.steps.forEach((step) => step(pen));
        return canvas;
    }
}

/** @param canvases [{canvas, width, height}], px of the page @returns {HTMLCanvasElement} */
function sheetOf({ title, heading, solvers, canvases, text, footer }) {
    const widest = Math.max(...canvases.map(({ width }) => width));
    const sheet = new Sheet(widest + 2 * MARGIN);
    sheet.text(title, TITLE, INK, 'bold');
    if (heading) {
        sheet.text(heading, TEXT, INK, 'bold');
    }
    sheet.solvers(solvers);
    canvases.forEach(({ canvas, width, height }) => sheet.canvas(canvas, width, height));
    [text].flat().forEach((line) => sheet.text(line, TEXT, INK));
    sheet.text(footer, TEXT - 1, GREY);
    return sheet.drawn();
}

function save(desk, name, what) {
    const { title, version } = desk.scene, { commit } = desk.model.page ?? {};
    const footer = `carom ${version}${commit ? ` (${commit})` : ''}`;
    const sheet = sheetOf({ title: translated(title), solvers: desk.solvers, footer, ...what });
    downloadPicture(sheet, `${stem(title)}-${name}`);
}

/** Copies a canvas, because the original is redrawn. */
function copied(canvas) {
    const copy = element('canvas', { width: canvas.width, height: canvas.height });
    contextOf(copy).drawImage(canvas, 0, 0);
    return copy;
}

/** @param figure of frame.js */
export function savePicture(figure) {
    const canvases = figure.charts.filter(({ asked, visible }) => asked && visible).map((chart) =>
        ({ canvas: chart.sharply(RATIO, copied), width: chart.pen.width,
            height: chart.pen.height }));
    if (canvases.length > 0) {
        save(figure.desk, figure.key.replace('inst.', ''), { heading: say(figure.key), canvases,
            text: figure.caption.textContent });
    }
}

/** Visible canvases with their size in px of the page. */
function shownCanvases(selector) {
    /** @type {NodeListOf<HTMLCanvasElement>} */ const found = document.querySelectorAll(selector);
    return [...found].filter((canvas) => canvas.width > 0 && canvas.checkVisibility())
        .map((canvas) => {
            const { width, height } = canvas.getBoundingClientRect();
            return { canvas, width, height };
        });
}

/** @param {Desk} desk */
const drawnOnTable = ({ solvers, track }) => track ? [...solvers, track] : solvers;

/** Saves the table as shown now. */
export function saveTable(desk) {
    save(desk, 'table', { solvers: drawnOnTable(desk), canvases: shownCanvases('#table canvas'),
        text: say('inst.at', { t: desk.model.time.toPrecision(4) }) });
}
