/** render: draws actors into pictures, with or without a display. OpenGL 3.3 core through EGL.
 *
 * Optional: see hone_render_available. A renderer belongs to the thread that made it. Sources of MMD's look:
 * docs/rendering.md.
 *
 * A picture of an actor:
 * ```c
 * bool draw(hone_renderer *renderer, hone_gpu_model *gpu_model, hone_actor *actor, hone_image *out, hone_error *error)
 * {
 *     hone_bounds bounds = HONE_BOUNDS_EMPTY;
 *     if (!hone_framing_add_actor(&bounds, actor, error))
 *         return false;
 *     hone_draw_item item = {.gpu_model = gpu_model, .actor = actor};
 *     hone_draw_desc desc = {.width = out->width,
 *                            .height = out->height,
 *                            .camera = hone_camera_framing(&bounds, (double)out->width / out->height),
 *                            .items = &item,
 *                            .item_count = 1};
 *     return hone_renderer_draw_image(renderer, &desc, out, error);
 * }
 * ```
 */
#ifndef HONE_RENDER_H
#define HONE_RENDER_H

#include <hone/actor.h>
#include <hone/base.h>
#include <hone/bounds.h>
#include <hone/crowd.h>
#include <hone/image.h>
#include <hone/io.h>
#include <hone/math.h>
#include <hone/model.h>
#include <hone/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- renderer ----------------------------------------------------------------------------------------------- */

/** Tells whether rendering is built in. Bounds and cameras always work.
 *
 * Returns: false if the headers of EGL and OpenGL were missing at build time; every create call then fails with
 *          HONE_ERROR_UNSUPPORTED.
 */
HONE_API bool hone_render_available(void);

/** Draws pictures: an OpenGL context and what all pictures share. */
typedef struct hone_renderer hone_renderer;

/** For hone_renderer_desc.max_texture_size: textures keep their size, whatever memory they take. */
enum { HONE_TEXTURE_SIZE_FULL = 0x7fffffff };

/** Settings of hone_renderer_create. */
typedef struct hone_renderer_desc {
    bool use_current_context;        /**< use the caller's current GL context; otherwise a headless one of its own */
    const hone_allocator *allocator; /**< NULL: malloc */
    /** The longest side of a texture, pixels: larger ones are halved until they fit. 0: as they are. Unless it is
     * HONE_TEXTURE_SIZE_FULL, the textures of all models of a renderer together take at most 1 GiB: those that would
     * take more are halved, too, with a warning. */
    uint32_t max_texture_size;
} hone_renderer_desc;

/** Creates a renderer.
 *
 * desc: NULL: defaults.
 * Returns: the renderer; destroy it with hone_renderer_destroy. NULL on failure.
 * Errors: UNSUPPORTED (rendering is not built in), DEVICE (no EGL, no OpenGL 3.3), MEMORY.
 */
HONE_API hone_renderer *hone_renderer_create(const hone_renderer_desc *desc, hone_error *error);

/** Destroys a renderer, after its GPU models. NULL is allowed. */
HONE_API void hone_renderer_destroy(hone_renderer *renderer);

/** Forgets the renderer's context without calling it: after the system has lost it (a page gets the event
 * "webglcontextlost"; a device was reset), or before a program destroys it.
 *
 * Until hone_renderer_restore, what needs the context fails with DEVICE. The renderer, its GPU models and GPU pictures
 * may be destroyed, with any context or none. Pictures that were drawn and not read yet are lost. A context of the
 * renderer's own is destroyed. NULL is allowed.
 */
HONE_API void hone_renderer_lose_context(hone_renderer *renderer);

/** Makes a renderer work again that has lost its context: in the caller's current context, or in a new one of its own.
 * GPU models are sent again by hone_gpu_model_restore, GPU pictures by hone_gpu_image_set; the same pictures are drawn
 * then. Without effect on a renderer that has its context.
 *
 * Returns: whether it has a context; on failure it may be called again.
 * Errors: ARGUMENT (NULL), and as hone_renderer_create: UNSUPPORTED, DEVICE, MEMORY.
 * Cost: as hone_renderer_create.
 */
HONE_API bool hone_renderer_restore(hone_renderer *renderer, hone_error *error);

/** Returns the name of the device that draws, as the driver gives it, valid as long as the renderer. */
HONE_API const char *hone_renderer_name(const hone_renderer *renderer);

/** Tells whether the driver draws on the CPU. Such a driver draws for one context of a process at a time.
 *
 * Returns: true for Mesa's llvmpipe and softpipe, and for SwiftShader.
 */
HONE_API bool hone_renderer_is_software(const hone_renderer *renderer);

/** Returns how many samples a pixel can have. */
HONE_API uint32_t hone_renderer_max_samples(const hone_renderer *renderer);

/** The cost of the last picture: the caller's time in microseconds, and bytes sent. The device's own time is not
 * included, but a device in software does much of its drawing within the call. */
typedef struct hone_render_stats {
    double skin;            /**< skinning of vertices on the CPU */
    double send;            /**< sending palettes, vertices and morphed data to the device */
    double draw;            /**< everything else: commands to the device */
    uint64_t palette_bytes; /**< bytes of palettes sent */
    uint64_t vertex_bytes;  /**< bytes of vertices sent that the CPU skinned */
} hone_render_stats;

/** Returns the cost of the last picture. */
HONE_API hone_render_stats hone_renderer_stats(const hone_renderer *renderer);

/* ---- models on the GPU -------------------------------------------------------------------------------------- */

/** A model on the GPU: mesh, materials, textures. It serves any number of actors of that model, and retains the model.
 */
typedef struct hone_gpu_model hone_gpu_model;

/** Sends a model to the GPU. A texture that is missing or damaged leaves its material plain, with a warning.
 *
 * files: where textures are; NULL: only those inside the model.
 * Returns: the GPU model; destroy it with hone_gpu_model_destroy. NULL on failure.
 * Errors: ARGUMENT (NULL), DEVICE (the device has not enough memory), MEMORY, UNSUPPORTED (rendering is not built in).
 */
HONE_API hone_gpu_model *hone_gpu_model_create(hone_renderer *renderer, const hone_model *model,
                                               const hone_file_resolver *files, hone_error *error);

/** Sends a GPU model again whose renderer has lost its context and was restored. Without effect on one that is there.
 *
 * files: as for hone_gpu_model_create; the warnings are made anew.
 * Returns: whether it is there; on failure it may be called again.
 * Errors: ARGUMENT (NULL), DEVICE (also if the renderer is not restored), MEMORY, UNSUPPORTED.
 */
HONE_API bool hone_gpu_model_restore(hone_gpu_model *gpu_model, const hone_file_resolver *files, hone_error *error);

/** Destroys a GPU model and releases its model. NULL is allowed. */
HONE_API void hone_gpu_model_destroy(hone_gpu_model *gpu_model);

/** Gives a GPU model other weights, as hone_actor_set_skin_weights does for actors. Textures stay where they are.
 *
 * model: made by hone_model_with_weights from the GPU model's model, or the one that this was made from. It becomes
 *        the GPU model's, and is retained. Actors that are drawn with it must have it, too.
 * Returns: whether it was changed; on failure the GPU model is unchanged.
 * Errors: ARGUMENT (NULL, a model with other vertices or slots), DEVICE, MEMORY.
 */
HONE_API bool hone_gpu_model_set_skin_weights(hone_gpu_model *gpu_model, const hone_model *model, hone_error *error);

/** Returns the warnings of a GPU model, textures that are missing or damaged, valid as long as the GPU model, or
 * until it is restored. */
HONE_API hone_warnings hone_gpu_model_warnings(const hone_gpu_model *gpu_model);

/** Where vertices are skinned for a picture, and how the palette reaches the GPU. All but the last give the same
 * vertices, within 1e-4 of the model's size, with half floats within 1e-3 of its size and distance from the origin;
 * which is fastest depends on the device. hone_draw_desc.method decides how vertices are blended. */
typedef enum hone_gpu_skin {
    HONE_GPU_SKIN_OFF,                /**< on the CPU: the vertices are sent */
    HONE_GPU_SKIN_MATRIX,             /**< 3x4 matrices in uniforms: 3 registers a bone */
    HONE_GPU_SKIN_QUATERNION,         /**< rotation, translation and one scale in uniforms: 2 registers a bone */
    HONE_GPU_SKIN_TEXTURE,            /**< 3x4 matrices in a bone texture: any number of bones, and of poses at once */
    HONE_GPU_SKIN_TEXTURE_NORMALISED, /**< the same, addressed by coordinates from 0 to 1 */
    HONE_GPU_SKIN_DUAL_QUATERNION,    /**< dual quaternions in uniforms: 2 registers a bone */
    HONE_GPU_SKIN_TEXTURE_HALF,       /**< 3x4 matrices in a bone texture of half floats: 3 texels, 24 bytes a bone */
    /** rotation, translation and one scale in a bone texture: 2 texels, 32 bytes a bone */
    HONE_GPU_SKIN_TEXTURE_QUATERNION,
    HONE_GPU_SKIN_TEXTURE_QUATERNION_NORMALISED, /**< the same, addressed by coordinates from 0 to 1 */
    HONE_GPU_SKIN_TEXTURE_QUATERNION_HALF,       /**< the same in half floats: 2 texels, 16 bytes a bone */
    /** 3x4 matrices in a buffer texture, which is read by the number of a texel. OpenGL ES 3.0 has none: a bone texture
     * is used instead. */
    HONE_GPU_SKIN_BUFFER,
    HONE_GPU_SKIN_BUFFER_QUATERNION, /**< rotation, translation and one scale in a buffer texture */
    /** The weights of the mesh are not used: the vertex shader computes those of hone_weights_euclidean, of all bones
     * that the mesh uses, from the segments of hone_model_segments. As in TEXTURE any number of bones. */
    HONE_GPU_SKIN_DISTANCE,
    HONE_GPU_SKIN_COUNT /**< the number of methods */
} hone_gpu_skin;

/** Returns why the model was skinned by another method than the last picture asked for: a sentence, valid until the
 * next picture; NULL if it was skinned as asked. Either quaternions or half floats cannot hold the pose (matrices are
 * used, in a bone texture if a texture was asked for), or a vertex of the mesh has more than four influences (the CPU
 * is used). */
HONE_API const char *hone_gpu_model_fallback(const hone_gpu_model *gpu_model);

/* ---- pictures on the GPU ------------------------------------------------------------------------------------ */

/** A picture on the GPU, for a backdrop. */
typedef struct hone_gpu_image hone_gpu_image;

/** Sends a picture to the GPU.
 *
 * image: copied.
 * Returns: the GPU picture; destroy it with hone_gpu_image_destroy before its renderer. NULL on failure.
 * Errors: ARGUMENT (NULL, no pixels), DEVICE (the device does not take that size, or lacks memory), MEMORY,
 *         UNSUPPORTED (rendering is not built in).
 */
HONE_API hone_gpu_image *hone_gpu_image_create(hone_renderer *renderer, const hone_image *image, hone_error *error);

/** Replaces the picture by another one, of any size: the next picture of a film.
 *
 * image: copied.
 * Returns: whether it was replaced; on failure the old picture stays.
 * Errors: ARGUMENT (NULL, no pixels), DEVICE.
 */
HONE_API bool hone_gpu_image_set(hone_gpu_image *gpu_image, const hone_image *image, hone_error *error);

/** Destroys a GPU picture. NULL is allowed. */
HONE_API void hone_gpu_image_destroy(hone_gpu_image *gpu_image);

/* ---- bounds and cameras ------------------------------------------------------------------------------------- */

/** Grows the box that a camera is to frame by an actor as it is now: by its vertices, or by its joints and the tails of
 * its bones if it has none. hone_actor_bounds gives the box that contains every vertex, for culling.
 *
 * A part that physics moves is counted at most as far from the bones that follow the animation as it is at rest, plus a
 * tenth. So hair and skirts are included, but a body that physics throws away is not followed.
 * bounds: in and out, world; begin with HONE_BOUNDS_EMPTY.
 * Returns: whether it succeeded.
 * Errors: ARGUMENT (NULL), MEMORY.
 * Cost: the first call for an actor chooses the outermost vertices of each bone, about a hundred operations a vertex,
 *       and allocates; later calls skin only those and do not allocate. The box is at most about a hundredth smaller
 *       than that of all vertices.
 */
HONE_API bool hone_framing_add_actor(hone_bounds *bounds, hone_actor *actor, hone_error *error);

/** Grows a box by those vertices of an actor that some of its bones move, as hone_framing_add_actor.
 *
 * bounds: in and out, world; begin with HONE_BOUNDS_EMPTY.
 * bones: [bone_count] not 0: vertices in which this bone has the largest weight count. Those that no bone moves always
 *        do. NULL: all bones.
 * Returns: whether it succeeded.
 * Errors: ARGUMENT (NULL), MEMORY.
 * Cost: as hone_framing_add_actor.
 */
HONE_API bool hone_framing_add_bones(hone_bounds *bounds, hone_actor *actor, const uint8_t *bones, hone_error *error);

/** Returns a camera in front, a little above, that sees all of a box with a margin.
 *
 * bounds: world.
 * aspect: width / height of the picture.
 */
HONE_API hone_camera hone_camera_framing(const hone_bounds *bounds, double aspect);

/** Moves a camera along its line of sight until it sees all of a box with a margin.
 *
 * Its angles, field of view and projection stay.
 * camera: in and out.
 * bounds: world; an empty box changes nothing.
 * aspect: width / height of the picture.
 * keep_target: false: the target moves too, so that the box is in the middle of the picture and as large as possible;
 *              true: only the distance changes.
 */
HONE_API void hone_camera_frame(hone_camera *camera, const hone_bounds *bounds, double aspect, bool keep_target);

/** Returns the transform from a model's space to the world, whose axes and units are MMD's: the identity for MMD and
 * .x; for glTF a mirroring in z and a scale, for VRM 0.x a mirroring in x and a scale.
 *
 * It brings the front of the model (hone_model_front) to -z. Instances are moved on from there.
 */
HONE_API hone_affine hone_world_from_model(const hone_model *model);

/** Returns the ray from the eye through a point of the picture.
 *
 * aspect: width / height of the picture.
 * at: x and y in the picture, each from -1 (left, bottom) to 1.
 * origin: out: the eye, world; for an orthographic camera a point before all that it sees.
 * direction: out: of unit length, world.
 */
HONE_API void hone_camera_ray(const hone_camera *camera, double aspect, const float at[2], float origin[3],
                              float direction[3]);

/** Projects a point of the world into the picture.
 *
 * aspect: width / height of the picture.
 * point: world.
 * out: x and y in the picture, each from -1 (left, bottom) to 1; then the distance from the eye along the line of
 *      sight.
 * Returns: false if the point is nearer than the camera sees; `out` is then undefined.
 */
HONE_API bool hone_camera_project(const hone_camera *camera, double aspect, const float point[3], float out[3]);

/** Returns the height of the picture in world units at the depth of a point: for things that keep their size on the
 * screen.
 *
 * point: world.
 */
HONE_API float hone_camera_height(const hone_camera *camera, const float point[3]);

/** Returns the view matrix of a camera: view space from world, with the eye at the origin, left-handed, y up, looking
 * along +z. */
HONE_API hone_affine hone_camera_view(const hone_camera *camera);

/** Computes the projection matrix, clip from view.
 *
 * Perspective: the near plane is at hone_camera_near, the far plane at infinity. Orthographic: 25 units high at
 * distance 45, independent of the field of view.
 * aspect: width / height.
 * out: [16] column-major, as GL takes it; depth -1..1.
 */
HONE_API void hone_camera_projection(const hone_camera *camera, double aspect, float out[16]);

/** Returns the distance of the near plane from the eye, world units, above 0: MMD's 0.5, or less if the camera is close
 * to its target, so that small things can be seen, or more if it is more than 1000 units away, so that depths differ.
 *
 * distance: from the eye to the target, world units.
 */
HONE_API double hone_camera_near(double distance);

/** Returns half the height of what a perspective camera sees at unit distance: the tangent of half the field of view.
 *
 * fov_degrees: vertical field of view, clamped to 1 to 170.
 */
HONE_API double hone_camera_slope(double fov_degrees);

/* ---- crowds on the GPU --------------------------------------------------------------------------------------- */

/** The members of a hone_crowd as the GPU draws them: an animation texture of all clips, from which a vertex shader
 * takes and blends the poses, and for each member its place and the frames that it plays. So thousands of members need
 * no palette, and one draw for each material and pass.
 *
 * Vertices are skinned linearly, and morphs are those of the item's actor. A member that plays one clip is off by at
 * most hone_gpu_crowd_info.error; a blend of clips is the weighted mean of their matrices, where hone_crowd_update
 * blends rotations. */
typedef struct hone_gpu_crowd hone_gpu_crowd;

/** Settings of hone_gpu_crowd_create. */
typedef struct hone_gpu_crowd_desc {
    hone_gpu_model *gpu_model;           /**< required: with vertices; must outlive the crowd */
    const hone_crowd_model *crowd_model; /**< required: of the same model; retained */
    double rate; /**< frames in a second, at most 1000; 0: 30. A clip gets as many more as it needs to end at a frame */
} hone_gpu_crowd_desc;

/** Bakes the clips of a crowd model into frames, and measures them. Their texture is sent with the first picture.
 *
 * Returns: the crowd, without members; destroy it with hone_gpu_crowd_destroy, before its GPU model. NULL on failure.
 * Errors: ARGUMENT (NULL, a crowd of another model, a model without vertices, a rate out of range), UNSUPPORTED (more
 *         than 65536 frames, a vertex with more influences than shaders take; rendering is not built in), MEMORY.
 * Cost: computes two palettes for each frame; memory of all frames, on the GPU too.
 */
HONE_API hone_gpu_crowd *hone_gpu_crowd_create(const hone_gpu_crowd_desc *desc, hone_error *error);

/** Destroys a crowd on the GPU. NULL is allowed. */
HONE_API void hone_gpu_crowd_destroy(hone_gpu_crowd *crowd);

/** Sets the members as they are now: their places, and the clips that they play. Call it after hone_crowd_advance or
 * hone_crowd_update, when members have moved. Update rates and levels of detail have no effect.
 *
 * members: of the crowd model of hone_gpu_crowd_desc. A place is applied in the world, as hone_instance.world. A member
 *          that plays more than four clips plays the four with the largest weights.
 * Returns: whether they were set; otherwise there are none.
 * Errors: ARGUMENT (NULL, members of another model; a clip that does not exist: `at` is the member), MEMORY.
 * Cost: some tens of nanoseconds a member; the next picture sends hone_gpu_crowd_info.member_size bytes of each. No
 *       allocation if there are no more members than before.
 */
HONE_API bool hone_gpu_crowd_set_members(hone_gpu_crowd *crowd, const hone_crowd *members, hone_error *error);

/** Sizes of a crowd on the GPU, and its error. */
typedef struct hone_gpu_crowd_info {
    uint32_t frame_count;  /**< of all clips, and one of the rest pose */
    uint64_t texture_size; /**< bytes of all frames */
    /** The error of a member that plays one clip, in the model's unit: no vertex is further than this from where the
     * palette of hone_crowd_update puts it, in the middle between two frames. At a frame there is none. */
    double error;
    uint32_t member_count; /**< how many members are set */
    uint32_t member_size;  /**< bytes of each that are sent when they have changed */
} hone_gpu_crowd_info;

/** Returns the sizes of a crowd on the GPU; zeroed if `crowd` is NULL. */
HONE_API hone_gpu_crowd_info hone_gpu_crowd_get_info(const hone_gpu_crowd *crowd);

/* ---- pictures ----------------------------------------------------------------------------------------------- */

/** One of many characters that share a GPU model (instancing). */
typedef struct hone_instance {
    hone_affine world; /**< applied in the world: rotation, translation, one scale for all axes */
    uint32_t pose;     /**< index into hone_draw_item.poses */
} hone_instance;

/** A character to draw. */
typedef struct hone_draw_item {
    hone_gpu_model *gpu_model;      /**< required */
    hone_actor *actor;              /**< required; of the same model: its pose, morphs and materials are drawn */
    const hone_instance *instances; /**< [instance_count]; NULL: one, where the model is */
    uint32_t instance_count;        /**< how many instances there are */
    /** [pose_count] palettes in place of the actor's, from which instances choose; NULL: all have the actor's. In a
     * bone texture all of them are one draw for each material; in the other ways there are as many draws as poses.
     * Morphs are always the actor's. Each palette must have the arrays that hone_skin_needs names, but cofactors only
     * if the CPU skins. */
    const hone_palette *poses;
    uint32_t pose_count; /**< how many palettes there are */
    /** Draws the members of a crowd of this GPU model, in place of instances and poses, and whatever hone_draw_desc
     * says about skinning. NULL: none. */
    hone_gpu_crowd *crowd;
    /** [material_count] true: the material is not drawn and casts no shadow. NULL: all are drawn. */
    const bool *hidden;
    /** [vertex_count] colours of vertices in place of the materials, for heat maps of weights: display values, not
     * multiplied by alpha, slightly shaded. NULL: materials. */
    const uint8_t (*colours)[4];
    bool wireframe;   /**< whether the edges of all triangles are drawn over it */
    float edge_scale; /**< the width of its edges (outlines) is multiplied by it; 0: 1 */
    /** NULL: the colours of its edges are those of the materials. Otherwise they are this one, display values, with the
     * alpha of the materials. */
    const float *edge_colour;
    float opacity;         /**< the alpha of its materials and edges is multiplied by it; 0: 1 */
    bool additive;         /**< whether its colours, times alpha, are added to the picture instead of covering it */
    bool no_self_shadow;   /**< whether it neither casts nor receives self-shadows */
    bool no_ground_shadow; /**< whether it casts no shadow on the ground */
} hone_draw_item;

/** Which shadows are drawn. */
typedef enum hone_shadows {
    HONE_SHADOWS_BOTH,   /**< self-shadows and ground shadows */
    HONE_SHADOWS_SELF,   /**< shadows of characters on characters, as hone_self_shadow sets them */
    HONE_SHADOWS_GROUND, /**< flat shadows on y = 0 */
    HONE_SHADOWS_OFF     /**< none */
} hone_shadows;

/** Self-shadow settings, as in MMD's keys: see hone_motion_shadow. */
typedef struct hone_self_shadow {
    uint8_t mode;   /**< 0 off, 1 for views from afar, 2 for close views */
    float distance; /**< 1e-5 to 0.1: larger makes the shadow map finer and the part of the scene in it smaller */
} hone_self_shadow;

/* clang-format off */
/** MMD's self-shadow before any key: an initialiser of hone_self_shadow. */
#define HONE_SELF_SHADOW_DEFAULT {1, 0.01125f}
/* clang-format on */

/** How the shadow on the ground looks. */
typedef struct hone_ground_shadow {
    /** Display values. A factor of the light's colour, as in MMD; or, if `own_colour`, the colour itself. */
    float colour[3];
    bool own_colour; /**< whether the light has no influence on the colour */
    float strength;  /**< 0 to 1: the part of the ground that it hides */
} hone_ground_shadow;

/* clang-format off */
/** MMD's ground shadow: an initialiser of hone_ground_shadow. */
#define HONE_GROUND_SHADOW_DEFAULT {{1, 1, 1}, false, 0.5f}
/* clang-format on */

/** A vertex of an overlay. */
typedef struct hone_overlay_vertex {
    float position[3]; /**< world */
    uint8_t colour[4]; /**< display values, not multiplied by alpha */
} hone_overlay_vertex;

/** The primitives of an overlay. */
typedef enum hone_overlay_kind {
    HONE_OVERLAY_LINES,    /**< two for each line */
    HONE_OVERLAY_TRIANGLES /**< three for each triangle; seen from both sides, not lit */
} hone_overlay_kind;

/** Lines or triangles of the world over a picture, such as a tool's gizmos. They are drawn after the characters: first
 * all that are not on top, then those that are, in the order given. Triangles whose vertices are all opaque hide what
 * is behind them, also on top; lines and translucent triangles hide nothing, and on top are drawn in order. */
typedef struct hone_overlay {
    hone_overlay_kind kind;              /**< lines or triangles */
    const hone_overlay_vertex *vertices; /**< [count] */
    uint32_t count;                      /**< an incomplete line or triangle at the end is ignored */
    float width;                         /**< of lines, pixels; 0: 1 */
    bool on_top;                         /**< whether nothing of the picture hides it */
} hone_overlay;

/** How a backdrop fills the frame. All but the last keep it in the middle. */
typedef enum hone_backdrop_fit {
    HONE_BACKDROP_FILL,    /**< as small as covers the whole frame; what is beyond the frame is cut off */
    HONE_BACKDROP_FIT,     /**< as large as is wholly in the frame; the background is beside it, or above and below */
    HONE_BACKDROP_STRETCH, /**< of the frame's size; not in proportion */
    HONE_BACKDROP_ORIGINAL /**< a pixel of it for each pixel of the frame, from the upper left corner, as in MMD */
} hone_backdrop_fit;

/** A picture behind all that is drawn. It covers the background, and stays where it is when the camera moves. */
typedef struct hone_backdrop {
    const hone_gpu_image *image; /**< of the same renderer; NULL: none */
    hone_backdrop_fit fit;       /**< how it fills the frame */
    /** A factor of the size that `fit` gives; 0: 1. Its middle stays, for ORIGINAL its upper left corner. */
    float scale;
    float offset[2]; /**< pixels to the right and down */
    /** Width and height of the frame in which `offset` and the pixels of ORIGINAL are counted; 0: those of the picture
     * to draw. */
    uint32_t frame[2];
} hone_backdrop;

/** Light from all around, for materials of MToon. Linear: 1 is as bright as MMD's default light. */
typedef struct hone_ambient_light {
    float sky[3];    /**< from above */
    float ground[3]; /**< from below */
} hone_ambient_light;

/** A value of hone_draw_desc.shadow_size: as many texels as what is seen needs, at most 8192. */
enum { HONE_SHADOW_SIZE_AUTO = 1 };

/** A picture to draw. */
typedef struct hone_draw_desc {
    uint32_t width;                          /**< pixels */
    uint32_t height;                         /**< pixels */
    uint32_t samples;                        /**< a pixel; 0: 4; clamped to what the device can do */
    float background[4];                     /**< display values, not multiplied by alpha; alpha 0: transparent */
    const hone_backdrop *backdrop;           /**< NULL: none */
    hone_camera camera;                      /**< the camera */
    const hone_light *light;                 /**< NULL: HONE_LIGHT_DEFAULT */
    const hone_ambient_light *ambient_light; /**< NULL: none */
    double seconds;                          /**< the time, from which the UV animation of MToon follows */
    hone_shadows shadows;                    /**< which shadows are drawn */
    const hone_self_shadow *self_shadow;     /**< NULL: HONE_SELF_SHADOW_DEFAULT */
    const hone_ground_shadow *ground_shadow; /**< NULL: HONE_GROUND_SHADOW_DEFAULT */
    /** Width and height of the map of self-shadows, in texels: more give finer borders, fewer save time. 0: as many as
     * what is seen needs, at most 2048. Clamped to 8192 and to what the device can do. */
    uint32_t shadow_size;
    bool no_edges;    /**< whether edges (outlines) are left out */
    float edge_scale; /**< the width of all edges is multiplied by it; 0: 1 */
    bool grid;        /**< whether the ground has a grid, a line each 5 units */
    /** The view of the characters themselves: of a VRM without what others only see, and without its head, unless the
     * file says otherwise for a mesh; of other humanoids without the head. A head is all triangles with weight of its
     * bone or of bones below. Other views are without what only the first person sees. */
    bool first_person;
    const hone_draw_item *items; /**< [item_count] */
    uint32_t item_count;         /**< how many characters there are */
    hone_skin_method method;     /**< how vertices are blended */
    const char *kernel;          /**< where the CPU skins: as hone_skin_job.kernel */
    hone_gpu_skin gpu_skin;      /**< where vertices are skinned */
    /** The most bones of a palette in uniforms; a mesh that uses more is split. 0: what the device can hold. */
    uint32_t gpu_max_slots;
    float distance_exponent;      /**< of the weights of HONE_GPU_SKIN_DISTANCE; 0: 16 */
    const hone_overlay *overlays; /**< [overlay_count] */
    uint32_t overlay_count;       /**< how many overlays there are */
} hone_draw_desc;

/** The progress of hone_renderer_warm_up. */
typedef struct hone_warm_up {
    uint32_t done;  /**< programs of the picture that are compiled */
    uint32_t total; /**< programs that the picture needs */
} hone_warm_up;

/** Compiles the programs that a picture needs, step by step, so that its drawing does not wait for the driver: a
 * program that is not compiled yet is compiled by the first picture that needs it, which takes seconds in a browser.
 *
 * It is called until all are done, once for each picture of a progress bar. Where the driver compiles beside the caller
 * (KHR_parallel_shader_compile, ARB_parallel_shader_compile), the first call begins all and none waits; elsewhere each
 * call compiles one. A picture may be drawn at any time. What another skinning method must draw because of its pose
 * (hone_gpu_model_fallback) is left out. A picture without items begins surfaces and edges of MMD where none waits.
 *
 * desc: the picture, as for hone_renderer_draw_image; its size, camera and light do not matter.
 * out: NULL: not wanted.
 * Returns: whether nothing failed.
 * Errors: ARGUMENT (as hone_renderer_draw_image), DEVICE (the driver refuses a program), MEMORY.
 */
HONE_API bool hone_renderer_warm_up(hone_renderer *renderer, const hone_draw_desc *desc, hone_warm_up *out,
                                    hone_error *error);

/** Draws a picture into an image.
 *
 * out: of the size of the picture: see hone_image_create.
 * Returns: whether it was drawn.
 * Errors: ARGUMENT (NULL, a number out of range, an image of another size, a picture that is not read yet), DEVICE,
 *         MEMORY.
 */
HONE_API bool hone_renderer_draw_image(hone_renderer *renderer, const hone_draw_desc *desc, hone_image *out,
                                       hone_error *error);

/** Starts to draw a picture, to be read by hone_renderer_read: for films, so that the next picture is posed and skinned
 * while the device draws.
 *
 * Up to two pictures may be drawn and not read yet. The actors may change as soon as the call returns.
 * Returns: whether it was started.
 * Errors: ARGUMENT (NULL, a number out of range, too many pictures that are not read yet), DEVICE, MEMORY.
 */
HONE_API bool hone_renderer_draw(hone_renderer *renderer, const hone_draw_desc *desc, hone_error *error);

/** Reads the earliest picture that was drawn and not read yet. Waits until the device has finished it.
 *
 * out: of the size of the picture.
 * Returns: whether it was read.
 * Errors: ARGUMENT (NULL, an image of another size, no picture), DEVICE.
 */
HONE_API bool hone_renderer_read(hone_renderer *renderer, hone_image *out, hone_error *error);

/** What is seen in a pixel. */
typedef struct hone_pixel_data {
    float depth;       /**< from the eye along the line of sight, world units; infinite where nothing is drawn */
    uint32_t item;     /**< 1 + index in hone_draw_desc.items; 0: nothing is drawn */
    uint32_t material; /**< 1 + index in the materials of that item's model; 0: nothing is drawn */
} hone_pixel_data;

/** Draws what is seen in each pixel in place of its colour: for depth pictures, masks, and to find what is clicked.
 *
 * The middle of each pixel counts, so borders are hard. Vertices are skinned and morphed as for a picture. Edges
 * (outlines) belong to their material. Surfaces of which less than half is opaque are looked through, unless their
 * glTF material is opaque or has its own limit. Background, backdrop, grid, shadows, wireframes and overlays have no
 * data. Pictures that are drawn and not read yet stay so.
 * desc: `samples` has no effect.
 * out: [height][width], the top row first.
 * Returns: whether it was drawn.
 * Errors: ARGUMENT (NULL, a number out of range), DEVICE, MEMORY, UNSUPPORTED (rendering is not built in).
 */
HONE_API bool hone_renderer_draw_data(hone_renderer *renderer, const hone_draw_desc *desc, hone_pixel_data *out,
                                      hone_error *error);

/** Where a picture is shown: a rectangle of a framebuffer of the caller. */
typedef struct hone_render_target {
    uint32_t framebuffer; /**< GL's name of it, with one sample a pixel; 0: the window's */
    int32_t x;            /**< left edge, pixels */
    int32_t y;            /**< lower edge, pixels */
    uint32_t width;       /**< pixels */
    uint32_t height;      /**< pixels */
} hone_render_target;

/** Draws a picture into a rectangle of the caller's framebuffer, for a renderer with use_current_context.
 *
 * No other pixel changes, and nothing is read back. Colours are written multiplied by alpha, as toolkits want them.
 * Pictures that are drawn and not read yet stay so. Afterwards the framebuffer is bound, the viewport is as before,
 * and the rest of the GL state that hone sets is as in a new context.
 * desc: width and height are the rectangle's or 0; a picture of another size is scaled.
 * Returns: whether it was drawn.
 * Errors: ARGUMENT (NULL, a number out of range, a renderer with a context of its own), DEVICE, MEMORY.
 */
HONE_API bool hone_renderer_draw_into(hone_renderer *renderer, const hone_draw_desc *desc,
                                      const hone_render_target *target, hone_error *error);

/** Converts a picture from the form of a framebuffer to that of hone_image, in place.
 *
 * The form of a framebuffer: lowest row first, colours multiplied by alpha; as glReadPixels gives what
 * hone_renderer_draw_into drew.
 * Cost: a pass over the pixels; allocates nothing.
 */
HONE_API void hone_image_from_framebuffer(hone_image *image);

#ifdef __cplusplus
}
#endif
#endif
