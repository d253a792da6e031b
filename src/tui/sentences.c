#include "tui/sentences.h"

#include "io/report.h"
#include "tui/actions.h"
#include "tui/list.h"
#include "tui/view.h"

enum { MANY_ROWS = 8 /* in fewer the answers that come first fill all */ };

unsigned sentences_parts(struct rect area)
{
    if (area.height * list_columns(area.width) < MANY_ROWS)
        return RESULTS_SCAN | RESULTS_VERDICT | RESULTS_METRICS;
    return RESULTS_REPORT;
}

/* A click goes to the slider that a sentence is about, or to the chart. */
static struct figure_item item_of(const struct sentence *sentence,
                                  struct store *store)
{
    struct figure_item item = { .text =
                                    store_print(store, "%s", sentence->text) };

    if (sentence->param >= 0) {
        item.action = "focus-about";
        item.argument = sentence->param;
    } else if (sentence->metric >= 0) {
        item.action = "view";
        item.argument = (int)view_count + sentence->metric;
    }
    return item;
}

struct figure_list sentences_list(const struct results *results,
                                  struct store *store)
{
    struct sentence sentences[REPORT_MAX];
    size_t count = report_sentences(results, sentences);
    struct figure_item *items =
        store_take(store, (count + SENTENCE_GROUPS) * sizeof *items);
    struct figure_list list = { .items = items };

    for (size_t i = 0; items && i < count; i++) {
        enum sentence_group group = sentences[i].group;

        if (i == 0 || group != sentences[i - 1].group)
            items[list.count++] =
                (struct figure_item){ .text = sentence_group_title(group),
                                      .heading = true };
        items[list.count++] = item_of(&sentences[i], store);
    }
    return list;
}
