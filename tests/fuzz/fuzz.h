/* fuzz.h - the entry that libFuzzer calls, and our own main besides. */

#ifndef DISTML_TESTS_FUZZ_H
#define DISTML_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Well-formed inputs to start from; NULL behind the last. */
extern const char *const fuzz_seeds[];

#endif
