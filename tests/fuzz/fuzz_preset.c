/* fuzz_preset.c - any bytes as a preset file. */

#include "fuzz.h"

#include "io/experiment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CASE                                                                   \
    "[preset]\ntitle = \"a; b\"\nsource = 'a \"b\"'\ntarget = 80%\n"           \
    "[workload]\ngradient_size = 110M params\nprecision = fp32\n"              \
    "compute_time = 268 ms\nscaling = weak\n[cluster]\nworkers = 16\n"         \
    "bandwidth = 100 Gb/s ; one card\nlatency = 20 us\n"                       \
    "[communication]\nalgorithm = ring\noverlap = 0%\n"

const char *const fuzz_seeds[] = {
    CASE "[sweep]\nworkers = 1:32:x2\nprecision = all\n",
    CASE "[measured]\nunit = samples/s\npoints = 1:119.6, 8:921.32\n",
    "[sweep]\r\nworkers = 1,2,4\r\n",
    "",
    NULL,
};

/* The pace of the disk is not what is tried here. */
int fsync(int fd)
{
    (void)fd;
    return 0;
}

static void require(int holds)
{
    if (!holds)
        abort();
}

/* Whatever loads is valid, and saves so that it loads back equal. */
static void check_loaded(const char *path, struct experiment *experiment)
{
    struct experiment *again = calloc(1, sizeof *again);
    struct distml_error error = { DISTML_REQUEST, "" };

    require(again != NULL);
    for (size_t i = 0; i < PARAM_COUNT; i++)
        require(param_check(
            &params[i], param_get(&params[i], &experiment->scenario), NULL));
    experiment_init(again);
    if (!experiment_save(experiment, path, &error)) {
        require(strstr(error.text, "cannot be saved") ||
                strstr(error.text, "too long for a line"));
    } else {
        require(experiment_add_preset(again, path, NULL));
        require(memcmp(&again->scenario, &experiment->scenario,
                       sizeof again->scenario) == 0);
        require(again->target == experiment->target);
        require(strcmp(again->source, experiment->source) == 0);
        require(strcmp(again->title, experiment->title) == 0);
    }
    experiment_free(again);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[] = "/tmp/fuzz-preset-XXXXXX.ini";
    int fd = mkstemps(path, 4);
    struct experiment *experiment = calloc(1, sizeof *experiment);

    require(fd >= 0 && experiment);
    require(write(fd, data, size) == (ssize_t)size);
    close(fd);
    experiment_init(experiment);
    if (experiment_add_preset(experiment, path, NULL))
        check_loaded(path, experiment);
    unlink(path);
    experiment_free(experiment);
    free(experiment);
    return 0;
}
