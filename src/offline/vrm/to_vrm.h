/* Types and functions that the parts of the conversion to an avatar share. */
#ifndef HONE_SRC_OFFLINE_VRM_TO_VRM_H
#define HONE_SRC_OFFLINE_VRM_TO_VRM_H

#include "base/memory/builder.h"
#include "core/model/front.h"
#include "files/image/embed.h"
#include "offline/retarget/humanoid_rest.h"
#include <hone/vrm.h>

typedef struct to_vrm_picture {
    hone_alpha_use alpha;
    bool found, read;
} to_vrm_picture;

/* A toon ramp as MToon says it: the colours of its ends, and between which cosines of light and normal it goes from the
 * one to the other. */
typedef struct to_vrm_toon {
    float lit[3], shade[3];
    float dark, bright;
    bool lambert; /* there is no toon: only the ambient colour is in the shade */
} to_vrm_toon;

typedef struct to_vrm_context {
    const hone_model *model;
    const hone_model_data *from;
    const hone_to_vrm_desc *desc;
    hone_to_vrm_report *report;
    hone_builder *builder;
    hone_arena *scratch;
    hone_error why; /* an error that is not about memory */
    float scale;    /* metres of the model's unit */
    hone_axes axes; /* to glTF's */
    hone_humanoid_rest human;
    int32_t *roles;           /* [bone_count] hone_humanoid_bone, or HONE_NONE */
    bool keeps_pose;          /* the model is an avatar already */
    hone_affine *posed;       /* [bone_count] model space from bone, in the T-pose */
    hone_affine *placed;      /* [bone_count] the same of the avatar */
    int32_t *parents;         /* [bone_count] of the avatar, as bones of the model */
    int32_t *becomes;         /* [bone_count] the bone that takes its vertices: itself, or another one of the model */
    int32_t *index;           /* [bone_count] in the avatar; HONE_NONE: left out */
    uint32_t kept;            /* bones of the model that are kept */
    uint32_t tails;           /* bones that are made for the tails of springs */
    uint8_t *swings;          /* [bone_count] whether a spring turns the bone */
    to_vrm_picture *pictures; /* [texture_count of the model] */
    hone_image pixels;        /* of the texture `pixels_of` */
    int32_t pixels_of;
    bool pixels_failed; /* out of memory */
    to_vrm_toon *toons; /* [material_count] */
    int32_t *targets;   /* [morph_count] the morph of the avatar that a vertex morph is, or HONE_NONE */
    hone_model_data data;
    hone_avatar *avatar;
} to_vrm_context;

/* These convert from the model's space to the avatar's. */
void hone_vrm_point(const to_vrm_context *context, const float in[3], float out[3]);
void hone_vrm_direction(const to_vrm_context *context, const float in[3], float out[3]);

/* Copies a text to the memory of the avatar. */
const char *hone_vrm_copy(to_vrm_context *context, const char *text);

/* Counts a loss, and tells of it. */
void hone_vrm_lose(to_vrm_context *context, hone_vrm_loss kind, const char *name);

/* Returns the bone of the avatar that a bone of the model became, or HONE_NONE. */
int32_t hone_vrm_bone(const to_vrm_context *context, int32_t bone);

/* A point and a direction in the axes of a bone of the model, in those of the same bone of the avatar. */
void hone_vrm_bone_point(const to_vrm_context *context, int32_t bone, const float in[3], float out[3]);
void hone_vrm_bone_direction(const to_vrm_context *context, int32_t bone, const float in[3], float out[3]);

/* Each fills in its part. Returns false if out of memory, or with `why` set. */
bool hone_vrm_make_pose(to_vrm_context *context);
bool hone_vrm_choose_bones(to_vrm_context *context);
bool hone_vrm_make_bones(to_vrm_context *context);
bool hone_vrm_make_mesh(to_vrm_context *context);
bool hone_vrm_make_pictures(to_vrm_context *context);
bool hone_vrm_make_materials(to_vrm_context *context);
bool hone_vrm_make_morphs(to_vrm_context *context); /* targets and expressions */
bool hone_vrm_make_constraints(to_vrm_context *context);
bool hone_vrm_make_springs(to_vrm_context *context);
bool hone_vrm_make_meta(to_vrm_context *context);
bool hone_vrm_make_gaze(to_vrm_context *context); /* look-at and first person */

/* Adds a picture, the bytes of a png or jpg. Returns its texture, or HONE_NONE if out of memory. */
int32_t hone_vrm_add_picture(to_vrm_context *context, const char *name, const uint8_t *bytes, size_t size);

/* Decodes a texture. Returns false if it is missing, or out of memory, which `why` tells. */
bool hone_vrm_decode(const to_vrm_context *context, int32_t texture, hone_image *out, hone_error *why);
/* The mean of the texels that a material of MMD shows, weighted by their alpha, 0 to 1; white if there are none. */
void hone_vrm_mean_texel(to_vrm_context *context, uint32_t material, float out[3]);
/* How the alpha of these texels is used: other parts of the picture do not count. */
hone_alpha_use hone_vrm_alpha_use(to_vrm_context *context, uint32_t material);
void hone_vrm_release_pixels(to_vrm_context *context);

/* Makes a matcap of the additive sphere map of a material of MMD. seen: its colour in the light, display values. out:
 * the texture, or HONE_NONE if a picture is missing. Returns false if out of memory. */
bool hone_vrm_make_matcap(to_vrm_context *context, uint32_t material, const float seen[3], int32_t *out);

/* The colours that a toon material has for some values of MMD's, linear. */
typedef struct to_vrm_colours {
    float base[4], shade[3], matcap[3], outline[4];
} to_vrm_colours;

/* values: diffuse, ambient and edge_colour count. */
to_vrm_colours hone_vrm_colours(const to_vrm_toon *toon, const hone_material *values);

/* Whether an aim constraint does what an IK chain does. axis: out: hone_constraint.axis. */
bool hone_vrm_aims(const to_vrm_context *context, const hone_ik *ik, uint8_t *axis);

/* Whether a constraint turns the bone of the model as MMD's append does. */
bool hone_vrm_follows(const to_vrm_context *context, uint32_t bone);

#endif
