/* External parents: bones of a model that follow bones of others. */
#ifndef HONE_SRC_FORMAT_PMM_PARENTS_H
#define HONE_SRC_FORMAT_PMM_PARENTS_H

#include "files/format/pmm/reader.h"

/* The external parents in all keys of one model, until the names of their bones are known. */
typedef struct pmm_parents {
    hone_project_model *model;
    uint32_t child_count;    /* bones that may have an external parent */
    const int32_t *children; /* [child_count] their indices; HONE_NONE: the whole model */
    uint32_t key_count;
    hone_project_parent_key *keys; /* [key_count * child_count] in scratch memory, by key, then by child */
} pmm_parents;

/* Allocates the keys. */
bool hone_pmm_make_parents(pmm_reader *reader, pmm_parents *parents, uint32_t key_count);

/* Reads the external parents of key `at`. */
void hone_pmm_read_parents(pmm_reader *reader, pmm_parents *parents, uint32_t at, uint32_t frame);

/* Gives the model those keys that change something, in the order of their frames. Called once the bones have their
 * names. */
bool hone_pmm_finish_parents(pmm_reader *reader, const pmm_parents *parents);

#endif
