/* Types and functions that the sections of the PMX reader share. The sections decode indices without checking them:
 * whether an index is valid is known only at the end of the file, and hone_model_create repairs those that are not. */
#ifndef HONE_SRC_FORMAT_PMX_READER_H
#define HONE_SRC_FORMAT_PMX_READER_H

#include "files/format/common/reading.h"
#include "files/format/pmx/pmx.h"

typedef struct pmx_reader {
    hone_reading file;
    hone_model_data data;
} pmx_reader;

/* The sections, in the order of the file. Each returns false with the error set. */
bool hone_pmx_read_vertices(pmx_reader *reader);
bool hone_pmx_read_faces(pmx_reader *reader);
bool hone_pmx_read_textures(pmx_reader *reader);
bool hone_pmx_read_materials(pmx_reader *reader);
bool hone_pmx_read_bones(pmx_reader *reader);
bool hone_pmx_read_morphs(pmx_reader *reader);
bool hone_pmx_read_display_frames(pmx_reader *reader);
bool hone_pmx_read_bodies(pmx_reader *reader);
bool hone_pmx_read_joints(pmx_reader *reader);
bool hone_pmx_read_soft_bodies(pmx_reader *reader);

/* Returns false if a read went past the end, with the error "NOUN 7 is cut short". */
bool hone_pmx_is_whole(pmx_reader *reader, const char *noun, uint32_t index);

/* Reads a count. Fails unless as many records of at least record_size bytes can follow. */
bool hone_pmx_read_count(pmx_reader *reader, const char *noun, size_t record_size, uint32_t *count);

/* Reads a count and allocates an array for it; *array is NULL if the count is 0. */
bool hone_pmx_read_array(pmx_reader *reader, const char *noun, size_t record_size, size_t element_size, uint32_t *count,
                         void *array);

const char *hone_pmx_read_text(pmx_reader *reader);

/* Reads a reference: all ones are HONE_NONE, other values are unsigned, because some writers use the upper half. */
int32_t hone_pmx_read_index(pmx_reader *reader, pmx_index kind);

static inline size_t pmx_index_size(const pmx_reader *reader, pmx_index kind)
{
    return reader->data.pmx.index_sizes[kind];
}

/* Reads 0 or 1. Any other byte is read as 1, with the warning. */
bool hone_pmx_read_bool(pmx_reader *reader, uint32_t at, const char *warning);

/* ---- for records whose size was checked before ---- */

static inline uint32_t pmx_load_u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline float pmx_load_float(const uint8_t *at)
{
    uint32_t bits = pmx_load_u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Returns the address after the floats. */
static inline const uint8_t *pmx_load_floats(const uint8_t *at, float *out, size_t count)
{
    for (size_t i = 0; i < count; i++) out[i] = pmx_load_float(at + 4 * i);
    return at + 4 * count;
}

/* A vertex index: unsigned, and every value is an index. */
static inline uint32_t pmx_load_vertex(const uint8_t *at, size_t size)
{
    return size == 1 ? at[0] : size == 2 ? (uint32_t)(at[0] | at[1] << 8) : pmx_load_u32(at);
}

static inline int32_t pmx_load_index(const uint8_t *at, size_t size)
{
    uint32_t value = pmx_load_vertex(at, size);
    int32_t index;
    if (size < 4 && value == (1u << 8 * size) - 1)
        return HONE_NONE;
    memcpy(&index, &value, sizeof index);
    return index;
}

#endif
