/** format: reads models and motions from files, and writes them. The format of a file is detected by its content, never
 * by its name.
 *
 * Read: PMX 2.0 and 2.1, PMD, VMD, VPD, .x, glTF 2.0 and GLB (VRM too), FBX 6.1 to 7.7, BVH, .hclip. Written: PMX, VMD,
 * VPD, glTF, GLB, BVH, .hclip. A damaged file gives one error with the offset; a file with faults that can be repaired
 * loads with warnings. A loader takes at most 16 times the size of the file (and the buffers of a glTF and the arrays
 * of an FBX, decompressed) + 1 MiB of memory, whatever the file contains; 48 MiB more for a glTF whose meshes have
 * instances (EXT_mesh_gpu_instancing).
 *
 * Loading a model and its warnings:
 * ```c
 * bool show(const char *path)
 * {
 *     hone_error error = {0};
 *     hone_model *model = hone_model_load(path, NULL, &error);
 *     hone_warnings warnings = hone_model_warnings(model);
 *     for (uint32_t i = 0; i < warnings.count; i++) printf("%s: %s\n", path, warnings.texts[i]);
 *     if (!model)
 *         printf("%s\n", error.message);
 *     hone_model_release(model);
 *     return model != NULL;
 * }
 * ```
 */
#ifndef HONE_FORMAT_H
#define HONE_FORMAT_H

#include <hone/base.h>
#include <hone/clip.h>
#include <hone/io.h>
#include <hone/model.h>
#include <hone/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- reading ------------------------------------------------------------------------------------------------- */

/** Settings of the load functions. */
typedef struct hone_load_desc {
    bool strict;                     /**< whether a warning is an error */
    const hone_allocator *allocator; /**< NULL: malloc */
    /** Where the other files that the file names are: buffers of glTF. NULL: in the folder of the path; from memory,
     * nowhere. */
    const hone_file_resolver *files;
    /** Motions of .x, glTF, FBX and .hclip: which clip of the file (hone_model_data.clips lists them). All digits: its
     * number, from 0. Otherwise its name; the first of equal names. NULL: the first clip. If there is no such clip,
     * loading fails (HONE_ERROR_ARGUMENT). Without effect for VMD and VPD, which hold one motion. */
    const char *clip;
    /** Motions of glTF and FBX: which camera of the file gives the camera keys (hone_model_data.cameras lists them).
     * All digits: its number, from 0. Otherwise its name; the first of equal names. If the clip does not move it, or
     * the file has no clips, there is one key, at frame 0. If there is no such camera, loading fails
     * (HONE_ERROR_ARGUMENT). NULL: the first one that the clip moves, in an FBX before it the default camera; if it
     * moves none, there are no camera keys. Without effect for other formats. */
    const char *camera;
    /** BVH: length of the file's unit in metres. 0: guessed from the size of the skeleton (docs/formats.md). Without
     * effect for other formats. */
    double unit;
} hone_load_desc;

/** Tells whether reading a format is built in. The build option `HONE_FORMATS` leaves formats out.
 *
 * Returns: false if it is not, or for HONE_FORMAT_UNKNOWN; reading such a file then fails with HONE_ERROR_UNSUPPORTED,
 *          and hone_format_unread says what it is.
 */
HONE_API bool hone_format_available(hone_format format);

/** Tells whether reading compressed .x is built in.
 *
 * Returns: false if both libdeflate and zlib were missing at build time; reading compressed .x then fails with
 *          HONE_ERROR_UNSUPPORTED.
 */
HONE_API bool hone_compressed_x_available(void);

/** Tells whether reading compressed FBX is built in: nearly all binary files have compressed arrays.
 *
 * Returns: false if both libdeflate and zlib were missing at build time; reading compressed FBX then fails with
 *          HONE_ERROR_UNSUPPORTED.
 */
HONE_API bool hone_compressed_fbx_available(void);

/** Tells whether reading and writing compressed glTF (KHR_meshopt_compression, EXT_meshopt_compression) is built in.
 *
 * Returns: false if meshoptimizer was missing at build time; both then fail with HONE_ERROR_UNSUPPORTED. Attributes in
 *          version 1 of their codec are read without it.
 */
HONE_API bool hone_compressed_gltf_available(void);

/** Tells whether reading glTF whose meshes are compressed by Draco (KHR_draco_mesh_compression) is built in.
 *
 * Returns: false if Draco was missing at build time; reading a file that requires it then fails with
 *          HONE_ERROR_UNSUPPORTED.
 */
HONE_API bool hone_draco_gltf_available(void);

/** Detects the format of a file by its first bytes. It does not check the rest.
 *
 * bytes: [size]; NULL is allowed.
 * Returns: the format; HONE_FORMAT_UNKNOWN if hone does not know it.
 */
HONE_API hone_format hone_format_detect(const void *bytes, size_t size);

/** Says what a file is that hone knows and does not read: archives, models of other programs, pictures, films.
 *
 * bytes: [size] the begin of a file; 4096 bytes suffice.
 * Returns: what it is, and what to do, to follow the file's name: "is a RAR archive; unpack it first". NULL if hone
 *          does not know it, or if hone_format_detect does.
 */
HONE_API const char *hone_format_unread(const void *bytes, size_t size);

/** Loads a model from a PMX, PMD, .x, glTF, GLB, FBX or BVH file.
 *
 * path: a regular file.
 * desc: NULL: defaults.
 * Returns: a model with one reference; NULL on failure.
 * Errors: IO, FORMAT, UNSUPPORTED, MEMORY, ARGUMENT (NULL); the message begins with the path.
 */
HONE_API hone_model *hone_model_load(const char *path, const hone_load_desc *desc, hone_error *error);

/** Loads a model from the bytes of a PMX, PMD, .x, glTF, GLB, FBX or BVH file.
 *
 * bytes: [size]; not kept.
 * desc: NULL: defaults.
 * Returns: a model with one reference; NULL on failure.
 * Errors: FORMAT, UNSUPPORTED, MEMORY, ARGUMENT (NULL).
 */
HONE_API hone_model *hone_model_load_memory(const void *bytes, size_t size, const hone_load_desc *desc,
                                            hone_error *error);

/** Loads a motion from a VMD, VPD, .x, glTF, GLB, FBX, BVH or .hclip file.
 *
 * path: a regular file.
 * desc: NULL: defaults.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: IO, FORMAT, UNSUPPORTED, MEMORY, ARGUMENT (NULL, no such clip); the message begins with the path.
 */
HONE_API hone_motion *hone_motion_load(const char *path, const hone_load_desc *desc, hone_error *error);

/** Loads a motion from the bytes of a VMD, VPD, .x, glTF, GLB, FBX, BVH or .hclip file.
 *
 * bytes: [size]; not kept.
 * desc: NULL: defaults.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: FORMAT, UNSUPPORTED, MEMORY, ARGUMENT (NULL, no such clip).
 */
HONE_API hone_motion *hone_motion_load_memory(const void *bytes, size_t size, const hone_load_desc *desc,
                                              hone_error *error);

/* ---- reading a model and its motions ------------------------------------------------------------------------- */

/** An open file, from which a model and any number of motions are loaded. A glTF or FBX file is parsed once, when
 * it is opened. One thread at a time may use an asset. */
typedef struct hone_asset hone_asset;

/** Opens a file of any format that hone reads.
 *
 * path: a regular file.
 * desc: NULL: defaults. Its allocator must outlive the asset and all that is loaded from it; its files need not outlive
 * this call, and its clip has no effect. Its camera, which must outlive the asset, is that of all motions.
 * Returns: the asset, to be closed with hone_asset_close; NULL on failure.
 * Errors: IO, FORMAT, UNSUPPORTED, MEMORY, ARGUMENT (NULL); the message begins with the path, as that of the functions
 *         below.
 */
HONE_API hone_asset *hone_asset_open(const char *path, const hone_load_desc *desc, hone_error *error);

/** Opens the bytes of a file, as hone_asset_open.
 *
 * bytes: [size]; must outlive the asset.
 * desc: NULL: defaults; see hone_asset_open.
 * Returns: the asset, to be closed with hone_asset_close; NULL on failure.
 * Errors: FORMAT, UNSUPPORTED, MEMORY, ARGUMENT (NULL).
 */
HONE_API hone_asset *hone_asset_open_memory(const void *bytes, size_t size, const hone_load_desc *desc,
                                            hone_error *error);

/** Returns the format of an open file; HONE_FORMAT_UNKNOWN for NULL.
 *
 * asset: may be NULL.
 */
HONE_API hone_format hone_asset_format(const hone_asset *asset);

/** Loads the model of an open file. The model does not refer to the asset.
 *
 * Returns: a model with one reference; NULL on failure.
 * Errors: FORMAT (also if the file holds none), MEMORY, ARGUMENT (NULL).
 */
HONE_API hone_model *hone_asset_model(hone_asset *asset, hone_error *error);

/** Loads a motion of an open file. The motion does not refer to the asset.
 *
 * clip: as hone_load_desc.clip.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: FORMAT (also if the file holds none), MEMORY, ARGUMENT (NULL, no such clip).
 */
HONE_API hone_motion *hone_asset_motion(hone_asset *asset, const char *clip, hone_error *error);

/** Closes a file. NULL is allowed. */
HONE_API void hone_asset_close(hone_asset *asset);

/* ---- MMD's formats ------------------------------------------------------------------------------------------- */

/** Writes a model as PMX.
 *
 * A model that was read from PMX without a warning is written byte for byte. For any other, version 2.0 (2.1 if it is
 * needed), UTF-16 and the smallest index sizes are chosen.
 * model: in MMD's space.
 * allocator: of the bytes; NULL: malloc.
 * out: the file; release it with hone_bytes_release. Zeroed on failure.
 * Returns: whether it was written.
 * Errors: ARGUMENT (NULL, another space, more than PMX can hold), MEMORY.
 */
HONE_API bool hone_model_write_pmx(const hone_model *model, const hone_allocator *allocator, hone_bytes *out,
                                   hone_error *error);

/** Settings of hone_model_to_mmd. */
typedef struct hone_to_mmd_desc {
    float scale;                     /**< metres of the model's unit; 0: 1 */
    const char *const *textures;     /**< [texture_count] new paths of the textures; NULL: they keep theirs */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_to_mmd_desc;

/** The losses of a conversion to MMD's space. */
typedef struct hone_to_mmd_report {
    uint32_t influences_dropped; /**< vertices that had more than four influences */
} hone_to_mmd_report;

/** Converts a .x or glTF model to MMD's space.
 *
 * Vertices are where they are at rest. Bones are in the same order, without rest rotations; a bone that comes before
 * its parent gets a later layer, and one bone is added at the end for vertices that no bone carries. A vertex keeps at
 * most four influences. Vertex morphs are kept. Vertex colours, additional UVs and what only glTF's materials can hold
 * are lost.
 * model: if it is in MMD's space already, it is retained and returned.
 * desc: NULL: defaults.
 * report: NULL: not wanted.
 * Returns: a model with one reference more; NULL on failure.
 * Errors: ARGUMENT (NULL, a number out of range), MEMORY.
 */
HONE_API hone_model *hone_model_to_mmd(const hone_model *model, const hone_to_mmd_desc *desc,
                                       hone_to_mmd_report *report, hone_error *error);

/** Writes a motion as VMD, all sections, the keys of a track together. Characters that CP932 lacks become '?'.
 *
 * motion: in MMD's space, not packed.
 * allocator: of the bytes; NULL: malloc.
 * out: the file; release it with hone_bytes_release. Zeroed on failure.
 * Returns: whether it was written.
 * Errors: ARGUMENT (NULL, another space, a packed motion, more keys than VMD can hold), MEMORY.
 */
HONE_API bool hone_motion_write_vmd(const hone_motion *motion, const hone_allocator *allocator, hone_bytes *out,
                                    hone_error *error);

/** Writes the bones and morphs of a pose that are not at rest as VPD: offsets and weights as motions give them, before
 * IK and append.
 *
 * pose: its counts are the model's.
 * model: in MMD's space; the file names it.
 * allocator: of the bytes; NULL: malloc.
 * out: the file; release it with hone_bytes_release. Zeroed on failure.
 * Returns: whether it was written.
 * Errors: ARGUMENT (NULL, another space), MEMORY.
 */
HONE_API bool hone_pose_write_vpd(const hone_pose *pose, const hone_model *model, const hone_allocator *allocator,
                                  hone_bytes *out, hone_error *error);

/* ---- packed clips -------------------------------------------------------------------------------------------- */

/** Settings of hone_motion_write_hclip. */
typedef struct hone_hclip_desc {
    const hone_model *model;           /**< required: its hierarchy carries the points of the bound */
    const hone_motion *const *motions; /**< [motion_count] each becomes a clip; in the model's space */
    const char *const *names;          /**< [motion_count] of the clips; NULL: empty */
    uint32_t motion_count;             /**< at least 1 */
    float tolerance;                   /**< of hone_clip_pack_desc, in the model's unit; 0: 0.1 mm */
    float distance;                    /**< of hone_clip_pack_desc, in the model's unit; 0: 3 cm */
    float scale;                       /**< metres of the unit of a model that is not MMD's; 0: 1 */
    hone_workers *workers;             /**< threads that share the work; NULL: the calling thread alone */
    const hone_allocator *allocator;   /**< of the bytes too; NULL: malloc */
} hone_hclip_desc;

/** The measurements of one clip of a .hclip. */
typedef struct hone_hclip_report {
    hone_clip_pack_report pack; /**< of its block; raw_bytes: of all bones, keyed ones too */
    size_t bytes;               /**< of its block and its keys */
    uint32_t keyed;             /**< bones that have keys with curves instead of samples (MMD) */
    uint32_t channels;          /**< channels that keep their keys, since their value jumps (not MMD) */
    size_t key_bytes;           /**< of these keys */
    uint32_t samples;           /**< how many there are */
    double rate;                /**< samples in a second: 30 for MMD, otherwise as many as the bound needs, to 120 */
    uint32_t lost;              /**< tracks and channels that the model has no bone or morph for: not in the clip */
    /** The largest error of a point at four times of each frame (30 a second), as the file plays; for MMD once IK and
     * append of the model are applied to both poses. Samples get more precision, and for models of other formats
     * become more, until it is within the tolerance, or the attempts are over. */
    double rig_error;
    uint32_t rig_bone;   /**< whose point it is */
    uint32_t rig_sample; /**< at or before which sample */
} hone_hclip_report;

/** Packs motions into the bytes of a .hclip file.
 *
 * Bones and morphs become a block (clip.h) of samples; keys of camera, light, self-shadow and properties, and switches
 * of physics, are kept as they are. Bones of MMD keep their keys and curves if their motion between two frames is not a
 * straight line within a quarter of the tolerance, or if that takes fewer bytes (docs/motions.md, "Packed clips").
 * Channels with steps keep their keys. All else is sampled: between two samples the motion is linear. A motion that is
 * packed already is packed again.
 * out: the file; release it with hone_bytes_release. Zeroed on failure.
 * reports: [motion_count]; NULL: not wanted.
 * Returns: whether all motions were packed within the bounds.
 * Errors: ARGUMENT (NULL, another space, a number out of range), UNSUPPORTED (see hone_clip_pack), MEMORY.
 * Cost: see hone_clip_pack; memory for all samples of a motion.
 */
HONE_API bool hone_motion_write_hclip(const hone_hclip_desc *desc, hone_bytes *out, hone_hclip_report *reports,
                                      hone_error *error);

/* ---- writing BVH --------------------------------------------------------------------------------------------- */

/** Settings of hone_model_write_bvh. All zero: one frame of the model at rest, in centimetres. */
typedef struct hone_bvh_desc {
    /** A motion that plays without a rig: with channels, as hone_bake makes it. NULL: one frame at rest. */
    const hone_motion *motion;
    double rate;                     /**< frames a second; 0: 30 */
    double unit;                     /**< length of the file's unit in metres; 0: 0.01 */
    float scale;                     /**< metres of the unit of a model that is not MMD's; 0: 1 */
    const hone_allocator *allocator; /**< of the bytes too; NULL: malloc */
} hone_bvh_desc;

/** Writes the skeleton of a model and a baked motion as BVH: right-handed, +Y up.
 *
 * Each bone is a joint; several roots get a common one, since most programs read a single root. Offsets are those of
 * the rest pose along the axes of the model, so a joint turns in these axes. Channels are rotations in the order Z, X,
 * Y; the root and joints that leave their offset have positions too. Of angles that mean the same, those nearest to the
 * frame before are written. Scales are lost. An End Site is the tail of a bone, or half its length away.
 * model: of any space.
 * desc: NULL: defaults.
 * out: the file; release it with hone_bytes_release. Zeroed on failure.
 * Returns: whether it was written.
 * Errors: ARGUMENT (NULL, no bones, a number out of range, a motion of another space, more than 10 million frames),
 *         MEMORY.
 * Cost: samples the motion twice.
 */
HONE_API bool hone_model_write_bvh(const hone_model *model, const hone_bvh_desc *desc, hone_bytes *out,
                                   hone_error *error);

/* ---- writing glTF -------------------------------------------------------------------------------------------- */

/** Which glTF materials are written. glTF's own materials stay as they are in any case. */
typedef enum hone_gltf_surface {
    HONE_GLTF_BY_FORMAT, /**< UNLIT for MMD's models, PBR for .x, whose colours are meant to be lit */
    HONE_GLTF_UNLIT,     /**< KHR_materials_unlit: colours as MMD shows them on the lit side */
    HONE_GLTF_PBR        /**< lit by the viewer: the same colours for MMD's models, diffuse and emissive ones for .x */
} hone_gltf_surface;

/** A function that stores a file beside the glTF file.
 *
 * name: the file, without a folder.
 * data: [size] its bytes.
 * Returns: false, with the error, if it cannot.
 */
typedef bool hone_file_sink(void *user, const char *name, const void *data, size_t size, hone_error *error);

/** Settings of hone_model_write_gltf. All zero: a GLB of the model at rest, without textures. */
typedef struct hone_gltf_desc {
    /** A motion whose channels, linear or stepped, bind by index, as hone_bake makes it. NULL: none. */
    const hone_motion *motion;
    const char *motion_name; /**< name of the animation; NULL: none */
    /** [morph_count] VERTEX morphs that are written after the model's own: as hone_bake_correctives makes them, whose
     * channel of weights counts them so. NULL: none. */
    const hone_morph *morphs;
    uint32_t morph_count;      /**< how many they are */
    const hone_motion *camera; /**< as hone_bake_camera makes it; NULL: none */
    float fov;                 /**< of the camera: vertical, degrees; if keys change it, where these are not read */
    /** Half the height of what an orthographic camera sees, in the unit of `camera`; its pictures are taken as 16:9
     * where a player does not fit them to its own. 0: the camera is perspective. */
    float height;
    const hone_file_resolver *files; /**< where textures are; NULL: only those inside the model */
    hone_gltf_surface surface;       /**< which materials are written */
    float scale;                     /**< metres of the unit of a model that is not MMD's; 0: 1 */
    /** Where the model stands, in metres and glTF's axes: the transform of a node above all others but the camera.
     * NULL: there is no such node. */
    const hone_transform *place;
    /** How that node moves: channels of translation, rotation and scale, as hone_bake makes them of a bone, in metres
     * and glTF's axes. Borrowed for the call. NULL: it stands still. */
    const hone_motion *place_motion;
    /** Whether values are rounded (KHR_mesh_quantization) and the data is compressed (EXT_meshopt_compression), which
     * players must support. Vertices and triangles keep their order. */
    bool pack;
    /** With `pack`: how far rounding may move a bone or a vertex in any pose of the motion, in metres, besides what the
     * rounding of its weights to 16 bits does. 0: as little as possible. */
    float pack_tolerance;
    /** Whether a VRM 1.0 is written, of a model that hone_model_to_vrm made (vrm.h) or that was read from one: with
     * avatar, springs, constraints and toons. It has no motion, camera or place. */
    bool vrm;
    /** "dance" of dance.gltf: buffers and textures become files whose names begin so. NULL: everything in one GLB. */
    const char *stem;
    hone_file_sink *sink; /**< with stem: stores these files; called at the end, when nothing else can fail */
    void *sink_user;      /**< passed to sink */
    /** Called with a sentence for each thing of the model that is missing in the file, or changed. NULL: not called. */
    void (*note)(void *user, const char *text);
    void *note_user;                 /**< passed to note */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_gltf_desc;

/** The changes that were made to write a glTF. */
typedef struct hone_gltf_report {
    uint32_t weights_changed;  /**< vertices whose weights did not sum to 1 (within 1e-5), or were too many */
    uint32_t normals_changed;  /**< normals that were not of unit length (within 1e-3) */
    uint32_t textures;         /**< textures in the file */
    uint32_t textures_missing; /**< textures that were not found */
    uint32_t morphs_left_out;  /**< morphs of kinds that glTF lacks; bone morphs and groups act in baked motions */
    uint64_t morph_bytes;      /**< bytes of hone_gltf_desc.morphs: offsets, and keys of weights */
    uint64_t animation_bytes;  /**< bytes of all keys of the animation, compressed with hone_gltf_desc.pack */
    /** With `pack`, metres: how far a bone, or a corner of the box around the vertices that it carries, is from where
     * the motion puts it, at most, at four times of each frame. 0: not measured (docs/formats.md). */
    double pack_error;
} hone_gltf_report;

/** Writes a model and its baked motion as glTF 2.0: right-handed, metres.
 *
 * Bones are nodes 0 to bone_count - 1; a root for all of them, the mesh, a camera and the place follow. Vertex i stays
 * vertex i: all primitives share their accessors. docs/formats.md describes how each part of a model is written.
 * model: of any space.
 * desc: NULL: defaults.
 * out: the glTF or GLB file; release it with hone_bytes_release. Zeroed on failure.
 * report: NULL: not wanted.
 * Returns: whether it was written.
 * Errors: ARGUMENT (NULL, a motion of another space or one that was not baked, a GLB beyond 4 GiB, `vrm` of a
 *         model that is no avatar), MEMORY,
 *         UNSUPPORTED (`pack` without meshoptimizer), and those of the sink.
 */
HONE_API bool hone_model_write_gltf(const hone_model *model, const hone_gltf_desc *desc, hone_bytes *out,
                                    hone_gltf_report *report, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
