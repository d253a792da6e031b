/* shell.h - the program as a shell runs it: rows of commands and their results.
 *
 * A test runs in an empty folder. In a command $T is the program, $P the folder
 * of presets, $S that of the source, $B that of the build; ".." is for files
 * that do not count. */

#ifndef DISTML_TESTS_SHELL_H
#define DISTML_TESTS_SHELL_H

#include "files.h"

/* A setup: as folder_enter(), in a subfolder beside which the output lands. */
static inline int shell_enter(void **state)
{
    int entered = folder_enter(state);

    setenv("T", TEST_PROGRAM, 1);
    setenv("P", TEST_PRESET_DIR, 1);
    setenv("S", TEST_SOURCE_DIR "/..", 1);
    setenv("B", TEST_BUILD_DIR, 1);
    setenv("XDG_CONFIG_HOME", *state, 1);
    setenv("XDG_STATE_HOME", *state, 1);
    unsetenv("NO_COLOR");
    return entered || mkdir("w", 0777) || chdir("w");
}

#define SHELL_TEST(name) TEST_WITH(name, shell_enter, folder_leave)

/* A request and its result. Refused (status 1 or 2) it writes one clean line of
 * errors and nothing else, and no file appears. Done (status 0) it writes no
 * error, and no file but `after`. */
struct row {
    const char *command; /* of a shell; without $, the program's arguments */
    const char *parts;   /* of the file `after`, of the errors, or of standard
                            output, in their order, `~` between them */
    int status;
    const char *after; /* the file that appears */
};

/* A row whose other fields are those of its table. */
struct request {
    const char *command, *parts;
};

/* A function for commands: the cells of a column of a CSV without quotes. */
#define SHELL_COLUMN                                                           \
    "column() { awk -F, -v name=$1 'NR == 1 { while ($++n != name); next } "   \
    "{ text = text (NR > 2 ? \" \" : \"=\") $n } END { print text }'; }; "

struct result {
    int status;
    char *out, *err;
};

static inline struct result run_shell(const char *command)
{
    char text[2048];
    int status;

    snprintf(text, sizeof text, "%s(%s %s) > ../out 2> ../err < /dev/null",
             SHELL_COLUMN, strchr(command, '$') ? "" : "$T", command);
    status = system(text);
    return (struct result){ WEXITSTATUS(status), read_text("../out"),
                            read_text("../err") };
}

static inline void result_free(struct result *result)
{
    free(result->out);
    free(result->err);
}

/* Nothing that acts on a terminal or changes the direction of text. */
static inline bool is_clean_text(const char *text)
{
    static const char *const bad[] = {
        "\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d",
        "\u202e", "\u2066", "\u2067", "\u2068", "\u2069", "\ufeff",
    };

    for (size_t i = 0; i < COUNT(bad); i++)
        if (strstr(text, bad[i]))
            return false;
    for (const unsigned char *at = (const unsigned char *)text; *at; at++)
        if ((*at < ' ' && !strchr("\n\t", *at)) || *at == 127 || *at > 0xf4 ||
            (*at == 0xc2 && at[1] < 0xa0))
            return false;
    return true;
}

static inline bool is_one_line(const char *text)
{
    return strncmp(text, "distml-tui: ", 12) == 0 && strlen(text) > 14 &&
           strchr(text, '\n') == text + strlen(text) - 1;
}

/* The first part that does not stand in `text` behind those before it, or NULL.
 */
static inline const char *missing_part(const char *text, const char *parts)
{
    static char part[256];

    for (; *parts; parts += *parts == '~') {
        size_t length = strcspn(parts, "~");

        snprintf(part, sizeof part, "%.*s", (int)length, parts);
        text = text ? strstr(text, part) : NULL;
        if (!text)
            return part;
        text += length;
        parts += length;
    }
    return NULL;
}

/* What is wrong with a result, or NULL. */
static inline const char *judge(const struct row *row,
                                const struct result *result)
{
    bool written = row->after && exists(row->after);
    char *file = written ? read_text(row->after) : NULL;
    const char *text = row->after    ? file
                       : row->status ? result->err
                                     : result->out;
    const char *wrong = missing_part(text, row->parts);

    free(file);
    if (result->status != row->status)
        return "the exit status";
    if (row->status ? !is_one_line(result->err) : *result->err)
        return "the errors";
    if (!is_clean_text(result->err) || !is_clean_text(result->out))
        return "a control character";
    if ((row->status || row->after) && *result->out)
        return "the output";
    return wrong;
}

static inline void run_row(const struct row *row)
{
    struct result result;
    const char *wrong;
    int entries;

    entries = count_entries(".") + (row->after != NULL);
    result = run_shell(row->command);
    wrong = judge(row, &result);
    if (!wrong && count_entries(".") != entries)
        wrong = "the files";
    if (wrong)
        fail_msg("%s: not as wanted: %s\nstatus %d\n%s%s", row->command, wrong,
                 result.status, result.out, result.err);
    if (row->after)
        assert_int_equal(remove(row->after), 0);
    result_free(&result);
}

static inline void run_requests(int status, const struct request *rows,
                                size_t count)
{
    for (size_t i = 0; i < count; i++)
        run_row(&(struct row){ .command = rows[i].command,
                               .parts = rows[i].parts,
                               .status = status });
}

#endif
