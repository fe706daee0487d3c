/* A scene: all that the options of render, convert and view say, in one struct, as a scene file has it.
 *
 * A struct that is all zero is the empty scene. Texts belong to the scene: make them with scene_text. */
#ifndef HONE_TOOL_SCENE_SCENE_H
#define HONE_TOOL_SCENE_SCENE_H

#include "tool/options/camera_options.h"
#include "tool/options/film_options.h"
#include "tool/options/look_options.h"
#include "tool/options/playback_options.h"
#include "tool/scene/placement.h"

#include <hone/model.h>
#include <hone/motion.h>

/* A correction of a bone, over all motions, as the viewer's bending makes it: the pose's rotation becomes rotation *
 * the pose's, its translation is added. Both are in the axes of the bone's parent. */
typedef struct scene_bone {
    const char *name;
    float rotation[4]; /* x, y, z, w; of unit length */
    float translation[3];
} scene_bone;

typedef struct scene_morph {
    const char *name;
    float weight; /* in place of that of the motions */
} scene_morph;

typedef struct scene_chain {
    const char *name; /* of the goal bone */
    bool on;          /* in place of the motions */
} scene_chain;

/* Where a model is from a frame on. Between two keys `at`, `turn`, `scale` and `opacity` change evenly; the rest is
 * that of the key before. */
typedef struct scene_key {
    double frame;
    float at[3];      /* as in placement */
    float turn[3];    /* degrees: first about x, then y, then z; 360 is a whole turn between two keys */
    float scale;      /* above 0 */
    float opacity;    /* 0 to 1 */
    bool no_shadow;   /* it casts no shadow on the ground */
    uint32_t attach;  /* the number of a model; 0: none */
    const char *bone; /* attach: as in placement */
} scene_key;

/* From when on a bone, or the camera, follows a bone of another model. */
typedef struct scene_parent {
    double frame;
    const char *child; /* the bone that follows; NULL: the camera */
    uint32_t attach;   /* the number of the model that it follows; 0: none any more */
    const char *bone;
} scene_parent;

typedef struct scene_model {
    const char *path;
    placement place;
    scene_key *keys;       /* [key_count] ascending by frame, in place of `place`; NULL: none */
    scene_parent *parents; /* [parent_count] ascending by frame */
    uint32_t key_count, parent_count;
    uint32_t numbers_from; /* added to the numbers of models in `keys` and `parents` */
    bool additive;         /* its colours are added to the picture */
    bool no_self_shadow;   /* it neither casts nor receives self-shadows */
    colour edge_colour;    /* of all its edges, without alpha; not given: those of its materials */
    bool invisible;
    const char *clip;  /* of its own file, by number or name; NULL: as playback_values.clip says */
    float edge_scale;  /* 0: 1 */
    uint32_t line;     /* of the scene file, for messages; 0: none */
    scene_bone *bones; /* [bone_count] */
    scene_morph *morphs;
    scene_chain *chains;
    const char **hidden; /* [hidden_count] names of materials that are not drawn */
    uint32_t bone_count, morph_count, chain_count, hidden_count;
} scene_model;

typedef struct scene_motion {
    const char *path;    /* NULL: `motion` has no file */
    hone_motion *motion; /* keys that were made or edited, in place of the file's; NULL: read from `path` */
    /* The number of the model that it plays on, from 1; 0: all models; camera and light are always the scene's. */
    uint32_t model;
    const char *clip; /* of the file, by number or name; NULL: the first */
    float weight;     /* 0 to 1 */
    bool off;         /* kept in the scene, but not played */
    uint32_t line;    /* as in scene_model */
} scene_motion;

typedef struct scene_range {
    bool given;
    double first, last, step; /* frames; step 0: as the rate of the film says */
} scene_range;

typedef struct scene {
    playback_values play;  /* without `clip` and `motion`, which the models and motions have; must be first */
    const char *path;      /* of the file that it was read from, if a command was given one; NULL: none */
    scene_model *models;   /* [model_count] */
    scene_motion *motions; /* [motion_count] a later motion wins over an earlier one */
    uint32_t model_count, motion_count;
    camera_values camera; /* `source` "keys", a preset's name, or a file with camera keys */
    look_values look;
    film_values film; /* a scene file has its rate and sound */
    /* [camera_parent_count] ascending by frame: the bones to which targets of camera keys are relative. */
    scene_parent *camera_parents;
    uint32_t camera_parent_count;
    uint32_t numbers_from; /* added to the numbers of models in `camera_parents` */
    scene_range frames;    /* what is drawn */
    picture_size size;     /* of the picture; 0: not given */
    uint32_t active;       /* the number of the model that the viewer edits, from 1; 0: none */
    double frame;          /* that the viewer shows */
    uint32_t crowd;        /* how many dancers copy the characters; 0: no crowd. Scene files do not say */
    uint32_t crowd_rate;   /* frames in a second of their animation textures; 0: none */
    char **texts;          /* [text_count] */
    uint32_t text_count;
} scene;

/* Copies a text into the scene. Returns NULL if `text` is NULL, or if memory runs out. */
const char *scene_text(scene *s, const char *text);

/* Where a struct, a scene or one of its models, has a list. */
typedef struct scene_list {
    size_t items, count; /* offsetof the pointer to the elements, and of their number, a uint32_t */
    size_t size;         /* of an element */
    const void *initial; /* an element as it is appended; NULL: all zero */
} scene_list;

extern const scene_list scene_models, scene_motions, scene_camera_parents, scene_gravity_keys; /* of a scene */
extern const scene_list scene_keys, scene_parents, scene_bones, scene_morphs, scene_chains, scene_hidden; /* a model */

uint32_t scene_list_count(const void *owner, const scene_list *list);
const void *scene_list_at(const void *owner, const scene_list *list, uint32_t i);

/* Appends an element. Returns NULL if memory runs out. Elements move when the next one is appended. */
void *scene_list_add(void *owner, const scene_list *list);

/* The same for each list. An element is all zero, except for a motion's weight of 1, a bone's rotation of none, and a
 * key's scale and opacity of 1. */
scene_model *scene_add_model(scene *s);
scene_motion *scene_add_motion(scene *s);
scene_key *scene_add_key(scene_model *model);
scene_parent *scene_add_parent(scene_model *model);
scene_parent *scene_add_camera_parent(scene *s);
hone_physics_gravity *scene_add_gravity_key(scene *s);
scene_bone *scene_add_bone(scene_model *model);
scene_morph *scene_add_morph(scene_model *model);
scene_chain *scene_add_chain(scene_model *model);
const char **scene_add_hidden(scene_model *model);

/* Releases all that the scene has, also its motions; then it is empty. */
void scene_release(scene *s);

#endif
