#include "tui/banner.h"

#include "io/verdict_words.h"
#include "tui/wrap.h"

enum { INDENT = 2, ROWS = 2, TALL = 24, TALL_ROWS = 3 };

struct rect banner_draw(struct canvas *canvas, struct rect area,
                        const struct verdict *verdict)
{
    enum role role = verdict_is_good(verdict) ? ROLE_MET : ROLE_MISSED;
    int most = area.height >= TALL ? TALL_ROWS : ROWS, form = 0;
    char text[VERDICT_TEXT];
    struct wrap wrap = { text, INDENT };
    struct rect rows = { area.x, area.y, area.width, most };

    do
        verdict_print(verdict, form, text);
    while (wrap_rows(canvas, &wrap, area.width) > most &&
           ++form < VERDICT_FORMS);
    return rect_below(area, wrap_draw(canvas, rows, &wrap, role));
}
