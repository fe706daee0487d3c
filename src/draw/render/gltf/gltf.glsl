// What all surfaces of glTF share: pbr.glsl or mtoon.glsl follows and defines `shade`. Computed in linear values and
// converted to display values at the end. Sources: glTF 2.0 specification, "Materials"; docs/rendering.md.
#if VERTEX
layout(location = 2) in vec2 a_uv;
layout(location = 3) in float a_edge_scale;
layout(location = 4) in vec4 a_extra_uv;
layout(location = 5) in vec2 a_second_uv;

out vec3 v_position, v_normal;
out vec4 v_uvs; // both UV sets
out vec4 v_colour;

// An outline is lit as the surface from which it is moved away.
void main()
{
    place_vertex(v_position, v_normal);
    v_uvs = vec4(a_uv, a_second_uv);
    v_colour = a_extra_uv;
    gl_Position = u_projection * vec4(transform_point(u_view, place_edge(v_position, v_normal, a_edge_scale, v_uvs)), 1.0);
}
#else
uniform vec4 u_base_colour;
uniform vec3 u_emissive;
uniform float u_alpha_cutoff; // below 0: opaque; above 1: blended
uniform float u_outline; // below 0: a surface; of outlines: the part that is lit
uniform bool u_vertex_colour, u_unlit, u_flat, u_receives;
uniform sampler2D u_texture_map, u_emissive_map;

in vec3 v_position, v_normal;
in vec4 v_uvs;
in vec4 v_colour;
out vec4 o_colour;

// Returns the colour of a surface whose base colour this is.
vec3 shade(vec3 colour, vec4 uvs);

vec3 display_from_linear(vec3 c)
{
    return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, vec3(greaterThan(c, vec3(0.0031308))));
}

vec3 to_eye()
{
    return unit_or_zero(u_eye.xyz - u_eye.w * v_position);
}

// Returns -1 on back faces of surfaces, which only double-sided materials show. Outlines are lit as their surface.
float facing()
{
    return gl_FrontFacing || u_outline >= 0.0 ? 1.0 : -1.0;
}

// Returns the normal, which is reversed on back faces.
vec3 shading_normal()
{
    if (u_flat) {
        vec3 face = unit_or_zero(cross(dFdx(v_position), dFdy(v_position)));
        return dot(face, to_eye()) < 0.0 ? -face : face;
    }
    return facing() * unit_or_zero(v_normal);
}

vec3 emission(vec4 uvs)
{
    return has_map(EMISSION_MAP) ? u_emissive * read_texture(u_emissive_map, map_uv(EMISSION_MAP, uvs)).rgb : u_emissive;
}

void main()
{
    vec4 uvs = move_uvs(v_uvs), colour = u_base_colour * read_texture(u_texture_map, map_uv(BASE_MAP, uvs));
    if (u_vertex_colour)
        colour *= v_colour;
    bool opaque = u_alpha_cutoff < 0.0, blended = u_alpha_cutoff > 1.0;
    if (!opaque && (blended ? colour.a <= 0.0 : colour.a < u_alpha_cutoff))
        discard;
    colour.rgb = shade(colour.rgb, uvs);
    o_colour = vec4(display_from_linear(clamp(colour.rgb, 0.0, 1.0)), blended ? clamp(colour.a, 0.0, 1.0) : 1.0);
}
#endif
