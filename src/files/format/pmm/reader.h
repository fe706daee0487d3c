/* Types and functions that the sections of the reader of projects (.pmm) share. All positions and counts of the file
 * are little-endian; texts are CP932, or what their system had. */
#ifndef HONE_SRC_FORMAT_PMM_READER_H
#define HONE_SRC_FORMAT_PMM_READER_H

#include "base/memory/builder.h"
#include "base/text/encoding.h"
#include "files/format/common/reading.h"
#include <hone/project.h>

enum {
    PMM_SIGNATURE_SIZE = 30,
    PMM_PATH_SIZE = 256,
    PMM_OLD_NAME_SIZE = 20, /* of a model, in version 0001 */
    PMM_ACCESSORY_NAME_SIZE = 100
};

/* A reference to a bone, whose name is known when all models are read. */
typedef struct pmm_bone_ref {
    int32_t model, bone;
    hone_project_bone *out;
    struct pmm_bone_ref *next;
} pmm_bone_ref;

typedef struct pmm_reader {
    hone_encoding encoding; /* of the texts */
    hone_encoding_votes votes;
    hone_reading file;
    const hone_project_desc *desc;          /* never NULL */
    size_t limit;                           /* bytes that each builder may take */
    pmm_bone_ref *refs;                     /* of the file, the last one first */
    struct pmm_parents *parents;            /* [model_count] */
    hone_camera_parent_key *camera_parents; /* data.camera_parents */
    hone_project_data data;
    hone_project_model *models; /* data.models */
} pmm_reader;

/* Sets the error that the file ends within `noun`. Returns false. */
bool hone_pmm_fail_short(pmm_reader *reader, const char *noun);

/* Reads a count of 32 bits. Fails unless as many records of record_size bytes can follow. */
bool hone_pmm_read_count(pmm_reader *reader, const char *noun, size_t record_size, uint32_t *count);

/* Reads a field of `size` bytes, up to a NUL if there is one, as UTF-8 in the project's memory. Returns "" if out of
 * memory or at the end of the file. */
const char *hone_pmm_read_field(pmm_reader *reader, size_t size);

/* Reads a text that begins with a byte for its length. */
const char *hone_pmm_read_text(pmm_reader *reader);

/* Reads the indices of a model and a bone, whose name hone_pmm_resolve_bones fills in. `out` must stay where it is. */
void hone_pmm_read_bone(pmm_reader *reader, hone_project_bone *out);

/* Gives all bones that were read their names. */
void hone_pmm_resolve_bones(pmm_reader *reader);

/* Skips bytes. Returns false if fewer are left. */
bool hone_pmm_skip(pmm_reader *reader, size_t size);

#endif
