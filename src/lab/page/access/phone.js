// SPDX-License-Identifier: GPL-3.0-or-later
/** On a phone table and time stay above the page while it scrolls. The table then gives way until
 * both take a part of the window. What it loses becomes their margin, so nothing else moves. */

const PART = 0.45, LESSON = 0.28, LEAST_PX = 120; // of the window; with a question below; height of the table

/** Height that the table gives up after scrolling.
 * @param {number} scrolled_px
 * @param {{stage_px: number, table_px: number, most_px: number}} whole heights without scrolling; most after it */
export const lostHeight = (scrolled_px, { stage_px, table_px, most_px }) => Math.max(0, Math.min(
    scrolled_px, stage_px - most_px, table_px - LEAST_PX));

/** The wanted loss, or the present one if both differ by rounding. A change at every frame would leave
 * the table empty, because a canvas that changes its size is cleared. */
export const steady = (lost_px, wanted_px) =>
    wanted_px > 0 && Math.abs(wanted_px - lost_px) < 1 ? lost_px : wanted_px;

export function mount(stage) {
    const table = stage.querySelector('.canvas'), main = stage.closest('main');
    let lost_px = 0;
    const update = () => {
        const isStuck = getComputedStyle(stage).position === 'sticky', isLesson = main.querySelector('[data-view=lesson]');
        lost_px = steady(lost_px, isStuck ? lostHeight(scrollY - main.offsetTop, { most_px: innerHeight * (isLesson ? LESSON : PART),
            stage_px: stage.offsetHeight + lost_px, table_px: table.offsetHeight + lost_px }) : 0);
        stage.style.setProperty('--less', `${lost_px}px`);
    };
    addEventListener('scroll', update, { passive: true });
    new ResizeObserver(update).observe(stage);
    addEventListener('resize', update);
}
