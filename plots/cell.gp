# SPDX-License-Identifier: GPL-3.0-or-later
# Sets CELL to the number in the column CELL_OF of the row of solver CELL_ROW in the table CELL_IN,
# or to NaN without such a row. A missing column is an error. Usage:
#   CELL_IN = DIR . "/summary.tsv"; CELL_OF = "collisions"; CELL_ROW = NAME[i]
#   load PLOTS . "/cell.gp"
CELL = NaN
stats CELL_IN using (strcol("solver") eq CELL_ROW ? (CELL = known(CELL_OF, NaN), 0) : 0) nooutput
