/* The formats of output streams. The functions here define them; kernels/lanes/encode.h does the same in parallel. */
#ifndef HONE_SRC_SKIN_OUTPUT_FORMATS_H
#define HONE_SRC_SKIN_OUTPUT_FORMATS_H

#include <hone/skin.h>

enum { HONE_SKIN_MOST_WORDS = 4 }; /* 32-bit words of an element */

/* The steps of 1 in the formats. */
enum { UNORM16_STEPS = 65535, SNORM16_STEPS = 32767, SNORM8_STEPS = 127 };

/* The contents of an output stream. */
typedef enum hone_skin_attribute { HONE_SKIN_POSITION, HONE_SKIN_NORMAL, HONE_SKIN_TANGENT } hone_skin_attribute;

static inline hone_skin_format hone_skin_format_of(const hone_skin_job *job, hone_skin_attribute attribute)
{
    const hone_skin_formats *f = &job->formats;
    return attribute == HONE_SKIN_POSITION ? f->positions : attribute == HONE_SKIN_NORMAL ? f->normals : f->tangents;
}

/* Returns how many 32-bit words an element has. */
uint32_t hone_skin_format_words(hone_skin_format format, hone_skin_attribute attribute);

/* Checks the formats of the streams that a job has. */
bool hone_skin_check_formats(const hone_skin_job *job, hone_error *error);

/* How numbers become those of UNORM16, SNORM16 and SNORM8: (number - offset) * factor, clamped to low..high and
 * rounded. The fourth number of positions and normals is `fourth`. */
typedef struct hone_skin_steps {
    float offset[3], factor[4], low, high, fourth;
} hone_skin_steps;

hone_skin_steps hone_skin_steps_of(const hone_skin_job *job, hone_skin_attribute attribute);

/* Encodes an element. value: four numbers of a tangent, otherwise three. Returns the number of words. */
uint32_t hone_skin_encode(const hone_skin_job *job, hone_skin_attribute attribute, const float *value,
                          uint32_t out[HONE_SKIN_MOST_WORDS]);

#endif
