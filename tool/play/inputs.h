/* The input files of a command. Each is read once; their kinds are detected by their content, so any order is fine. */
#ifndef HONE_TOOL_PLAY_INPUTS_H
#define HONE_TOOL_PLAY_INPUTS_H

#include "tool/options/placement_options.h"
#include "tool/scene/scene.h"

#include <hone/format.h>

typedef struct input {
    const char *path;
    hone_format format;
    hone_model *model;            /* at least one of model and motion is set, */
    hone_motion *motion;          /* both if a model plays a clip of its own file */
    hone_model *bones;            /* of a motion's file with bones and clips, where it was loaded; otherwise NULL */
    uint32_t file;                /* index of the file on the command line that it is, or that contains it */
    uint32_t target;              /* of a motion: the number of the model that it plays on, from 1; 0: all models */
    bool fitting;                 /* target 0: only on models that the motion fits, since it fits some */
    placement place;              /* of a model */
    const scene_model *set_up;    /* of a scene's model: what else the scene says of it; otherwise NULL */
    uint32_t set_up_first;        /* how many models are before the scene's */
    const scene_motion *weighted; /* of a scene's motion; otherwise NULL */
    hone_bytes bytes; /* of a file with clips, and the open file, kept until it is known whether one is wanted */
    hone_asset *asset;
} input;

typedef struct inputs {
    input *items; /* [count] in the order of the command line */
    uint32_t count, model_count;
    bool incomplete; /* settings->keep_going: files that could not be loaded were reported, and are left out */
} inputs;

/* What a file is that has bones and clips, but no mesh, such as a BVH. Where any file is a model, it is a motion. */
typedef enum input_skeletons {
    SKELETONS_ARE_MOTIONS,
    SKELETONS_REST, /* a model where no file is one; its own clip plays if `clip` or `own_clips` says so */
    SKELETONS_PLAY  /* the same, and its own clip plays unless another motion moves it */
} input_skeletons;

/* How to load files. A .x or glTF file is a model if it has a mesh or a skin, or nothing to play. */
typedef struct input_settings {
    bool strict;
    bool allow_outside; /* files may refer to files outside their own folder */
    bool keep_going;    /* files that cannot be loaded are left out */
    bool one_model;     /* a .x or glTF file after the first model is always a motion */
    bool models;        /* a .x or glTF file is always a model, even with only bones and clips */
    input_skeletons skeletons;
    /* number or name of the clip in .x and glTF motions; NULL: the first, and no clip from a model's file */
    const char *clip;
    const char *camera; /* of glTF and FBX, as hone_load_desc.camera */
    bool own_clips; /* if `clip` is NULL: models that no other motion moves play the first clip of their own files */
    const scene *scene;              /* whose models and motions stand for a file; NULL: none */
    const char *scene_path;          /* that file, one of the paths */
    uint32_t first_model;            /* used while a scene is loaded: the number of models before it */
    const placement_options *places; /* of models; NULL: none */
    const char *motion;              /* an additional file before all others, always a motion; NULL: none */
    bool mapped;                     /* the user maps bones (--map): a motion may fit any model */
    double unit;                     /* length of a unit of BVH files in metres; 0: guessed */
} input_settings;

/* Errors do not begin with "FILE: ". as_motion: load the motion of a .x or glTF file, even if it has a mesh. On failure
 * there is nothing to release. */
bool input_load(const char *path, const input_settings *settings, bool as_motion, input *out, hone_error *error);
/* The same, and fails if the file has no motion. */
bool input_load_motion(const char *path, const input_settings *settings, input *out, hone_error *error);
void input_release(input *item);
/* Opens item->bytes, which were read from item->path. */
bool input_open(input *item, const input_settings *settings, hone_error *error);

/* Loads all files, or reports which failed and loads none, unless settings->keep_going says to go on. Reports their
 * warnings. With settings->clip and no .x or glTF file among the motions, the models play that clip of their own files.
 * Models without clips stay at rest; it is an error if no model has any. With settings->motion the first item is that
 * motion. */
int inputs_load(const char *const *paths, uint32_t count, const input_settings *settings, inputs *out, report *r);
void inputs_release(inputs *in);

/* Whether a motion of the inputs plays on model `number`, from 1. A motion that does not fit the model that it follows
 * plays on the nearest one that it fits; inputs_load says so in a warning. */
bool inputs_plays_on(const inputs *in, const input *motion, uint32_t number);

/* How many models are before those of the scene among the inputs. */
uint32_t inputs_scene_first(const inputs *in);

/* Whether files of this format can hold clips. */
bool input_has_clips(hone_format format);

#endif
