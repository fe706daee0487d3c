/* Which vertices of an avatar its own camera sees, and which those of others. */
#ifndef HONE_SRC_MODEL_AVATAR_FIRST_PERSON_H
#define HONE_SRC_MODEL_AVATAR_FIRST_PERSON_H

#include <hone/model.h>

/* Marks the vertices whose triangles a view leaves out: of the first person, those for others only, and of the rest
 * those with weight of the head or of bones below it; of others, those for the first person only.
 *
 * model: an avatar or not; without `first_person` of an avatar all vertices are HONE_FIRST_PERSON_AUTO.
 * below: [bone_count] scratch.
 * hidden: out: [vertex_count] 0 or 1.
 * Returns whether any is marked. */
bool hone_first_person_hides(const hone_model *model, bool first_person, uint8_t *below, uint8_t *hidden);

#endif
