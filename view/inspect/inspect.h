/* The numbers of what the user clicked: a vertex, the material there, a rigid body. */
#ifndef HONE_VIEW_INSPECT_INSPECT_H
#define HONE_VIEW_INSPECT_INSPECT_H

#include <hone/model.h>
#include <hone/physics.h>

typedef struct inspect_line {
    const char *label; /* in English, marked for translation; static */
    char value[200];
} inspect_line;

enum { INSPECT_LINES = 24 };

typedef struct inspect_text {
    inspect_line lines[INSPECT_LINES]; /* [count] what is more is left out */
    uint32_t count;
} inspect_text;

/* shown: where the vertex is, skinned, model space; NULL: not known. */
void inspect_vertex(const hone_model *model, uint32_t vertex, const float shown[3], inspect_text *out);
void inspect_material(const hone_model *model, uint32_t material, inspect_text *out);
/* physics: NULL: none moves it. */
void inspect_body(const hone_model *model, uint32_t body, const hone_physics *physics, inspect_text *out);

#endif
