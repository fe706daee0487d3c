/* The order in which MMD evaluates a PMD's bones, said in PMX's layers. */
#ifndef HONE_SRC_FORMAT_PMD_TRANSFORM_ORDER_H
#define HONE_SRC_FORMAT_PMD_TRANSFORM_ORDER_H

#include "format/pmd/ik.h"

/* MMD takes plain bones by their index, then the goals of chains in the order of the chains, then the bones that follow
 * another's rotation; and no bone before its parent. So bones are of level 0, 1 or 2, raised to the parent's; and
 * within a level the goals come first, as their chains do, then the others by index. PMX has but one rule, by layer and
 * then by index: a level becomes as many layers as that takes. Fills in the layers of all bones. */
bool hone_pmd_make_layers(pmd_reader *reader, const pmd_chains *chains);

#endif
