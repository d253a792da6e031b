/* The program without a terminal: a row for every request. */

#include "shell.h"

#define LONG "-x workers=1:1000000:+1 -x overlap=0:1:100 "

SHELL_TEST(test_what_is_done)
{
    static const struct request rows[] = {
        { "--help",
          "-p, --preset NAME|FILE ~-s, --set KEY=VALUE ~"
          "-x, --sweep KEY=SPEC ~--target FRACTION ~--no-mouse ~"
          "--theme NAME ~default, light, dark,~-safe, mono~--csv FILE|- ~"
          "--render COLSxROWS[:VIEW] ~--svg FILE|- ~"
          "--validate [NAME|FILE...] ~-h, --help ~-V, --version " },
        { "--help --bogus -p nonesuch", "Usage" },
        { "--table -V", "distml-tui " },
        { "-p llama-7b --report",
          "step_time: 981.2 ms\n~speedup: 3.265\nefficiency: 40.82 %\n"
          "communication_ratio: ~\nbottleneck: communication-bound\nlimit: ~"
          "\ncrossover: 2 workers\npeak: ~\nknee: 1 worker (80 %)\n"
          "negative_scaling: no\nneeded_bandwidth: ~\nsensitivity_" },
        /* the defaults: E(N) = 1 / (1 + 2 (N - 1) 0.09765625) */
        { "--report", "knee: 2 workers" },
        { "--report --target 80%", "knee: 2 workers" },
        { "--report --target 50%", "knee: 6 workers" },
        { "--report --target 0.5", "knee: 6 workers" },
        { "--report --target 90%", "knee: 1 worker (" },
        { "-p llama-7b --table", "981.2 ms~3.265~40.82 %" },
        /* outputs that an axis sets: 8 workers of 2 samples in 981.2 ms */
        { "-p llama-7b -x batch=0,2 -x workers=8 --table", "16.31/s" },
        { "-s compute_time=100ms -s workers=1 -x batch=32,0 --table",
          "algorithm   samples\n~ 320/s\n" },
        { "--list-presets",
          "\ndistml-bandwidth\t~\ndistml-gradient-size\t~\ndistml-scaling\t~"
          "\ndistml-strategies\t~\ngpt2-small\t~\ngpt2-small-nvlink\t~"
          "\ngpt2-xl\t1.3B (GPT-2 XL class)~\ngpt2-xl-nvlink\t~\nllama-7b\t~"
          "\nllama-7b-nvlink\t~\nllama-7b-nvlink-overlap85\t~"
          "\nllama-7b-overlap85\t" },
        { "--list-params",
          "workers\tcount\t8\t1..1048576\t~"
          "scaling\tchoice\tstrong\tstrong, weak, fixed-batch\t" },
        { "-p llama-7b -x overlap=1 --csv -",
          "workers,gradient_size_bytes,bandwidth_bytes_per_s,latency_s,overlap,"
          "compute_time_s,overhead_s,scaling,algorithm,precision,overlap_model,"
          "~"
          "\n8,14000000000,25000000000,5e-05,1,0.4,0.0005,weak,ring,bf16,"
          "bounded,~,communication-bound,ring," },
        { "--validate bert-base-mxnet", "bert-base-mxnet~over 1 " },
        /* the work that auto needs may come from an axis */
        { "-s compute_time=auto -x flops_per_sample=1e12,2e12 --csv - | "
          "cut -d, -f6",
          "compute_time_s\n0.00801282051282\n0.0160256410256\n" },
        /* a name and a title that would act on the terminal */
        { "mkdir ../p; F=$(printf '../p/a\\033\\302\\233b.ini'); "
          "cp $P/bert-base-mxnet.ini $F; "
          "printf '[preset]\\ntitle = c\\302\\205\\342\\200\\256d\\n' "
          ">../p/e.ini; "
          "DISTML_PRESETS=../p $T --list-presets --validate $F",
          "e\tc??d\texperiment\n~a??b\t~../p/a??b.ini" },
        { "sed 's/^\\[measured\\]/&\\ntotals = no/' $P/bert-base-mxnet.ini "
          ">../t.ini; "
          "$T --validate ../t.ini",
          "  not in the totals\nover 0 presets" },
        /* every preset has its two lines, however many are named */
        { "$T --validate $(yes mpt-1b-fsdp-h100 | head -300) | "
          "grep -c '^mpt-1b-fsdp-h100 '",
          "600\n" },
        /* the own copy of a measured preset does not count twice */
        { "C=$PWD/../c D=$C/distml-tui/presets; mkdir -p $D; "
          "cp $P/bert-base-mxnet.ini $D/zz.ini; XDG_CONFIG_HOME=$C "
          "$T --validate | grep zz | wc -l; rm -r $C",
          "0\n" },
        /* lines, and columns of the longest */
        { "$T --render 80x24 | wc -lL", " 24 ~ 80\n" },
        { "$T --render 80x24:step --ascii | wc -lL", " 24 ~ 80\n" },
        { "$T --render 200x60:efficiency | wc -lL", " 60 ~ 200\n" },
        { "$T --render 30x5 | wc -l", "5\n" },
        { "$T --render 1x1 | wc -lL", " 1 ~ 1\n" },
        { "$T --help | awk 'length > 80' | wc -l", "0\n" },
        { "$T --table | awk '{ print length }' | uniq | wc -l", "1\n" },
        { "$T --list-params | awk -F'\t' 'NF != 5' | wc -l", "0\n" },
        { "$T --render 80x24 --ascii | tr -d '\\n -\\176' | wc -c", "0\n" },
        { "--table --report --render 80x24 --theme dark --list-presets",
          "bottleneck~\u250c~llama-7b\t" },
        /* nothing is dropped, however many options there are */
        { "$T $(seq -f '-s workers=%g' 300) -x overlap=0 "
          "$(seq -f '--csv x%g' 100) --report && tail -qn1 x* && rm x*",
          "sensitivity_~\n300,~\n300," },
        /* a reader that leaves is an error */
        { "{ $T --csv - " LONG "2>../e; echo $? >>../e; } | true; cat ../e",
          "cannot write standard output: Broken pipe\n1\n" },
        { "{ $T --table " LONG "2>../e; echo $? >>../e; } | true; cat ../e",
          "cannot write standard output: Broken pipe\n1\n" },
        /* a signal ends it as the shell sees it */
        { "timeout --preserve-status -s INT 0.5 $T --csv - " LONG
          ">/dev/null; echo $?",
          "130\n" },
        { "timeout --preserve-status -s TERM 0.5 $T --table " LONG
          ">/dev/null; echo $?",
          "143\n" },
        { "-s 'workers=16' --no-mouse --no-color --ascii --render 80x24",
          "16" },
        /* no answer stands below the heading of others */
        { "$T -p dgx-a100 -p bert-large --render 100x30:answers | grep -c "
          "'The network\\|twice the workers'; true",
          "0\n" },
        /* what a preset lacks may come behind it */
        { "printf '[workload]\ncompute_time = auto\n' >../auto.ini; $T -p "
          "../auto.ini -s flops_per_sample=12TFLOP -s batch=4 --report",
          "step_time: " },
        /* every parameter is an axis, and presets are one more */
        { "$T --list-params | awk -F'\t' '{ printf \"-x\\n%s=%s\\n\", $1, "
          "$3 }' | sed 's/=auto$/=1s/' | tr '\\n' '\\0' | xargs -0 $T -x "
          "preset=gpt2-small,llama-7b --csv - | wc -l",
          "3\n" },
        /* what leads the terminal astray is in no cell */
        { "cp $P/gpt2-small.ini ../$(printf 'x\\033[31m.ini') && $T -x "
          "preset=../$(printf 'x\\033[31m.ini'),llama-7b --csv - | tr -d "
          "'\\n -\\176' | wc -c",
          "0\n" },
    };

    run_requests(0, rows, COUNT(rows));
}

SHELL_TEST(test_refused_requests)
{
    static const struct request rows[] = {
        /* no terminal and no batch option: nothing is waited for */
        { "TERM=xterm-256color $T", "--table" },
        { "TERM=xterm-256color $T -p llama-7b", "--table" },
        { "TERM=bogus $T -p llama-7b <&-", "--table" },
        { "env -u TERM $T", "--table" },
        { "--tabel", "did you mean \"--table\"?" },
        { "--presets=x", "did you mean \"--preset\"?" },
        { "-z", "unknown option \"-z\"" },
        { "--csv", "\"--csv\" needs a value" },
        { "-p", "\"-p\" needs a value" },
        { "--table=3", "\"--table\" takes no value" },
        { "--table extra", "extra" },
        { "-s compute_time=auto --report",
          "distml-tui: compute_time auto needs flops_per_sample or" },
        { "llama-7b", "given as -p NAME" },
        { "--validate -p llama-7b", "--validate" },
        { "--validate llama-7b", "measured" },
        { "--validate nonesuch-at-all", "nonesuch" },
        { "--qu\033ux\u202e", "unknown option" },
        { "--table \xc2\x85\u2067", "unexpected argument" },
        { "--render 80x24:spedup", "did you mean \"speedup\"?" },
        { "--render 80x24:", "view" },
        { "--render 99999999999x24", "80x24" },
        { "--render 0x24", "80x24" },
        { "--render ' 80x24'", "80x24" },
        { "--csv - --table", "--csv -" },
        { "--csv - --svg -", "--csv -" },
        { "--list-params --csv -", "--csv -" },
        { "-s compute_time=auto --report", "auto needs flops_per_sample" },
        { "-s compute_time=auto -x tokens_per_sample=0,512 --csv -",
          "row of the sweep, compute_time auto needs flops_per_sample" },
        { "--csv ''", "file" },
        { "--target 85", "85%" },
        { "--target ''", "target" },
        { "--theme drak", "did you mean \"dark\"?" },
        { "--theme dark\033[31m", "theme" },
        { "-s bandwith=1GB/s",
          "unknown parameter \"bandwith\"; did you mean \"bandwidth\"?" },
        { "-s =1", "parameter" },
        { "-s workers", "KEY=VALUE" },
        { "-s ''", "KEY=VALUE" },
        { "-s a234567890123456789012345678901234567890123456789012345678901234"
          "567890=1",
          "unknown parameter" },
        { "-s workers=\033[31m8", "workers" },
        { "-s workers=\u2068\xc2\x90", "workers" },
        { "-s \xff\xfe=8", "parameter" },
        { "-x workers", "KEY=SPEC" },
        { "-x wrokers=1", "did you mean \"workers\"?" },
        { "-x workers=1:64", "three" },
        { "-x workers=8:1:x2", "workers: " },
        { "-x workers=1,2 -x workers=4", "an axis already" },
        { "--csv - -x workers=1:1048576:+1 -x overlap=0:1:1000", "10^9" },
        { "--csv x.csv -x workers=1:1048576:+1 -x overlap=0:1:1000", "10^9" },
    };

    run_requests(2, rows, COUNT(rows));
}

/* A preset that is broken or not there. */
SHELL_TEST(test_refused_presets)
{
#define INI(text) "printf '" text "' >../x.ini; $T --table -p ../x.ini"
    static const struct request rows[] = {
        { INI("\\357\\273\\277[cluster]\\nworkers = 8\\n"), "x.ini:1: " },
        { INI("[sweep]\\nprecision = fp32\\ngradient_size = 400T params\\n"),
          "preset ../x.ini: in a row of the sweep, " },
        { INI("[cluster]\\nworkers\\342\\200\\256\\033 = 8\\n"), "x.ini:2: " },
        { "--table -p gpt2-smal", "did you mean \"gpt2-small\"?" },
        { "--table -p nonesuch-at-all", "--list-presets" },
        { "--table -p ''", "preset" },
        { "--table -p ./nowhere.ini", "./nowhere.ini" },
        { "--table -p ./no\033w\u202ehere.ini", "here.ini" },
        { "--table -p ./folder", "directory" },
        { "--table -p /dev/null", "/dev/null" },
        { "--table -p ./pipe", "./pipe" },
        { "--table -p ./loop.ini", "./loop.ini" },
    };

    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(mkfifo("pipe", 0666), 0);
    assert_int_equal(symlink("nowhere.ini", "loop.ini"), 0);
    run_requests(2, rows, COUNT(rows));
}

/* Runs a copy of the program that no variable tells where presets are. */
#define COPY "F=$PWD/../bin/copy; unset DISTML_PRESETS XDG_CONFIG_HOME HOME; "
#define FIND COPY "cd / && $F --table -p found-me"

/* Installed presets are found beside the program, and those of the source by a
 * program in its build folder, from anywhere; a copy elsewhere finds none. On a
 * machine where the program is installed there is a folder all the same. */
SHELL_TEST(test_presets_of_the_program)
{
    static const struct row rows[] = {
        { "mkdir -p ../bin ../share/distml-tui/presets && cp $T ../bin/copy && "
          "echo '[cluster]' >../share/distml-tui/presets/found-me.ini; " FIND,
          "step", 0, NULL },
        { "rm ../share/distml-tui/presets/*; " FIND, "unknown preset", 2,
          NULL },
        { "mkdir -p '../my source/presets'; "
          "echo '[cluster]' >'../my source/presets/found-me.ini'; "
          "printf '# cache\nA:STRING=b\nCMAKE_HOME_DIRECTORY:INTERNAL=%s\n"
          "B:STRING=c\n' \"${PWD%w}my source\" >../bin/CMakeCache.txt; " FIND,
          "step", 0, NULL },
        { "rm -r ../share ../bin/CMakeCache.txt; " COPY
          "$F --list-presets >../1 2>&1; S=$?; $F --table -p found-me 2>../2; "
          "case $S$? in 11) grep -q 'no folder of presets' ../1;; "
          "02) test -s ../1;; *) false;; esac",
          "", 0, NULL },
        { "mkdir presets; " COPY "$F --list-presets && "
          "$F --table -p found-me; S=$?; rmdir presets; exit $S",
          "unknown preset", 2, NULL },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        run_row(&rows[i]);
}

/* What cannot be written, or is there and cannot be read, is the machine's
 * fault: status 1. */
SHELL_TEST(test_lost_output)
{
    static const struct request rows[] = {
        { "--table >&-", "cannot write standard output: " },
        { "--csv - >&-", "cannot write standard output: " },
        { "--svg - >&-", "cannot write standard output: " },
        { "--help >&-", "cannot write standard output: " },
        { "--report >/dev/full", "cannot write standard output: No space" },
        { "--list-params >/dev/full", "cannot write standard output: " },
        { "--list-presets >/dev/full", "cannot write standard output: " },
        { "--render 80x24 >/dev/full", "cannot write standard output: " },
        { "--validate >/dev/full", "cannot write standard output: " },
        { "--version >/dev/full", "cannot write standard output: " },
        { LONG "--table >/dev/full", "cannot write standard output: No space" },
        { "ulimit -f 10; $T --csv x " LONG, "x: File too large" },
        { "$T --csv x --table >&-; s=$?; rm x; exit $s", "standard output: " },
        { "--csv folder", "directory" },
        { "--svg folder", "directory" },
        { "--csv /proc/x.csv", "/proc/x.csv" },
        { "--csv /dev/full", "/dev/full" },
        { "--svg /dev/full", "/dev/full" },
        { "--table -p ./loop.csv", "cannot read ./loop.csv" },
        { "--csv no\033w\u202ehere/x", "here/x" },
    };

    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(symlink("loop.csv", "loop.csv"), 0);
    run_requests(1, rows, COUNT(rows));
    assert_int_equal(count_entries("folder"), 0);
}

/* A file takes the whole result, whatever its name; `-` is standard output. */
SHELL_TEST(test_files)
{
    static const struct row rows[] = {
        { "--csv x.csv", "workers,~\n64,", 0, "x.csv" },
        { "--csv \u65e5\u672c.csv", "workers,", 0, "\u65e5\u672c.csv" },
        { "--csv -x.csv", "workers,", 0, "-x.csv" },
        { "--csv 'a\nb.csv'", "workers,", 0, "a\nb.csv" },
        { "--csv \xff.csv", "workers,", 0, "\xff.csv" },
        { "--svg a.svg", "<svg~Workers~</svg>\n", 0, "a.svg" },
        { "--svg a.svg --theme dark -p llama-7b", "#1c1c1c~llama-7b", 0,
          "a.svg" },
        { "--csv x.csv >&-", "workers,~\n64,", 0, "x.csv" },
        { "--csv x.csv 2>&- <&-", "workers,~\n64,", 0, "x.csv" },
        { "--csv -", "workers,~\n64,", 0, NULL },
        { "--svg -", "<svg~Workers~</svg>\n", 0, NULL },
        { "--render 80x24 --svg -", "\u250c~</svg>\n", 0, NULL },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        run_row(&rows[i]);
}

/* Sends a signal to a command in the background once `ready` holds, and prints
 * the status as the shell sees it. */
#define SIGNALLED(command, name, ready)                                        \
    command "& until " ready " || ! kill -0 $! 2>&-; do :; done; kill -" name  \
            " $!; wait $! 2>&-; echo $?; "
#define IN_FILE(name)                                                          \
    SIGNALLED("env --default-signal $T --csv x " LONG, name,                   \
              "[ \"$(find . -name '.distml*' -size +0)\" ]")
#define IN_PIPE(options)                                                       \
    "rm -f ../p; mkfifo ../p; exec 3<>../p; " SIGNALLED(                       \
        "$T " options " >../p", "TERM", "grep -q State:.S /proc/$!/status")

/* A signal during a long sweep leaves no file, no half, no temporary, and the
 * old one whole. The first ends a write into a pipe that is full. One that is
 * ignored when the program starts, as under nohup, stays so. */
SHELL_TEST(test_signals)
{
    static const struct request rows[] = {
        { IN_FILE("INT"), "130\n" },
        { IN_FILE("HUP"), "129\n" },
        { "echo old >x; " IN_FILE("TERM") "cat x; rm x", "143\nold\n" },
        { "echo old >x; " IN_FILE("QUIT") "cat x; rm x", "131\nold\n" },
        { SIGNALLED("(trap '' HUP; exec $T -x workers=1:50000:+1 --csv x)",
                    "HUP", "[ \"$(ls -A)\" ]") "rm x",
          "0\n" },
        { IN_PIPE("--render 900x900"), "143\n" },
        { IN_PIPE("--render 400x200 --svg -"), "143\n" },
        { IN_PIPE("-x workers=1:100000:+1 --csv -"), "143\n" },
        { IN_PIPE("-x workers=1:100000:+1 --table"), "143\n" },
    };

    run_requests(0, rows, COUNT(rows));
}

/* Columns of the CSV; values by hand from MODEL.md. */
SHELL_TEST(test_csv)
{
    static const struct request rows[] = {
        { "$T -x workers=1:32:x2 --csv - | column step_s",
          "=0.1 0.059765625 0.0396484375 0.02958984375 0.024560546875 "
          "0.0220458984375\n" },
        { "$T -p llama-7b --csv - | column communication_s",
          "=0 0.5601 0.8403 0.9807 1.0515 1.0881 1.1088 1.12395\n" },
        { "$T -p llama-7b --csv - | column step_s",
          "=0.4005 0.5606 0.8408 0.9812 1.052 1.0886 1.1093 1.12445\n" },
        /* nested: the last axis varies fastest, ring over 4, 8, 16, then tree
         */
        { "$T -x algorithm=ring,tree -x workers=4:16:x2 -p "
          "distml-scaling --csv - | column step_s",
          "=0.0396484375 0.02958984375 0.024560546875 0.04453125 "
          "0.041796875 0.0453125\n" },
        /* every form of SPEC */
        { "$T -x workers=8,2,8 --csv - | column workers", "=8 2\n" },
        { "$T -x workers=1:100:x10 --csv - | column workers", "=1 10 100\n" },
        { "$T -x workers=2:11:+3 --csv - | column workers", "=2 5 8 11\n" },
        { "$T -x workers=1:4:100 --csv - | column workers", "=1 2 3 4\n" },
        { "$T -x overlap=0:1:5 --csv - | column overlap",
          "=0 0.25 0.5 0.75 1\n" },
        { "$T -x latency=0:10ms:3 --csv - | column latency_s",
          "=0 1e-07 0.01\n" },
        { "$T -x 'gradient_size=1M params,2M params' --csv - | column "
          "gradient_size_bytes",
          "=2000000 4000000\n" },
        { "$T -x algorithm=all --csv - | column algorithm",
          "=ring tree binomial-tree double-tree recursive-doubling "
          "halving-doubling parameter-server fastest hierarchical nccl\n" },
        /* --set counts after the presets wherever it stands; the last wins */
        { "$T -s workers=4 -s workers=16 -p llama-7b -x overlap=1 --csv "
          "- | column step_s",
          "=1.052\n" },
        { "$T --preset=llama-7b --set=workers=16 --sweep=overlap=1 --csv "
          "- | column step_s",
          "=1.052\n" },
        /* later presets win over earlier ones, key by key */
        { "$T -p llama-7b -p gpt2-small -x workers=8 --csv - | column "
          "step_s",
          "=0.0187\n" },
        { "$T -p gpt2-small -p ../x.ini -x workers=64 --csv - | column "
          "step_s",
          "=0.0038403125\n" },
        { "$T -p ../x.ini -p gpt2-small -x workers=64 --csv - | column "
          "step_s",
          "=0.0264875\n" },
        /* precision first: 7e9 parameters of 4 bytes */
        { "$T -s 'gradient_size=7B params' -s precision=fp32 -s "
          "bandwidth=25GB/s -x workers=8 --csv - | column step_s",
          "=1.9725\n" },
    };

    write_text("../x.ini", "[cluster]\nbandwidth = 600 GB/s\nlatency = 20us\n");
    run_requests(0, rows, COUNT(rows));
}

/* Succeeds when two lists of commands print the same, which is something. */
#define SAME(one, two)                                                         \
    "{ " one "; } >../1; { " two "; } >../2; cmp ../1 ../2 && test -s ../1"

/* glibc 2.36 loses 40 bytes in setlocale() when LOCPATH is set. */
#define GERMAN "LSAN_OPTIONS=detect_leaks=0 LOCPATH=$PWD/.. LC_ALL=de_DE.UTF-8 "

SHELL_TEST(test_same_output)
{
    static const char *const rows[] = {
        SAME("$T -h", "$T --help"),
        SAME("$T -V", "$T --version"),
        SAME("$T -p gpt2-xl --table --report --render 100x30",
             "$T --preset gpt2-xl --table --report --render 100x30"),
        SAME("$T --table --csv /dev/null --report",
             "$T --table --csv /dev/null --report <&-"),
        /* unusual presets */
        ": >../x.ini;" SAME("$T --report", "$T --report -p ../x.ini"),
        "echo '; a' >../x.ini;" SAME("$T --report", "$T --report -p ../x.ini"),
        "printf '[cluster]\r\nworkers = 16' >../x.ini;" SAME(
            "$T --report -s workers=16", "$T --report -p ../x.ini"),
        /* neither the terminal nor the locale changes anything */
        SAME("$T --table --render 80x24",
             "LC_ALL=C TERM=bogus $T --table --render 80x24"),
        SAME("$T --table --render 80x24",
             "env -u TERM $T --table --render 80x24"),
        ": $T; localedef -i de_DE -f UTF-8 ../de_DE.UTF-8 && " GERMAN
        "locale decimal_point | grep -q ,",
        SAME("$T -s overlap=0.5 --csv -", GERMAN "$T -s overlap=0.5 --csv -"),
        SAME("$T --table --report --render 120x40 --list-params",
             GERMAN "$T --table --report --render 120x40 --list-params"),
        /* in the order of the options, a blank line between results */
        SAME("$T --report; echo; $T --table", "$T --report --table"),
        SAME("$T --report; echo; $T --table",
             "$T --svg ../y --report --csv ../x --table"),
        SAME("$T --table; echo; $T --render 80x24; echo; $T --report",
             "$T --table --render 80x24 --report"),
        SAME("$T --csv -", "$T --csv ../x --csv - --svg ../y"),
        SAME("$T --csv -", "cat ../x"),
        SAME("$T --csv -", "mkfifo ../p; cat ../p & $T --csv ../p; wait"),
        /* an open descriptor is written where it stands, and the rest stays */
        "ln -s /dev/stdout ../l; ln -s /proc/self/fd ../fd; "
        "for f in /dev/stdout /dev/fd/1 ../l /proc/self/fd/1 ../fd/1; do " SAME(
            "echo one; $T --csv -; $T --csv -; echo two",
            "echo one; $T --csv $f; $T --csv $f; echo two") "|| exit; done",
        SAME("echo one; $T --csv -; echo two",
             "echo one; sh -c 'exec $T --csv /proc/$$/fd/1'; echo two"),
        /* that of another process cannot be shared; its file is added to */
        SAME("echo one; $T --csv -",
             "sh -c 'echo one; $T --csv /proc/$$/fd/3 >&-' 3>../3 >&3; "
             "cat ../3"),
        /* the frame of --svg is that of --render before it */
        SAME("$T --svg ../y --render 40x20 >../z; cat ../y",
             "$T --render 40x20 --svg ../y --render 60x20 >../z; cat ../y"),
        SAME("$T --svg ../y --render 40x20; echo; cat ../y",
             "$T --render 40x20 --svg -"),
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        run_row(&(struct row){ .command = rows[i], .parts = "" });
}

TEST_MAIN(NULL)
