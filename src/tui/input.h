/* input.h - the bytes that a terminal sends into keys; pure.
 *
 * Cursor and editing keys are known as xterm, vt220, rxvt, screen and the Linux
 * console send them, in either cursor-key mode, and the mouse as mode 1006 and
 * its predecessor report it. Every other control sequence (CSI, SS3, OSC, DCS
 * and the like, Alt with a key) is consumed whole and gives no key. */

#ifndef DISTML_TUI_INPUT_H
#define DISTML_TUI_INPUT_H

#include "tui/mouse_report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The key of a byte that is no character in the terminal's encoding. It is
 * visible in a prompt, so that no text is shortened silently. */
enum { INPUT_INVALID = 0xfffd };

enum { INPUT_PARAMETERS = 16 };

/* What the bytes received so far are the beginning of. */
enum input_phase {
    INPUT_GROUND,        /* nothing */
    INPUT_AFTER_ESCAPE,  /* Esc, or a sequence */
    INPUT_SEQUENCE,      /* CSI or SS3 with its parameters */
    INPUT_STRING,        /* OSC, DCS, APC, PM, SOS */
    INPUT_STRING_ESCAPE, /* its end, perhaps */
    INPUT_X10_MOUSE,     /* CSI M; `rest` bytes of a report are missing */
};

/* Zero but for `utf8` at the start. */
struct input {
    bool utf8;    /* the encoding; else ASCII alone is taken */
    bool pasting; /* within a bracketed paste: keys are text of it */
    bool alt;     /* the present character or sequence is held with Alt */
    enum input_phase phase;
    char introducer; /* of a sequence: `[` for CSI, `O` for SS3 */
    char parameters[INPUT_PARAMETERS]; /* of it, with a NUL behind `length` */
    size_t length;
    int rest;         /* bytes still missing in a character or a report */
    uint32_t code;    /* of a character half read */
    uint32_t minimum; /* what its length allows: overlong forms are refused */
    struct mouse_report mouse; /* of the last INPUT_MOUSE */
};

/* Takes one byte and writes the keys that it completes, of keys.h: none, one,
 * or two where it cuts a character off. Returns how many. */
int input_byte(struct input *input, unsigned char byte, int keys[2]);

/* For how many ms a pause leaves open what the last bytes mean; -1: nothing
 * is open. After such a pause input_pause() is called. */
int input_patience(const struct input *input);

/* Settles what is open: INPUT_ESCAPE for a lone Esc, else no key, -1. */
int input_pause(struct input *input);

#endif
