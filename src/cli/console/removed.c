/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands and options of older versions, and what to do instead. A row applies only to a word that
 * carom does not have. */
#include "cli/console/console.h"

static const struct {
    const char *word, *instead;
} rows[] = {
    {"animate", "use carom plot DIR --film"},
    {"sound", "use carom plot DIR --sound"},
    {"calibrate", "carom explain FILE --set explain.contact_time_s=1e-4 prints the stiffness"},
    {"transfer", "carom explain FILE prints e(v) of a force law, ready to paste as 'points:'"},
    {"card", "run experiments/25-engines/card.sh"},
    {"export", "the tables are text with tabs; carom show FILE --json prints the scenario"},
    {"merge", "carom sweep FILE uses all processors, and --resume continues it"},
    {"engines", "see experiments/25-engines and 'kind: recorded'"},
    {"list engines", "see experiments/25-engines and 'kind: recorded'"},
    {"--checkpoint", "omit it: a repeated run has the same bytes; carom sweep has --resume"},
    {"--shard", "omit it: carom sweep uses all processors, and --resume continues it"},
    {"--junit", "use --tap or the exit status"},
    {"--schema", "carom list keys --json lists every key"},
    {"sweep --records", "carom run FILE --set KEY=VALUE writes the records of one point"},
    {"--limit", "carom grades no programs; tests/try.sh FILE.c tests a C file"},
    {"--csv", "grade each file of answers; --tap and the exit status have the result"},
    {"--keys", "put answers.yaml beside the worksheet; CAROM_HOME names another folder"},
    {"--man", "make install writes a manual page"},
    {"--completion", "make install writes a completion for bash and zsh"},
    {"--latex", "use --format pdf and \\includegraphics"},
    {"--keep", "use carom plot DIR to draw again"},
    {"--style", "put the commands of gnuplot into ~/.config/carom/style.gp"},
    {"--width", "use --preset; PDF and SVG figures can be scaled"},
    {"--zoom", "carom contact draws one contact"},
    {"--exaggerate", "carom contact draws the overlap over time"},
    {"--no-clock", "use --figures to choose figures"},
    {"--gif", "use --film, which makes MP4 and GIF"},
    {"--overlay", "use --film, which shows the solvers side by side"},
    {"--length", "use --film, which chooses the duration"},
    {"--loudest", "use --sound, which scales to the hardest collision"},
    {"--threads", "use --jobs"},
    {"--no-collisions", "omit it, and delete collisions.tsv if it is too large"},
    {"run --plots", "use carom compare, which draws figures"},
    {"--plots", "omit it: a command that draws figures does so unless --no-plots is given"},
    {"--address", "omit it"},
    {"--no-seal", "omit it"},
    {"--contact", "use --set contact.contact=N"},
    {"--pair", "use --set contact.contact=N, the row of collisions.tsv"},
    {"--of", "use --set gradient.of=BALL.COLUMN"},
    {"--by", "use --set gradient.by=KEY or --set fit.by=KEY"},
    {"--to", "use --set fit.to=NAME"},
    {"--interval", "omit it: derivatives are central differences"},
    {"--target", "vary the key with carom sweep, or fit it with carom fit"},
    {"--lyapunov", "carom diverge measures the growth rate of a perturbation"},
};

bool cli_report_removed_word(const char *word)
{
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strlen(rows[i].word) == length && strncmp(rows[i].word, word, length) == 0) {
            fprintf(stderr, "carom: error: '%s' was removed; %s\n", rows[i].word, rows[i].instead);
            return true;
        }
    }
    return false;
}
