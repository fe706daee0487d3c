/* Writes what a VRM adds to its glTF (hone_gltf_desc.vrm): springs, constraints, expressions, look-at, first person,
 * meta data, MToon. */
#ifndef HONE_SRC_FORMAT_GLTF_WRITE_VRM_H
#define HONE_SRC_FORMAT_GLTF_WRITE_VRM_H

#include "files/format/gltf/vrm_words.h"
#include "files/format/gltf/write/writer.h"

/* Checks that the model is an avatar of 1.0 with all bones of a human that are required, and what a GLB with its parts
 * needs. Errors: ARGUMENT. */
bool hone_gltf_check_vrm(const hone_model_data *model, const hone_gltf_desc *desc, hone_error *error);

void hone_gltf_write_vrm(gltf_writer *writer, hone_json *json);  /* the extensions of the file */
void hone_gltf_write_meta(gltf_writer *writer, hone_json *json); /* its members of VRMC_vrm */
void hone_gltf_write_expressions(gltf_writer *writer, hone_json *json);
void hone_gltf_write_springs(gltf_writer *writer, hone_json *json); /* VRMC_springBone, if there are springs */

/* Members of the object of a node, and of a material's "extensions". */
void hone_gltf_write_constraint(gltf_writer *writer, uint32_t node, hone_json *json);
void hone_gltf_write_mtoon(gltf_writer *writer, const hone_mtoon *toon, hone_json *json);

#endif
