// SPDX-License-Identifier: GPL-3.0-or-later
/** Columns of series.tsv to choose from, each with the column of its error. */
export const ENERGY = ['kinetic_J', 'spin_J', 'elastic_J', 'potential_J', 'dissipated_J']
    .map((column) => ({ column, residual: 'energy_residual_J' }));
export const MOMENTUM = [
    { column: 'px_kgmps', residual: 'momentum_residual_kgmps' },
    { column: 'py_kgmps', residual: 'momentum_residual_kgmps' },
    { column: 'angular_momentum_kgm2ps', residual: 'angular_momentum_residual_kgm2ps' },
];
