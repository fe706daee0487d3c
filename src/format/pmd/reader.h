/* What the sections of the PMD reader share. Sections decode what the bytes say into what PMX would say; whether an
 * index names anything is mostly left to hone_model_create, which mends it. */
#ifndef HONE_SRC_FORMAT_PMD_READER_H
#define HONE_SRC_FORMAT_PMD_READER_H

#include "base/builder.h"
#include "base/byte_reader.h"
#include <hone/format.h>

enum {
    PMD_NAME_SIZE = 20,
    PMD_COMMENT_SIZE = 256,
    PMD_FRAME_NAME_SIZE = 50,
    PMD_TOON_NAME_SIZE = 100,
    PMD_TOON_COUNT = 10,
    PMD_OWN_FRAME_COUNT = 2,  /* display frames that every model has; those of the file follow */
    PMD_COUNT_LIMIT = 1 << 28 /* of anything; far beyond any model, and within what PMX can say */
};

typedef struct pmd_reader {
    hone_reader in;
    hone_builder *builder; /* what the model keeps */
    hone_arena *scratch;   /* gone when the model is made */
    hone_model_data data;
    uint32_t bone_count; /* in the file: the helpers behind them are not */

    /* The pictures' paths, in scratch, "" where there is none: of each material texture and sphere, then the toons.
     * [2 * material_count + PMD_TOON_COUNT] */
    const char **pictures;

    /* The file's morphs include the base, which is none of the model's. */
    uint32_t morph_count;
    uint32_t base;     /* which is the base; morph_count: none is */
    int32_t *morph_of; /* [morph_count] the model's morph, or HONE_NONE */
    hone_error *error;
} pmd_reader;

/* The sections, in the order of the file. Each returns false with the error set. Those from the English names on may be
 * missing at the end of the file. */
bool hone_pmd_read_vertices(pmd_reader *reader);
bool hone_pmd_read_faces(pmd_reader *reader);
bool hone_pmd_read_materials(pmd_reader *reader);
bool hone_pmd_read_skeleton(pmd_reader *reader); /* bones and IK */
bool hone_pmd_read_morphs(pmd_reader *reader);
bool hone_pmd_read_display_lists(pmd_reader *reader);
bool hone_pmd_read_english(pmd_reader *reader);
bool hone_pmd_read_toons(pmd_reader *reader);
bool hone_pmd_read_bodies(pmd_reader *reader);
bool hone_pmd_read_joints(pmd_reader *reader);

/* Behind the last section: gives materials their textures and toons. */
bool hone_pmd_finish_materials(pmd_reader *reader);

/* FORMAT: "SENTENCE, at byte N" for the place where the reader is; returns false. */
HONE_PRINTF(2, 3)
bool hone_pmd_fail(pmd_reader *reader, const char *sentence, ...);

/* A count of count_size bytes (1, 2 or 4), behind which as many records of at least record_size bytes must follow. */
bool hone_pmd_read_count(pmd_reader *reader, const char *noun, size_t count_size, size_t record_size, uint32_t *count);

/* The bytes of records that a count was read for: reading from them cannot fail. */
hone_reader hone_pmd_take(pmd_reader *reader, size_t size);

/* An array of the model's; *array is NULL of count 0. False if out of memory. */
bool hone_pmd_make_array(pmd_reader *reader, uint32_t count, size_t element_size, void *array);

/* A field of `size` bytes of CP932, up to a NUL if there is one, as text that lives in `builder`. "" if out of memory.
 */
const char *hone_pmd_read_text(pmd_reader *reader, hone_reader *in, size_t size, hone_arena *memory);

/* Without the line feed that many files have behind it. */
const char *hone_pmd_read_frame_name(pmd_reader *reader, hone_reader *in);

/* A reference: all ones are HONE_NONE. */
int32_t hone_pmd_read_index(hone_reader *in);

#endif
