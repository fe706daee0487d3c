/** animation_texture: clips in a texture, from which a vertex shader skins thousands of instances. The program that
 * draws them needs no skeleton, no sampler and no palette: each instance has a clip and a time.
 *
 * A frame of the animation is a row of texels: the skinning matrix of each slot (or the position of each vertex) at
 * that time. The frames of all clips are below each other; a table tells which belong to which clip. Numbers are
 * floats, half floats, or integers of 16 or 8 bits with a range, and the error that this costs is measured on the
 * vertices. The layout, shader code and what the numbers mean: docs/animation-textures.md. `hone texture` does the same
 * from the command line.
 *
 * Baking all clips of a file into a .ktx2:
 * ```c
 * bool write_clips(const hone_model *model, const hone_motion *const *clips, uint32_t count, hone_bytes *ktx2,
 *                  hone_error *error)
 * {
 *     hone_animation_bake_desc desc = {.model = model, .motions = clips, .motion_count = count, .rate = 30,
 *                                      .format = HONE_TEXEL_RGBA16F};
 *     hone_animation_texture *texture = hone_animation_texture_bake(&desc, NULL, error);
 *     bool ok = texture && hone_animation_texture_write_ktx2(texture, NULL, ktx2, error);
 *     hone_animation_texture_destroy(texture);
 *     return ok;
 * }
 * ```
 */
#ifndef HONE_ANIMATION_TEXTURE_H
#define HONE_ANIMATION_TEXTURE_H

#include <hone/actor.h>
#include <hone/base.h>
#include <hone/bounds.h>
#include <hone/io.h>
#include <hone/math.h>
#include <hone/skin.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- textures ------------------------------------------------------------------------------------------------ */

/** What the texels of an item are. An item is a slot of the palette, or a vertex. */
typedef enum hone_animation_content {
    HONE_ANIMATION_MATRIX,     /**< a slot, 3 texels: the rows of its 3x4 matrix */
    HONE_ANIMATION_QUATERNION, /**< a slot, 2 texels: rotation x,y,z,w; translation x,y,z and one scale for all axes */
    HONE_ANIMATION_POSITION,   /**< a vertex, 1 texel: position x,y,z; the fourth is 1 */
    HONE_ANIMATION_POSITION_NORMAL, /**< a vertex, 2 texels: its position and its normal; the fourth numbers are 1, 0 */
    HONE_ANIMATION_CONTENT_COUNT    /**< the number of kinds */
} hone_animation_content;

/** The most texels of an item. */
enum { HONE_ANIMATION_MAX_TEXELS = 3 };

/** How the four numbers of a texel are stored. */
typedef enum hone_texel_format {
    HONE_TEXEL_RGBA32F,     /**< 16 bytes: floats */
    HONE_TEXEL_RGBA16F,     /**< 8 bytes: half floats, rounded to nearest; numbers of at most 65504 */
    HONE_TEXEL_RGBA16,      /**< 8 bytes: 0..1 in steps of 1/65535 */
    HONE_TEXEL_RGBA8,       /**< 4 bytes: 0..1 in steps of 1/255 */
    HONE_TEXEL_FORMAT_COUNT /**< the number of formats */
} hone_texel_format;

/** Returns the size of a texel in bytes; 0 for an unknown format. */
HONE_API size_t hone_texel_size(hone_texel_format format);

/** A clip of a texture. */
typedef struct hone_animation_clip {
    const char *name;     /**< never NULL */
    uint32_t first_frame; /**< its first frame; its first row is first_frame * rows_per_frame */
    uint32_t frame_count; /**< at least 1 */
    double rate;          /**< frames in a second; above 0 */
    /** Whether the first frame follows the last one: it takes frame_count / rate seconds. Otherwise the clip ends at
     * the last frame, (frame_count - 1) / rate seconds after the first. */
    bool loop;
    /** Contains all vertices at all frames, as exact matrices move them, model space: for culling. It is copied by
     * hone_animation_texture_create and computed by hone_animation_texture_bake. Between frames vertices are inside
     * too, except for QUATERNION, whose rotations follow arcs. Formats with an error move vertices by it. */
    hone_bounds box;
} hone_animation_clip;

/** An animation texture. It never changes: threads may share it. */
typedef struct hone_animation_texture {
    hone_animation_content content; /**< what its texels are */
    hone_texel_format format;       /**< how they are stored */
    uint32_t width;                 /**< texels: items_per_row * texels_per_item */
    uint32_t height;                /**< texels: frame_count * rows_per_frame */
    uint32_t item_count;            /**< slots or vertices */
    uint32_t texels_per_item;       /**< by the content: 1 to HONE_ANIMATION_MAX_TEXELS */
    /** Item i of frame f is at row f * rows_per_frame + i / items_per_row, and begins at texel
     * i % items_per_row * texels_per_item. */
    uint32_t items_per_row;
    uint32_t rows_per_frame; /**< 1, unless an item row would be wider than the texture may be */
    uint32_t frame_count;    /**< of all clips */
    /** [texel of an item][red, green, blue, alpha] A number is offset + scale * the number that the shader reads. 0 and
     * 1 for the float formats. */
    float offset[HONE_ANIMATION_MAX_TEXELS][4];
    float scale[HONE_ANIMATION_MAX_TEXELS][4]; /**< see offset */
    const uint8_t *texels;                     /**< [height][width] hone_texel_size(format) each, little-endian */
    size_t size;                               /**< bytes of `texels` */
    uint32_t clip_count;                       /**< how many clips there are */
    const hone_animation_clip *clips;          /**< [clip_count] one after the other */
    const char *const *item_names; /**< [item_count] of the bone of each slot; NULL: the items have no names */
} hone_animation_texture;

/** Settings of hone_animation_texture_create: frames as plain arrays. */
typedef struct hone_animation_texture_desc {
    hone_animation_content content; /**< what is stored */
    hone_texel_format format;       /**< how it is stored */
    uint32_t item_count;            /**< slots or vertices; at least 1 */
    const hone_affine *palettes;    /**< MATRIX and QUATERNION: [frames][item_count] hone_palette.affine */
    const float (*positions)[3];    /**< POSITION and POSITION_NORMAL: [frames][item_count] */
    const float (*normals)[3];      /**< POSITION_NORMAL: [frames][item_count] */
    /** [clip_count] Their frames follow each other in the arrays; first_frame is computed. */
    const hone_animation_clip *clips;
    uint32_t clip_count;             /**< at least 1 */
    const char *const *item_names;   /**< [item_count]; NULL: none */
    uint32_t max_size;               /**< the most texels of a side; 0: 16384 */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_animation_texture_desc;

/** Creates a texture from frames.
 *
 * Rotations of consecutive frames are on one hemisphere, so that they can be interpolated.
 * desc: nothing of it is needed after the call.
 * Returns: the texture; destroy it with hone_animation_texture_destroy. NULL on failure.
 * Errors: ARGUMENT (NULL, a number out of range; a number that is not finite: `at` is the frame; a slot that
 *         QUATERNION cannot hold: `at` is the slot), UNSUPPORTED (more rows than max_size, a number too large for half
 * floats), MEMORY.
 * Cost: a few nanoseconds a texel; memory of the frames as floats besides the texture.
 */
HONE_API hone_animation_texture *hone_animation_texture_create(const hone_animation_texture_desc *desc,
                                                               hone_error *error);

/** Destroys a texture. NULL is allowed. */
HONE_API void hone_animation_texture_destroy(hone_animation_texture *texture);

/* ---- reading ------------------------------------------------------------------------------------------------- */

/** Two frames of a texture and the place between them. */
typedef struct hone_animation_time {
    uint32_t frame; /**< of the whole texture */
    uint32_t next;  /**< the frame after it in the clip */
    float between;  /**< 0 to 1: 0 is `frame`, 1 is `next` */
} hone_animation_time;

/** Returns the frames of a clip at a time, as a shader computes them.
 *
 * seconds: any time; a clip that loops repeats, another holds its first and last frame.
 */
HONE_API hone_animation_time hone_animation_clip_at(const hone_animation_clip *clip, double seconds);

/** Returns the matrix of a slot at a time, as a shader reads it: model space from mesh space, as in
 * hone_palette.affine. This is the definition of what texels mean.
 *
 * MATRIX: the two matrices are interpolated number by number. QUATERNION: rotation, translation and scale are, and the
 * rotation is normalised.
 * texture: of MATRIX or QUATERNION.
 * slot: below item_count.
 */
HONE_API hone_affine hone_animation_texture_slot(const hone_animation_texture *texture, hone_animation_time time,
                                                 uint32_t slot);

/** Reads the position and normal of a vertex at a time, interpolated number by number.
 *
 * texture: of POSITION or POSITION_NORMAL.
 * vertex: below item_count.
 * position: out: model space.
 * normal: out: of unit length; NULL: not wanted; untouched for POSITION.
 */
HONE_API void hone_animation_texture_vertex(const hone_animation_texture *texture, hone_animation_time time,
                                            uint32_t vertex, float position[3], float normal[3]);

/* ---- baking -------------------------------------------------------------------------------------------------- */

/** Whether a clip loops. */
typedef enum hone_animation_loop {
    HONE_ANIMATION_LOOP_AUTO, /**< if no vertex is further than a thousandth of the model's size from where it began */
    HONE_ANIMATION_LOOP_ON,   /**< its last frame, which is the first again, is left out */
    HONE_ANIMATION_LOOP_OFF   /**< never */
} hone_animation_loop;

/** Settings of hone_animation_texture_bake. */
typedef struct hone_animation_bake_desc {
    const hone_model *model;           /**< required: with vertices */
    const hone_motion *const *motions; /**< [motion_count] one clip each; NULL entries: the rest pose */
    const char *const *names;          /**< [motion_count] of the clips; NULL: empty */
    uint32_t motion_count;             /**< at least 1 */
    hone_animation_content content;    /**< what is stored */
    hone_texel_format format;          /**< how it is stored */
    /** Frames in a second; 0: 30. A clip gets as many more as it needs to end at a frame. */
    double rate;
    hone_animation_loop loop;   /**< of all clips */
    hone_mmd_rules rules;       /**< how MMD motions and models are evaluated */
    hone_actor_physics physics; /**< all zero: none. It is always exact; `world` and `ragdoll` are not used */
    uint32_t max_size;          /**< the most texels of a side; 0: 16384 */
    /** Called for each frame that has been baked or measured: how many so far, and how many there will be. false
     * cancels the bake. NULL: not called. */
    bool (*progress)(void *user, uint32_t done, uint32_t total);
    void *user;                      /**< passed to progress */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_animation_bake_desc;

/** The measurements of a bake, in the model's unit, over all vertices. Slots skin linearly: that is what a shader that
 * reads matrices does. */
typedef struct hone_animation_report {
    double error;          /**< at the frames: the largest distance of a vertex from where its exact matrices move it */
    uint32_t worst_vertex; /**< the vertex of `error` */
    uint32_t worst_frame;  /**< the frame of `error`, of the whole texture */
    double error_between;  /**< the same in the middle between two frames */
    uint32_t worst_frame_between; /**< the frame before the middle of `error_between` */
    /** At the frames: the largest distance between where exact matrices move a vertex and where hone itself puts it, by
     * SDEF, dual quaternions and morphs. 0 for positions, which hold all of these. */
    double deform_error;
    double size; /**< half the diagonal of the box of the vertices at rest, to compare with */
} hone_animation_report;

/** Bakes motions of a model into a texture, and measures it.
 *
 * Each motion plays alone, from its beginning to its end, with IK, append, morphs of bones, and physics if it is on.
 * report: what was measured; NULL: it is not measured, which takes less than half of the time.
 * Returns: the texture, with item_names for slots; destroy it with hone_animation_texture_destroy. NULL on failure.
 * Errors: ARGUMENT (no model, no vertices, a rate out of range, cancelled), UNSUPPORTED (physics is not built in; as
 *         hone_animation_texture_create), MEMORY.
 * Cost: plays each motion, three times if it is measured; memory of the frames as floats besides the texture.
 */
HONE_API hone_animation_texture *hone_animation_texture_bake(const hone_animation_bake_desc *desc,
                                                             hone_animation_report *report, hone_error *error);

/* ---- writing ------------------------------------------------------------------------------------------------- */

/** Writes the table of a texture as JSON: an object with its layout, ranges, clips and names.
 *
 * allocator: of the text; NULL: malloc.
 * out: UTF-8, with a NUL behind it; release it with hone_bytes_release. Zeroed on failure.
 * Returns: whether it was written.
 * Errors: ARGUMENT (NULL), MEMORY.
 */
HONE_API bool hone_animation_texture_write_table(const hone_animation_texture *texture, const hone_allocator *allocator,
                                                 hone_bytes *out, hone_error *error);

/** Writes a texture as a KTX 2.0 file, which holds the table too: the text of hone_animation_texture_write_table under
 * the key "hone.animation".
 *
 * allocator: of the bytes; NULL: malloc.
 * out: the file; release it with hone_bytes_release. Zeroed on failure.
 * Returns: whether it was written.
 * Errors: ARGUMENT (NULL), MEMORY.
 * Source: Khronos, KTX File Format Specification, version 2.0.
 */
HONE_API bool hone_animation_texture_write_ktx2(const hone_animation_texture *texture, const hone_allocator *allocator,
                                                hone_bytes *out, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
