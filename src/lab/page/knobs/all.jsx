// SPDX-License-Identifier: GPL-3.0-or-later
/** All parameters, grouped and searchable. Groups are built when opened or found, because a scene
 * may have thousands of parameters. */
import { Component } from 'preact';
import { say } from '../words/words.js';
import { Knob } from './knob.jsx';
import { allRows, isFound } from './value/rows.js';

const MOST_FOUND = 60; // knobs built for a search

/** Alternative keys are separate here. */
const knobOf = (panel, row) => <Knob key={row.path} panel={panel} row={row} place="all" />;

class Part extends Component {
    render({ panel, of, rows }, { isOpen }) {
        return <details class="part" onToggle={({ currentTarget }) => this.setState({ isOpen: currentTarget.open })}>
            <summary>{of || say('knobs.of.')}</summary>
            {isOpen && rows.map((row) => knobOf(panel, row))}
        </details>;
    }
}

/** Knobs that a search has found, each with its group. */
const Found = ({ panel, rows }) => rows.slice(0, MOST_FOUND).map((row) => <div key={row.path}>
    <p class="of">{row.of || say('knobs.of.')}</p>
    {knobOf(panel, row)}
</div>);

export class All extends Component {
    render({ panel }, { isOpen, search = '' }) {
        const parts = isOpen ? allRows(panel.model.knobs) : [];
        const found = search === '' ? [] : parts.flatMap(({ rows }) => rows.filter((row) => isFound(row, search)));
        return <details class="all" onToggle={({ currentTarget }) => this.setState({ isOpen: currentTarget.open })}>
            <summary>{say('knobs.all')}</summary>
            <p>
                <label for="knobs-search">{say('knobs.search')}</label>
                {' '}<input type="search" id="knobs-search" onInput={({ currentTarget }) => this.setState({ search: currentTarget.value.trim() })} />
                {' '}<span role="status">{search === '' ? '' : say('knobs.found', { n: found.length })}</span>
            </p>
            {search === '' ? parts.map(({ of, rows }) => <Part key={of} panel={panel} of={of} rows={rows} />)
                : <Found panel={panel} rows={found} />}
        </details>;
    }
}
