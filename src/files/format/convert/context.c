/* Functions that the parts of the conversion to an MMD model share: space, texts and names. */
#include "files/format/convert/convert_to_mmd.h"
#include <hone/math.h>
#include <stdio.h>
#include <string.h>

/* ---- space ---- */

void hone_mmd_direction(const to_mmd_context *context, const float in[3], float out[3])
{
    hone_axes_direction(context->axes, in, out);
}

void hone_mmd_point(const to_mmd_context *context, const float in[3], float out[3])
{
    hone_mmd_direction(context, in, out);
    hone_vec3_scale(out, context->scale, out);
}

/* ---- names ---- */

const char *hone_mmd_copy(to_mmd_context *context, const char *text)
{
    return hone_builder_text(context->builder, text, strlen(text));
}

bool hone_mmd_make_names(to_mmd_context *context, uint32_t count,
                         const char *(*name_of)(const to_mmd_context *, uint32_t), hone_mmd_names *out)
{
    if (!hone_mmd_names_make(out, count, context->scratch))
        return false;
    for (uint32_t i = 0; i < count; i++) hone_mmd_names_set(out, i, name_of(context, i));
    return hone_mmd_names_finish(out, count, context->scratch);
}

const char *hone_mmd_unique_name(to_mmd_context *context, const hone_mmd_names *known, uint32_t at, const char *name)
{
    enum { DIGITS = 11 };
    char number[DIGITS + 2], text[(size_t)4 * HONE_NAME_SIZE + sizeof number];
    if (hone_mmd_names_find(known, at) && strlen(name) <= sizeof text - sizeof number)
        return hone_builder_text(context->builder, name, strlen(name));
    size_t digits = (size_t)snprintf(number, sizeof number, "~%u", at), kept = 0;
    for (const char *c = name; *c > ' ' && *c < 0x7f && kept + digits < HONE_NAME_SIZE; c++) text[kept++] = *c;
    memcpy(text + kept, number, digits);
    return hone_builder_text(context->builder, text, kept + digits);
}
