// SPDX-License-Identifier: GPL-3.0-or-later
/** Parts of the page: [name in fault messages, module that exports `mount(element, model)`, id of
 * its element in index.html]. All are mounted before the first event, SEEN with the first picture. */
import * as balls from './access/balls.jsx';
import * as events from './access/events.js';
import * as keys from './access/keys.js';
import * as layout from './access/layout.js';
import * as live from './access/live.js';
import * as phone from './access/phone.js';
import * as tabs from './access/tabs.js';
import * as about from './frame/about.js';
import * as gallery from './frame/gallery.js';
import * as header from './frame/header.js';
import * as notices from './frame/notices.jsx';
import * as seal from './frame/seal.js';
import * as share from './frame/share.js';
import * as show from './table/show.js';
import * as table from './table/table.js';
import * as transport from './transport/transport.js';
import * as instruments from './instruments/instruments.js';
import * as now from './instruments/now.jsx';
import * as knobs from './knobs/panel.jsx';
import * as teach from './teach/panel.js';
import * as terms from './words/terms.js';

export const SEEN = [
    ['title', { mount: header.mountTitle }, 'title'],
    ['gallery', gallery, 'scenes-button'],
    ['history', { mount: header.mountHistory }, 'history'],
    ['switches', { mount: header.mountSwitches }, 'switches'],
    ['menu', { mount: header.mountMenu }, 'menu'],
    ['share', share, 'share'],
    ['about', about, 'about-button'],
    ['notices', notices, 'notices'],
    ['seal', seal, 'seal'],
    ['table', table, 'table'],
    ['transport', transport, 'transport'],
    ['now', now, 'now'],
    ['show', show, 'show'],
    ['tabs', tabs, 'tabs'],
    ['knobs', knobs, 'knobs'],
    ['card', { mount: balls.mountCard }, 'knobs'],
    ['instruments', instruments, 'instruments'],
    ['layout', layout, 'chosen'],
];

export const OTHERS = [
    ['teach', teach, 'teach'],
    ['terms', terms, 'terms'],
    ['balls', balls, 'lists'],
    ['events', events, 'lists'],
    ['keys', keys, 'table'],
    ['live', live, 'live'],
    ['phone', phone, 'stage'],
];
