/** project: reads what MikuMikuDance saves: projects (.pmm) and accessory texts (.vac).
 *
 * A project names models, accessories, a sound and a background by path, and contains all their keys. The keys of each
 * model become a hone_motion, those of camera, light and self-shadow another one. The files that it names are not
 * opened; hone_file_find finds them. Versions 0001 and 0002 are read. Source: docs/formats.md.
 *
 * Printing the models of a project:
 * ```c
 * bool show(const char *path)
 * {
 *     hone_error error = {0};
 *     hone_project *project = hone_project_load(path, NULL, &error);
 *     const hone_project_data *data = hone_project_get(project);
 *     for (uint32_t i = 0; i < data->model_count; i++)
 *         printf("%s, %.1f s\n", data->models[i].name, hone_motion_duration(data->models[i].motion));
 *     if (!project)
 *         printf("%s\n", error.message);
 *     hone_project_destroy(project);
 *     return project != NULL;
 * }
 * ```
 */
#ifndef HONE_PROJECT_H
#define HONE_PROJECT_H

#include <hone/base.h>
#include <hone/io.h>
#include <hone/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- parts of a project --------------------------------------------------------------------------------------- */

/** A bone of a model of the project, to which something is attached. */
typedef struct hone_project_bone {
    int32_t model;    /**< index in hone_project_data.models; HONE_NONE: attached to nothing */
    const char *name; /**< of the bone; "" if the model or the bone is missing; never NULL */
} hone_project_bone;

/** From when on a bone of a model follows a bone of another one (MMD's external parent). */
typedef struct hone_project_parent_key {
    uint32_t frame;           /**< 30ths of a second */
    const char *child;        /**< the bone that follows; "": the whole model */
    hone_project_bone parent; /**< the bone that it follows; model HONE_NONE: it follows its own parent again */
} hone_project_parent_key;

/** A model of a project. */
typedef struct hone_project_model {
    const char *name;                           /**< UTF-8, never NULL, like the texts below */
    const char *english_name;                   /**< "" in version 0001 */
    const char *path;                           /**< as saved, usually an absolute path of Windows */
    hone_motion *motion;                        /**< keys of bones, morphs, visibility and IK chains */
    uint32_t parent_key_count;                  /**< how many changes of external parents there are */
    const hone_project_parent_key *parent_keys; /**< [parent_key_count] ascending by frame */
    uint32_t draw_order;                        /**< place in the order of drawing, from 1 */
    uint32_t calculation_order;                 /**< place in the order of evaluation, from 1; 0 in version 0001 */
    bool visible;                               /**< at the current frame */
    bool additive;                              /**< whether its colours are added to the picture */
    bool self_shadow;                           /**< whether it takes part in the self-shadow */
    float edge_scale;                           /**< factor of the widths of edges */
    uint32_t last_frame;                        /**< of its keys, as saved */
    uint32_t unregistered;                      /**< bones whose pose was changed without a key: it is not kept */
    uint32_t bone_count;                        /**< how many bones it had */
    const char *const *bones;                   /**< [bone_count] names */
    uint32_t morph_count;                       /**< how many morphs it had */
    const char *const *morphs;                  /**< [morph_count] names */
    uint32_t ik_count;                          /**< how many IK chains it had */
    const int32_t *ik_bones;                    /**< [ik_count] index of the goal bone */
    int32_t selected_bone;                      /**< index; HONE_NONE: none */
} hone_project_model;

/** A key of an accessory. Between two keys translation, rotation, scale and opacity change evenly; the rest is that of
 * the key before. */
typedef struct hone_accessory_key {
    uint32_t frame;           /**< 30ths of a second */
    bool visible;             /**< whether it is drawn */
    bool shadow;              /**< whether it casts a shadow on the ground */
    float opacity;            /**< 0 to 1 */
    hone_project_bone parent; /**< the bone that it follows; model HONE_NONE: the world */
    float translation[3];     /**< in the axes of the parent, MMD's units */
    float rotation[3];        /**< radians: first about x, then y, then z, of the parent */
    float scale; /**< factor of its size; 1 of an .x is HONE_ACCESSORY_SCALE MMD units for one of the file */
} hone_accessory_key;

/** The size of a unit of an .x accessory of scale 1, in MMD's units. */
#define HONE_ACCESSORY_SCALE 10

/** An accessory of a project: an .x model, or a .vac that names one. */
typedef struct hone_project_accessory {
    const char *name;               /**< UTF-8, never NULL, like the path */
    const char *path;               /**< as saved */
    uint32_t draw_order;            /**< place in the order of drawing, from 0 */
    bool additive;                  /**< whether its colours are added to the picture */
    uint32_t key_count;             /**< at least 1 */
    const hone_accessory_key *keys; /**< [key_count] ascending by frame */
} hone_project_accessory;

/** From when on the camera follows a bone: its target is then relative to the position of that bone. */
typedef struct hone_camera_parent_key {
    uint32_t frame;           /**< 30ths of a second, that of a camera key */
    hone_project_bone parent; /**< model HONE_NONE: the target is in the world */
} hone_camera_parent_key;

/** A key of gravity. */
typedef struct hone_gravity_key {
    uint32_t frame;     /**< 30ths of a second */
    float acceleration; /**< MMD's default is 9.8 */
    float direction[3]; /**< as saved, not of unit length */
    bool noisy;         /**< whether noise is added */
    int32_t noise;      /**< strength of the noise */
} hone_gravity_key;

/** When MMD computes physics. */
typedef enum hone_project_physics {
    HONE_PROJECT_PHYSICS_OFF,     /**< never */
    HONE_PROJECT_PHYSICS_ANYTIME, /**< always, also while the user edits */
    HONE_PROJECT_PHYSICS_PLAYING, /**< by the switches of the keys, while the motion plays */
    HONE_PROJECT_PHYSICS_TRACING  /**< records the bodies as keys */
} hone_project_physics;

/** A picture or film behind the scene. */
typedef struct hone_project_background {
    const char *path;  /**< as saved; "": none */
    bool shown;        /**< whether it is drawn */
    int32_t offset[2]; /**< pixels, to the right and down */
    float scale;       /**< factor of its size */
} hone_project_background;

/** All data of a project. The arrays live as long as the project. */
typedef struct hone_project_data {
    uint32_t version;                             /**< 1 or 2 */
    uint32_t width, height;                       /**< pixels of the picture */
    uint32_t model_count;                         /**< how many models there are */
    const hone_project_model *models;             /**< [model_count] */
    uint32_t accessory_count;                     /**< how many accessories there are */
    const hone_project_accessory *accessories;    /**< [accessory_count] */
    hone_motion *scene;                           /**< keys of camera, light and self-shadow */
    uint32_t camera_parent_count;                 /**< how many changes of the followed bone there are */
    const hone_camera_parent_key *camera_parents; /**< [camera_parent_count] ascending by frame */
    uint32_t gravity_key_count;                   /**< 0 in version 0001 */
    const hone_gravity_key *gravity_keys;         /**< [gravity_key_count] ascending by frame */
    hone_project_physics physics;                 /**< when physics is computed; PLAYING in version 0001 */
    bool physics_ground;                          /**< whether bodies collide with the ground */
    bool self_shadow;                             /**< whether the self-shadow is drawn */
    bool ground_shadow;                           /**< whether the shadow on the ground is drawn */
    bool ground_shadow_translucent;               /**< whether that shadow lets the ground through */
    float ground_shadow_brightness;               /**< of that shadow */
    float edge_colour[3];                         /**< display values (sRGB), 0 to 1 */
    bool black_background;                        /**< otherwise white */
    hone_project_background video;                /**< an AVI behind the scene */
    hone_project_background image;                /**< a picture behind the scene */
    const char *sound;                            /**< path of a WAV, as saved; "": none */
    bool sound_on;                                /**< whether it is played */
    bool loop;                                    /**< whether playing starts again at the end */
    bool first_frame_on, last_frame_on;           /**< whether playing is limited to the range below */
    uint32_t first_frame, last_frame;             /**< the range, 30ths of a second */
    uint32_t current_frame;                       /**< where the user was */
    float frames_per_second;                      /**< of playing in MMD: 30 or 60 */
    uint32_t accessories_before; /**< accessories with a lower draw_order are drawn before the models */
    bool editing_camera;         /**< whether camera, light and accessories were being edited */
    uint32_t selected_model;     /**< index in `models`, if it is a valid one */
    uint32_t selected_accessory; /**< index in `accessories`, if it is a valid one */
    bool grid, information;      /**< whether the grid and the text over the picture were shown */
} hone_project_data;

/* ---- reading -------------------------------------------------------------------------------------------------- */

/** A project that was read. It does not change, and threads may share it. */
typedef struct hone_project hone_project;

/** Settings of hone_project_load. */
typedef struct hone_project_desc {
    bool strict;                     /**< whether a warning is an error */
    const hone_allocator *allocator; /**< NULL: malloc; must outlive the project */
    /** Where the models of a project of version 0001 are: such a file does not contain the names and counts of their
     * bones. NULL: those that hone_file_find finds beside the project; from memory, none. */
    const hone_file_resolver *files;
} hone_project_desc;

/** Loads a project.
 *
 * path: a regular file.
 * desc: NULL: defaults.
 * Returns: the project, to be destroyed with hone_project_destroy; NULL on failure.
 * Errors: IO (also if a model of a project of version 0001 is missing), FORMAT, MEMORY, ARGUMENT (NULL); the message
 *         begins with the path.
 */
HONE_API hone_project *hone_project_load(const char *path, const hone_project_desc *desc, hone_error *error);

/** Loads a project from the bytes of a file.
 *
 * bytes: [size]; not kept.
 * desc: NULL: defaults.
 * Returns: the project, to be destroyed with hone_project_destroy; NULL on failure.
 * Errors: IO (a model of a project of version 0001 is missing), FORMAT, MEMORY, ARGUMENT (NULL).
 */
HONE_API hone_project *hone_project_load_memory(const void *bytes, size_t size, const hone_project_desc *desc,
                                                hone_error *error);

/** Destroys a project, and removes its references from the motions. NULL is allowed. */
HONE_API void hone_project_destroy(hone_project *project);

/** Returns all data of a project, valid as long as the project; that of an empty project if `project` is NULL. Never
 * NULL. */
HONE_API const hone_project_data *hone_project_get(const hone_project *project);

/** Returns the warnings of a project, the faults of its data and what of it is not kept, valid as long as the project;
 * none if `project` is NULL. Those of its motions are theirs. */
HONE_API hone_warnings hone_project_warnings(const hone_project *project);

/* ---- accessory texts ------------------------------------------------------------------------------------------ */

/** Bytes of the longest text of a .vac, its NUL included. */
enum { HONE_VAC_TEXT_SIZE = 768 };

/** An accessory text (.vac): an .x model, and where it is attached when MMD loads it. */
typedef struct hone_vac {
    char name[HONE_VAC_TEXT_SIZE]; /**< UTF-8, like the texts below */
    char path[HONE_VAC_TEXT_SIZE]; /**< of the .x, relative to the folder of the .vac */
    float scale;                   /**< as hone_accessory_key.scale */
    float translation[3];          /**< in the axes of the bone, MMD's units */
    float rotation[3];             /**< degrees: first about x, then y, then z */
    char bone[HONE_VAC_TEXT_SIZE]; /**< the bone that it follows; "": none */
} hone_vac;

/** Reads an accessory text, in CP932 or UTF-8.
 *
 * bytes: [size].
 * Returns: whether it was read; otherwise `out` is undefined.
 * Errors: FORMAT, ARGUMENT (NULL).
 */
HONE_API bool hone_vac_read(const void *bytes, size_t size, hone_vac *out, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
