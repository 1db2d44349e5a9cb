// SPDX-License-Identifier: GPL-3.0-or-later
/** Colours of the light and the dark scheme: custom properties of the page, and exported variables
 * for drawings. Solvers have the colours of plots/style.gp, lighter on dark paper and on the cloth
 * (contrast 3:1 and more). */

/** [light, dark] */
const TOKENS = {
    'hue-1': ['#000000', '#f4f4f4'], 'hue-2': ['#d55e00', '#ff9a57'],
    'hue-3': ['#0072b2', '#5fb8ee'], 'hue-4': ['#009e73', '#35c795'],
    'hue-5': ['#aa3377', '#ee86bd'], 'hue-6': ['#7a5c00', '#b8b040'],
    'hue-7': ['#5b5bd6', '#a9a9ff'], beside: ['#808080', '#8c8c8c'],
    alarm: ['#c00000', '#ff7d74'], ink: ['#202020', '#e8e8e8'], pale: ['#e6e6e6', '#3a3f45'],
    paper: ['#ffffff', '#181b1f'], focus: ['#0072b2', '#5fb8ee'],
    'on-focus': ['#ffffff', '#101418'],
    line: ['#8a8a8a', '#828a92'], soft: ['#505050', '#b9bfc5'], off: ['#6f6f6f', '#9aa1a8'],
    chosen: ['#dcebf6', '#16384f'], wrong: ['#fbeeee', '#41242a'], note: ['#eef4fa', '#1c2c3a'],
    won: ['#00664a', '#58d3aa'], good: ['#e8f5f0', '#16322a'], field: ['#f4f4f4', '#23272c'],
    cloth: ['#17594a', '#103f35'],
    cushion: ['#6b4a2f', '#5a3f29'], desk: ['#eef1ef', '#0e1112'], edge: ['#d5dbd8', '#3a4248'],
    rail: ['#8a6442', '#765536'], chalk: ['#f3f6f1', '#e9efe9'], mist: ['#a9c4ba', '#93b3a7'],
    shade: ['#0d3a30', '#08261f'], mark: ['#ffd75e', '#ffd75e'],
};
const HUE_COUNT = 7;

export let INK, GREY, PALE, PAPER, ALARM, BESIDE, HUES, CLOTH, CUSHION, RAIL, FOCUS;
/** On the cloth, which is dark in both schemes: texts, lines, background of texts, choice, refusal,
 * and the solvers. */
export let CHALK, MIST, SHADE, MARK, ON_CLOTH;
let dark = null;

/** @param {boolean} wanted dark @returns {boolean} true if the colours have changed */
export function useScheme(wanted) {
    if (wanted === dark) {
        return false;
    }
    dark = wanted;
    const of = (name) => TOKENS[name][Number(dark)];
    HUES = Array.from({ length: HUE_COUNT }, (_, k) => of(`hue-${k + 1}`));
    ON_CLOTH = Array.from({ length: HUE_COUNT }, (_, k) => TOKENS[`hue-${k + 1}`][1]);
    [INK, GREY, PALE, PAPER, ALARM, BESIDE, CLOTH, CUSHION, RAIL, FOCUS] = ['ink', 'soft', 'pale',
        'paper', 'alarm', 'beside', 'cloth', 'cushion', 'rail', 'focus'].map(of);
    [CHALK, MIST, SHADE, MARK] = ['chalk', 'mist', 'shade', 'mark'].map(of);
    const root = globalThis.document?.documentElement;
    root?.style.setProperty('color-scheme', dark ? 'dark' : 'light');
    Object.keys(TOKENS).forEach((name) => root?.style.setProperty(`--${name}`, of(name)));
    return true;
}

useScheme(false);

/** Follows the scheme of the browser; projectors and print are light.
 * @param model emits 'language', after which everything is redrawn, and 'print' */
export function followScheme(model) {
    const wanted = matchMedia('(prefers-color-scheme: dark)');
    const { classList } = document.documentElement;
    const update = (printing = false) => {
        const light = printing || classList.contains('projector');
        if (useScheme(wanted.matches && !light)) {
            model.emit('language');
        }
    };
    wanted.addEventListener('change', () => update());
    model.on('projector', () => update());
    addEventListener('beforeprint', () => {
        update(true);
        model.emit('print');
    });
    addEventListener('afterprint', () => update());
    update();
}
