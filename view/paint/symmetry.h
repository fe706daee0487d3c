/* The mirror images of vertices and bones at x = 0, for painting both sides at once. */
#ifndef HONE_VIEW_PAINT_SYMMETRY_H
#define HONE_VIEW_PAINT_SYMMETRY_H

#include <hone/model.h>

typedef struct symmetry {
    /* [vertex_count] the vertex at the mirrored place whose normal is most alike; itself on the plane; HONE_NONE: none
     * within 1/2000 of the model's size */
    int32_t *vertices;
    /* [bone_count] the bone of the other side: by the humanoid map, else by name (左 and 右, left and right, L and R);
     * itself: none */
    int32_t *bones;
} symmetry;

bool symmetry_make(const hone_model *model, symmetry *out, hone_error *error); /* errors: MEMORY */
void symmetry_release(symmetry *s);

/* The name of the other side, in `out`; false: the name has no side, or there is no room. */
bool symmetry_mirror_name(const char *name, char *out, size_t size);

#endif
