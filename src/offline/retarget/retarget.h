/* The state of a retarget in progress: poses of the source, FK (rotations of bones), IK (hips, feet, hands) and key
 * reduction. */
#ifndef HONE_SRC_OFFLINE_RETARGET_RETARGET_H
#define HONE_SRC_OFFLINE_RETARGET_RETARGET_H

#include "base/memory/arena.h"
#include "offline/bake/keys.h"
#include "offline/bake/sample_chunk.h"
#include "offline/retarget/humanoid_rest.h"

/* From which two bones of the source a bone of the target takes its rotation, and how far between them. */
typedef struct retarget_rule {
    int8_t from[2]; /* hone_humanoid_bone; from[0] -1: the bone keeps its rest transform */
    float mix;
} retarget_rule;

typedef struct retarget_pair {
    uint32_t from, to; /* morphs of source and target */
    int32_t also;      /* another morph of the source, whose weight is added; HONE_NONE: none */
    bool held;         /* in the source a group that belongs to another pair moves `from` too */
    uint8_t look;      /* 1 + which of hone_look_expressions the gaze of the source weighs; 0: none, `from` does */
} retarget_pair;

/* What has the gaze of a source. */
typedef enum retarget_gaze_source {
    RETARGET_GAZE_NONE, /* nothing, or the target shows it by its own eyes as the source does */
    RETARGET_GAZE_NODE, /* of a VRM animation */
    RETARGET_GAZE_EYES,
    RETARGET_GAZE_MORPHS /* the expressions of an avatar that looks by these */
} retarget_gaze_source;

/* A pose of the source, in its common space. */
typedef struct retarget_pose {
    float turns[HONE_HUMANOID_COUNT][4]; /* rotations of the bones relative to rest */
    float hips[3], ankles[2][3];
    float hands[3]; /* from the right hand to the left one */
    float pelvis[3];
    float gaze[4]; /* relative to the head */
} retarget_pose;

/* Where a pose puts the target's legs, in its common space. */
typedef struct retarget_legs {
    float hips[3]; /* the middle between the upper ends of both legs; for TURN the pelvis */
    float ankles[2][3];
} retarget_legs;

/* A bone of the target that follows another one, although it is not its child. */
typedef struct retarget_tie {
    uint32_t bone, carrier;
    float offset[3], turn[4]; /* relative to the carrier's rest transform */
} retarget_tie;

/* A twist bone of the target. */
typedef struct retarget_twist {
    uint32_t bone;
    int human;     /* the bone that it is a part of */
    float share;   /* which part of the limb's twist it adds to that of its parent; below 0 it takes some away */
    float axis[3]; /* of the limb: unit length, bone space */
} retarget_twist;

/* How a limb's bone of the target shares its twist. */
typedef struct retarget_share {
    bool any;      /* it has twist bones */
    bool bare;     /* it does not twist itself: its twist bones do, and what is after them */
    bool own;      /* its own twist is shared */
    bool next;     /* the twist of the hand or foot relative to it is shared */
    float axis[3]; /* of the limb: unit length, bone space */
} retarget_share;

struct feet_context;

typedef struct retarget_context {
    const hone_retarget_desc *desc; /* last_frame is that of the samples, also with a duration */
    double step;                    /* frames of the source from one sample to the next */
    const hone_model *target_model;
    hone_arena *memory;
    hone_humanoid_rest source, target;
    float scale;
    bool turns;     /* HONE_RETARGET_FEET_TURN */
    bool own_turns; /* the source's bones count by their own rotations alone, as a VRM animation says */
    int8_t above[HONE_HUMANOID_COUNT];  /* then: the human bone above each bone of the source; -1: none */
    int8_t listed[HONE_HUMANOID_COUNT]; /* [listed_count] and its human bones, parents before children */
    uint32_t listed_count;
    uint8_t gaze_source;     /* retarget_gaze_source: who has the gaze that the target shows */
    int32_t gaze_from;       /* the node that has it */
    int32_t gaze_morphs[4];  /* the morphs of the source that have it, as hone_look_expressions; HONE_NONE */
    int32_t gaze_to;         /* the node of the target that takes it; HONE_NONE: the eyes, or morphs */
    const hone_look_at *map; /* how the eyes of the target follow a gaze; NULL: as it is */
    retarget_rule rules[HONE_HUMANOID_COUNT];
    float unrest[HONE_HUMANOID_COUNT][2][4]; /* inverse rest rotations of the source's bone and of its carrier */
    /* common space: rotates the target's limb from its rest direction to the source's */
    float align[HONE_HUMANOID_COUNT][4];
    uint32_t twist_count;
    retarget_twist *twists; /* [twist_count] parents before children */
    retarget_share shares[HONE_HUMANOID_COUNT];
    int32_t goals[2];             /* IK bones of the target's feet, or HONE_NONE */
    const hone_ik_link *knees[2]; /* the links of its knees, if they turn about the x axis only; else NULL */
    int16_t *roles;               /* [bone_count] of the target: its hone_humanoid_bone; -1: none */
    uint32_t tie_count;
    retarget_tie *ties; /* [tie_count] */
    int32_t *tie_of;    /* [bone_count] of the target: index into ties; HONE_NONE: none */
    /* Values of the current frame. */
    const retarget_pose *pose; /* of the source */
    const retarget_legs *legs;
    float wanted[HONE_HUMANOID_COUNT][4]; /* wanted rotations of the target's bones, model space */
    hone_affine *model_from_bone;         /* [bone_count] of the target, model space */
    hone_transform *locals;               /* [bone_count] of the target, parent space from bone space */
    /* Values of all frames. */
    retarget_pose *poses;      /* [last_frame + 1] */
    retarget_legs *strides;    /* [last_frame + 1] */
    float *morphs;             /* [last_frame + 1][pair_count] */
    struct feet_context *feet; /* if feet are held, else NULL */
    /* Values of the current chunk. */
    uint32_t driven_count, *driven; /* bones of the target that get keys */
    float (*last)[4];               /* [driven_count] last rotations, to choose the nearer of two quaternions */
    float *translations, *rotations, *weights;
    uint32_t pair_count;
    retarget_pair *pairs;
    uint32_t begin, count;
    hone_bake_keys keys; /* tracks: translation and rotation of each driven bone, then morphs */
    hone_retarget_report *report;
} retarget_context;

/* Makes the rests of both models, and all that a pose and its morphs need. Errors: ARGUMENT, MEMORY. */
bool hone_retarget_prepare(retarget_context *r, const hone_model *source, const hone_model *target, hone_error *error);

/* Reads a pose of the source. weights: of its morphs; NULL: none has weight. */
void hone_retarget_pose_read(const retarget_context *r, const hone_affine *source_bones, const float *weights,
                             retarget_pose *out);

/* Compute the target's pose (model_from_bone and locals) from the source's: retarget FK. */
bool hone_retarget_pose_prepare(retarget_context *r);
void hone_retarget_pose_make(retarget_context *r, const retarget_pose *pose, const retarget_legs *legs);

/* Computes where hips and ankles go if they follow the source's. */
void hone_retarget_follow(const retarget_context *r, const retarget_pose *pose, retarget_legs *out);

/* Retarget IK, after the bones are rotated: move the hips; compute wanted rotations of the limbs so that feet and
 * hands reach their positions; move the goals of MMD's IK chains. */
void hone_retarget_place_hips(retarget_context *r);
void hone_retarget_place_feet(retarget_context *r); /* after the hips */
void hone_retarget_place_hands(retarget_context *r);
/* Turns a knee about the only axis that MMD's leg IK allows, and the thigh such that the ankle stays. After place_feet,
 * which calls it. */
void hone_retarget_hinge_knee(retarget_context *r, int side);
const hone_ik_link *hone_retarget_find_knee(const hone_ik *ik, const hone_bone *bones, int32_t thigh, int32_t shin);
void hone_retarget_place_goals(retarget_context *r);

/* Finds where the source's feet are in contact with the floor, and changes poses and legs of all frames such that the
 * target's feet stay there. Returns false if out of memory. */
bool hone_retarget_plant(retarget_context *r);
/* Adds the feet of a pose that was made to the report, if feet are held. */
void hone_retarget_measure(retarget_context *r, uint32_t frame);

/* Finds the twist bones of the target. Returns false if out of memory. */
bool hone_retarget_find_twists(retarget_context *r);
/* Sets the local rotations of a limb's bone and of its twist bones. turn: of the bone if it had none of these, parent
 * space. The wanted rotation of the next bone must be known. */
void hone_retarget_share_twist(retarget_context *r, int human, const float turn[4]);

/* Finds the ties; the roles must be known. Returns false if out of memory. */
bool hone_retarget_find_ties(retarget_context *r);
/* Sets the local transform of a tied bone from its carrier and its parent. */
void hone_retarget_place_tied(retarget_context *r, const retarget_tie *t);
/* Solves m * out = v for directions. Returns false if m is singular. out may be v. */
bool hone_retarget_into(const hone_affine *m, const float v[3], float out[3]);

/* Whether a morph is an expression of an avatar or of a VRM animation, which may change materials and override others,
 * though it moves no morph. */
bool hone_retarget_is_expression(const hone_model_data *model, uint32_t morph);
/* Returns the expression of a model with that name, or HONE_NONE. */
int32_t hone_retarget_find_look(const hone_model_data *model, const char *name);

/* Finds which morphs of the target follow which of the source. */
bool hone_retarget_pair_morphs(retarget_context *r);
/* Returns the weight that a morph of the target gets. weights: of the source's morphs; own: those of its motion alone.
 */
float hone_retarget_weight(const retarget_context *r, const retarget_pair *pair, const retarget_pose *pose,
                           const float *weights, const float *own);

/* Find how the source's own rotations are read, and who has and shows a gaze. */
void hone_retarget_prepare_turns(retarget_context *r);
void hone_retarget_prepare_gaze(retarget_context *r);
/* Read the rotations and the pelvis of a source whose bones count by their own rotations; and the gaze of any. */
void hone_retarget_read_own_turns(const retarget_context *r, const hone_affine *model_from_bone, retarget_pose *out);
void hone_retarget_read_gaze(const retarget_context *r, const hone_affine *model_from_bone, const float *weights,
                             retarget_pose *out);
/* Returns the weight that the gaze gives one of hone_look_expressions. */
float hone_retarget_look_weight(const retarget_context *r, int expression, const retarget_pose *pose);
/* Gives the gaze to the target's eyes, after the wanted rotations, and to its node. */
void hone_retarget_show_gaze(retarget_context *r);

/* A wink is a part of a blink. row: of hone_morph_synonyms. Returns the row of the expression that it is a part of;
 * NULL: it is a part of none. */
const char *hone_morph_whole(const char *row);
/* The rows that are parts of a row, one by one. index: 0, 1, …; NULL: there are no more. */
const char *hone_morph_part(const char *row, uint32_t index);

/* Makes a motion from the keys. */
hone_motion *hone_retarget_make_motion(retarget_context *r, hone_error *error);

#endif
