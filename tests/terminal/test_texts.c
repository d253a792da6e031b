/* README.md, the man page and the completions hold what the tables say. */

#include "shell.h"
#include "xml.h"

SHELL_TEST(test_texts_hold_the_tables)
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
        /* README has a row for every algorithm, and a place for every file */
        { "for a in $($T --list-params | sed -n 's/,//g; s/^algorithm\t"
          "choice\t[a-z]*\t\\([^\t]*\\).*/\\1/p'); do "
          "grep -q \"^| .$a. \" $S/README.md || echo $a; done | { ! grep .; }",
          "" },
        { "sed -n '/^| files/,/^$/p' $S/README.md | grep -o '[a-z_*]*[.]c' "
          ">../map; for f in $S/src/*.c $S/src/model/*.c $S/src/io/*.c "
          "$S/src/tui/*.c; do f=${f##*/}; while read -r p; do case $f in $p) "
          "f=;; esac; done <../map; test -z $f || echo $f; done | { ! grep .; "
          "}",
          "" },
    };

    run_requests(0, rows, COUNT(rows));
}

/* Every picture that README.md shows is there, and no other, as the program
 * draws it in its colours; the moving one can be made and played. */
SHELL_TEST(test_pictures_are_there)
{
    static const struct request rows[] = {
        { "grep -o 'screenshots/[a-z0-9-]*[.][a-z]*' $S/README.md | sort -u "
          ">../shown; (cd $S && ls screenshots/*.svg screenshots/*.cast) | "
          "sort | diff ../shown -",
          "" },
        { "$T -p llama-7b --theme dark --render 132x43:speedup "
          "--svg ../main.svg >../frame; "
          "for look in light high-contrast; do $T -p llama-7b "
          "--theme $look --render 100x30:step "
          "--svg ../llama-7b-step-$look.svg >../frame; done; "
          "for name in main llama-7b-step-light llama-7b-step-high-contrast; "
          "do cmp ../$name.svg $S/screenshots/$name.svg; done",
          "" },
        { "$S/screenshots/slider.sh $T ..; head -n 1 ../slider.cast",
          "{\"version\": 2, \"width\": 100, \"height\": 30, \"title\": \""
          "~\"}\n" },
        { "sed 1d ../slider.cast | grep -c '^\\[[0-9]*[.][0-9], \"o\", "
          "\"[^\"]*\"\\]$'",
          "13\n" },
        { "cat ../slider.svg; : $T", "10 GB/s~400 GB/s" },
    };
    auto_text picture;

    run_requests(0, rows, COUNT(rows));
    picture = read_text("../slider.svg");
    assert_true(assert_well_formed(picture) > 1000);
}

/* The example of a preset in README.md loads. */
SHELL_TEST(test_example_preset_loads)
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

SHELL_TEST(test_bash_completes)
{
    static const struct request rows[] = {
        { OFFERS "--them", "=--theme\n" },
        { OFFERS "--theme da", "=dark\n" },
        { OFFERS "--view st", "=step\n" },
        { OFFERS "--theme = da", "=dark\n" },
        { OFFERS "-p gpt2-xl-", "=gpt2-xl-nvlink\n" },
        { OFFERS "-s work", "=workers= workers_per_node= worker_mfu=\n" },
        { OFFERS "-x compute_t", "=compute_time=\n" },
        { OFFERS "-s scaling =", "=strong weak fixed-batch\n" },
        { OFFERS "--set = scaling = st", "=strong\n" },
        { OFFERS "--render 80x24 : st", "=step\n" },
        { OFFERS "--csv some", "=some.csv\n" },
        { OFFERS "--validate resnet50-d", "=resnet50-ddp\n" },
        { OFFERS "--validate resnet50-ddp vgg16-h",
          "=vgg16-horovod vgg16-horovod-512\n" },
        { OFFERS "--target x", "=\n" },
        { OFFERS "-p llama-7b --vers", "=--version\n" },
    };

    write_text("some.csv", "");
    run_requests(0, rows, COUNT(rows));
}

TEST_MAIN(NULL)
