#include "tui/plot_script.h"

#include <math.h>

/* Told apart by people with any colour vision: Okabe and Ito, then Tol. */
static const char *const colours[ROLE_COUNT] = {
    [ROLE_FAINT] = "#0072b2",       [ROLE_COMPUTE] = "#0072b2",
    [ROLE_HIDDEN] = "#56b4e9",      [ROLE_EXPOSED] = "#d55e00",
    [ROLE_OVERHEAD] = "#999999",    [ROLE_WAITING] = "#f0e442",
    [ROLE_IDEAL] = "#909090",       [ROLE_TARGET] = "#117733",
    [ROLE_MARK] = "#000000",        [ROLE_MEASURED] = "#d55e00",
    [ROLE_SERIES] = "#0072b2",      [ROLE_SERIES + 1] = "#d55e00",
    [ROLE_SERIES + 2] = "#009e73",  [ROLE_SERIES + 3] = "#cc79a7",
    [ROLE_SERIES + 4] = "#e69f00",  [ROLE_SERIES + 5] = "#56b4e9",
    [ROLE_SERIES + 6] = "#555555",  [ROLE_SERIES + 7] = "#882255",
    [ROLE_SERIES + 8] = "#999933",  [ROLE_SERIES + 9] = "#332288",
    [ROLE_SERIES + 10] = "#117733", [ROLE_SERIES + 11] = "#aa4499",
};

const char *script_colour(enum role role)
{
    return colours[role] ? colours[role] : "#333333";
}

bool script_same_look(struct look a, struct look b)
{
    return a.glyph == b.glyph && a.role == b.role;
}

/* What the legend calls it, or "". */
const char *script_look_name(const struct figure *figure, struct look look)
{
    for (size_t i = 0; i < figure->entry_count; i++)
        if (script_same_look(figure->entries[i].look, look))
            return figure->entries[i].text;
    return "";
}

const char *script_role_name(const struct figure *figure, enum role role)
{
    for (size_t i = 0; i < figure->entry_count; i++)
        if (figure->entries[i].look.role == role)
            return figure->entries[i].text;
    return "";
}

void script_begin_block(const struct script *script, const char *name,
                        size_t number)
{
    fprintf(script->out, "$%s%zu << EOD\n", name, number);
}

void script_end_block(const struct script *script)
{
    fputs("EOD\n", script->out);
}

void script_begin_element(struct script *script, const char *name,
                          size_t number)
{
    fprintf(script->out, "%s$%s%zu ", script->plots ? ", \\\n     " : "plot ",
            name, number);
    script->plots = true;
}

void script_end_element(const struct script *script, const char *title)
{
    if (!*title) {
        fputs(" notitle", script->out);
        return;
    }
    fputs(" title ", script->out);
    plot_quote(script->out, title);
}

static bool is_present(const struct figure_mark *mark)
{
    return mark->look.role == ROLE_MARK;
}

bool script_has_marks(const struct figure *figure, bool present)
{
    for (size_t i = 0; i < figure->mark_count; i++)
        if (!isnan(figure->marks[i].y) &&
            is_present(&figure->marks[i]) == present)
            return true;
    return false;
}
