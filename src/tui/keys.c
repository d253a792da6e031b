#include "tui/keys.h"

const struct binding bindings[] = {
    { INPUT_UP, ACTION_FOCUS, -1, "Up Down PgUp PgDn k j", NULL,
      "choose a parameter" },
    { INPUT_DOWN, ACTION_FOCUS, 1, NULL, NULL, NULL },
    { 'k', ACTION_FOCUS, -1, NULL, NULL, NULL },
    { 'j', ACTION_FOCUS, 1, NULL, NULL, NULL },
    { INPUT_PAGE_UP, ACTION_FOCUS, -5, NULL, NULL, NULL },
    { INPUT_PAGE_DOWN, ACTION_FOCUS, 5, NULL, NULL, NULL },
    { INPUT_RIGHT, ACTION_STEP, 1, "Left Right  h l", NULL,
      "one step down or up; choices cycle" },
    { INPUT_LEFT, ACTION_STEP, -1, NULL, NULL, NULL },
    { 'l', ACTION_STEP, 1, NULL, NULL, NULL },
    { 'h', ACTION_STEP, -1, NULL, NULL, NULL },
    { INPUT_SHIFT_RIGHT, ACTION_STEP, 10, "Shift+Left Right  H L", NULL,
      "ten steps" },
    { INPUT_SHIFT_LEFT, ACTION_STEP, -10, NULL, NULL, NULL },
    { 'L', ACTION_STEP, 10, NULL, NULL, NULL },
    { 'H', ACTION_STEP, -10, NULL, NULL, NULL },
    { INPUT_HOME, ACTION_END, -1, "Home End  g G", NULL,
      "to the ends of the track" },
    { INPUT_END, ACTION_END, 1, NULL, NULL, NULL },
    { 'g', ACTION_END, -1, NULL, NULL, NULL },
    { 'G', ACTION_END, 1, NULL, NULL, NULL },
    { '=', ACTION_EDIT, 0, "=  .  Enter", "value",
      "type a value with its unit; fold a group" },
    { '.', ACTION_EDIT, 0, NULL, NULL, NULL },
    { INPUT_ENTER, ACTION_EDIT, 0, NULL, NULL, NULL },
    { '\r', ACTION_EDIT, 0, NULL, NULL, NULL },
    { ' ', ACTION_FOLD, 0, "Space", NULL, "open or close a group" },
    { INPUT_TAB, ACTION_NEXT_VIEW, 1, "Tab Shift+Tab 1 2 3 4 5", "view",
      "speedup, efficiency, step, timeline, all-reduce" },
    { INPUT_BACK_TAB, ACTION_NEXT_VIEW, -1, NULL, NULL, NULL },
    { '1', ACTION_VIEW, 0, NULL, NULL, NULL },
    { '2', ACTION_VIEW, 1, NULL, NULL, NULL },
    { '3', ACTION_VIEW, 2, NULL, NULL, NULL },
    { '4', ACTION_VIEW, 3, NULL, NULL, NULL },
    { '5', ACTION_VIEW, 4, NULL, NULL, NULL },
    { ']', ACTION_BUCKET, 1, "[ ]  { }", NULL,
      "timeline: read out another bucket" },
    { '[', ACTION_BUCKET, -1, NULL, NULL, NULL },
    { '}', ACTION_BUCKET, 10, NULL, NULL, NULL },
    { '{', ACTION_BUCKET, -10, NULL, NULL, NULL },
    { 'b', ACTION_AS_TIME, 0, "b", NULL, "all-reduce: bus bandwidth or time" },
    { 'x', ACTION_NEXT_X, 1, "x  X", "x axis",
      "another parameter along the x axis" },
    { 'X', ACTION_NEXT_X, -1, NULL, NULL, NULL },
    { 'y', ACTION_Y_SCALE, 0, "y", NULL, "y axis linear or logarithmic" },
    { 't', ACTION_TARGET, 0, "t", NULL, "the target efficiency" },
    { 'p', ACTION_PRESETS, 0, "p", "presets", "load a preset" },
    { 's', ACTION_SAVE, 0, "s", "save", "save the settings as a preset" },
    { 'e', ACTION_EXPORT, 0, "e", "export", "export the sweep as CSV" },
    { 'c', ACTION_THEME, 0, "c", NULL, "the next colour theme" },
    { INPUT_CONTROL_L, ACTION_REDRAW, 0, "^L", NULL, "draw the screen anew" },
    { '?', ACTION_HELP, 0, "?  F1", "help", "this help" },
    { INPUT_F1, ACTION_HELP, 0, NULL, NULL, NULL },
    { 'q', ACTION_QUIT, 0, "q  ^C", "quit",
      "quit; what was not saved with s is lost" },
};

const size_t binding_count = sizeof bindings / sizeof *bindings;

const struct binding *binding_find(int key)
{
    for (size_t i = 0; i < binding_count; i++)
        if (bindings[i].key == key)
            return &bindings[i];
    return NULL;
}
