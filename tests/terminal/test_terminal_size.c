/* Sizes: too small, just large enough, changing while anything is open. */

#include "model/param.h"
#include "tui/panel.h"
#include "vt.h"

/* complaint 2: what is too small says so, and q still quits. */
static void test_too_small(void **state)
{
    static const struct {
        int columns, rows;
        const char *says; /* as much of it as there is room for */
    } cases[] = {
        { 1, 1, "n" },
        { 2, 5, "ne" },
        { 5, 2, "need" },
        { 20, 5, "need 60x16, have 20x" },
        { 59, 16, "need 60x16, have 59x16" },
        { 60, 15, "need 60x16, have 60x15" },
        { 38, 24, "need 60x16, have 38x24" },
    };
    struct vt *vt = *state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vt_start(vt, &(struct vt_start){ .columns = cases[i].columns,
                                         .rows = cases[i].rows });
        vt_wait(vt, cases[i].says);
        vt_quit(vt);
        vt_assert_restored(vt);
    }
}

/* complaint 2: one row less than usual is no reason to refuse. */
static void test_one_row_less(void **state)
{
    struct vt *vt = *state;
    char *frame = run_frame(vt, "79x23", NULL);

    vt_start(vt, &(struct vt_start){ .columns = 79, .rows = 23 });
    vt_wait_screen(vt, frame);
    vt_quit(vt);
    free(frame);
}

/* complaint 3: 80x24 shows the front page's sliders, the groups that hold the
 * others, and a chart. */
static const char *const groups[] = { "Workload", "Cluster", "Communication",
                                      "Advanced" };

static void test_usual_size(void **state)
{
    struct vt *vt = *state;

    vt_begin(vt, WORDS("-p", "llama-7b"));
    for (size_t i = 0; i < PANEL_FRONT; i++)
        assert_contains(vt_text(vt), params[i].title);
    for (size_t i = 0; i < 4; i++)
        assert_contains(vt_text(vt), groups[i]);
    assert_contains(vt_text(vt), "8 workers  3.265x  40.82 %  981.2 ms");
    assert_contains(vt_text(vt), "x: Workers");
    assert_contains(vt_text(vt), "communication-bound");
    assert_null(strstr(vt_text(vt), "need 60x16"));
}

/* complaint 4: grown back, it looks as when just started. */
static void test_grow_back(void **state)
{
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24", NULL);

    vt_begin(vt, NULL);
    vt_resize(vt, 20, 5);
    vt_wait(vt, "need 60x16");
    vt_resize(vt, 80, 24);
    vt_wait_screen(vt, frame);
    vt_quit(vt);
    free(frame);
}

/* complaint 4: the same when both changes come before the program looks. */
static void test_shrink_and_grow_at_once(void **state)
{
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24", NULL);

    vt_begin(vt, NULL);
    vt_wait_screen(vt, frame);
    kill(vt->pid, SIGSTOP);
    vt_resize(vt, 30, 6);
    vt_resize(vt, 80, 24);
    kill(vt->pid, SIGCONT);
    vt_wait_screen(vt, frame);
    free(frame);
}

struct opened {
    const char *keys, *shows;
};

static void open_at(struct vt *vt, const struct opened *opened, int columns,
                    int rows)
{
    vt_start(vt, &(struct vt_start){ .columns = columns, .rows = rows });
    vt_wait(vt, "= value");
    vt_type(vt, opened->keys);
    vt_wait(vt, opened->shows);
}

/* Until both show the same. */
static void wait_same(struct vt *vt, struct vt *other)
{
    for (int i = 0; i < 500; i++) {
        vt_pump(vt, 10);
        vt_pump(other, 10);
        if (strcmp(vt_text(vt), vt_text(other)) == 0)
            return;
    }
    vt_wait_screen(vt, vt_text(other));
}

/* complaint 5: an open help, prompt or list is redrawn without a key, as if it
 * had been opened at the new size. */
static void test_resize_while_open(void **state)
{
    static const struct opened cases[] = {
        { "?", "Keys and parameters" },     { "=", "Esc cancel" },
        { "e", "Export the sweep as CSV" }, { "s", "Save as preset" },
        { "p", "Presets: Enter loads" },
    };
    struct vt *vt = *state;
    void *second;

    assert_int_equal(vt_setup(&second), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_at(vt, &cases[i], 80, 24);
        open_at(second, &cases[i], 101, 31);
        vt_resize(vt, 101, 31);
        wait_same(vt, second);
        open_at(second, &cases[i], 66, 18);
        vt_resize(vt, 66, 18);
        wait_same(vt, second);
    }
    assert_int_equal(vt_teardown(&second), 0);
}

/* complaint 6: two hundred sizes one after the other. */
static void test_resize_storm(void **state)
{
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24", NULL);
    unsigned random = 20240229;

    vt_begin(vt, NULL);
    for (int i = 0; i < 200; i++) {
        random = random * 1664525u + 1013904223u;
        vt_resize(vt, 1 + (int)(random >> 8) % 160,
                  1 + (int)(random >> 20) % 60);
        vt_pump(vt, 1);
    }
    vt_resize(vt, 80, 24);
    vt_wait_screen(vt, frame);
    vt_quit(vt);
    vt_assert_restored(vt);
    free(frame);
}

/* complaint 8: the terminal's size counts, not what is exported. */
static void test_exported_size(void **state)
{
    struct vt *vt = *state;
    char *usual = run_frame(vt, "80x24", NULL);
    char *wide = run_frame(vt, "120x40", NULL);

    vt_start(vt, &(struct vt_start){ .environment =
                                         WORDS("LINES=50", "COLUMNS=132") });
    vt_wait_screen(vt, usual);
    vt_resize(vt, 120, 40);
    vt_wait_screen(vt, wide);
    vt_quit(vt);
    free(usual);
    free(wide);
}

/* The instrument starts with the very frame that --render prints. */
static void test_frames(void **state)
{
    static const struct {
        const char *size;
        int columns, rows;
    } cases[] = {
        { "60x16", 60, 16 },   { "80x24", 80, 24 },   { "100x30", 100, 30 },
        { "132x43", 132, 43 }, { "200x60", 200, 60 }, { "61x100", 61, 100 },
    };
    struct vt *vt = *state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const *words = WORDS("-p", "llama-7b");
        char *frame = run_frame(vt, cases[i].size, words);

        vt_start(vt, &(struct vt_start){ .columns = cases[i].columns,
                                         .rows = cases[i].rows,
                                         .arguments = words });
        vt_wait_screen(vt, frame);
        vt_quit(vt);
        free(frame);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_terminal(test_too_small),
        test_in_terminal(test_one_row_less),
        test_in_terminal(test_usual_size),
        test_in_terminal(test_grow_back),
        test_in_terminal(test_shrink_and_grow_at_once),
        test_in_terminal(test_resize_while_open),
        test_in_terminal(test_resize_storm),
        test_in_terminal(test_exported_size),
        test_in_terminal(test_frames),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
