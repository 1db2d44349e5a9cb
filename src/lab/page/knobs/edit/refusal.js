// SPDX-License-Identifier: GPL-3.0-or-later
/** Finds the parameter that a message of the core concerns. */

/** Converts "solvers[2].step_s" to the path of --set, with the name of the solver or ball. */
export function pathOf(said, scene) {
    return said.replace(/^(\w+)\[(\d+)\]/, (all, list, k) => {
        const item = list === 'groups' ? undefined : scene[list]?.[Number(k)];
        return `${list}.${item?.name ?? k}`;
    });
}

/** @param {Said} message @returns {string | null} the path that it begins with: of a key, or of a key of a solver. */
function pathIn({ said: [phrase] = [] }, scene) {
    const [of, after] = phrase?.values ?? [];
    if (!(phrase?.key === '%s%s' && after === ': ' || phrase?.key === '%s: %s')) {
        return null;
    }
    return Array.isArray(of) ? `solvers.${of[0].values[1]}.${of[0].values[0]}` : pathOf(`${of}`, scene);
}

/** Paths of the parameters that a message concerns.
 * @param {Message} message
 * @param {Set<string>} known existing paths
 * @param {string|null} pending parameter of the last unanswered edit
 * @returns {string[]} one path, the paths below it (restitution -> both surfaces), or none */
export function concerned(message, scene, known, pending = null) {
    const { origin } = message, set = origin.includes('=') ? origin.split('=')[0] : null;
    for (const path of [pathIn(message, scene), set, pending]) {
        if (path === null) {
            continue;
        }
        if (known.has(path)) {
            return [path];
        }
        const below = [...known].filter((each) => each.startsWith(`${path}.`));
        if (below.length > 0 && below.length <= 2) {
            return pending !== null && below.includes(pending) ? [pending] : below;
        }
    }
    return [];
}

/** Groups messages by path. If no message concerns the last edit, all of them do: the edit
 * conflicts with another parameter.
 * @returns {Map<string, object[]>} */
export function byPath(messages, scene, known, pending) {
    const found = new Map();
    for (const message of messages) {
        for (const path of concerned(message, scene, known, pending)) {
            found.set(path, [...found.get(path) ?? [], message]);
        }
    }
    if (messages.length > 0 && known.has(pending) && !found.has(pending)) {
        found.set(pending, messages);
    }
    return found;
}
