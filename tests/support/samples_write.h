/* Writes the files of the built-in character into the test's folder. The function is in the header, because only tests
 * of the command link the samples. */
#ifndef HONE_TESTS_SUPPORT_SAMPLES_WRITE_H
#define HONE_TESTS_SUPPORT_SAMPLES_WRITE_H

#include "samples/samples.h"
#include "support/command.h"

#include <stdint.h>

static inline bool samples_write(void)
{
    const char *name;
    for (uint32_t i = 0; (name = hone_sample_name(i)); i++) {
        size_t size;
        const void *bytes = hone_sample_file(name, &size);
        if (!command_file_write(name, bytes, size))
            return false;
    }
    return true;
}

#endif
