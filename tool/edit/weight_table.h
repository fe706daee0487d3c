/* The weights that the user has painted over those of a model. */
#ifndef HONE_TOOL_EDIT_WEIGHT_TABLE_H
#define HONE_TOOL_EDIT_WEIGHT_TABLE_H

#include "tool/edit/vertex_weights.h"

typedef struct weight_table weight_table;

weight_table *weight_table_create(const hone_model *model, hone_error *error); /* retains it; errors: MEMORY */
void weight_table_destroy(weight_table *t);                                    /* NULL is fine */
/* Copies to the table of another model, as after its file was reloaded. False: the numbers of vertices or slots
 * differ, and `to` is unchanged. */
bool weight_table_carry(weight_table *to, const weight_table *from);

const hone_model *weight_table_base(const weight_table *t);
uint64_t weight_table_revision(const weight_table *t); /* grows with each change */
uint32_t weight_table_count(const weight_table *t);    /* painted vertices */

vertex_weights weight_table_painted(const weight_table *t, uint32_t vertex); /* count 0: it is not painted */
/* Returns the weights that move the vertex: painted, or as in the model without zeros and repeated slots. */
vertex_weights weight_table_get(const weight_table *t, uint32_t vertex);
void weight_table_set(weight_table *t, uint32_t vertex, const vertex_weights *value); /* count 0: as in the model */

uint32_t weight_table_most(const weight_table *t); /* influences of a painted vertex: 4, for glTF and .x up to 8 */
/* The slot with which a bone moves a vertex; HONE_NONE: none does. In glTF, where a bone may have several slots, it is
 * the one that leaves the vertex where it is at rest. Cost: a pass over the slots, except in MMD's space. */
int32_t weight_table_slot(const weight_table *t, uint32_t vertex, int32_t bone);
float weight_table_of_bone(const weight_table *t, uint32_t vertex, int32_t bone);

/* The model with the painted weights: a new reference.
 *
 * A painted vertex is BDEF1, BDEF2 or BDEF4, by its number of bones; SDEF and QDEF stay if its bones are the same. In
 * other spaces it is LINEAR. Errors: MEMORY. Cost: a copy of all influences. */
hone_model *weight_table_model(const weight_table *t, hone_error *error);

void weight_table_saved(weight_table *t); /* marks the current state as saved */
bool weight_table_modified(const weight_table *t);

#endif
