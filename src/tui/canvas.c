#include "tui/canvas.h"

#include "model/text.h"
#include "tui/glyphs.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define BRAILLE 0x2800

_Static_assert(ROLE_COUNT <= 64, "a cell has 6 bits for its role");
_Static_assert(sizeof(struct cell) == 8, "a cell has no padding");

enum {
    PLACES_FIRST = 64, /* room for so many at first */
    GLYPH_BITS = 0x1fffff,
    ROLE_BITS = 0x3f,
    GROUND_BITS = 0x1f,
};

bool canvas_init(struct canvas *canvas, bool ascii, struct distml_error *error)
{
    *canvas = (struct canvas){ .ascii = ascii };
    canvas->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (!canvas->utf8)
        return error_machine(error, "the locale C.UTF-8 is missing");
    return true;
}

void canvas_free(struct canvas *canvas)
{
    free(canvas->cells);
    free(canvas->places);
    if (canvas->utf8)
        freelocale(canvas->utf8);
    *canvas = (struct canvas){ .utf8 = (locale_t)0 };
}

bool canvas_resize(struct canvas *canvas, int columns, int rows,
                   struct distml_error *error)
{
    size_t size;

    columns = columns < CANVAS_SIDE_MAX ? columns : CANVAS_SIDE_MAX;
    rows = rows < CANVAS_SIDE_MAX ? rows : CANVAS_SIDE_MAX;
    size = (size_t)columns * (size_t)rows;
    if (size > canvas->capacity) {
        struct cell *cells = realloc(canvas->cells, size * sizeof *cells);

        if (!cells)
            return error_machine(error, "out of memory");
        canvas->cells = cells;
        canvas->capacity = size;
    }
    canvas->columns = columns;
    canvas->rows = rows;
    canvas->place_count = 0;
    for (size_t i = 0; i < size; i++)
        canvas->cells[i] = (struct cell){ .glyph = ' ' };
    return true;
}

struct cell *canvas_at(const struct canvas *canvas, int x, int y)
{
    if (x < 0 || y < 0 || x >= canvas->columns || y >= canvas->rows)
        return NULL;
    return &canvas->cells[(size_t)y * (size_t)canvas->columns + (size_t)x];
}

static bool rect_holds(struct rect area, int x, int y)
{
    return x >= area.x && x < area.x + area.width && y >= area.y &&
           y < area.y + area.height;
}

static void set_cell(struct canvas *canvas, int x, int y, uint32_t glyph,
                     enum role role)
{
    struct cell *cell = canvas_at(canvas, x, y);

    if (!cell)
        return;
    *cell = (struct cell){ .glyph = glyph & GLYPH_BITS,
                           .role = (unsigned)role & ROLE_BITS };
}

void canvas_put(struct canvas *canvas, int x, int y, uint32_t glyph,
                enum role role)
{
    struct cell *cell = canvas_at(canvas, x, y);

    if (!cell)
        return;
    if (cell->glyph == 0) /* half of a wide glyph goes with its other half */
        set_cell(canvas, x - 1, y, ' ', role);
    struct cell *next = canvas_at(canvas, x + 1, y);
    if (next && next->glyph == 0)
        set_cell(canvas, x + 1, y, ' ', role);
    set_cell(canvas, x, y, canvas->ascii ? glyph_to_ascii(glyph) : glyph, role);
}

void canvas_put_on(struct canvas *canvas, int x, int y, struct look look,
                   enum role ground)
{
    struct cell *cell;

    canvas_put(canvas, x, y, look.glyph, look.role);
    cell = canvas_at(canvas, x, y);
    if (cell && ground >= ROLE_COMPUTE && ground <= ROLE_WAITING)
        cell->ground = (unsigned)(ground - ROLE_COMPUTE + 1) & GROUND_BITS;
}

void canvas_clear(struct canvas *canvas, struct rect area)
{
    for (int y = area.y; y < area.y + area.height; y++)
        for (int x = area.x; x < area.x + area.width; x++)
            canvas_put(canvas, x, y, ' ', ROLE_PLAIN);
    if (canvas->place_count > 0)
        canvas_place(canvas, area, NULL, 0);
}

void canvas_place_values(struct canvas *canvas, struct rect area,
                         const char *action, int argument, const double *values)
{
    if (canvas->place_count == canvas->place_capacity) {
        size_t capacity = 2 * canvas->place_capacity + PLACES_FIRST;
        struct place *places =
            realloc(canvas->places, capacity * sizeof *places);

        if (!places)
            return;
        canvas->places = places;
        canvas->place_capacity = capacity;
    }
    canvas->places[canvas->place_count++] =
        (struct place){ area, action, argument, values };
}

void canvas_place(struct canvas *canvas, struct rect area, const char *action,
                  int argument)
{
    canvas_place_values(canvas, area, action, argument, NULL);
}

const struct place *canvas_place_at(const struct canvas *canvas, int x, int y)
{
    for (size_t i = canvas->place_count; i > 0; i--) {
        const struct place *place = &canvas->places[i - 1];

        if (rect_holds(place->area, x, y))
            return place->action ? place : NULL;
    }
    return NULL;
}

/* One glyph of a text: its code point and how many bytes and columns. */
struct decoded {
    uint32_t glyph;
    size_t bytes;
    int columns;
};

/* In the canvas's locale. */
static struct decoded decode(const char *text, mbstate_t *shift)
{
    wchar_t wide = L'?';
    size_t bytes;
    int columns;

    if (*text >= ' ' && *text < 0x7f)
        return (struct decoded){ (uint32_t)*text, 1, 1 };
    bytes = mbrtowc(&wide, text, strnlen(text, MB_LEN_MAX), shift);
    if (bytes == 0 || bytes > 4) { /* invalid or cut: a byte at a time */
        memset(shift, 0, sizeof *shift);
        return (struct decoded){ '?', 1, 1 };
    }
    columns = wcwidth(wide);
    if (columns < 0 || text_is_unsafe((unsigned)wide))
        return (struct decoded){ '?', bytes, 1 };
    return (struct decoded){ (uint32_t)wide, bytes, columns };
}

static void add_mark(struct canvas *canvas, int x, int y, uint32_t mark)
{
    struct cell *cell = canvas_at(canvas, x, y);

    if (cell && cell->glyph == 0)
        cell = canvas_at(canvas, x - 1, y);
    if (!cell || canvas->ascii || mark > UINT16_MAX)
        return;
    for (int i = 0; i < CELL_MARKS; i++)
        if (cell->marks[i] == 0) {
            cell->marks[i] = (uint16_t)mark;
            return;
        }
}

static void put_wide(struct canvas *canvas, int x, int y, uint32_t glyph,
                     enum role role)
{
    bool whole = canvas_at(canvas, x, y) && canvas_at(canvas, x + 1, y);

    canvas_put(canvas, x, y, whole ? glyph : ' ', role);
    canvas_put(canvas, x + 1, y, ' ', role);
    if (whole && !canvas->ascii)
        canvas_at(canvas, x + 1, y)->glyph = 0;
}

/* The bytes at the start that are printable ASCII: a column each. */
static size_t plain_length(const char *text)
{
    size_t length = 0;

    while (text[length] >= ' ' && text[length] < 0x7f)
        length++;
    return length;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Columns of the glyphs that fit into `width`. */
static int measure(const struct canvas *canvas, int width, const char *text)
{
    size_t plain = plain_length(text);
    int used = 0;
    locale_t old;
    mbstate_t shift;

    if (text[plain] == '\0')
        return width < 0 ? 0 : least(width, (int)plain);
    old = uselocale(canvas->utf8);
    memset(&shift, 0, sizeof shift);
    while (*text) {
        struct decoded next = decode(text, &shift);

        if (used + next.columns > width)
            break;
        used += next.columns;
        text += next.bytes;
    }
    uselocale(old);
    return used;
}

static void draw_decoded(struct canvas *canvas, struct rect row,
                         struct decoded glyph, int used, enum role role)
{
    if (glyph.columns == 0 && used > 0)
        add_mark(canvas, row.x + used - 1, row.y, glyph.glyph);
    else if (glyph.columns == 1)
        canvas_put(canvas, row.x + used, row.y, glyph.glyph, role);
    else if (glyph.columns == 2)
        put_wide(canvas, row.x + used, row.y, glyph.glyph, role);
}

static int write_decoded(struct canvas *canvas, struct rect row,
                         const char *text, enum role role)
{
    locale_t old = uselocale(canvas->utf8);
    mbstate_t shift;
    int used = 0;

    memset(&shift, 0, sizeof shift);
    while (*text) {
        struct decoded next = decode(text, &shift);

        if (used + next.columns > row.width)
            break;
        draw_decoded(canvas, row, next, used, role);
        used += next.columns;
        text += next.bytes;
    }
    uselocale(old);
    return used;
}

int canvas_write(struct canvas *canvas, struct rect row, const char *text,
                 enum role role)
{
    size_t plain = plain_length(text);
    int used;

    if (text[plain] != '\0')
        return write_decoded(canvas, row, text, role);
    used = row.width < 0 ? 0 : least(row.width, (int)plain);
    for (int i = 0; i < used; i++)
        canvas_put(canvas, row.x + i, row.y, (uint32_t)text[i], role);
    return used;
}

int canvas_columns(const struct canvas *canvas, const char *text)
{
    return measure(canvas, CANVAS_SIDE_MAX, text);
}

int canvas_write_cut(struct canvas *canvas, struct rect row, const char *text,
                     enum role role)
{
    int used;

    if (row.width <= 0 || canvas_columns(canvas, text) <= row.width)
        return canvas_write(canvas, row, text, role);
    row.width--;
    used = canvas_write(canvas, row, text, role);
    canvas_put(canvas, row.x + used, row.y, GLYPH_ELLIPSIS, role);
    return used + 1;
}

int canvas_write_right(struct canvas *canvas, struct rect row, const char *text,
                       enum role role)
{
    int used = measure(canvas, row.width, text);

    row.x += row.width - used;
    row.width = used;
    canvas_write(canvas, row, text, role);
    return row.x;
}

bool rect_overlap(const struct rect *a, const struct rect *b)
{
    return a->x < b->x + b->width && b->x < a->x + a->width &&
           a->y < b->y + b->height && b->y < a->y + a->height;
}

struct rect rect_inside(struct rect area)
{
    return (struct rect){ area.x + 1, area.y + 1,
                          area.width > 2 ? area.width - 2 : 0,
                          area.height > 2 ? area.height - 2 : 0 };
}

struct rect rect_right_of(struct rect area, int columns)
{
    return (struct rect){ area.x + columns, area.y, area.width - columns,
                          area.height };
}

struct rect rect_below(struct rect area, int rows)
{
    return (struct rect){ area.x, area.y + rows, area.width,
                          area.height - rows };
}

void canvas_frame(struct canvas *canvas, struct rect area, const char *title,
                  enum role role)
{
    int right = area.x + area.width - 1, bottom = area.y + area.height - 1;

    for (int x = area.x + 1; x < right; x++) {
        canvas_put(canvas, x, area.y, GLYPH_HORIZONTAL, role);
        canvas_put(canvas, x, bottom, GLYPH_HORIZONTAL, role);
    }
    for (int y = area.y + 1; y < bottom; y++) {
        canvas_put(canvas, area.x, y, GLYPH_VERTICAL, role);
        canvas_put(canvas, right, y, GLYPH_VERTICAL, role);
    }
    canvas_put(canvas, area.x, area.y, GLYPH_TOP_LEFT, role);
    canvas_put(canvas, right, area.y, GLYPH_TOP_RIGHT, role);
    canvas_put(canvas, area.x, bottom, GLYPH_BOTTOM_LEFT, role);
    canvas_put(canvas, right, bottom, GLYPH_BOTTOM_RIGHT, role);
    if (*title && area.width > 4) {
        struct rect row = { area.x + 2, area.y, area.width - 4, 1 };
        int width = canvas_write(canvas, row, title, ROLE_TITLE);

        canvas_put(canvas, area.x + 1, area.y, ' ', role);
        canvas_put(canvas, area.x + 2 + width, area.y, ' ', role);
    }
}

/* Unicode numbers the left column 0 1 2 6, the right one 3 4 5 7. */
static const unsigned char braille_bits[8] = { 0, 3, 1, 4, 2, 5, 6, 7 };

bool canvas_same(const struct cell *a, const struct cell *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

bool canvas_is_braille(uint32_t glyph)
{
    return (glyph & ~(uint32_t)0xff) == BRAILLE;
}

unsigned canvas_dots_of(uint32_t glyph)
{
    unsigned dots = 0;

    for (unsigned i = 0; i < 8; i++)
        if (glyph >> braille_bits[i] & 1)
            dots |= 1u << i;
    return dots;
}

/* What the table says, for all dots at once. */
static uint32_t to_braille(unsigned dots)
{
    unsigned left = (dots & 1) | (dots >> 1 & 2) | (dots >> 2 & 4);
    unsigned right = (dots >> 1 & 1) | (dots >> 2 & 2) | (dots >> 3 & 4);

    return left | right << 3 | (dots & 0xc0);
}

void canvas_dots(struct canvas *canvas, int x, int y, unsigned dots,
                 enum role role)
{
    struct cell *cell = canvas_at(canvas, x, y);
    uint32_t glyph = BRAILLE;

    if (!cell || (cell->glyph != ' ' && !canvas_is_braille(cell->glyph)))
        return;
    if (canvas_is_braille(cell->glyph))
        glyph = cell->glyph;
    glyph |= to_braille(dots);
    *cell = (struct cell){ .glyph = glyph & GLYPH_BITS,
                           .role = (unsigned)role & ROLE_BITS };
}

int canvas_encode(uint32_t glyph, char text[4])
{
    static const unsigned char lead[] = { 0, 0xc0, 0xe0, 0xf0 };
    int tail = glyph < 0x80 ? 0 : glyph < 0x800 ? 1 : glyph < 0x10000 ? 2 : 3;

    for (int i = tail; i > 0; i--) {
        text[i] = (char)(0x80 | (glyph & 0x3f));
        glyph >>= 6;
    }
    text[0] = (char)(lead[tail] | glyph);
    return tail + 1;
}

static char *encode_cell(const struct canvas *canvas, const struct cell *cell,
                         char *at)
{
    uint32_t glyph = canvas->ascii ? glyph_to_ascii(cell->glyph) : cell->glyph;

    if (cell->glyph == 0)
        return at;
    at += canvas_encode(glyph, at);
    for (int i = 0; i < CELL_MARKS && cell->marks[i]; i++)
        at += canvas_encode(cell->marks[i], at);
    return at;
}

char *canvas_to_text(const struct canvas *canvas)
{
    size_t cells = (size_t)canvas->columns * (size_t)canvas->rows;
    char *text =
        malloc(cells * 4 * (1 + CELL_MARKS) + (size_t)canvas->rows + 1);
    char *at = text;

    if (!text)
        return NULL;
    for (int y = 0; y < canvas->rows; y++) {
        char *start = at;

        for (int x = 0; x < canvas->columns; x++)
            at = encode_cell(canvas, canvas_at(canvas, x, y), at);
        while (at > start && at[-1] == ' ')
            at--;
        *at++ = '\n';
    }
    *at = '\0';
    return text;
}
