/* The shaders of glTF. */
#include "draw/render/gltf/gltf.h"

extern const unsigned char hone_embedded_gltf_glsl[], hone_embedded_pbr_glsl[], hone_embedded_mtoon_glsl[];

void hone_gltf_set_program(hone_pass pass, hone_program_desc *out)
{
    bool toon = pass == HONE_PASS_MTOON;
    out->title = toon ? "toon" : "pbr";
    out->shared = hone_embedded_gltf_glsl;
    out->body = toon ? hone_embedded_mtoon_glsl : hone_embedded_pbr_glsl;
}
