/* The entry points of the readers, one for each format. docs/formats.md describes how the fields of the formats are
 * read.
 *
 * All of them take the whole file; the result does not refer to its bytes. `desc` NULL stands for the defaults. Errors:
 * FORMAT, MEMORY, and those given with the function. */
#ifndef HONE_SRC_FORMAT_READERS_H
#define HONE_SRC_FORMAT_READERS_H

#include <hone/format.h>

/* How the files of a format are read. NULL: a format has no models, or no motions. A format that HONE_FORMATS leaves
 * out has a struct of zeros. */
typedef struct hone_format_reader {
    bool built_in;
    hone_model *(*model)(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);
    hone_motion *(*motion)(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);
    /* In place of these where a file is parsed when it is opened. Its bytes must outlive what `open` returns. */
    void *(*open)(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);
    void (*close)(void *file);
    hone_model *(*model_of)(void *file, const hone_load_desc *desc, hone_error *error);
    hone_motion *(*motion_of)(void *file, const hone_load_desc *desc, hone_error *error);
} hone_format_reader;

extern const hone_format_reader hone_pmx_format, hone_pmd_format, hone_vmd_format, hone_vpd_format, hone_x_format,
    hone_gltf_format, hone_hclip_format, hone_fbx_format, hone_bvh_format, hone_pmm_format, hone_vac_format;

/* PMX 2.0 and 2.1. Errors: UNSUPPORTED (PMX 1.0, a draft). */
hone_model *hone_pmx_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);

/* PMD, the older model format of MikuMikuDance, as a model that PMX could express. */
hone_model *hone_pmd_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);

/* VMD, a motion of MikuMikuDance. */
hone_motion *hone_vmd_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);

/* VPD, a pose of MikuMikuDance, as a motion: every bone and morph that it names has one key, at frame 0. */
hone_motion *hone_vpd_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);

/* Packed clips (.hclip). The motion is the clip that desc->clip chooses. Errors: UNSUPPORTED (a later version),
 * ARGUMENT (there is no such clip). */
hone_motion *hone_hclip_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);

/* BVH. The model is a skeleton in metres, without a mesh. The motion is the only clip. Errors: for the motion ARGUMENT
 * (there is no such clip). */
hone_model *hone_bvh_read_model(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);
hone_motion *hone_bvh_read_motion(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);

/* glTF 2.0, as text and as GLB. Bones are the file's nodes; a node with a mesh adds the mesh's vertices. The motion is
 * the animation that desc->clip chooses. Errors: UNSUPPORTED (another version, or a required extension that hone does
 * not read), IO (a buffer's file); for the motion ARGUMENT (there is no such clip).
 * Source: the glTF 2.0 specification (Khronos, ISO/IEC 12113). */
typedef struct hone_gltf_file hone_gltf_file;

/* Parses the file, whose bytes must outlive it. Of desc, allocator and files are used. */
hone_gltf_file *hone_gltf_open(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);
void hone_gltf_close(hone_gltf_file *file); /* NULL is fine */
hone_model *hone_gltf_read_model(hone_gltf_file *file, bool strict, hone_error *error);
hone_motion *hone_gltf_read_motion(hone_gltf_file *file, const char *clip, const char *camera, bool strict,
                                   hone_error *error);

/* FBX 6.1 to 7.7, binary and text. Bones are the file's nodes; a node with a mesh adds the mesh's vertices. The motion
 * is the animation stack that desc->clip chooses. Errors: UNSUPPORTED (another version; compressed arrays, where hone
 * was built without zlib); for the motion ARGUMENT (there is no such clip). */
typedef struct hone_fbx_file hone_fbx_file;

/* Parses the file, whose bytes must outlive it. Of desc, the allocator is used. */
hone_fbx_file *hone_fbx_open(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);
void hone_fbx_close(hone_fbx_file *file); /* NULL is fine */
hone_model *hone_fbx_read_model(hone_fbx_file *file, bool strict, hone_error *error);
hone_motion *hone_fbx_read_motion(hone_fbx_file *file, const char *clip, const char *camera, bool strict,
                                  hone_error *error);

#endif
