/* Runs a transcript: keys in, the lines of the screen that matter.
 *
 *   == TITLE            a test, in a folder of its own
 *   $ WORDS             starts distml-tui; COLSxROWS is the terminal's size,
 *                       NAME=VALUE and ~NAME its environment; the rest are
 *                       arguments
 *   run WORDS           likewise, until it has drawn
 *   shell COMMAND       typed into a shell in which "$P" is the program
 *   > KEYS              typed; \e \r \n \t \b \\ \xHH as in C
 *   enter KEY TEXT      KEY opens a prompt, in which TEXT is entered
 *   | TEXT   ! TEXT     wait until it stands on the screen, or no longer does
 *   = SIZE[:VIEW] WORDS wait for the very screen that --render prints
 *   @ COLSxROWS         another size of the terminal
 *   & SIGNAL            sent to the program
 *   . STATUS|SIGNAL     it ends with that, the terminal as it was
 *   quit                q, and `. 0`
 *   leave               q in the program and exit in its shell, and `. 0`
 *   ^ KEYS   ~ KEYS     bytes that were sent to the terminal, or never were
 *   sh COMMAND          done by a shell in the folder, with status 0
 *   : A // B // C       a row: what follows the rows is done for each of them,
 *                       with {1}, {2}, {3} replaced
 *   # comment */

#include "vt.h"

enum {
    LINE_MAX_BYTES = 1024,
    LINES_MAX = 600,
    SCENES_MAX = 60,
    WORDS_MAX = 32
};

struct scene {
    const char *title;
    char **lines; /* up to a line without text */
    int first;    /* number of lines[0] in the file */
};

static const char *script; /* its name, for messages */

/* What a step needs. */
struct player {
    struct vt *vt;
    int line;
};

static int signal_of(const char *name)
{
    for (int number = 1; number < SIGRTMIN; number++) {
        const char *known = sigabbrev_np(number);

        if (known && strcmp(known, name) == 0)
            return number;
    }
    return 0;
}

/* Replaces escapes in place; returns the length. */
static size_t unescape(char *text)
{
    static const char letters[] = "erntb\\", bytes[] = "\033\r\n\t\b\\";
    char *to = text;

    for (const char *at = text; *at; at++) {
        const char *found = at[0] == '\\' ? strchr(letters, at[1]) : NULL;

        if (at[0] == '\\' && at[1] == 'x') {
            char digits[3] = { at[2], at[3], '\0' };

            *to++ = (char)strtol(digits, NULL, 16);
            at += 3;
        } else if (found && at[1]) {
            *to++ = bytes[found - letters];
            at++;
        } else {
            *to++ = *at;
        }
    }
    *to = '\0';
    return (size_t)(to - text);
}

static int split(char *text, const char *words[WORDS_MAX])
{
    int count = 0;

    for (char *word = strtok(text, " "); word && count < WORDS_MAX - 1;
         word = strtok(NULL, " "))
        words[count++] = word;
    words[count] = NULL;
    return count;
}

static void start(struct player *player, char *text)
{
    const char *words[WORDS_MAX], *arguments[WORDS_MAX] = { NULL };
    const char *environment[WORDS_MAX] = { NULL };
    struct vt_start start = { .arguments = arguments,
                              .environment = environment };
    int changes = 0, count = 0, more = split(text, words);

    for (int i = 0; i < more; i++) {
        if (words[i][0] == '~')
            environment[changes++] = words[i] + 1;
        else if (words[i][0] >= 'A' && words[i][0] <= 'Z')
            environment[changes++] = words[i];
        else if (sscanf(words[i], "%dx%d", &start.columns, &start.rows) != 2)
            arguments[count++] = words[i];
    }
    vt_start(player->vt, &start);
}

static void see(struct player *player, char *text)
{
    vt_wait_at(player->vt, text, VT_PART, script, player->line);
}

static void see_gone(struct player *player, char *text)
{
    vt_wait_at(player->vt, text, VT_GONE, script, player->line);
}

static void run(struct player *player, char *text)
{
    start(player, text);
    see(player, (char[]){ "= value" }); /* in the last row */
}

static void type_in_shell(struct player *player, char *text)
{
    vt_start_shell(player->vt, text);
}

static void frame(struct player *player, char *text)
{
    const char *words[WORDS_MAX];
    char *want;

    split(text, words);
    want = vt_frame(player->vt, words[0], words + 1);
    vt_wait_at(player->vt, want, VT_WHOLE, script, player->line);
    free(want);
}

static void resize(struct player *player, char *text)
{
    int columns, rows;

    assert_int_equal(sscanf(text, "%dx%d", &columns, &rows), 2);
    vt_resize(player->vt, columns, rows);
}

static void end(struct player *player, char *status)
{
    int number = signal_of(status), got = vt_end(player->vt);

    if (got != (number ? number : atoi(status) << 8)) {
        print_error("wait status 0x%x\n", (unsigned)got);
        _fail(script, player->line);
    }
    vt_assert_restored_at(player->vt, script, player->line);
}

static void quit(struct player *player, char *text)
{
    vt_type(player->vt, "q");
    end(player, (char[]){ "0" });
}

static void leave(struct player *player, char *text)
{
    vt_type(player->vt, "q");
    see_gone(player, "Parameters");
    vt_type(player->vt, "exit 0\r");
    end(player, (char[]){ "0" });
}

static void press(struct player *player, char *text)
{
    vt_write(player->vt, text, unescape(text));
}

static void enter(struct player *player, char *text)
{
    char *value = text + strcspn(text, " ");

    vt_write(player->vt, text, (size_t)(value - text));
    value += *value == ' ';
    see(player, "Enter accept");
    vt_type(player->vt, "\025");
    vt_type(player->vt, value);
    see(player, value);
    vt_type(player->vt, "\r");
}

static void raise_in(struct player *player, char *text)
{
    kill(player->vt->pid, signal_of(text));
}

static void expect(const struct player *player, bool holds)
{
    if (!holds)
        _fail(script, player->line);
}

static void sent(struct player *player, char *text)
{
    unescape(text);
    expect(player, strstr(player->vt->raw, text));
}

static void unsent(struct player *player, char *text)
{
    unescape(text);
    expect(player, !strstr(player->vt->raw, text));
}

static void shell(struct player *player, char *text)
{
    const struct vt_start command = { .program = "sh",
                                      .arguments = WORDS("-c", text),
                                      .environment = WORDS("P=" TEST_PROGRAM) };
    int status;
    char *output = vt_run(player->vt, &command, &status);

    if (status != 0)
        print_error("%s\n", output);
    expect(player, status == 0);
    free(output);
}

static const struct step {
    const char *sign;
    void (*take)(struct player *player, char *text);
} steps[] = {
    { "$", start },     { "run", run },     { "shell", type_in_shell },
    { ">", press },     { "enter", enter }, { "|", see },
    { "!", see_gone },  { "=", frame },     { "@", resize },
    { "&", raise_in },  { ".", end },       { "quit", quit },
    { "leave", leave }, { "^", sent },      { "~", unsent },
    { "sh", shell },
};

static void play(struct player *player, char *line)
{
    char *rest = line + strcspn(line, " ");

    if (*line == '\0' || *line == '#')
        return;
    if (*rest)
        *rest++ = '\0';
    for (size_t i = 0; i < COUNT(steps); i++)
        if (strcmp(steps[i].sign, line) == 0) {
            steps[i].take(player, rest);
            return;
        }
    print_error("no such step: %s\n", line);
    _fail(script, player->line);
}

/* Copies a line; {N} is the Nth field of a row. */
static void fill(char to[LINE_MAX_BYTES], const char *line, const char *row)
{
    size_t length = 0;

    for (; *line && length < LINE_MAX_BYTES - 1; line++) {
        const char *field = row;

        if (!row || line[0] != '{' || line[1] < '1' || line[2] != '}') {
            to[length++] = *line;
            continue;
        }
        for (int skip = line[1] - '1'; field && skip > 0; skip--)
            field = strstr(field, " // ") ? strstr(field, " // ") + 4 : NULL;
        for (; field && *field && strncmp(field, " // ", 4) != 0; field++)
            to[length++] = *field;
        line += 2;
    }
    to[length] = '\0';
}

static void play_from(struct player *player, const struct scene *scene,
                      int from, const char *row)
{
    char line[LINE_MAX_BYTES];

    for (int i = from; scene->lines[i]; i++) {
        if (scene->lines[i][0] == ':')
            return;
        player->line = scene->first + i;
        fill(line, scene->lines[i], row);
        play(player, line);
    }
}

static void test_scene(void **state)
{
    struct vt *vt = *state;
    const struct scene *scene = vt->user;
    struct player player = { .vt = vt };
    int row = 0, last;

    play_from(&player, scene, 0, NULL);
    while (scene->lines[row] && scene->lines[row][0] != ':')
        row++;
    for (last = row; scene->lines[last] && scene->lines[last][0] == ':';)
        last++;
    for (; row < last; row++) {
        print_message("           %s\n", scene->lines[row]);
        play_from(&player, scene, last, scene->lines[row] + 2);
    }
}

static int enter_scene(void **state)
{
    void *scene = *state;
    int entered = vt_setup(state);

    ((struct vt *)*state)->user = scene;
    return entered;
}

/* Cuts the text into lines and scenes; returns how many scenes. */
static size_t read_scenes(char *text, char *lines[LINES_MAX],
                          struct scene scenes[SCENES_MAX])
{
    size_t count = 0, used = 0;
    int number = 1;

    for (char *line = text, *next; line; line = next, number++) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        if (count == SCENES_MAX || used + 2 > LINES_MAX)
            return 0;
        if (strncmp(line, "== ", 3) == 0) {
            used++; /* the NULL that ends the scene before */
            scenes[count++] =
                (struct scene){ line + 3, &lines[used], number + 1 };
        } else if (count > 0) {
            lines[used++] = line;
        }
    }
    return count;
}

int main(int count, char **arguments)
{
    static char *lines[LINES_MAX];
    static struct scene scenes[SCENES_MAX];
    struct CMUnitTest tests[SCENES_MAX];
    size_t scene_count;
    char *text;
    int failed;

    if (count != 2)
        return 2;
    script = arguments[1];
    text = read_text(script);
    scene_count = read_scenes(text, lines, scenes);
    for (size_t i = 0; i < scene_count; i++)
        tests[i] = (struct CMUnitTest){ scenes[i].title, test_scene,
                                        enter_scene, vt_teardown, &scenes[i] };
    failed =
        scene_count == 0
            ? 1
            : _cmocka_run_group_tests(script, tests, scene_count, NULL, NULL);
    free(text);
    return failed;
}
