#include "tui/prompt.h"

#include "tui/canvas.h"
#include "tui/keys.h"

#include <string.h>

static bool is_tail(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

void prompt_start(struct prompt *prompt, const char *text)
{
    *prompt = (struct prompt){ .text = "" };
    prompt_insert(prompt, text, strlen(text));
}

static size_t before(const struct prompt *prompt, size_t at)
{
    if (at > 0)
        at--;
    while (at > 0 && is_tail(prompt->text[at]))
        at--;
    return at;
}

static size_t after(const struct prompt *prompt, size_t at)
{
    if (prompt->text[at])
        at++;
    while (is_tail(prompt->text[at]))
        at++;
    return at;
}

static size_t word_before(const struct prompt *prompt)
{
    size_t at = prompt->cursor;

    while (at > 0 && prompt->text[at - 1] == ' ')
        at--;
    while (at > 0 && prompt->text[at - 1] != ' ')
        at--;
    return at;
}

static void erase(struct prompt *prompt, size_t from, size_t to)
{
    memmove(prompt->text + from, prompt->text + to,
            strlen(prompt->text + to) + 1);
    prompt->cursor = from;
}

void prompt_insert(struct prompt *prompt, const char *text, size_t length)
{
    char *at = prompt->text + prompt->cursor;
    size_t room = sizeof prompt->text - 1 - strlen(prompt->text);

    if (length > room) /* cut before a whole character */
        for (length = room; length > 0 && is_tail(text[length]); length--)
            ;
    memmove(at + length, at, strlen(at) + 1);
    memcpy(at, text, length);
    prompt->cursor += length;
}

void prompt_put_before(struct prompt *prompt, const char *text)
{
    erase(prompt, 0, prompt->cursor);
    prompt_insert(prompt, text, strlen(text));
}

bool prompt_inserts(int key)
{
    return key >= ' ' && key < INPUT_UP && key != INPUT_BACKSPACE;
}

static bool insert(struct prompt *prompt, int key)
{
    char bytes[4];

    if (!prompt_inserts(key))
        return false;
    prompt_insert(prompt, bytes, (size_t)canvas_encode((uint32_t)key, bytes));
    return true;
}

bool prompt_key(struct prompt *prompt, int key)
{
    size_t cursor = prompt->cursor;

    switch (key) {
    case INPUT_LEFT:
        prompt->cursor = before(prompt, cursor);
        return true;
    case INPUT_RIGHT:
        prompt->cursor = after(prompt, cursor);
        return true;
    case INPUT_HOME:
        prompt->cursor = 0;
        return true;
    case INPUT_END:
        prompt->cursor = strlen(prompt->text);
        return true;
    case INPUT_BACKSPACE:
    case '\b':
        erase(prompt, before(prompt, cursor), cursor);
        return true;
    case INPUT_DELETE:
        erase(prompt, cursor, after(prompt, cursor));
        return true;
    case INPUT_CONTROL_U:
        erase(prompt, 0, cursor);
        return true;
    case INPUT_CONTROL_W:
        erase(prompt, word_before(prompt), cursor);
        return true;
    default:
        return insert(prompt, key);
    }
}
