#include "tui/mouse.h"

#include "tui/keys.h"

#include <string.h>

static bool is_named(const struct place *place, const char *action)
{
    return strcmp(place->action, action) == 0;
}

/* Where in the place counts, and a drag goes on. */
static bool goes_on(const struct place *place)
{
    return place->values || is_named(place, "slide");
}

/* The column of the place under or nearest to `x`, from its left. */
static int column_of(const struct place *place, int x)
{
    int column = x - place->area.x, last = place->area.width - 1;

    column = column < last ? column : last;
    return column > 0 ? column : 0;
}

static int thousandths(int column, int last)
{
    return last > 0 ? (1000 * column + last / 2) / last : 0;
}

static unsigned run_at(struct state *state, const struct place *place, int x)
{
    int column = column_of(place, x), argument = place->argument;

    if (place->values)
        state->pointed = place->values[column];
    else if (is_named(place, "slide"))
        argument += thousandths(column, place->area.width - 1);
    return action_run(state, place->action, argument);
}

/* The place of the present frame that is what `held` was: the values of a frame
 * do not outlive it. NULL: it is not there any more. */
static const struct place *find_again(const struct canvas *canvas,
                                      const struct place *held)
{
    for (size_t i = canvas->place_count; i > 0; i--) {
        const struct place *place = &canvas->places[i - 1];

        if (place->action && place->values && is_named(place, held->action) &&
            rect_overlap(&place->area, &held->area))
            return place;
    }
    return NULL;
}

static unsigned press(struct mouse *mouse, struct state *state,
                      const struct canvas *canvas, int x, int y)
{
    const struct place *place = canvas_place_at(canvas, x, y);

    mouse->held.action = NULL;
    if (!place) /* a message has been read, as behind any key */
        return state_run(state, &(struct action_call){ NULL, 0 });
    if (goes_on(place))
        mouse->held = *place;
    state->slid = NULL; /* another change than what was slid before */
    return run_at(state, place, x);
}

/* A track that has scrolled away is still where it was pressed. */
static unsigned drag(const struct mouse *mouse, struct state *state,
                     const struct canvas *canvas, int x)
{
    const struct place *place = &mouse->held;

    if (place->action && place->values)
        place = find_again(canvas, place);
    return place && place->action ? run_at(state, place, x) : 0;
}

/* In a box the wheel does what the cursor keys do there. */
static unsigned turn_in_box(struct state *state, int key)
{
    struct action_call call = actions_find(state, key);

    return call.action && *call.action->keys ? state_key(state, key) : 0;
}

static unsigned turn(struct state *state, const struct place *place,
                     const char *step)
{
    int argument;

    if (place && is_named(place, "slide"))
        argument = place->argument / ACTION_SPAN;
    else if (place && is_named(place, "focus"))
        argument = place->argument;
    else /* only a list of answers scrolls */
        return action_run(state,
                          strcmp(step, "step-up") == 0 ? "answers-up"
                                                       : "answers-down",
                          ACTION_OWN) &
               ~(unsigned)STATE_UNKNOWN;
    return action_run(state, "focus", argument) |
           action_run(state, step, ACTION_OWN);
}

const char *mouse_clicks(const struct canvas *canvas,
                         const struct mouse_report *report)
{
    const struct place *place = canvas_place_at(canvas, report->x, report->y);

    return report->kind == MOUSE_PRESS && place ? place->action : NULL;
}

unsigned mouse_take(struct mouse *mouse, struct state *state,
                    const struct canvas *canvas,
                    const struct mouse_report *report)
{
    bool up = report->kind == MOUSE_WHEEL_UP;

    switch (report->kind) {
    case MOUSE_PRESS:
        return press(mouse, state, canvas, report->x, report->y);
    case MOUSE_DRAG:
        return drag(mouse, state, canvas, report->x);
    case MOUSE_RELEASE:
        mouse->held.action = NULL;
        return 0;
    case MOUSE_WHEEL_UP:
    case MOUSE_WHEEL_DOWN:
        break;
    }
    if (state->mode != MODE_MAIN)
        return turn_in_box(state, up ? INPUT_UP : INPUT_DOWN);
    return turn(state, canvas_place_at(canvas, report->x, report->y),
                up ? "step-up" : "step-down");
}
