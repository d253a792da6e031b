#include "tui/store.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1 << 16 };

struct store_block {
    struct store_block *next;
    size_t used, capacity; /* bytes of `memory` */
    alignas(max_align_t) unsigned char memory[];
};

static size_t room(const struct store_block *block)
{
    return block ? block->capacity - block->used : 0;
}

/* A block behind the present one. */
static struct store_block *add_block(struct store *store, size_t bytes)
{
    size_t capacity = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
    struct store_block *block = malloc(sizeof *block + capacity);

    if (!block)
        return NULL;
    *block = (struct store_block){ .capacity = capacity };
    if (store->now) {
        block->next = store->now->next;
        store->now->next = block;
    } else {
        store->first = block;
    }
    return block;
}

/* The present block, or the next that has room, or a new one. */
static struct store_block *find_block(struct store *store, size_t bytes)
{
    struct store_block *block = store->now;

    while (block && room(block) < bytes)
        block = block->next;
    return block ? block : add_block(store, bytes);
}

void *store_take(struct store *store, size_t bytes)
{
    size_t unit = alignof(max_align_t);
    size_t wanted = (bytes + unit - 1) / unit * unit;
    struct store_block *block = find_block(store, wanted);
    void *memory;

    if (!block) {
        store->failed = true;
        return NULL;
    }
    store->now = block;
    memory = block->memory + block->used;
    block->used += wanted;
    return memory;
}

double *store_numbers(struct store *store, size_t count)
{
    return store_take(store, count * sizeof(double));
}

const char *store_vprint(struct store *store, const char *format,
                         va_list arguments)
{
    char text[256], *copy;
    int length = vsnprintf(text, sizeof text, format, arguments);
    size_t size = length < (int)sizeof text ? (size_t)length + 1 : sizeof text;

    copy = length < 0 ? NULL : store_take(store, size);
    return copy ? memcpy(copy, text, size) : "";
}

const char *store_print(struct store *store, const char *format, ...)
{
    va_list arguments;
    const char *text;

    va_start(arguments, format);
    text = store_vprint(store, format, arguments);
    va_end(arguments);
    return text;
}

void store_clear(struct store *store)
{
    for (struct store_block *block = store->first; block; block = block->next)
        block->used = 0;
    store->now = store->first;
    store->failed = false;
}

void store_free(struct store *store)
{
    struct store_block *block = store->first;

    while (block) {
        struct store_block *next = block->next;

        free(block);
        block = next;
    }
    *store = (struct store){ .first = NULL };
}
