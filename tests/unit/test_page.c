#include "drawn.h"
#include "instrument.h"
#include "io/explain.h"
#include "model/collective.h"
#include "model/metric.h"
#include "tui/help.h"
#include "tui/overlay.h"
#include "tui/page.h"

static void check_explanation(const char *key)
{
    const struct explanation *row = explain(key);

    if (!row || strcmp(row->key, key) != 0 || !*row->formula || !*row->source)
        fail_msg("%s has no formula", key);
}

TEST(test_everything_has_a_formula)
{
    for (size_t i = 0; i < PARAM_COUNT; i++)
        check_explanation(params[i].key);
    for (size_t i = 0; i < collective_count; i++)
        check_explanation(collectives[i].name);
    for (size_t i = 0; i < metric_count; i++)
        check_explanation(metrics[i].column);
    assert_null(explain("none"));
}

/* From the first row to the last, drawn whole in a box that fits. */
static void check_scrolls(struct state *it)
{
    struct page page;

    press(it, "?");
    assert_int_equal(it->mode, MODE_PAGE);
    assert_true(page_make(it, &page));
    assert_true(page.count > 3 && page.count < PAGE_ROWS);
    for (int end = 0; end < 2; end++) {
        size_t row = end ? page.count - 1 : 0;
        auto_canvas canvas = make_canvas(it->columns, it->rows, false);

        press(it, end ? "100*j" : "100*k");
        assert_int_equal(it->help_top, end ? page_last_top(it) : 0);
        page_make(it, &page);
        overlay_draw(&canvas, it, &page);
        auto_text text = canvas_to_text(&canvas);
        assert_contains(text, page.rows[row].text);
        assert_contains(text, "? all keys and words  Esc close");
        assert_contains(text, page.title);
    }
    press(it, "Esc");
}

static void check_sizes(struct state *it)
{
    static const int sizes[][2] = { { 80, 24 }, { 200, 60 }, { 60, 16 } };

    for (size_t i = 0; i < COUNT(sizes); i++) {
        it->columns = sizes[i][0];
        it->rows = sizes[i][1];
        check_scrolls(it);
    }
}

/* On presets that differ in what is set. */
TEST(test_every_page_is_drawn_and_scrolls)
{
    static const char *const presets[] = { NULL, "llama-7b",
                                           "dgx-h100+llama3-8b" };

    for (size_t i = 0; i < COUNT(presets); i++) {
        STATE(it, presets[i]);
        for (it.focus = 0; it.focus < PARAM_COUNT; it.focus++)
            check_sizes(&it);
        it.focus = PARAM_COUNT;
        for (size_t j = 0; j < metric_count; j++) {
            it.view = view_count + j;
            check_sizes(&it);
        }
    }
}

/* All rows of the page of what is in focus, one after the other. */
static void read_page(const struct state *it, char text[8192])
{
    struct page page;
    size_t used = 0;

    page_make(it, &page);
    text[0] = '\0';
    for (size_t i = 0; i < page.count; i++)
        used += (size_t)snprintf(
            text + used, 8192 - used, "%s%s%s ", page.rows[i].label,
            *page.rows[i].label ? ": " : "", page.rows[i].text);
}

/* llama-7b by hand: D(8) = 400 + 14 0.05 + 14/8 14/25 s + 0.5 ms = 981.2 ms;
 * 0.98 s of it is 1/bandwidth, and 12 workers take 1.028 s. */
TEST(test_what_a_page_says)
{
    static const struct {
        const char *presets, *key, *text;
    } cases[] = {
        { "llama-7b", "bandwidth", "meaning: of one link or NIC, one direc" },
        { "llama-7b", "bandwidth", "key: bandwidth, in files and on the com" },
        { "llama-7b", "bandwidth", "range: 1 kB/s to 1 PB/s " },
        { "llama-7b", "bandwidth", "default: 10.74 GB/s now: 25 GB/s " },
        { "llama-7b", "bandwidth",
          "formula: ring: 2 (N-1) (latency + gradient / (N bandwidth))" },
        { "llama-7b", "bandwidth", "source: Patarasuk and Yuan 2009 " },
        { "llama-7b", "bandwidth", "here: 1 % more bandwidth saves 0.9" },
        { "llama-7b", "bandwidth", "80 % needs bandwidth of at least " },
        { "llama-7b", "workers", "at 12 a step of 1.03 s, 38.9 % efficient " },
        { "llama-7b", "price",
          "here: one step down or up does not change the step" },
        { "llama-7b", "overlap_model", "values: bounded, unbounded, buckets" },
        { "llama-7b", "algorithm", "with tree a step of " },
        { NULL, "latency", "here: 1 % of it saves nothing" },
        { NULL, "compute_time", "range: 1 ns to 1000000 s, or auto" },
        { "dgx-h100+llama3-8b", "compute_time", "now: auto: " },
        { "llama-7b", "speedup", "formula: D(1) / D(N)" },
        { "llama-7b", "speedup", "here: 3.265" },
        { "llama-7b", "samples_per_s", "formula: samples of a step / step" },
        { NULL, "days", "here: not known: a parameter that it needs is not " },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct param *param = param_find(cases[i].key, NULL);
        char text[8192];

        STATE(it, cases[i].presets);
        if (param)
            it.focus = (size_t)(param - params);
        else
            it.view =
                view_count + (size_t)(metric_find(cases[i].key) - metrics);
        read_page(&it, text);
        if (!strstr(text, cases[i].text))
            fail_msg("%s: \"%s\" is not in \"%s\"", cases[i].key, cases[i].text,
                     text);
    }
}

TEST_MAIN(NULL)
