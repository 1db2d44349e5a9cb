/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "figures/figures.h"
#include <carom/param.h>
#include <stdlib.h>

void carom_block_begin(carom_block *block, const char *header)
{
    *block = (carom_block){NULL, 0, NULL, 0};
    block->stream = carom_text_open(&block->rows, &block->length);
    if (block->stream != NULL) {
        fprintf(block->stream, "%s\n", header);
    }
}

void carom_block_put(carom_block *block, const double *value, size_t count)
{
    char text[32];
    for (size_t i = 0; i < count && block->stream != NULL; i++) {
        carom_number_format(value[i], text, sizeof text);
        fprintf(block->stream, "%s%c", text, i + 1 < count ? '\t' : '\n');
    }
    block->put++;
}

void carom_block_gap(carom_block *block)
{
    if (block->stream != NULL && block->put > 0) {
        fputc('\n', block->stream);
    }
}

void carom_block_end(carom_block *block, carom_drawing *drawing, const char *name, size_t solver)
{
    char full[40];
    snprintf(full, sizeof full, "%.30s%zu", name, solver + 1);
    if (carom_text_close(block->stream, &block->rows)) {
        carom_drawing_block(drawing, full, block->rows);
    } else {
        drawing->failed = true;
    }
    free(block->rows);
}
