/* Functions that all checks of models use: arrays, floats, indices, texts. */
#include "core/model/validate.h"
#include "base/error.h"
#include "base/finite.h"
#include "base/text/text.h"
#include <math.h>
#include <string.h>

bool hone_validate_array(const hone_validate *check, const void *array, uint32_t count, const char *what)
{
    if (array || count == 0)
        return true;
    return hone_fail(check->error, HONE_ERROR_ARGUMENT, 0, "the model's %s are NULL, not %u", what, count);
}

void hone_repair_floats(const hone_validate *check, float *values, size_t count, uint64_t at, const char *what)
{
    if (hone_floats_are_finite(values, count))
        return;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            values[i] = 0;
    hone_builder_warn(check->builder, what, at);
}

void hone_repair_stream(const hone_validate *check, float *values, uint32_t element_count, uint32_t width,
                        const char *what)
{
    if (hone_floats_are_finite(values, (size_t)element_count * width))
        return;
    for (uint32_t i = 0; i < element_count; i++) hone_repair_floats(check, values + (size_t)i * width, width, i, what);
}

void hone_repair_index(const hone_validate *check, int32_t *index, uint32_t count, uint64_t at, const char *what)
{
    if (*index == HONE_NONE || hone_index_is_in(*index, count))
        return;
    *index = HONE_NONE;
    hone_builder_warn(check->builder, what, at);
}

void hone_repair_text(const hone_validate *check, const char **text, uint64_t at)
{
    size_t size = *text ? strlen(*text) : 0;
    if (size == 0) {
        *text = "";
        return;
    }
    if (hone_utf8_is_valid(*text, size))
        return;
    hone_builder_warn(check->builder, "text that is not UTF-8: invalid bytes replaced", at);
    char *repaired = hone_builder_array(check->builder, size + 1, 3); /* zeroed, so that the text ends with a NUL */
    if (repaired)
        hone_utf8_repair(*text, size, repaired, NULL);
    *text = repaired ? repaired : "";
}
