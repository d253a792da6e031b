/* The mouse as an emulated terminal reports it, in the modes that it was asked
 * for. */

#include "vt.h"

/* A button at a cell, from 0; then what the program draws. */
static void button(struct vt *vt, int number, bool pressed)
{
    vterm_mouse_button(vt->vterm, number, pressed, VTERM_MOD_NONE);
    vt_pump(vt, 50);
}

static void move(struct vt *vt, int column, int row)
{
    vterm_mouse_move(vt->vterm, row, column, VTERM_MOD_NONE);
    vt_pump(vt, 50);
}

static void click(struct vt *vt, int column, int row)
{
    move(vt, column, row);
    button(vt, 1, true);
    button(vt, 1, false);
}

/* The track of the workers, 1 .. 1024, stands in row 3, columns 2 .. 30. */
static void use_track(struct vt *vt)
{
    click(vt, 16, 3);
    vt_wait(vt, "32 workers");
    button(vt, 4, true);
    vt_wait(vt, "48 workers");
    button(vt, 5, true);
    vt_wait(vt, "32 workers");
    move(vt, 2, 3);
    button(vt, 1, true);
    vt_wait(vt, "1 worker ");
    move(vt, 79, 23);
    vt_wait(vt, "1024 workers");
    move(vt, 16, 0);
    vt_wait(vt, "32 workers");
    button(vt, 1, false);
    move(vt, 2, 3);
    vt_wait(vt, "32 workers");
}

/* TERM alone decides nothing: each is asked for coordinates in digits. */
TERMINAL_TEST(test_the_mouse_of_a_terminal)
{
    static const char *const terms[] = { "TERM=xterm-256color",
                                         "TERM=tmux-256color", "TERM=screen" };
    struct vt *vt = *state;

    for (size_t i = 0; i < COUNT(terms); i++) {
        vt_start(vt, &(struct vt_start){ .environment = WORDS(terms[i]) });
        vt_wait(vt, "= value");
        use_track(vt);
        vt_quit(vt);
        vt_assert_restored(vt);
    }
}

/* Far to the right, where a byte does not reach. */
TERMINAL_TEST(test_columns_beyond_a_byte)
{
    struct vt *vt = *state;
    int column, row;

    vt_start(vt, &(struct vt_start){ .columns = 300, .rows = 40 });
    vt_wait(vt, "= value");
    assert_true(vt_find(vt, "? help   q quit", &column, &row));
    assert_true(column > 223);
    click(vt, column, row);
    vt_wait(vt, "all keys and words");
}

static void count_output(const char *bytes, size_t count, void *user)
{
    *(size_t *)user += count;
}

/* How many bytes the terminal reports of a drag; libvterm 0.1.4 tells presses
 * in any mode, motion only where it was asked to. */
static size_t reported(struct vt *vt)
{
    size_t presses = 0, drags = 0;

    vterm_output_set_callback(vt->vterm, count_output, &presses);
    vterm_mouse_button(vt->vterm, 1, true, VTERM_MOD_NONE);
    vterm_output_set_callback(vt->vterm, count_output, &drags);
    for (int column = 0; column < 20; column++)
        vterm_mouse_move(vt->vterm, 3, column, VTERM_MOD_NONE);
    return drags;
}

/* The shell gets nothing, whatever ended the program (COMPLAINTS 14). */
TERMINAL_TEST(test_nothing_is_reported_afterwards)
{
    static const int signals[] = { 0,       SIGINT,  SIGTERM, SIGHUP,
                                   SIGQUIT, SIGSEGV, SIGABRT };
    struct vt *vt = *state;

    for (size_t i = 0; i < COUNT(signals); i++) {
        vt_begin(vt, NULL);
        if (signals[i] != 0)
            kill(vt->pid, signals[i]);
        else
            vt_type(vt, "q");
        vt_end(vt);
        vt_assert_restored(vt);
        assert_int_equal(reported(vt), 0);
    }
}

TERMINAL_TEST(test_nothing_is_reported_where_none_is_wanted)
{
    struct vt *vt = *state;

    vt_begin(vt, WORDS("--no-mouse"));
    assert_int_equal(reported(vt), 0);
    mkdir("config", 0777);
    mkdir("config/distml-tui", 0777);
    write_text("config/distml-tui/config.ini", "[instrument]\nmouse = off\n");
    vt_begin(vt, NULL);
    assert_int_equal(reported(vt), 0);
    assert_null(strstr(vt->raw, "?1000h"));
    remove("config/distml-tui/config.ini");
    vt_begin(vt, NULL);
    assert_true(reported(vt) > 0);
}

TEST_MAIN(NULL)
