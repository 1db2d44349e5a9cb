/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames: tables in memory, written as TSV, JSON or aligned text. */
#include "records/records.h"
#include <ctype.h>

void *carom_frame_row(const carom_frame *frame, size_t i)
{
    return frame->row + i * frame->table->row_size;
}

void carom_frame_add(carom_arena *arena, carom_frame *frame, const void *row)
{
    carom_arena_grow(arena, &frame->row, frame->rows, &frame->room, frame->table->row_size);
    memcpy(carom_frame_row(frame, frame->rows++), row, frame->table->row_size);
}

const carom_column *carom_column_find(const carom_column *columns, const char *name)
{
    while (columns->name != NULL && strcmp(columns->name, name) != 0) {
        columns++;
    }
    return columns->name != NULL ? columns : NULL;
}

/* ---- files ---- */

void carom_frame_write(const carom_frame *frame, FILE *stream)
{
    carom_table_header(stream, frame->table->columns);
    for (size_t i = 0; i < frame->rows; i++) {
        carom_table_row(stream, frame->table->columns, carom_frame_row(frame, i));
    }
}

carom_status carom_frames_open(carom_file *file, const char *directory, const carom_frame *frame,
                               size_t count, carom_error *error)
{
    for (size_t i = 0; i < count; i++) {
        CAROM_TRY(carom_file_open(&file[i], directory, frame[i].table->name, error));
        carom_frame_write(&frame[i], file[i].stream);
        CAROM_TRY(carom_file_finish(&file[i], error));
    }
    return CAROM_OK;
}

void carom_frame_write_json(const carom_frame *frame, FILE *stream)
{
    fputc('[', stream);
    for (size_t i = 0; i < frame->rows; i++) {
        const void *row = carom_frame_row(frame, i);
        fputs(i == 0 ? "\n    " : ",\n    ", stream);
        for (const carom_column *c = frame->table->columns; c->name != NULL; c++) {
            carom_json_write(stream, c == frame->table->columns ? "{$: " : ", $: ", c->name);
            const char *text = carom_column_text(c, row);
            double number = carom_column_number(c, row);
            if (text != NULL && isnan(number)) {
                carom_json_write_string(stream, text);
            } else {
                carom_json_write_number(stream, number);
            }
        }
        fputc('}', stream);
    }
    fputs(frame->rows > 0 ? "\n  ]" : "]", stream);
}

/* ---- text ---- */

enum { MOST_COLUMNS = 40, CELL = 80, HEAD_LINES = 5, PAGE = 100, GAP = 2, LEAST_WIDTH = 6 };

/* A column as it is printed. Its label is cut into lines of at most `width` characters. `empty`:
 * all cells are "-" or "none". */
typedef struct {
    const carom_column *column;
    char label[CELL];
    char head[HEAD_LINES][CELL];
    int lines, width, cells; /* cells: width of the widest cell */
    bool empty;
} printed_column;

/* Characters of a UTF-8 text, each one column wide. */
static int text_width(const char *text)
{
    int width = 0;
    for (; *text != '\0'; text++) {
        width += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return width;
}

/* Print a cell of a line. @p blanks, those after the cell before, are printed only before a text,
 * so that no line ends in blanks. */
static void print_padded(FILE *stream, const char *text, int width, bool right, int *blanks)
{
    int room = width > text_width(text) ? width - text_width(text) : 0;
    if (text[0] == '\0') {
        *blanks += room;
        return;
    }
    fprintf(stream, "%*s%s", *blanks + (right ? room : 0), "", text);
    *blanks = right ? 0 : room;
}

static const char *cell_text(const carom_column *column, const void *row, char text[CELL])
{
    double number = carom_column_number(column, row);
    const char *own = carom_column_text(column, row);
    if (own != NULL && strlen(own) > 10 && carom_number_parse(own, &number)) { /* of a sweep */
        snprintf(text, CELL, "%.10g", number);
    } else if (own != NULL) {
        snprintf(text, CELL, "%s", own);
    } else if (isnan(number)) {
        strcpy(text, "-");
    } else {
        snprintf(text, CELL, "%.6g", number + 0.0); /* no -0 */
    }
    return text;
}

/* Length of a name without its unit: "px_kgmps" has 2 for "kg m/s". */
static size_t length_without_unit(const carom_column *column)
{
    char end[CELL] = "_";
    for (const char *c = column->unit; *c != '\0'; c++) {
        carom_text_append(end, sizeof end, "%.*s", *c == ' ' || *c == '^' ? 0 : 1,
                          *c == '/' ? "p" : c);
    }
    size_t length = strlen(column->name), unit = strlen(end);
    bool has = unit > 1 && length > unit && strcmp(column->name + length - unit, end) == 0;
    return has ? length - unit : length;
}

/* The label, or the name, in words and with the unit: "rms divergence (m)". */
static void write_label(const carom_column *column, const char *label, char text[CELL])
{
    int length = (int)(label[0] != '\0' ? strlen(label) : length_without_unit(column));
    snprintf(text, CELL, "%.*s%s%s%s", length, label[0] != '\0' ? label : column->name,
             column->unit[0] == '\0' ? "" : " (", column->unit, column->unit[0] == '\0' ? "" : ")");
    for (char *c = text; c < text + length; c++) {
        *c = *c == '_' ? ' ' : *c;
    }
}

/* Cut the label into words, and join them to lines of at most `width` characters. */
static void wrap_head(printed_column *to)
{
    to->head[0][0] = '\0';
    to->lines = 1;
    for (const char *word = to->label; *word != '\0';) {
        int length = (int)strcspn(word, " ");
        char *line = to->head[to->lines - 1];
        if (word[0] == '(') { /* a unit stays in one piece */
            length = (int)strlen(word);
        }
        if (line[0] != '\0' && text_width(line) + 1 + length > to->width &&
            to->lines < HEAD_LINES) {
            line = to->head[to->lines++];
            line[0] = '\0';
        }
        carom_text_append(line, CELL, "%s%.*s", line[0] == '\0' ? "" : " ", length, word);
        word += length + (word[length] == ' ');
    }
    for (int i = 0; i < to->lines; i++) {
        int own = text_width(to->head[i]);
        to->width = own > to->width ? own : to->width;
    }
}

static printed_column printed_of(const carom_frame *frame, const carom_column *column,
                                 const char *label)
{
    char cell[CELL];
    printed_column to = {.column = column, .width = LEAST_WIDTH, .empty = true};
    for (size_t i = 0; i < frame->rows; i++) {
        int own = text_width(cell_text(column, carom_frame_row(frame, i), cell));
        to.width = own > to.width ? own : to.width;
        to.empty = to.empty && (strcmp(cell, "-") == 0 || strcmp(cell, "none") == 0);
    }
    to.cells = to.width;
    write_label(column, label, to.label);
    wrap_head(&to);
    return to;
}

/* Column k of those in `shown`, and its label or "". NULL: there are fewer. */
static const carom_column *find_shown(const carom_column *columns, const char *shown, int k,
                                      char label[CELL])
{
    char name[CELL];
    label[0] = '\0';
    if (shown == NULL) {
        return columns[k].name != NULL ? &columns[k] : NULL;
    }
    for (; k > 0; k--) {
        shown += strcspn(shown, " ");
        shown += strspn(shown, " ");
    }
    return sscanf(shown, "%79[^ =]=%79[^ ]", name, label) > 0 ? carom_column_find(columns, name)
                                                              : NULL;
}

/* Print the columns before `leading`, then those from `first` to before `end`. */
static void print_block(const carom_frame *frame, const printed_column *column, int leading,
                        int first, int end, FILE *stream)
{
    char cell[CELL];
    const int begin = leading > 0 ? 0 : first;
    int lines = 0;
    for (int k = begin; k < end; k = k + 1 == leading ? first : k + 1) {
        lines = column[k].lines > lines ? column[k].lines : lines;
    }
    for (int line = -lines; line < (int)frame->rows; line++) {
        int blanks = 0;
        for (int k = begin; k < end; k = k + 1 == leading ? first : k + 1) {
            const printed_column *of = &column[k];
            int at = of->lines + line; /* heads end on the same line */
            const char *text = line >= 0
                                 ? cell_text(of->column, carom_frame_row(frame, (size_t)line), cell)
                             : at < 0 ? ""
                                      : of->head[at];
            print_padded(stream, text, of->width, of->column->text == NULL, &blanks);
            blanks += GAP;
        }
        fputc('\n', stream);
    }
}

/* A line for each column with a meaning, if one has: its name with the unit, and the meaning. */
static void print_meanings(const printed_column *column, int columns, FILE *stream)
{
    int width = 0;
    for (int k = 0; k < columns; k++) {
        width = text_width(column[k].label) > width ? text_width(column[k].label) : width;
    }
    const char *before = "\n";
    for (int k = 0; k < columns; k++) {
        const char *doc = column[k].column->doc, *end = strstr(doc, "; nan"); /* here a "-" */
        if (doc[0] != '\0') {
            fprintf(stream, "%s  %-*s  %.*s\n", before, width, column[k].label,
                    end == NULL ? (int)strlen(doc) : (int)(end - doc), doc);
            before = "";
        }
    }
}

/* Print the columns in as many blocks as the page needs; each begins with the leading columns. */
static void print_blocks(const carom_frame *frame, const printed_column *column, int columns,
                         FILE *stream)
{
    int leading = 0, end, indent = 0;
    for (; leading < columns && column[leading].column->text != NULL; leading++) {
        indent += column[leading].width + GAP;
    }
    int first = leading;
    do {
        int width = indent;
        for (end = first;
             end < columns && (end == first || width + column[end].width + GAP <= PAGE); end++) {
            width += column[end].width + GAP;
        }
        fputs(first > leading ? "\n" : "", stream);
        print_block(frame, column, leading, first, end, stream);
        first = end;
    } while (end < columns);
    if (frame->table->doc != NULL) {
        print_meanings(column + leading, columns - leading, stream);
    }
}

/* A line for each column, with its meaning if there is room. Rows stand side by side under the
 * text of the first column; those beyond the page are in the file, or follow in further blocks. */
static void print_lines(const carom_frame *frame, const printed_column *column, int columns,
                        FILE *stream)
{
    char cell[CELL];
    int label_width = 0, width = LEAST_WIDTH;
    for (int k = 0; k < columns; k++) {
        int own = text_width(column[k].label);
        label_width = own > label_width ? own : label_width;
        width = column[k].cells > width ? column[k].cells : width;
    }
    size_t fit = (size_t)fmax(1, (PAGE - label_width) / (GAP + width));
    for (size_t first = 0, end; first < frame->rows; first = end) {
        end = first + fit < frame->rows ? first + fit : frame->rows;
        fputs(first > 0 ? "\n" : "", stream);
        for (int k = 0; k < columns; k++) {
            int blanks = 0, used = label_width + (int)(end - first) * (GAP + width) + GAP;
            const char *doc = column[k].column->doc;
            bool meaning = k > 0 && doc[0] != '\0' && used + text_width(doc) <= PAGE;
            print_padded(stream, column[k].label, label_width, false, &blanks);
            for (size_t i = first; i < end; i++) {
                blanks += GAP;
                print_padded(stream, cell_text(column[k].column, carom_frame_row(frame, i), cell),
                             width, true, &blanks);
            }
            fprintf(stream, "%*s%s\n", meaning ? GAP : 0, "", meaning ? doc : "");
        }
        if (end < frame->rows && carom_text_ends_in(frame->table->name, ".tsv")) {
            fprintf(stream, "and %zu more in %s\n", frame->rows - end, frame->table->name);
            break;
        }
    }
}

void carom_frame_print(const carom_frame *all, FILE *stream)
{
    printed_column column[MOST_COLUMNS];
    char label[CELL];
    carom_table table = *all->table;
    const char *shown = table.shown;
    bool lines = shown != NULL && shown[0] == '/';
    size_t every = 1;
    int columns = 0;
    if (shown != NULL && isdigit((unsigned char)shown[0])) {
        every = (size_t)shown[0] - '0';
        shown += 2;
    }
    shown = lines ? shown[1] == '\0' ? NULL : shown + 1 : shown;
    const carom_frame view = {&table, all->row, (all->rows + every - 1) / every, 0}, *frame = &view;
    const carom_column *c;
    table.row_size *= every;
    for (int k = 0;
         columns < MOST_COLUMNS && (c = find_shown(table.columns, shown, k, label)) != NULL; k++) {
        column[columns] = printed_of(frame, c, label);
        columns += !column[columns].empty;
    }
    if (frame->rows > 0 && columns > 0 && lines) {
        print_lines(frame, column, columns, stream);
    } else if (frame->rows > 0 && columns > 0) {
        print_blocks(frame, column, columns, stream);
    }
}
