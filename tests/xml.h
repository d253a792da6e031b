/* xml.h - whether a picture is XML. */

#ifndef DISTML_TESTS_XML_H
#define DISTML_TESTS_XML_H

#include "check.h"

enum { XML_DEPTH = 16, XML_NAME = 32 };

static inline void xml_entity(const char *at)
{
    static const char *const known[] = { "&amp;", "&lt;", "&gt;", "&quot;" };

    for (size_t i = 0; i < COUNT(known); i++)
        if (strncmp(at, known[i], strlen(known[i])) == 0)
            return;
    fail_msg("a bare & at \"%.20s\"", at);
}

/* XML as far as it is needed: elements open and close in order, attributes are
 * quoted, no < stands in a tag and no bare < or & elsewhere. Returns how many
 * elements there are. */
TEST_FUNCTION int assert_well_formed(const char *text)
{
    char open[XML_DEPTH][XML_NAME];
    int depth = 0, elements = 0;

    for (const char *at = text; (at = strpbrk(at, "<>&")); at++) {
        size_t length = strcspn(at + 1, "<>"), name, quotes = 0;

        if (*at == '&') {
            xml_entity(at);
            continue;
        }
        assert_true(*at == '<' && at[length + 1] == '>');
        assert_true(elements == 0 || depth > 0);
        for (size_t i = 1; i <= length; i++)
            quotes += at[i] == '"';
        assert_true(quotes % 2 == 0);
        name = strcspn(at + 1 + (at[1] == '/'), " />");
        if (at[1] == '/') {
            assert_true(depth > 0 && strlen(open[--depth]) == name &&
                        strncmp(at + 2, open[depth], name) == 0);
        } else if (at[length] != '/') {
            assert_true(depth < XML_DEPTH && name > 0 && name < XML_NAME);
            snprintf(open[depth++], XML_NAME, "%.*s", (int)name, at + 1);
        }
        elements += at[1] != '/';
        at += length + 1;
    }
    assert_int_equal(depth, 0);
    return elements;
}

#endif
