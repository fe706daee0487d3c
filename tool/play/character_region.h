/* Parts of a humanoid character at rest: where its face is, and where its front is. */
#ifndef HONE_TOOL_PLAY_CHARACTER_REGION_H
#define HONE_TOOL_PLAY_CHARACTER_REGION_H

#include <hone/model.h>
#include <hone/render.h>

/* The yaw of a camera that looks at the front of a model, radians, in steps of 15 degrees: of its left and right legs
 * or arms, else 0. All is in world space, where most models face -Z. */
float character_front(const hone_model *model);

typedef struct character_region {
    int32_t bone;    /* which carries it */
    hone_bounds box; /* at rest, world */
} character_region;

/* The head without long hair. missing: out: the role that the model lacks. */
bool character_face(const hone_model *model, character_region *out, const char **missing);

/* From the chest to the top of the head, with the shoulders. */
bool character_bust(const hone_model *model, character_region *out, const char **missing);

#endif
