#include "tui/input.h"

#include "tui/keys.h"

#include <stdlib.h>
#include <string.h>

enum {
    ESCAPE_MS = 25,    /* a lone Esc counts as itself after these */
    SEQUENCE_MS = 200, /* a sequence in parts over a slow line */
    PASTE_MS = 1000,   /* a paste whose end never comes */
};

static void reset(struct input *input)
{
    input->phase = INPUT_GROUND;
    input->alt = false;
    input->length = 0;
    input->rest = 0;
}

/* What Esc with this character introduces; anything else is a key held with
 * Alt, which is consumed. */
static void introduce(struct input *input, uint32_t code)
{
    input->length = 0;
    input->parameters[0] = '\0';
    input->introducer = (char)code;
    if (code == '[' || code == 'O')
        input->phase = INPUT_SEQUENCE;
    else if (code == ']' || code == 'P' || code == 'X' || code == '^' ||
             code == '_')
        input->phase = INPUT_STRING;
    else
        reset(input);
}

/* CSI NUMBER ~ */
static int numbered_key(struct input *input, int number)
{
    static const struct {
        int number, key;
    } table[] = {
        { 1, INPUT_HOME }, { 7, INPUT_HOME },      { 4, INPUT_END },
        { 8, INPUT_END },  { 3, INPUT_DELETE },    { 5, INPUT_PAGE_UP },
        { 11, INPUT_F1 },  { 6, INPUT_PAGE_DOWN },
    };

    if (number == 200 || number == 201)
        input->pasting = number == 200;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].number == number)
            return table[i].key;
    return -1;
}

/* The key of a whole sequence, or -1. */
static int sequence_key(struct input *input, char last)
{
    static const struct {
        char last;
        const char *parameters;
        int key;
    } table[] = {
        { 'A', "", INPUT_UP },
        { 'B', "", INPUT_DOWN },
        { 'C', "", INPUT_RIGHT },
        { 'D', "", INPUT_LEFT },
        { 'C', "1;2", INPUT_SHIFT_RIGHT },
        { 'D', "1;2", INPUT_SHIFT_LEFT },
        { 'c', "", INPUT_SHIFT_RIGHT }, /* rxvt */
        { 'd', "", INPUT_SHIFT_LEFT },
        { 'H', "", INPUT_HOME },
        { 'F', "", INPUT_END },
        { 'Z', "", INPUT_BACK_TAB },
        { 'P', "", INPUT_F1 },
        { 'A', "[", INPUT_F1 },   /* the Linux console */
        { 'M', "", INPUT_ENTER }, /* of the keypad, behind SS3 */
    };
    const char *parameters = input->parameters;

    if (last == '~' && strspn(parameters, "0123456789") == input->length)
        return numbered_key(input, atoi(parameters));
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].last == last &&
            strcmp(table[i].parameters, parameters) == 0)
            return table[i].key;
    return -1;
}

/* A report whose parameters had no room is none. */
static int sgr_mouse_key(struct input *input, char last)
{
    return input->length + 1 < INPUT_PARAMETERS &&
                   mouse_report_sgr(input->parameters, last, &input->mouse)
               ? INPUT_MOUSE
               : -1;
}

static int finish_sequence(struct input *input, char last, int *key)
{
    bool control = input->introducer == '[';
    bool x10 = control && last == 'M' && input->length == 0;
    bool sgr = control && input->parameters[0] == '<';
    bool alt = input->alt;

    *key = x10   ? -1
           : sgr ? sgr_mouse_key(input, last)
                 : sequence_key(input, last);
    reset(input);
    if (x10) {
        input->phase = INPUT_X10_MOUSE;
        input->rest = MOUSE_X10_BYTES;
    }
    return *key >= 0 && !alt;
}

static int x10_mouse_byte(struct input *input, unsigned char byte, int *key)
{
    input->parameters[input->length++] = (char)byte;
    if (--input->rest > 0)
        return 0;
    *key = INPUT_MOUSE;
    reset(input);
    return mouse_report_x10(input->parameters, &input->mouse);
}

static int take_character(struct input *input, uint32_t code, int *key)
{
    bool alt = input->alt;
    bool whole = code >= input->minimum && code <= 0x10ffff &&
                 (code < 0xd800 || code > 0xdfff);

    reset(input);
    if (whole && code >= 0x80 && code < 0xa0) { /* Esc and a letter in one */
        introduce(input, code - 0x40);
        return 0;
    }
    *key = whole ? (int)code : INPUT_INVALID;
    return !alt;
}

/* The first byte of a character from 0x80 on. */
static int begin_character(struct input *input, unsigned char byte, int *key)
{
    static const uint32_t minimum[] = { 0, 0x80, 0x800, 0x10000 };
    int rest = byte < 0xc2   ? 0
               : byte < 0xe0 ? 1
               : byte < 0xf0 ? 2
               : byte < 0xf5 ? 3
                             : 0;

    if (!input->utf8 || rest == 0) {
        *key = INPUT_INVALID;
        reset(input);
        return 1;
    }
    input->phase = INPUT_GROUND;
    input->rest = rest;
    input->minimum = minimum[rest];
    input->code = byte & (0x3fu >> rest);
    return 0;
}

static int ground_byte(struct input *input, unsigned char byte, int *key)
{
    if (input->rest > 0) {
        input->code = input->code << 6 | (byte & 0x3fu);
        return --input->rest ? 0 : take_character(input, input->code, key);
    }
    if (byte >= 0x80)
        return begin_character(input, byte, key);
    if (byte == INPUT_ESCAPE) {
        input->phase = INPUT_AFTER_ESCAPE;
        return 0;
    }
    *key = byte;
    return 1;
}

static int after_escape(struct input *input, unsigned char byte, int *key)
{
    input->alt = input->alt || byte == INPUT_ESCAPE || byte >= 0x80;
    if (byte >= 0x80)
        return begin_character(input, byte, key);
    if (byte != INPUT_ESCAPE)
        introduce(input, byte);
    return 0;
}

static bool is_parameter(const struct input *input, unsigned char byte)
{
    return (byte >= 0x20 && byte < 0x40) ||
           (byte == '[' && input->introducer == '[' && input->length == 0);
}

static int sequence_byte(struct input *input, unsigned char byte, int *key)
{
    if (byte < 0x20 || byte >= 0x7f) { /* broken off */
        reset(input);
        return ground_byte(input, byte, key);
    }
    if (!is_parameter(input, byte))
        return finish_sequence(input, (char)byte, key);
    if (input->length + 1 < INPUT_PARAMETERS)
        input->parameters[input->length++] = (char)byte;
    input->parameters[input->length] = '\0';
    return 0;
}

static int string_byte(struct input *input, unsigned char byte)
{
    if (byte == '\a' || (input->phase == INPUT_STRING_ESCAPE && byte == '\\'))
        reset(input);
    else
        input->phase =
            byte == INPUT_ESCAPE ? INPUT_STRING_ESCAPE : INPUT_STRING;
    return 0;
}

int input_byte(struct input *input, unsigned char byte, int keys[2])
{
    if (input->phase == INPUT_GROUND && input->rest > 0 &&
        (byte & 0xc0) != 0x80) { /* the character ends before its last byte */
        keys[0] = INPUT_INVALID;
        reset(input);
        return 1 + ground_byte(input, byte, keys + 1);
    }
    switch (input->phase) {
    case INPUT_GROUND:
        return ground_byte(input, byte, keys);
    case INPUT_AFTER_ESCAPE:
        return after_escape(input, byte, keys);
    case INPUT_SEQUENCE:
        return sequence_byte(input, byte, keys);
    case INPUT_STRING:
    case INPUT_STRING_ESCAPE:
        return string_byte(input, byte);
    case INPUT_X10_MOUSE:
        return x10_mouse_byte(input, byte, keys);
    }
    return 0;
}

int input_patience(const struct input *input)
{
    if (input->phase == INPUT_AFTER_ESCAPE)
        return ESCAPE_MS;
    if (input->phase != INPUT_GROUND)
        return SEQUENCE_MS;
    return input->pasting ? PASTE_MS : -1;
}

int input_pause(struct input *input)
{
    bool escape = input->phase == INPUT_AFTER_ESCAPE && !input->pasting;

    if (input->phase == INPUT_GROUND)
        input->pasting = false;
    reset(input);
    return escape ? INPUT_ESCAPE : -1;
}
