// SPDX-License-Identifier: GPL-3.0-or-later
/** What the lesson's panel says. */
const en = {
};
const de = {
};
export default { en, de };
