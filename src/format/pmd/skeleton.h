/* The IK chains of a PMD while its skeleton is made. */
#ifndef HONE_SRC_FORMAT_PMD_SKELETON_H
#define HONE_SRC_FORMAT_PMD_SKELETON_H

#include "format/pmd/reader.h"

typedef struct pmd_chain {
    int32_t goal; /* the bone that pulls: the file's, or a helper */
    int32_t effector;
    float weight;
    uint16_t loop_count;
    uint8_t link_count;
    const uint8_t *links; /* in the file's bytes */
} pmd_chain;

/* In the file's order, those alone whose bones are all there. */
typedef struct pmd_chains {
    uint32_t count;
    pmd_chain *chains;
    uint32_t helper_count;
    int32_t *helped; /* [helper_count] whose goal the file's bone_count + i'th bone stands in for */
} pmd_chains;

/* Reads the section. A bone has one chain in PMX; in PMD it may have more, each of which but the first pulls with a
 * helper: a bone behind the file's own. */
bool hone_pmd_read_chains(pmd_reader *reader, pmd_chains *out);

/* Gives the skeleton its chains, in the order of their goals. Bones must have their names. */
bool hone_pmd_make_iks(pmd_reader *reader, const pmd_chains *chains);

/* MMD takes plain bones by their index, then the goals of chains in the order of the chains, then the bones that follow
 * another's rotation; and no bone before its parent. So bones are of level 0, 1 or 2, raised to the parent's; and
 * within a level the goals come first, as their chains do, then the others by index. PMX has but one rule, by layer and
 * then by index: a level becomes as many layers as that takes. Fills in the layers of all bones. */
bool hone_pmd_make_layers(pmd_reader *reader, const pmd_chains *chains);

#endif
