/* A mesh without a rig, to which skeletons are fitted. */
#ifndef HONE_TESTS_SUPPORT_MAKE_BODIES_STATUE_H
#define HONE_TESTS_SUPPORT_MAKE_BODIES_STATUE_H

#include <hone/model.h>

typedef struct statue {
    uint32_t vertex_count, vertex_room, index_count, index_room;
    float (*positions)[3];
    uint32_t *indices;
} statue;

void statue_release(statue *s);
uint32_t statue_vertex(statue *s, const float p[3]);
void statue_triangle(statue *s, uint32_t a, uint32_t b, uint32_t c);

/* A round piece from a to b, with the given thickness at each end and half balls there. An open end is a hole. */
void statue_limb(statue *s, const float a[3], const float b[3], float thick_a, float thick_b, bool open_a, bool open_b);
void statue_box(statue *s, const float low[3], const float high[3]);
/* The inside as one piece, made of the faces of cubes `cell` wide. */
typedef bool statue_inside(const void *user, const float p[3]);
void statue_cubes(statue *s, const float low[3], const float high[3], float cell, statue_inside *inside,
                  const void *user);

/* Only the mesh of an MMD model. */
statue statue_of(const hone_model *model);
/* p' = scale * (p turned by 90 degrees about y, +z to +x, `quarters` times) + move */
void statue_move(statue *s, int quarters, float scale, const float move[3]);

hone_model *statue_model(const statue *s); /* in MMD's space, on one bone */
/* The text of a .x file, allocated with malloc, and its size. */
char *statue_x(const statue *s, size_t *size);

#endif
