#include "io/verdict_words.h"

#include "io/words.h"
#include "model/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A sentence being put together. */
struct sentence {
    const struct verdict *verdict;
    int form;
    char *text;
    size_t used;
};

static void add(struct sentence *sentence, const char *format, ...)
    DISTML_PRINTF(2, 3);

static void add(struct sentence *sentence, const char *format, ...)
{
    size_t room = VERDICT_TEXT - sentence->used;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length =
        vsnprintf(sentence->text + sentence->used, room, format, arguments);
    va_end(arguments);
    if (length > 0)
        sentence->used += (size_t)length < room ? (size_t)length : room - 1;
}

bool verdict_is_good(const struct verdict *verdict)
{
    return verdict->kind == VERDICT_MET && verdict->memory == 0;
}

/* A whole per cent, unless that would hide that the target is missed or met, or
 * a part below one. */
static char *percent(double part, double target, char text[QUANTITY_TEXT])
{
    double whole = round(part * 100) / 100;
    bool hides = (part < target) != (whole < target);

    if (hides)
        whole = floor(part * 1000) / 1000;
    else if (part < 0.01)
        return words_quantity(QUANTITY_FRACTION, part, text);
    return quantity_print(QUANTITY_FRACTION, whole, text);
}

static void add_place(struct sentence *sentence)
{
    const struct verdict *verdict = sentence->verdict;

    add(sentence, "at %.0f worker%s", verdict->workers,
        text_plural(verdict->workers));
    if (verdict->nodes > 0)
        add(sentence, " (%.0f node%s)", verdict->nodes,
            text_plural(verdict->nodes));
}

/* "41 % efficient at 8 workers, target 80 %" */
static void add_head(struct sentence *sentence)
{
    const struct verdict *verdict = sentence->verdict;
    char efficiency[QUANTITY_TEXT], target[QUANTITY_TEXT];

    add(sentence, "%s ", verdict_is_good(verdict) ? "\u2713" : "\u2717");
    if (verdict->kind == VERDICT_PAST_PEAK) {
        add(sentence, "Slower than with %.0f worker%s", verdict->peak,
            text_plural(verdict->peak));
        return;
    }
    add(sentence, "%s efficient",
        percent(verdict->efficiency, verdict->target, efficiency));
    if (sentence->form < 2) {
        add(sentence, " ");
        add_place(sentence);
    }
    add(sentence, ", target %s",
        quantity_print(QUANTITY_FRACTION, verdict->target, target));
}

/* The part of the step, as the subject of a sentence with its verb. */
static const char *limit_costs(const struct limiting *limiting)
{
    static const char *const others[] = {
        [LIMIT_LATENCY] = "latency costs",
        [LIMIT_OVERHEAD] = "overhead costs",
        [LIMIT_STRAGGLERS] = "waiting for the slowest costs",
        [LIMIT_INPUT] = "waiting for input costs",
    };
    bool gathers = limiting->part == EXCHANGE_GATHER;

    if (limiting->limit != LIMIT_BANDWIDTH)
        return others[limiting->limit];
    if (limiting->inside)
        return gathers ? "gathering weights over the links inside the node "
                         "costs"
                       : "the links inside the node cost";
    if (limiting->nodes)
        return gathers ? "gathering weights over the network between nodes "
                         "costs"
                       : "the network between nodes costs";
    return gathers ? "gathering weights costs" : "bandwidth costs";
}

/* ": bandwidth costs 59 % of the step", "." */
static void add_cause(struct sentence *sentence)
{
    const struct verdict *verdict = sentence->verdict;
    char share[QUANTITY_TEXT];

    if (verdict->kind != VERDICT_MET && verdict->limiting.limit != LIMIT_NONE)
        add(sentence, ": %s %s%s", limit_costs(&verdict->limiting),
            percent(verdict->limiting.share, 0, share),
            sentence->form == 0 ? " of the step" : "");
    add(sentence, ".");
}

/* How a needed value is spoken of, where its unit does not tell. */
static const struct remedy {
    size_t param;
    const char *before; /* behind "of at least" and the like */
    const char *hint;   /* how one gets there; NULL */
} remedies[] = {
    { PARAM(bandwidth), NULL, NULL },
    { PARAM(intra_bandwidth), "node links", NULL },
    { PARAM(latency), "latency", NULL },
    { PARAM(intra_latency), "node latency", NULL },
    { PARAM(gradient_size), "gradient", "compression" },
    { PARAM(compute_time), "compute", "a larger batch" },
    { PARAM(overlap), "overlap", NULL },
    { PARAM(overhead), "overhead", NULL },
    { PARAM(jitter), "jitter", NULL },
    { PARAM(input_rate), "input rate", NULL },
};

static const struct remedy *find_remedy(const struct param *param)
{
    size_t i = 0;

    while (&params[remedies[i].param] != param)
        i++;
    return &remedies[i];
}

/* A larger batch takes longer to read as well. */
static bool waits_for_input(const struct sentence *sentence)
{
    return sentence->verdict->limiting.limit == LIMIT_INPUT;
}

/* " Needs 49.1 GB/s, or 1 worker." */
static void add_needed(struct sentence *sentence, const char *value)
{
    const struct answer *answer = &sentence->verdict->remedy;
    const struct answer *knee = &sentence->verdict->knee;
    const struct remedy *remedy = find_remedy(answer->param);
    bool least = answer->bound == BOUND_AT_LEAST;

    add(sentence, " Needs ");
    if (remedy->before)
        add(sentence, "%s of %s", remedy->before, least ? "" : "at most ");
    add(sentence, "%s", value);
    if (remedy->hint && sentence->form == 0 && !waits_for_input(sentence))
        add(sentence, " (%s)", remedy->hint);
    if (knee->value > 0 && sentence->form == 0)
        add(sentence, ", or %.0f worker%s", knee->value,
            text_plural(knee->value));
    add(sentence, ".");
}

/* " No bandwidth is enough; compute of 36 ms would do (a larger batch)." */
static void add_alternative(struct sentence *sentence, const char *value)
{
    const struct answer *answer = &sentence->verdict->remedy;
    const struct remedy *remedy = find_remedy(answer->param);
    bool least = answer->bound == BOUND_AT_LEAST;

    add(sentence, " No bandwidth is enough; %s of %s%s would do",
        remedy->before, least || sentence->form > 0 ? "" : "at most ", value);
    if (remedy->hint && sentence->form == 0 && !waits_for_input(sentence))
        add(sentence, " (%s)", remedy->hint);
    add(sentence, ".");
}

static void add_met(struct sentence *sentence)
{
    const struct answer *knee = &sentence->verdict->knee;

    bool more = knee->bound == BOUND_AT_LEAST;

    add(sentence, " Holds up to %.0f%s worker%s%s.", knee->value,
        more && sentence->form > 0 ? "+" : "", text_plural(knee->value),
        more && sentence->form == 0 ? " at least" : "");
}

static void add_remedy(struct sentence *sentence)
{
    const struct verdict *verdict = sentence->verdict;
    const struct answer *answer = &verdict->remedy;
    char value[QUANTITY_TEXT];

    if (answer->bound == BOUND_ANY) { /* only fewer workers help */
        if (verdict->knee.value > 0)
            add_met(sentence);
        return;
    }
    quantity_print_all(answer->param->kind, answer->value, value);
    if (verdict->own || verdict->bandwidth_is_enough)
        add_needed(sentence, value);
    else
        add_alternative(sentence, value);
}

static void add_memory(struct sentence *sentence)
{
    double memory = sentence->verdict->memory;

    if (isinf(memory))
        add(sentence, " No memory of %s holds the model.",
            sentence->form < 2 ? "any number of workers" : "theirs");
    else if (memory > 0)
        add(sentence, " Memory needs %.0f workers.", memory);
}

char *verdict_print(const struct verdict *verdict, int form,
                    char text[VERDICT_TEXT])
{
    struct sentence sentence = { verdict, form, text, 0 };

    text[0] = '\0';
    add_head(&sentence);
    add_cause(&sentence);
    if (verdict->kind == VERDICT_MET)
        add_met(&sentence);
    else if (verdict->kind == VERDICT_MISSED)
        add_remedy(&sentence);
    add_memory(&sentence);
    return text;
}
