/* scene.h - the instrument without a terminal: presets, settings, a view and a
 * size in; keys; a frame or a figure out. */

#ifndef DISTML_TESTS_SCENE_H
#define DISTML_TESTS_SCENE_H

#include "scenario.h"

#include "tui/files.h"
#include "tui/layout.h"
#include "tui/panel.h"
#include "tui/screen.h"
#include "tui/view.h"

struct scene {
    struct state state;
    struct screen screen;
};

static inline void scene_free(struct scene *scene)
{
    screen_free(&scene->screen);
    state_free(&scene->state);
}

static inline struct scenario *scene_scenario(struct scene *scene)
{
    return &scene->state.session.scenario;
}

/* The presets ("a+b", or "" for the defaults), then the settings ("a=1, b=2"),
 * with axes as sweep_of() takes them. */
struct scene_of {
    const char *presets, *settings, *axes, *view;
    const char *name, *title; /* instead of those of the presets */
    int columns, rows;        /* 80x24 where not given */
    bool ascii;
};

/* Declares a scene, as in SCENE(scene, .presets = "llama-7b", .columns = 100);
 * it is freed at the end of the block. */
#define SCENE(name, ...)                                                       \
    __attribute__((cleanup(scene_free))) struct scene name;                    \
    scene_make(&(name), (struct scene_of){ __VA_ARGS__ })
/* The same into one that the caller has, and frees. */
#define scene_start(scene, ...)                                                \
    scene_make((scene), (struct scene_of){ __VA_ARGS__ })

TEST_FUNCTION void scene_make(struct scene *scene, struct scene_of of)
{
    struct experiment experiment;
    struct distml_error error;

    experiment_of(&experiment, of.presets ? of.presets : "");
    if (of.settings)
        scenario_change(&experiment.scenario, of.settings);
    if (of.axes)
        sweep_add_axes(&experiment.sweep, of.axes);
    if (of.name)
        snprintf(experiment.name, sizeof experiment.name, "%s", of.name);
    if (of.title)
        snprintf(experiment.title, sizeof experiment.title, "%s", of.title);
    if (!state_init(&scene->state, &experiment, &error))
        fail_msg("%s", error.text);
    experiment_free(&experiment);
    scene->state.columns = of.columns ? of.columns : 80;
    scene->state.rows = of.rows ? of.rows : 24;
    scene->state.ascii = of.ascii;
    if (of.view && !view_find(of.view, &scene->state.view, &error))
        fail_msg("%s", error.text);
    if (!screen_init(&scene->screen, of.ascii, &error))
        fail_msg("%s", error.text);
}

static inline void scene_keys(struct scene *scene, const char *keys)
{
    for (; *keys; keys++) {
        state_key(&scene->state, (unsigned char)*keys);
        files_run(&scene->state, NULL);
    }
}

static inline void scene_draw(struct scene *scene)
{
    struct distml_error error;

    if (!screen_draw(&scene->screen, &scene->state, &error))
        fail_msg("%s", error.text);
}

/* What the view in front shows; valid until the next of these calls. */
static inline const struct figure *scene_figure(struct scene *scene)
{
    struct distml_error error;

    if (!screen_figure(&scene->screen, &scene->state, scene->state.view,
                       &error))
        fail_msg("%s", error.text);
    return &scene->screen.figure;
}

/* The frame as text; the caller frees. */
static inline char *scene_text(struct scene *scene)
{
    char *text;

    scene_draw(scene);
    text = canvas_to_text(&scene->screen.canvas);
    assert_non_null(text);
    return text;
}

/* The frame contains the parts, or not, as assert_parts() has them. */
static inline void scene_shows(struct scene *scene, const char *parts)
{
    auto_text text = scene_text(scene);

    assert_parts(text, parts);
}

/* The pieces of the view's read-out, two blanks between, are `text`. */
static inline void scene_reads(struct scene *scene, const char *text)
{
    const struct figure *figure = scene_figure(scene);
    char got[512] = "";
    size_t used = 0;

    for (size_t i = 0; i < figure->piece_count; i++)
        used += (size_t)snprintf(got + used, sizeof got - used, "%s%s",
                                 i ? "  " : "", figure->pieces[i].text);
    assert_string_equal(got, text);
}

/* The lane of that label, or NULL. */
static inline const struct figure_lane *figure_lane(const struct figure *figure,
                                                    const char *label)
{
    for (size_t i = 0; i < figure->lane_count; i++)
        if (strcmp(figure->lanes[i].label, label) == 0)
            return &figure->lanes[i];
    return NULL;
}

/* The words on the chart that start so, or NULL. */
static inline const struct figure_label *
figure_label(const struct figure *figure, const char *start)
{
    for (size_t i = 0; i < figure->label_count; i++)
        if (strncmp(figure->labels[i].text, start, strlen(start)) == 0)
            return &figure->labels[i];
    return NULL;
}

/* The legend's entry that starts so, or NULL. */
static inline const struct figure_entry *
figure_entry(const struct figure *figure, const char *start)
{
    for (size_t i = 0; i < figure->entry_count; i++)
        if (strncmp(figure->entries[i].text, start, strlen(start)) == 0)
            return &figure->entries[i];
    return NULL;
}

/* The setup of a group of tests that load shipped presets: a user who keeps
 * nothing. */
static inline int scene_enter(void **state)
{
    setenv("DISTML_PRESETS", TEST_PRESET_DIR, 1);
    setenv("HOME", "/nonexistent", 1);
    unsetenv("XDG_STATE_HOME");
    return unsetenv("XDG_CONFIG_HOME");
}

#endif
