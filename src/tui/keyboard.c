#include "tui/keyboard.h"

#include "tui/canvas.h"
#include "tui/keys.h"

#include <errno.h>
#include <sys/select.h>
#include <unistd.h>

enum {
    READ_MAX = 256,
    BURST_MS = 5, /* a pause that ends a burst */
};

static void keep_pasted(struct keyboard *keyboard, int key)
{
    if (key < INPUT_UP && keyboard->length + 5 <= sizeof keyboard->paste)
        keyboard->length += (size_t)canvas_encode(
            (uint32_t)key, keyboard->paste + keyboard->length);
}

static void end_paste(struct keyboard *keyboard, struct state *state)
{
    keyboard->paste[keyboard->length] = '\0';
    keyboard->length = 0;
    state_paste(state, keyboard->paste);
}

/* A key, or with INPUT_MOUSE what the mouse did. */
struct event {
    int key;
    struct mouse_report mouse;
};

static void refuse(struct state *state, const struct event *event)
{
    char name[KEY_TEXT];

    key_print(event->key, name);
    if (event->key == INPUT_MOUSE)
        error_request(&state->message,
                      "several keys came at once; click again");
    else
        error_request(&state->message,
                      "several keys came at once; press %s again, alone", name);
    state->message_is_error = true;
}

static bool touches_files(const struct keyboard *keyboard,
                          const struct state *state, const struct event *event)
{
    const char *clicked;

    if (event->key != INPUT_MOUSE)
        return actions_touch_files(state, event->key);
    clicked = mouse_clicks(keyboard->canvas, &event->mouse);
    return clicked && action_touches_files(state, clicked);
}

static unsigned take_event(struct keyboard *keyboard, struct state *state,
                           const struct event *event)
{
    bool held = keyboard->burst && touches_files(keyboard, state, event);
    unsigned flags = 0;

    if (!held)
        flags = event->key == INPUT_MOUSE
                    ? mouse_take(&keyboard->mouse, state, keyboard->canvas,
                                 &event->mouse)
                    : state_key(state, event->key);
    files_run(state, keyboard->watch);
    if (held || (keyboard->burst && flags & STATE_QUIT)) {
        refuse(state, event);
        flags &= ~(unsigned)STATE_QUIT;
    }
    return flags;
}

/* The end of a click is often in one read with its beginning. */
static bool is_pressed(const struct event *event)
{
    return event->key != INPUT_MOUSE || event->mouse.kind == MOUSE_PRESS;
}

/* What one read brought, in order. */
static unsigned take_events(struct keyboard *keyboard, struct state *state,
                            const struct event *events, size_t count)
{
    unsigned flags = 0;
    size_t pressed = 0;

    for (size_t i = 0; i < count; i++)
        pressed += is_pressed(&events[i]);
    keyboard->burst = keyboard->burst || pressed > 1;
    for (size_t i = 0; i < count && !(flags & STATE_QUIT); i++)
        flags |= take_event(keyboard, state, &events[i]);
    return flags;
}

static unsigned take_bytes(struct keyboard *keyboard, struct state *state,
                           const unsigned char *bytes, size_t count)
{
    struct event events[2 * READ_MAX];
    size_t event_count = 0;
    unsigned flags = 0;

    for (size_t i = 0; i < count; i++) {
        bool pasting = keyboard->input.pasting;
        int keys[2], more = input_byte(&keyboard->input, bytes[i], keys);

        if (pasting != keyboard->input.pasting) {
            flags |= take_events(keyboard, state, events, event_count);
            event_count = 0;
            end_paste(keyboard, state);
            continue;
        }
        for (int j = 0; j < more; j++)
            if (pasting)
                keep_pasted(keyboard, keys[j]);
            else
                events[event_count++] =
                    (struct event){ keys[j], keyboard->input.mouse };
    }
    return flags | take_events(keyboard, state, events, event_count);
}

static unsigned read_keys(struct keyboard *keyboard, struct state *state)
{
    unsigned char bytes[READ_MAX];
    ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);

    if (count > 0)
        return take_bytes(keyboard, state, bytes, (size_t)count);
    return count == 0 || (errno != EINTR && errno != EAGAIN) ? KEYBOARD_GONE
                                                             : 0;
}

/* Waits at most `ms`; -1: as long as it takes. */
static enum keyboard_event wait_for_input(int ms, const sigset_t *unblocked)
{
    struct timespec limit = { ms / 1000, ms % 1000 * 1000000L };
    fd_set inputs;
    int ready;

    FD_ZERO(&inputs);
    FD_SET(STDIN_FILENO, &inputs);
    ready = pselect(STDIN_FILENO + 1, &inputs, NULL, NULL,
                    ms < 0 ? NULL : &limit, unblocked);
    return ready > 0    ? KEYBOARD_INPUT
           : ready == 0 ? KEYBOARD_PAUSE
                        : KEYBOARD_SIGNAL;
}

enum keyboard_event keyboard_wait(const struct keyboard *keyboard,
                                  const sigset_t *unblocked)
{
    return wait_for_input(input_patience(&keyboard->input), unblocked);
}

unsigned keyboard_take(struct keyboard *keyboard, enum keyboard_event event,
                       struct state *state, const sigset_t *unblocked)
{
    unsigned flags = 0;
    int key;

    if (event == KEYBOARD_PAUSE && keyboard->input.pasting)
        end_paste(keyboard, state); /* its end never came */
    if (event == KEYBOARD_INPUT)
        flags = read_keys(keyboard, state);
    else if (event == KEYBOARD_PAUSE &&
             (key = input_pause(&keyboard->input)) >= 0)
        flags = take_event(keyboard, state, &(struct event){ key, { .x = 0 } });
    /* A burst is over when nothing follows it for a moment; the frame that is
     * drawn then shows all of it. */
    keyboard->burst = keyboard->burst &&
                      wait_for_input(BURST_MS, unblocked) == KEYBOARD_INPUT;
    return flags;
}
