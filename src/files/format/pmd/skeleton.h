/* The IK chains of a PMD file while its skeleton is built. */
#ifndef HONE_SRC_FORMAT_PMD_SKELETON_H
#define HONE_SRC_FORMAT_PMD_SKELETON_H

#include "files/format/pmd/reader.h"

typedef struct pmd_chain {
    int32_t goal; /* a bone of the file, or a helper */
    int32_t effector;
    float weight;
    uint16_t loop_count;
    uint8_t link_count;
    const uint8_t *links; /* in the bytes of the file */
} pmd_chain;

/* The chains in the order of the file, without those that refer to missing bones. */
typedef struct pmd_chains {
    uint32_t count;
    pmd_chain *chains;
    uint32_t helper_count;
    int32_t *helped; /* [helper_count] the goal in whose place bone bone_count + i is */
} pmd_chains;

/* Reads the section. In PMX a bone has at most one chain; in PMD it may have more. Every further chain gets a helper as
 * its goal, which is a bone after the file's own bones. */
bool hone_pmd_read_chains(pmd_reader *reader, pmd_chains *out);

/* Adds the chains to the skeleton, in the order of their goals. The bones must have their names. */
bool hone_pmd_make_iks(pmd_reader *reader, const pmd_chains *chains);

/* Sets the layers of all bones, so that PMX's rule evaluates them in the order of MMD.
 *
 * MMD evaluates plain bones by their index, then the goals of chains in the order of the chains, then the bones that
 * append another bone's rotation, and never a bone before its parent. So a bone has the level 0, 1 or 2, raised to that
 * of its parent; within a level the goals come first, in the order of their chains, then the other bones by index. PMX
 * has only one rule, by layer and then by index, so a level becomes as many layers as it needs. */
bool hone_pmd_make_layers(pmd_reader *reader, const pmd_chains *chains);

#endif
