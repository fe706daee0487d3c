/* The skeleton: MMD's standard and half-standard bones with their usual names, then hair, skirt and bow. */
#ifndef HONE_SAMPLES_MAKE_CHARACTER_SKELETON_H
#define HONE_SAMPLES_MAKE_CHARACTER_SKELETON_H

#include "samples/make/base/vec.h"
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
/* Finds the bone of that name, which must exist. */
uint32_t skeleton_find(const skeleton *s, const char *name);
/* The bone's mirror image, with 左 and 右 exchanged, or the bone itself. */
uint32_t skeleton_mirror(const skeleton *s, uint32_t bone);
vec3 skeleton_at(const skeleton *s, uint32_t bone);
/* The position of the bone's tail. */
vec3 skeleton_tail(const skeleton *s, uint32_t bone);

/* Chains that are simulated: hair, skirt, bow. Their bones have the names NAME１, NAME２ … */
typedef struct chain {
    char name[48], english[48];
    const char *parent;
    uint32_t count; /* bones */
    enum { CHAIN_HAIR, CHAIN_TAIL, CHAIN_SKIRT, CHAIN_BOW } kind;
    vec3 joints[8]; /* [count + 1] */
} chain;
enum { MAX_CHAINS = 32 };

/* Gives all chains; each left one is followed by its mirror image. Returns their number. */
uint32_t skeleton_chains(chain out[MAX_CHAINS]);
/* The name of a chain's bone, in a buffer of 48 bytes. */
const char *chain_bone_name(const chain *c, uint32_t i, char out[48]);

#endif
