/* Avatars with springs, made by program: a body of four bones, which moves, and chains of joints on chest and head. */
#ifndef HONE_TESTS_SUPPORT_MAKE_MAKE_SPRINGS_H
#define HONE_TESTS_SUPPORT_MAKE_MAKE_SPRINGS_H

#include <hone/model.h>

enum {
    MAKE_SPRINGS_BODY = 4, /* root, hips, chest, head */
    MAKE_SPRINGS_BONES = 64,
    MAKE_SPRINGS_CHAINS = 4,
    MAKE_SPRINGS_COLLIDERS = 32,
    MAKE_SPRINGS_ALL = HONE_COLLIDER_PLANE + 1, /* kind: colliders of all kinds */
    MAKE_SPRINGS_NONE                           /* kind: no colliders */
};

typedef struct make_springs_desc {
    uint32_t seed;
    int kind;    /* of the colliders: hone_collider_kind, or one of the two above */
    bool center; /* springs have a centre */
    int limits;  /* hone_spring_limit_kind of each second joint */
    float scale; /* of the hips; 0: 1 */
} make_springs_desc;

typedef struct make_springs {
    uint32_t bone_count, spring_count, collider_count, joint_count;
    hone_transform rest[MAKE_SPRINGS_BONES]; /* relative to the parent */
    int32_t parents[MAKE_SPRINGS_BONES];
    char names[MAKE_SPRINGS_BONES][16];
    hone_spring springs[MAKE_SPRINGS_CHAINS];
    hone_spring_joint joints[MAKE_SPRINGS_CHAINS][8];
    uint32_t touched[MAKE_SPRINGS_CHAINS][MAKE_SPRINGS_COLLIDERS]; /* colliders of each spring */
    hone_collider colliders[MAKE_SPRINGS_COLLIDERS];
} make_springs;

/* Writes an avatar. Pointers in it point into it, so it must not be moved. */
void make_springs_fill(make_springs *out, const make_springs_desc *desc);
/* The pose of the body at a time: hips sway and turn, the head nods. */
void make_springs_pose(const make_springs *avatar, double seconds, hone_transform *bones);
/* NULL on failure. */
hone_model *make_springs_model(const make_springs *avatar, const hone_allocator *allocator, hone_error *error);

#endif
