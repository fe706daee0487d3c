/* format: bytes to models and motions, and back. What a file is, its content says; endings are not looked at.
 *
 * Read: PMX 2.0 and 2.1, PMD, VMD, VPD, .x, glTF 2.0 and GLB. Written: PMX, VMD, VPD, glTF, GLB.
 * Bad files end in one error that names the offset; odd ones load with warnings. A loader takes at most 16 times the
 * file's size + 1 MiB of memory, whatever the file says; of glTF, whose buffers count, beside what the JSON library
 * takes.
 */
#ifndef HONE_FORMAT_H
#define HONE_FORMAT_H

#include <hone/base.h>
#include <hone/model.h>
#include <hone/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hone_load_desc {
    bool strict;                     /* a warning is an error */
    const hone_allocator *allocator; /* NULL: malloc */
    const hone_file_resolver *files; /* where to find what else the file names: buffers of glTF. NULL: of a path in its
                                      * folder, of memory nowhere */
    const char *clip; /* of a motion, which of those that a .x or glTF file holds: all digits count from 0, else its
                         name, of several called alike the first; NULL: the first of the file. hone_model_data.clips
                         lists them. Without such a clip loading fails (ARGUMENT). A VMD or VPD is one motion: there
                         it says nothing */
} hone_load_desc;

/* False: jansson was not there at build time, and reading glTF is refused (UNSUPPORTED). Writing it always works. */
HONE_API bool hone_gltf_available(void);
/* False: zlib was not there at build time, and compressed .x is refused (UNSUPPORTED). */
HONE_API bool hone_compressed_x_available(void);

/* What the bytes are, by their first ones; UNKNOWN if nothing that hone knows. Says nothing of whether they are whole.
 */
HONE_API hone_format hone_format_detect(const void *bytes, size_t size);

/* A model from a file (errors: IO, FORMAT, UNSUPPORTED, MEMORY; the message begins with the path) or from memory (which
 * is not kept). path must be a regular file. desc NULL: defaults. The caller has one reference. */
HONE_API hone_model *hone_model_load(const char *path, const hone_load_desc *desc, hone_error *error);
HONE_API hone_model *hone_model_load_memory(const void *bytes, size_t size, const hone_load_desc *desc,
                                            hone_error *error);
HONE_API hone_motion *hone_motion_load(const char *path, const hone_load_desc *desc, hone_error *error);
HONE_API hone_motion *hone_motion_load_memory(const void *bytes, size_t size, const hone_load_desc *desc,
                                              hone_error *error);

/* The model as PMX. One that was read from PMX without a warning comes out byte for byte; of one made by program
 * version 2.0 (2.1 if it needs it), UTF-16 and the smallest index sizes are chosen.
 * Errors: ARGUMENT (more than PMX can say), MEMORY; out is then zeroed. allocator NULL: malloc. */
HONE_API bool hone_model_write_pmx(const hone_model *model, const hone_allocator *allocator, hone_bytes *out,
                                   hone_error *error);
/* What a model of .x or glTF is in MMD's space: vertices as they stand at rest, bones there without rotations of their
 * own, in the same order (and one more behind them for what hangs on none), at most four influences a vertex, vertex
 * morphs. What bones lie before their parents in the file gets a later layer. Vertex colours, further UVs, and what
 * only glTF's materials say, are lost. */
typedef struct hone_to_mmd_desc {
    float scale;                     /* metres of the model's unit; 0: 1 */
    const char *const *textures;     /* [texture_count] what the textures are called now; NULL: as in the model */
    const hone_allocator *allocator; /* NULL: malloc */
} hone_to_mmd_desc;

typedef struct hone_to_mmd_report {
    uint32_t influences_dropped; /* vertices that had more than four */
} hone_to_mmd_report;

/* A model that is in MMD's space already is retained. desc, report: may be NULL. Errors: ARGUMENT, MEMORY. */
HONE_API hone_model *hone_model_to_mmd(const hone_model *model, const hone_to_mmd_desc *desc,
                                       hone_to_mmd_report *report, hone_error *error);

/* The motion as VMD, keys of a track together, all sections. Names that CP932 lacks become '?'. Errors: as above. */
HONE_API bool hone_motion_write_vmd(const hone_motion *motion, const hone_allocator *allocator, hone_bytes *out,
                                    hone_error *error);

/* What of a pose is not at rest, as VPD, for a model of that name: bones' offsets and morphs' weights as motions say
 * them, before chains and appends. Only a pose of an MMD model. Errors: ARGUMENT, MEMORY; out is then zeroed. */
HONE_API bool hone_pose_write_vpd(const hone_pose *pose, const hone_model *model, const hone_allocator *allocator,
                                  hone_bytes *out, hone_error *error);

/* ---- glTF ---------------------------------------------------------------------------------------------------- */

typedef enum hone_gltf_surface {
    HONE_GLTF_BY_FORMAT, /* UNLIT of MMD's models, PBR of .x, which light shades. glTF's own materials stay in any case
                          */
    HONE_GLTF_UNLIT,     /* KHR_materials_unlit: colours as MMD shows them on the lit side */
    HONE_GLTF_PBR /* under the viewer's light: of MMD's models the same colours, of .x diffuse and emissive ones */
} hone_gltf_surface;

/* A file beside the glTF file; `name` is without folder. False, with the error: it cannot be. */
typedef bool hone_file_sink(void *user, const char *name, const void *data, size_t size, hone_error *error);

typedef struct hone_gltf_desc { /* zero: a GLB of the model at rest, without textures */
    const hone_motion *motion;  /* its channels, straight ones, bind by index: as hone_bake makes them; NULL: none */
    const char *motion_name;    /* NULL: none */
    const hone_morph *morphs;   /* [morph_count] more targets, VERTEX: channels of weights count them behind the model's
                                   own morphs, as hone_bake_correctives has them; NULL: none */
    uint32_t morph_count;
    const hone_motion *camera;       /* as hone_bake_camera makes it; NULL: none */
    float fov;                       /* of the camera: vertical, degrees */
    const hone_file_resolver *files; /* where textures are found; NULL: only those inside the model */
    hone_gltf_surface surface;
    float scale;          /* metres of the unit of a model that is not MMD's; 0: 1 */
    const char *stem;     /* "dance" of dance.gltf: buffers and textures become files that begin so; NULL: a GLB */
    hone_file_sink *sink; /* with stem: what takes them; called before this returns, when nothing else can fail */
    void *sink_user;
    void (*note)(void *user,
                 const char *text); /* what of the model is missing in the file, or changed; NULL: not told */
    void *note_user;
    const hone_allocator *allocator; /* NULL: malloc */
} hone_gltf_desc;

typedef struct hone_gltf_report {
    uint32_t weights_changed; /* vertices whose weights were not of sum 1 (within 1e-5), or too many */
    uint32_t normals_changed; /* not of unit length (within 1e-3) */
    uint32_t textures, textures_missing;
    uint32_t morphs_left_out; /* of kinds that glTF lacks; what bone morphs and groups do is in motions */
    uint64_t morph_bytes;     /* of hone_gltf_desc.morphs: offsets, and keys of weights */
} hone_gltf_report;

/* The model, and what it does, as glTF 2.0: right-handed, metres. Bones are nodes 0 .. bone_count - 1; a root for all,
 * the mesh and a camera come behind. Vertex i stays vertex i: all primitives share their accessors. Which part of a
 * model becomes what: docs/formats.md. desc NULL: defaults. report may be NULL.
 * Errors: ARGUMENT (a motion that is of another space or not baked, a file beyond 4 GiB), MEMORY, and the sink's; out
 * is then zeroed. */
HONE_API bool hone_model_write_gltf(const hone_model *model, const hone_gltf_desc *desc, hone_bytes *out,
                                    hone_gltf_report *report, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
