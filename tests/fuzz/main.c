/* main.c - mutates the seeds for a while, the same way every time.
 *
 * clang's libFuzzer brings a main of its own (-fsanitize=fuzzer); this one lets
 * any compiler run the same entries in the test command. */

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_MAX = 4096, ROUNDS = 10000 };

static uint64_t next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static size_t pick(uint64_t *state, size_t count)
{
    return (size_t)(next(state) % count);
}

/* One change: a byte set, a piece dropped, doubled, or taken from a list of
 * what parsers trip over. */
static size_t mutate(uint8_t *data, size_t size, uint64_t *state)
{
    static const char *const pieces[] = {
        "\n",
        "=",
        "]",
        "[",
        "\"",
        "\\\n",
        ";",
        "#",
        "1e9",
        "-1",
        "nan",
        "%",
        " GB/s",
        "params",
        ":",
        ",",
        "x2",
        "\r",
        "\xff",
        "0x10",
        "inf",
        "99999999999999999999",
        "\xef\xbb\xbf",
    };
    const char *piece = pieces[pick(state, sizeof pieces / sizeof *pieces)];
    size_t at = pick(state, size + 1), length = strlen(piece);
    size_t span = pick(state, 16);

    span = at + span > size ? size - at : span;
    switch (pick(state, 4)) {
    case 0:
        if (at < size)
            data[at] = (uint8_t)next(state);
        return size;
    case 1:
        memmove(data + at, data + at + span, size - at - span);
        return size - span;
    case 2:
        if (size + span > INPUT_MAX)
            return size;
        memmove(data + at + span, data + at, size - at);
        return size + span;
    default:
        if (size + length > INPUT_MAX)
            return size;
        memmove(data + at + length, data + at, size - at);
        memcpy(data + at, piece, length);
        return size + length;
    }
}

int main(void)
{
    uint64_t state = 0x9e3779b97f4a7c15;
    size_t seeds = 0;

    while (fuzz_seeds[seeds])
        seeds++;
    for (int round = 0; round < ROUNDS; round++) {
        const char *seed = fuzz_seeds[pick(&state, seeds)];
        uint8_t buffer[INPUT_MAX], *exact;
        size_t size = strlen(seed);

        memcpy(buffer, seed, size);
        for (size_t i = pick(&state, 8) + 1; i > 0; i--)
            size = mutate(buffer, size, &state);
        exact = malloc(size ? size : 1); /* so that over-reads are seen */
        if (!exact)
            return 1;
        memcpy(exact, buffer, size);
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
    }
    printf("%d inputs, nothing wrong\n", ROUNDS);
    return 0;
}
