/* A small project of MikuMikuDance, made in code. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_PMM_H
#define HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_PMM_H

#include <hone/io.h>

typedef struct make_pmm_desc {
    bool old;                 /* version 0001, which has no names: bones and morphs must be those of the model's file */
    uint32_t models;          /* 0: 2 */
    bool empty;               /* no models at all */
    const char *name;         /* of the models, in version 0002; NULL: "doll" */
    const char *path;         /* of the models; NULL: "C:\MMD\UserFile\Model\doll.pmd" */
    const char *const *bones; /* [bone_count] NULL: "center", "arm", "leg IK" */
    uint32_t bone_count;      /* the last one is the goal of an IK chain */
    const char *const *morphs; /* [morph_count] NULL: "base", "smile" */
    uint32_t morph_count;
    const char *accessory; /* path; NULL: "UserFile\Accessory\stick.x" */
    bool holes;            /* indices of keys have gaps and do not ascend */
    bool loop;             /* the keys of the first bone form a circle */
    bool stray;            /* one bone key belongs to no bone */
    int32_t followed;      /* model whose bone 1 camera, accessory and model 1 follow from frame 20 on; -1: none */
    bool odd_numbers;      /* NaN in the accessory's keys */
    bool plain;            /* model keys switch nothing off */
    bool heavier;          /* from frame 7 on gravity is twice as strong, along x */
    bool drawn_alone;      /* models are additive and without self-shadow */
} make_pmm_desc;

/* The first model's bone 0 has keys at frames 0, 10 (x = 1) and 30 (x = 3), bone 1 at 0 and 15 (half a turn about y,
 * physics off, in version 0002). Morph 1 has weight 0 at 0, 0.5 at 12. The model is hidden and its chain off at frame
 * 20. The other models have no keys but the first ones. The camera has keys at 0 and 20, the light at 0 and 5, the
 * self-shadow and gravity at 0 and 7; the accessory is shown at 0 and half transparent and hidden at 20.
 * at: out, where sections begin: models, camera, light, accessories, settings, end of version 0001; NULL: not wanted.
 * Release the bytes. */
hone_bytes make_pmm(const make_pmm_desc *desc, size_t at[6]);

#endif
