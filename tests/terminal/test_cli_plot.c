/* --plot with the real gnuplot, with none, and with one that fails. */

#include "shell.h"

SHELL_TEST(test_pictures)
{
    static const struct row rows[] = {
        { "-p llama-7b --plot a.svg",
          "<?xml ~<svg ~>128</text>~>\u25c6 8 workers, 3.27x speedup, 41 %, "
          "981 ms a step</text>~>speedup</text>~>Workers</text>~>ideal</text>~"
          ">model</text>~>LLaMA 7B \u00b7 Speedup</text>~</svg>\n",
          0, "a.svg" },
        { "-p distml-strategies --view step --plot ./a.svg",
          ">40 ms</text>~>step time</text>~>compute</text>~>exposed</text>", 0,
          "a.svg" },
        { "-p resnet50-ddp --view timeline --plot a.svg",
          ">bucket 5</text>~>forward</text>~>hidden</text>", 0, "a.svg" },
        { "-p dgx-a100 --view all-reduce --plot a.svg",
          "GB/s</text>~>message size</text>~>nccl</text>", 0, "a.svg" },
        { "-p bert-base-mxnet --view efficiency --plot a.svg",
          ">target 80 %</text>~>8 in 10 public runs</text>~>measured ", 0,
          "a.svg" },
        { "-p llama-7b --view step_s --plot a.svg", ">step</text>", 0,
          "a.svg" },
        { "-p llama-7b -x latency=0:1ms:20 --plot a.svg",
          ">0 s</text>~>1 us</text>~>Latency</text>", 0, "a.svg" },
        { "-x preset=llama-7b,gpt2-xl --plot a.svg",
          ">llama-7b</text>~>gpt2-xl</text>~>Speedup</text>", 0, "a.svg" },
        { "--plot a.png", "PNG", 0, "a.png" },
        { "--plot a.pdf", "%PDF-1.", 0, "a.pdf" },
        { "(trap '' CHLD; exec $T --plot a.svg)", "</svg>", 0, "a.svg" },
        { "LC_ALL=C $T -p llama-7b --plot a.svg", "\u25c6~\u00b7 Speedup", 0,
          "a.svg" },
        /* the script alone, which draws what it names where it is run */
        { "--plot a.gp", "set terminal svg ~set output 'a.svg'\n~plot $curve",
          0, "a.gp" },
        { "mkdir ../d; $T --plot ../d/a.gp; (cd ../d; gnuplot a.gp); "
          "mv ../d/a.svg .",
          "<svg ~</svg>\n", 0, "a.svg" },
        { "--plot -", "set terminal svg ~\nplot $curve", 0, NULL },
        { "$T --plot - | gnuplot", "<svg ~</svg>\n", 0, NULL },
        { "$T --plot - | { ! grep output; }", "", 0, NULL },
        { "ln -s t.svg ../l.svg; $T --plot ../l.svg; test -h ../l.svg && "
          "mv ../t.svg a.svg",
          "</svg>\n", 0, "a.svg" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        run_row(&rows[i]);
}

/* Nothing that a preset can hold is more than text to gnuplot. */
SHELL_TEST(test_text_of_presets_is_text)
{
    static const struct row rows[] = {
        { "-p ../x.ini --plot a.svg",
          ">it's 5 % `touch b` $(id) \\ @x {/=9 y} &lt;b> &amp;", 0, "a.svg" },
        { "$T -p ../x.ini --plot ../x.gp && cd .. && gnuplot x.gp && "
          "mv x.svg w/a.svg",
          ">it's 5 % `touch b` ", 0, "a.svg" },
        { "$T --plot \"../it's %d.gp\" && cd .. && gnuplot \"it's %d.gp\" && "
          "mv \"it's %d.svg\" w/a.svg",
          "<svg ", 0, "a.svg" },
    };

    write_text("../x.ini", "[preset]\ntitle = it's 5 % `touch b` $(id) \\ @x "
                           "{/=9 y} <b> & \n[cluster]\nworkers = 8\n");
    for (size_t i = 0; i < COUNT(rows); i++)
        run_row(&rows[i]);
}

/* Without gnuplot the script is there, and the old picture stays. */
#define NONE "PATH=/nowhere $T "
SHELL_TEST(test_without_gnuplot)
{
    static const struct row rows[] = {
        { NONE "--plot a.png; s=$?; test ! -e a.png || s=9; rm a.gp; exit $s",
          "wrote a.gp; apt-get install gnuplot-nox draws it\n", 1, NULL },
        { "mkdir ../d; " NONE "--plot ../d/a.b.svg",
          "wrote ../d/a.b.gp; apt-get install gnuplot-nox draws it\n", 1,
          NULL },
        { NONE "--plot a.png", "set terminal pngcairo ~set output 'a.png'\n", 1,
          "a.gp" },
        { NONE "--plot a.gp", "set output 'a.svg'\n", 0, "a.gp" },
        { NONE "--plot -", "set terminal svg ", 0, NULL },
        { "echo old >../a.svg; " NONE "--plot ../a.svg 2>../1; cat ../a.svg",
          "old\n", 0, NULL },
        { NONE "--plot ../d/a.svg; s=$?; (cd ../d; gnuplot a.gp); "
               "mv ../d/a.svg .; rm a.svg; exit $s",
          "a.gp", 1, NULL },
        { "mkdir ../e ../e/a.gp; " NONE "--plot ../e/a.svg", "a.gp", 1, NULL },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        run_row(&rows[i]);
}

/* A program of that name in front of the others. */
#define FAKE(text)                                                             \
    "mkdir -p ../f; printf '#!/bin/sh\\n%s\\n' '" text                         \
    "' >../f/gnuplot; chmod +x ../f/gnuplot; PATH=$PWD/../f:$PATH "

SHELL_TEST(test_a_gnuplot_that_fails)
{
    static const struct request rows[] = {
        { FAKE("cat >&2; echo; echo; echo \"line 7: no ink\" >&2; exit "
               "1") "$T --plot a.svg",
          "gnuplot: line 7: no ink\n" },
        { FAKE("printf \"\\033[2J\\n\" >&2; exit 3") "$T --plot a.svg",
          "gnuplot: ?[2J\n" },
        { FAKE("echo half; exit 1") "$T --plot a.svg",
          "gnuplot: it failed without a reason\n" },
        { FAKE("echo half; kill -9 $$") "$T --plot a.svg",
          "gnuplot was ended by signal 9\n" },
        { FAKE("cat >&2") "$T --plot a.svg", "gnuplot drew nothing\n" },
        { "chmod -x ../f/gnuplot; PATH=$PWD/../f $T --plot a.svg",
          "cannot run gnuplot: Permission denied\n" },
        { "--plot none/a.svg", "cannot write none/a.svg: " },
    };

    run_requests(1, rows, COUNT(rows));
}

/* The old picture stays whole, and a signal ends gnuplot as well. */
SHELL_TEST(test_a_picture_is_whole_or_not_there)
{
    static const struct row rows[] = {
        { "echo old >../a.svg; " FAKE(
              "echo half; exit 1") "$T --plot ../a.svg 2>../1; cat ../a.svg; "
                                   "ls -A .. | grep tmp || :",
          "old\n", 0, NULL },
        { FAKE("echo $$ >../pid; exec sleep 60") "env --default-signal $T "
                                                 "--plot a.svg & until test -s "
                                                 "../pid; do :; "
                                                 "done; kill -TERM $!; wait $! "
                                                 "2>&-; echo $?; "
                                                 "kill -0 $(cat ../pid) 2>&- "
                                                 "|| echo ended",
          "143\nended\n", 0, NULL },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        run_row(&rows[i]);
}

SHELL_TEST(test_refused)
{
    static const struct request rows[] = {
        { "--plot a.jpg", "NAME.svg, NAME.png, NAME.pdf or, for the script, "
                          "NAME.gp, not \"a.jpg\"" },
        { "--plot a", "NAME.svg" },
        { "--plot ''", "NAME.svg" },
        { "--plot .svg", "NAME.svg" },
        { "--plot /dev/full", "NAME.svg" },
        { "--plot", "\"--plot\" needs a value" },
        { "--csv - --plot -", "--csv -" },
        { "--view spedup --plot a.svg", "did you mean \"speedup\"?" },
        { "--view step_ --table", "did you mean \"step\"?" },
        { "-s workers=1 --view all-reduce --plot a.svg",
          "there is no chart to plot: one worker exchanges nothing" },
        { "-p llama-7b --view mfu --plot a.svg",
          "there is no chart to plot: " },
        { "--view table --plot a.svg", "a table is no chart to plot" },
        { "-p llama-7b --view map --plot a.svg", "a map is not plotted" },
        { "--view answers --plot a.svg", "answers are no chart to plot" },
    };

    run_requests(2, rows, COUNT(rows));
}

/* --view stands for every frame that names no VIEW. */
SHELL_TEST(test_view)
{
#define EQUAL(one, two)                                                        \
    "$T " one " >../1; $T " two " >../2; cmp ../1 ../2 && test -s ../1"
    static const char *const rows[] = {
        EQUAL("--view step --render 80x24", "--render 80x24:step"),
        EQUAL("--render 80x24 --view step", "--render 80x24:step"),
        EQUAL("--view step --render 80x24:speedup", "--render 80x24"),
        EQUAL("--view step_s --svg -", "--render 100x30:step_s --svg - | "
                                       "sed '1,/^$/d'"),
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        run_row(&(struct row){ .command = rows[i], .parts = "" });
}

TEST_MAIN(NULL)
