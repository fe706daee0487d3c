/* Surfaces of glTF, and the outlines of those that MToon shades. */
#ifndef HONE_SRC_RENDER_GLTF_H
#define HONE_SRC_RENDER_GLTF_H

#include "draw/render/gl/gl_state.h"

/* Writes title and text of the program of HONE_PASS_PBR or HONE_PASS_MTOON. */
void hone_gltf_set_program(hone_pass pass, hone_program_desc *out);

/* Draws the submeshes with pbr, each with its outline, in the order of the specifications. */
void hone_gltf_draw(const hone_draw_entry *entry, const hone_draw_uniforms *uniforms, const hone_draw_range *range);

/* Sets and binds these maps (bits of hone_gpu_map) of a submesh, as expressions and time have moved them. */
void hone_gltf_set_maps(const hone_program *program, const hone_draw_entry *entry, uint32_t submesh, double seconds,
                        uint32_t maps);

/* Return the alpha of a material with pbr, without that of its texture, and below which alpha nothing of a MASK is
 * drawn. */
float hone_gltf_alpha(const hone_draw_entry *entry, uint32_t submesh);
float hone_gltf_cutoff(const hone_draw_entry *entry, uint32_t submesh);

#endif
