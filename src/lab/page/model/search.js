// SPDX-License-Identifier: GPL-3.0-or-later
/** Value of a map by its key, computed when it is missing. A map of more than `most` is emptied. */
export function cached(map, key, compute, most = Infinity) {
    if (!map.has(key)) {
        if (map.size > most) {
            map.clear();
        }
        map.set(key, compute());
    }
    return map.get(key);
}

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
