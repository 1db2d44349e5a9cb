// SPDX-License-Identifier: GPL-3.0-or-later
/** Number of indices below `count` for which a test holds; it holds for the first ones only. */
export function countWhile(count, holds) {
    let low = 0, high = count;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (holds(middle)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
