/* Types and functions that the sections of the PMD reader share. The sections convert the file's fields to those of
 * PMX. Most indices are not checked here: hone_model_create repairs them. */
#ifndef HONE_SRC_FORMAT_PMD_READER_H
#define HONE_SRC_FORMAT_PMD_READER_H

#include "base/memory/builder.h"
#include "base/text/encoding.h"
#include "files/format/common/reading.h"
#include <hone/format.h>

enum {
    PMD_NAME_SIZE = 20,
    PMD_COMMENT_SIZE = 256,
    PMD_FRAME_NAME_SIZE = 50,
    PMD_TOON_NAME_SIZE = 100,
    PMD_TOON_COUNT = 10,
    PMD_OWN_FRAME_COUNT = 2,  /* display frames that every model has; the file's frames follow */
    PMD_COUNT_LIMIT = 1 << 28 /* the most of any element: far beyond any model, and within what PMX can hold */
};

typedef struct pmd_reader {
    hone_encoding encoding; /* of the texts */
    hone_encoding_votes votes;
    hone_reading file;
    hone_model_data data;
    uint32_t bone_count; /* bones of the file, without the helpers that follow them */

    /* Texture paths in scratch memory, "" where there is none: texture and sphere map of each material, then the toons.
     * [2 * material_count + PMD_TOON_COUNT] */
    const char **pictures;

    /* Morphs in the file, including the base morph, which does not become a morph of the model. */
    uint32_t morph_count;
    uint32_t base;     /* index of the base morph; morph_count: there is none */
    int32_t *morph_of; /* [morph_count] index in the model, or HONE_NONE */
} pmd_reader;

/* The sections, in the order of the file. Each returns false with the error set. The sections from the English names on
 * may be missing at the end of the file. */
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

/* Gives materials their textures and toons. Called after the last section. */
bool hone_pmd_finish_materials(pmd_reader *reader);

/* Reads a count of count_size bytes (1, 2 or 4). Fails unless as many records of at least record_size bytes can
 * follow. */
bool hone_pmd_read_count(pmd_reader *reader, const char *noun, size_t count_size, size_t record_size, uint32_t *count);

/* Returns a reader for the next `size` bytes, which must have been checked by a count: reading from it cannot fail. */
hone_reader hone_pmd_take(pmd_reader *reader, size_t size);

/* Reads a field of `size` bytes of CP932, up to a NUL if there is one, as UTF-8 text in the memory of `builder`.
 * Returns "" if out of memory. */
const char *hone_pmd_read_text(pmd_reader *reader, hone_reader *in, size_t size, hone_arena *memory);

/* Reads the name of a display frame without the line feed that many files have at its end. */
const char *hone_pmd_read_frame_name(pmd_reader *reader, hone_reader *in);

/* Reads an index; 0xFFFF is HONE_NONE. */
int32_t hone_pmd_read_index(hone_reader *in);

#endif
