/* The skeleton: MMD's standard and half-standard bones under their own names, then hair, skirt and bow. */
#ifndef HONE_SAMPLES_SKELETON_H
#define HONE_SAMPLES_SKELETON_H

#include "vec.h"
#include <hone/model.h>

enum { MAX_BONES = 256, MAX_LINKS = 3, MAX_IKS = 8 };

typedef struct skeleton {
    uint32_t count;
    hone_bone bones[MAX_BONES];
    char names[MAX_BONES][48], english[MAX_BONES][48];
    uint32_t ik_count;
    hone_ik iks[MAX_IKS];
    hone_ik_link links[MAX_IKS][MAX_LINKS];
} skeleton;

void skeleton_build(skeleton *s);
/* The bone of that name, which must be there. */
uint32_t skeleton_find(const skeleton *s, const char *name);
/* The bone that is its mirror image: 左 and 右 changed, or itself. */
uint32_t skeleton_mirror(const skeleton *s, uint32_t bone);
vec3 skeleton_at(const skeleton *s, uint32_t bone);
/* Where the bone ends: its tail. */
vec3 skeleton_tail(const skeleton *s, uint32_t bone);

/* Chains that follow: hair, skirt, bow. The names of their bones are NAME１, NAME２ … */
typedef struct chain {
    char name[48], english[48];
    const char *parent;
    uint32_t count; /* bones */
    enum { CHAIN_HAIR, CHAIN_TAIL, CHAIN_SKIRT, CHAIN_BOW } kind;
    vec3 joints[8]; /* [count + 1] */
} chain;
enum { MAX_CHAINS = 32 };

/* All chains, left ones followed by their mirror images. Returns how many. */
uint32_t skeleton_chains(chain out[MAX_CHAINS]);
/* The name of a chain's bone, in a buffer of 48. */
const char *chain_bone_name(const chain *c, uint32_t i, char out[48]);

#endif
