/* README.md, the man page and the completions hold what the tables say. */

#include "shell.h"

static void test_texts_hold_the_tables(void **state)
{
    static const struct request rows[] = {
        /* when this fails: cmake --build BUILD --target readme */
        { "$B/generate $S/README.md ../readme; diff $S/README.md ../readme",
          "" },
        { "grep -c -e '<!-- .*options -->' -e '^| `--csv FILE' $S/README.md",
          "3\n" },
        { "grep -e \"_keys=' -s --set -x --sweep '\" $B/distml-tui.bash", "" },
        { "grep -e '{-p+,--preset=}.\\[start from' $B/_distml-tui", "" },
        { "grep -e \"'[*]'--list-params'.every\" $B/_distml-tui", "" },
        { "grep -e '-l theme -d .the colours: default' $B/distml-tui.fish",
          "" },
        { "grep -A1 'list.-params.fR' $B/distml-tui.1", "\nEvery parameter" },
        { "grep '^.SH VALUES' $B/distml-tui.1", "" },
    };

    run_requests(0, rows, COUNT(rows));
}

/* The example of a preset in README.md loads. */
static void test_example_preset_loads(void **state)
{
#define EXAMPLE "sed -n '/^```ini/,/^```$/{/^```/!p}' $S/README.md >../x.ini; "
    static const struct request rows[] = {
        { EXAMPLE "$T -p ../x.ini -x overlap=0 --csv - | "
                  "column gradient_size_bytes",
          "=440000000\n" },
        { EXAMPLE "$T --validate ../x.ini", "../x.ini" },
    };

    run_requests(0, rows, COUNT(rows));
}

/* What bash offers for the last word; `=` and `:` are words to it. */
#define OFFERS                                                                 \
    "offers() { bash -c '. $B/distml-tui.bash; COMP_WORDS=(\"$T\" \"$@\"); "   \
    "COMP_CWORD=$#; _distml_tui; echo \"=${COMPREPLY[*]}\"' bash \"$@\"; }; "  \
    "offers "

static void test_bash_completes(void **state)
{
    static const struct request rows[] = {
        { OFFERS "--them", "=--theme\n" },
        { OFFERS "--theme da", "=dark\n" },
        { OFFERS "--theme = da", "=dark\n" },
        { OFFERS "-p gpt2-xl-", "=gpt2-xl-nvlink\n" },
        { OFFERS "-s work", "=workers= workers_per_node=\n" },
        { OFFERS "-x compute_t", "=compute_time=\n" },
        { OFFERS "-s scaling =", "=strong weak\n" },
        { OFFERS "--set = scaling = st", "=strong\n" },
        { OFFERS "--render 80x24 : st", "=step\n" },
        { OFFERS "--csv some", "=some.csv\n" },
        { OFFERS "--validate resnet50-d", "=resnet50-ddp\n" },
        { OFFERS "--validate resnet50-ddp vgg16-h", "=vgg16-horovod\n" },
        { OFFERS "--target x", "=\n" },
        { OFFERS "-p llama-7b --vers", "=--version\n" },
    };

    write_text("some.csv", "");
    run_requests(0, rows, COUNT(rows));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_shell(test_texts_hold_the_tables),
        test_in_shell(test_example_preset_loads),
        test_in_shell(test_bash_completes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
