#include "model/param.h"
#include "scenario.h"
#include "table.h"

/* The model's sections 2, 6 and 7, by hand: place in the table, key, kind,
 * scale, default, hard range, track and its least value above 0. 7B params at 2
 * bytes are 14 GB. A `-` is what the model leaves open. */
TEST(test_numeric_rows_are_the_models)
{
    static const char *const scales[] = { "none", "linear", "log", "log-zero",
                                          "doubling" };
    const char *at =
        "0=workers=count=doubling=8=1=1048576=1=1024=1|"
        "1=gradient_size=bytes=log=104857600=1=1e15=10e6=14e9=10e6|"
        "2=bandwidth=rate=log=10737418240=1e3=1e15=1e8=1e12=1e8|"
        "3=latency=time=log-zero=0=0=100=0=10e-3=100e-9|"
        "4=overlap=fraction=linear=0=0=1=0=1=-|"
        "5=compute_time=time=log=100e-3=1e-9=1e6=1e-3=10=1e-3|"
        "6=overhead=time=log-zero=0=0=1e6=0=1=10e-6|"
        "11=workers_per_node=count=doubling=1=1=1024=1=16=1|"
        "12=intra_bandwidth=rate=-=240e9=1e3=-=-=-=-|"
        "13=intra_latency=time=-=0=0=-=-=-=-|"
        "15=nics_per_node=count=doubling=1=1=64=1=8=1|"
        "17=accumulation=count=doubling=1=1=1e6=1=64=1|"
        "18=sync_every=count=doubling=1=1=1e6=1=64=1|"
        "19=compression=factor=log=1=1=1e4=1=100=1|"
        "20=jitter=fraction=linear=0=0=10=0=0.5=-|"
        "21=overlap_window=fraction=linear=1=0=1=0=1=-|"
        "22=backward_fraction=fraction=linear=0.66666666666666667=0=1=0=1=-|"
        "23=bucket_size=bytes=log=26214400=1=1e15=1e6=1e9=1e6|"
        "24=first_bucket=bytes=log=1048576=1=1e15=1e6=1e9=1e6|"
        "29=batch=count=-=0=0=-=-=-=-|"
        "30=tokens_per_sample=count=-=0=0=-=-=-=-|"
        "31=peak_flops=factor=-=0=0=-=-=-=-|"
        "32=price=factor=-=0=0=-=-=-=-|"
        "33=flops_per_sample=flop=-=0=0=-=-=-=-|"
        "34=worker_mfu=fraction=linear=0.4=-=1=-=1=-|"
        "35=layers=count=-=0=0=1e6=0=256=-|"
        "36=hidden=count=-=0=0=1e6=0=65536=-|"
        "38=global_batch=count=-=0=0=-=0=-=-|"
        "39=shard_group=count=-=0=0=1048576=0=1024=-|"
        "41=train_tokens=count=-=0=0=1e18=0=30e12=-|"
        "42=mtbf=time=-=0=0=1e12=0=-=-|"
        "43=checkpoint_time=time=-=0=0=-=0=-=-|"
        "44=restart_time=time=-=0=0=-=0=-=-|"
        "45=gpu_memory=bytes=-=0=0=-=0=-=-|"
        "46=input_rate=factor=-=0=0=1e9=0=1e5=-|"
        "48=link_efficiency=fraction=linear=1=-=1=-=1=-|";
    char cells[10][TABLE_CELL];

    while (table_next(&at, 10, cells)) {
        const struct param *param = param_of(cells[1]);
        const double got[] = { param->initial,    param->minimum,
                               param->maximum,    param->track.low,
                               param->track.high, param->track.least };

        assert_int_equal(param - params, table_number(cells[0]));
        assert_null(param->choice);
        assert_string_equal(quantity_units[param->kind].name, cells[2]);
        if (strcmp(cells[3], "-") != 0)
            assert_string_equal(scales[param->scale], cells[3]);
        for (size_t i = 0; i < COUNT(got); i++)
            if (strcmp(cells[4 + i], "-") != 0)
                assert_close(got[i], table_number(cells[4 + i]), 0);
        assert_true(param->minimum <= param->track.low);
        assert_true(param->track.low < param->track.high);
        assert_true(param->track.high <= param->maximum);
        assert_true(param->track.least >= param->track.low);
        assert_true(param_check(param, param->initial, NULL));
    }
}

/* Place in the table, key, default, and all names in order. */
TEST(test_choice_rows_are_the_models)
{
    const char *at =
        "7=scaling=strong=strong weak fixed-batch |"
        "8=algorithm=ring=ring tree binomial-tree double-tree "
        "recursive-doubling halving-doubling parameter-server fastest "
        "hierarchical nccl |"
        "9=precision=bf16=fp32 amp fp16 bf16 fp8 |"
        "10=overlap_model=bounded=bounded unbounded buckets |"
        "14=intra_link=nvlink=nvlink pcie |"
        "16=sharding=none=none zero1 zero2 zero3 |"
        "25=gpu=ampere=volta ampere hopper blackwell |26=cpu=amd=intel amd |"
        "27=ll128=off=off on |28=nvls=on=off on |"
        "37=recompute=none=none full |"
        "40=weight_precision=same=same fp32 amp fp16 bf16 fp8 |"
        "47=reduce_every=step=step micro-step |";
    char cells[4][TABLE_CELL];
    int count = 0;

    for (; table_next(&at, 4, cells); count++) {
        const struct param *param = param_of(cells[1]);
        char names[256] = "";

        assert_int_equal(param - params, table_number(cells[0]));
        assert_int_equal(param->kind, QUANTITY_CHOICE);
        assert_int_equal(param->scale, SCALE_NONE);
        assert_string_equal(param->choice((int)param->initial), cells[2]);
        for (int i = 0; i < param_choices(param); i++)
            strcat(strcat(names, param->choice(i)), " ");
        assert_string_equal(names, cells[3]);
        assert_null(param->choice(param_choices(param)));
        assert_null(param->choice(-1));
    }
    assert_int_equal(count + 36, PARAM_COUNT);
}

/* Some sections are those of the preset in the design. */
TEST(test_every_row_has_its_texts)
{
    const char *at = "gradient_size=workload|precision=workload|"
                     "compute_time=workload|scaling=workload|workers=cluster|"
                     "bandwidth=cluster|latency=cluster|"
                     "algorithm=communication|overlap=communication|";
    char cells[2][TABLE_CELL];

    for (size_t i = 0; i < PARAM_COUNT; i++) {
        const struct param *param = &params[i];

        assert_ptr_equal(param_of(param->key), param);
        assert_in_range(strlen(param->title), 1, 14);
        assert_true(strlen(param->help) > 0);
        assert_null(strpbrk(param->help, "\t\n"));
        assert_contains(" workload cluster communication advanced ",
                        param->section);
    }
    while (table_next(&at, 2, cells))
        assert_string_equal(param_of(cells[0])->section, cells[1]);
}

TEST(test_keys_are_found_in_any_case)
{
    struct distml_error error;

    assert_ptr_equal(param_find("WORKERS", NULL), &params[PARAM(workers)]);
    assert_ptr_equal(param_of("Gradient_Size"), &params[PARAM(gradient_size)]);
    assert_null(param_find("bandwith", &error));
    assert_contains(error.text, "unknown parameter \"bandwith\"; "
                                "did you mean \"bandwidth\"?");
    assert_null(param_find("zzzzzzzzzz", &error));
    assert_contains(error.text, "zzzzzzzzzz");
    assert_null(strstr(error.text, "did you mean"));
    assert_null(param_find("", &error));
}

TEST(test_values_are_got_and_put)
{
    struct scenario scenario;

    scenario_init(&scenario);
    for (size_t i = 0; i < PARAM_COUNT; i++)
        param_put(&params[i], &scenario, (double)i + 0.5);
    for (size_t i = 0; i < PARAM_COUNT; i++)
        assert_close(param_get(&params[i], &scenario), (double)i + 0.5, 0);
    assert_close(scenario.workers, 0.5, 0);
    assert_close(scenario.latency, 3.5, 0);
    assert_close(scenario.link_efficiency, PARAM_COUNT - 0.5, 0);
}

TEST(test_values_inside_the_hard_range_are_read)
{
    const char *at =
        "workers=1Mi=1048576|gradient_size=1 PB=1e15|bandwidth=200 Gb/s=25e9|"
        "latency=0=0|latency=100 s=100|overlap=85%=0.85|overlap=100%=1|"
        "compute_time=1 ns=1e-9|scaling=weak=1|scaling= STRONG =0|"
        "algorithm=Ring=0|algorithm=halving-doubling=5|algorithm=fastest=7|"
        "algorithm=NCCL=9|precision=BF16=3|overlap_model=buckets=2|"
        "intra_bandwidth=600 GB/s=600e9|intra_link=PCIe=1|sharding=ZeRO3=3|"
        "accumulation=1M=1e6|compression=2.5=2.5|jitter=1000%=10|"
        "bucket_size=25 MiB=26214400|gpu=blackwell=3|cpu=Intel=0|ll128=on=1|"
        "nvls=off=0|batch=0=0|tokens_per_sample=2Ki=2048|price=2.99=2.99|";
    char cells[3][TABLE_CELL];

    while (table_next(&at, 3, cells)) {
        const struct param *param = param_of(cells[0]);
        struct setting setting;
        struct distml_error error = { .text = "" };

        if (!param_parse(param, cells[1], &setting, &error))
            fail_msg("%s", error.text);
        assert_ptr_equal(setting.param, param);
        assert_close(setting.quantity.value, table_number(cells[2]), 0);
        assert_false(setting.quantity.params);
    }
}

TEST(test_refusals_name_the_key_and_the_remedy)
{
    const char *at =
        "workers=0=workers must be 1..1048576, not 0|workers=1.5=whole|"
        "workers=-1=workers must be 1..1048576|workers=abc=workers|"
        "workers=99999999999999999999=workers must be 1..1048576|"
        "workers= =workers|workers=nan=workers|"
        "gradient_size=0=gradient_size must be 1 byte..1 PB|"
        "gradient_size=-5 MB=gradient_size|gradient_size=0.5=gradient_size|"
        "bandwidth=999 B/s=bandwidth must be 1 kB/s..1 PB/s|"
        "bandwidth=25 GB=is a size|latency=-1 us=latency must be 0 s..100 s|"
        "overlap=100.001%=overlap must be 0 %..100 %, not 100.001%|"
        "overlap=-0.5=overlap|overlap=85=did you mean 85%|"
        "compute_time=0=compute_time must be 1 ns..1000000 s|"
        "scaling= =scaling|scaling=1=scaling|gpu=pascal=gpu|ll128=yes=off|"
        "scaling=strongly=did you mean \"strong\"|"
        "algorithm=rnig=did you mean \"ring\"|algorithm=ring tree=algorithm|"
        "algorithm=halving_doubling=did you mean \"halving-doubling\"|"
        "sharding=zero4=did you mean \"zero|batch=1.5=whole|"
        "compression=2 MB=compression|backward_fraction=2=backward_fraction|"
        "precision=zzzzzzzzzz=fp32, amp, fp16, bf16, fp8|"
        "precision=bf16 fp8 and much else, a long text that no name of any "
        "parameter will ever match=precision|";
    char cells[3][TABLE_CELL];

    while (table_next(&at, 3, cells)) {
        struct setting setting;
        struct distml_error error = { DISTML_MACHINE, "" };

        if (param_parse(param_of(cells[0]), cells[1], &setting, &error))
            fail_msg("%s takes \"%s\"", cells[0], cells[1]);
        assert_int_equal(error.fault, DISTML_REQUEST);
        assert_contains(error.text, cells[2]);
        assert_false(param_parse(param_of(cells[0]), cells[1], &setting, NULL));
    }
    assert_false(
        param_parse(param_of("workers"), "", &(struct setting){ 0 }, NULL));
}

/* Both ends of every hard range are taken, what lies beyond is refused. */
TEST(test_hard_ranges_are_kept)
{
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        const struct param *param = &params[i];
        const double values[] = { param->minimum,
                                  param->maximum,
                                  param->minimum - 1e-10,
                                  param->maximum * (1 + 1e-10),
                                  NAN,
                                  INFINITY };

        for (size_t k = 0; !param->choice && k < COUNT(values); k++) {
            struct distml_error error = { .text = "untouched" };
            bool inside = k < 2;

            assert_int_equal(param_check(param, values[k], &error), inside);
            assert_int_equal(strcmp(error.text, "untouched") == 0, inside);
            if (!inside)
                assert_contains(error.text, param->key);
        }
    }
}

/* Precision comes first whatever the order, a size stands as written, the last
 * of a key wins, and without a size the number of parameters is kept: 100 MiB
 * at 2 bytes are 50 Mi parameters. */
TEST(test_a_request_sets_the_gradient_size)
{
    static const struct {
        const char *size;
        double bytes, params;
    } sizes[] = {
        { "", 0, 52428800 },
        { "gradient_size=125M params", 0, 125e6 },
        { "gradient_size=1.3B params", 0, 1.3e9 },
        { "gradient_size=7B params", 0, 7e9 },
        { "gradient_size=100 MB", 100e6, 0 },
    };
    struct scenario scenario;
    char request[128];

    for (size_t i = 0; i < COUNT(sizes); i++)
        for (size_t p = 0; p < precision_count; p++) {
            const char *size = sizes[i].size, *name = precisions[p].name;
            double bytes = p < 2 ? 4 : p < 4 ? 2 : 1;
            double want = sizes[i].bytes + bytes * sizes[i].params;

            snprintf(request, sizeof request, "precision=%s, %s", name, size);
            scenario = scenario_with(request);
            assert_close(scenario.gradient_size, want, 0);
            snprintf(request, sizeof request, "%s%sprecision=%s", size,
                     *size ? ", " : "", name);
            scenario = scenario_with(request);
            assert_close(scenario.gradient_size, want, 0);
            assert_close(scenario_gradient_bytes(&scenario), bytes, 0);
        }
    scenario = scenario_with("gradient_size=600T params, precision=fp8");
    assert_close(scenario.gradient_size, 600e12, 0);
    scenario = scenario_with("workers=4, precision=fp32, latency=5 us, "
                             "gradient_size=7B params, workers=16, "
                             "precision=fp8, gradient_size=100 MB");
    assert_close(scenario.workers, 16, 0);
    assert_string_equal(precisions[(int)scenario.precision].name, "fp8");
    assert_close(scenario_gradient_bytes(&scenario), 1, 0);
    assert_close(scenario.gradient_size, 100e6, 0);
    assert_close(scenario.latency, 5e-6, 0);
    scenario_set_precision(&scenario, 0);
    assert_close(scenario_gradient_bytes(&scenario), 4, 0);
    assert_close(scenario.gradient_size, 400e6, 0);
    /* what a size would have become does not matter when one is set */
    scenario.gradient_size = 1e15;
    scenario.precision = 3;
    scenario_change(&scenario, "precision=fp32, gradient_size=1 MB");
    assert_close(scenario.gradient_size, 1e6, 0);
}

/* 64 workers beside a size of 2e15 bytes, half a byte, 1.002e15, 1.2e15 and 0.8
 * bytes: nothing is applied. */
TEST(test_a_request_is_all_or_nothing)
{
    const char *at = "1e15==fp32|1==fp8|1e8=501T params=bf16|"
                     "1e8=300T params=fp32|1e8=0.4 params=bf16|";
    char cells[3][TABLE_CELL];

    while (table_next(&at, 3, cells)) {
        struct scenario scenario = scenario_with(""), before;
        struct distml_error error = { DISTML_MACHINE, "" };
        struct setting settings[3];
        size_t count = 2 + (*cells[1] != '\0');

        assert_true(param_parse(param_of("workers"), "64", &settings[0], NULL));
        assert_true(
            param_parse(param_of("precision"), cells[2], &settings[1], NULL));
        if (count == 3)
            assert_true(param_parse(param_of("gradient_size"), cells[1],
                                    &settings[2], NULL));
        scenario.gradient_size = table_number(cells[0]);
        before = scenario;
        assert_false(params_apply(&scenario, settings, count, &error));
        assert_int_equal(error.fault, DISTML_REQUEST);
        assert_contains(error.text, "gradient_size");
        assert_memory_equal(&scenario, &before, sizeof before);
    }
}

TEST(test_values_are_printed_by_their_parameter)
{
    const char *at =
        "workers=1024=1024=1024=1024|"
        "gradient_size=14e9=14 GB=14000000000=14 GB|"
        "bandwidth=12.5e9=12.5 GB/s=12500000000 B/s=100 Gb/s|"
        "latency=0.25=250 ms=0.25 s=250 ms|overlap=0.85=85 %=0.85=85%|"
        "compute_time=0=auto=auto=auto|"
        "algorithm=5=halving-doubling=halving-doubling=halving-doubling|";
    char cells[5][TABLE_CELL], text[QUANTITY_TEXT];

    while (table_next(&at, 5, cells)) {
        const struct param *param = param_of(cells[0]);
        double value = table_number(cells[1]);
        struct quantity quantity = { value, false };

        assert_string_equal(param_print(param, value, text), cells[2]);
        assert_string_equal(param_print_exact(param, value, text), cells[3]);
        assert_string_equal(param_print_file(param, &quantity, text), cells[4]);
    }
}

TEST_MAIN(NULL)
