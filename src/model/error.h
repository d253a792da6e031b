/* error.h - the reason why a function failed.
 *
 * Functions that can fail return false (or a count of 0) and fill the struct
 * with one sentence for a person: what was wrong, where, and what would be
 * right. It carries no line end and no program name. */

#ifndef DISTML_ERROR_H
#define DISTML_ERROR_H

#include <stdbool.h>
#include <stddef.h>

enum distml_fault {
    DISTML_REQUEST, /* the request cannot be met as written; exit status 2 */
    DISTML_MACHINE, /* the machine could not: read, write, memory; status 1 */
};

struct distml_error {
    enum distml_fault fault;
    char text[1024]; /* as text_clean() leaves it, terminated, cut if longer */
};

#if defined(__GNUC__)
#define DISTML_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define DISTML_PRINTF(text, first)
#endif

/* Writes why a request is refused. Returns false, so that a caller can
 * `return error_request(...)`. `error` may be NULL: the reason is dropped. */
bool error_request(struct distml_error *error, const char *format, ...)
    DISTML_PRINTF(2, 3);

/* The same for something the machine could not do. */
bool error_machine(struct distml_error *error, const char *format, ...)
    DISTML_PRINTF(2, 3);

/* Puts "where: " before the sentence, as in `file:line: ...`. Returns false. */
bool error_prefix(struct distml_error *error, const char *format, ...)
    DISTML_PRINTF(2, 3);

/* The candidate nearest to `word` for a "did you mean", or NULL when none is
 * near. `name(i)` gives the candidates, NULL behind the last. */
const char *error_suggest(const char *word,
                          const char *(*name)(const void *context, int index),
                          const void *context);

/* Names that are taken: `at(i)` gives the i-th, NULL behind the last. */
struct name_list {
    const char *(*at)(const void *context, int index);
    const void *context;
};

/* Refuses `word`, a `what` that is none of `names`, and suggests the nearest,
 * else `remedy` ("see --list-params"; NULL: nothing). Returns false. */
bool error_unknown(struct distml_error *error, const char *what,
                   const char *word, const struct name_list *names,
                   const char *remedy);

/* Writes every candidate, "ring, tree, ...", for a sentence that lists what is
 * taken. */
void error_list(char *text, size_t size,
                const char *(*name)(const void *context, int index),
                const void *context);

#endif
