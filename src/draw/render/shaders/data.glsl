// Depth, item and material of what is seen, as whole numbers.
#if VERTEX
layout(location = 2) in vec2 a_uv;
layout(location = 3) in float a_edge_scale;
layout(location = 4) in vec4 a_extra_uv;
layout(location = 5) in vec2 a_second_uv;

out float v_depth;
out vec4 v_uvs; // both UV sets
out float v_alpha;

uniform float u_point_size;
uniform float u_edge_width; // as in edge.glsl; 0: surfaces

void main()
{
    vec3 position, normal;
    place_vertex(position, normal);
    if (u_edge_width > 0.0) {
        float distance_to_eye = u_eye.w != 0.0 ? distance(u_eye.xyz, position) : 1.0;
        position += normal * (a_edge_scale * u_edge_width * distance_to_eye);
    }
    vec3 seen = transform_point(u_view, position);
    v_depth = seen.z;
    v_uvs = vec4(a_uv, a_second_uv);
    v_alpha = a_extra_uv.w;
    gl_Position = u_projection * vec4(seen, 1.0);
    gl_PointSize = u_point_size;
}
#else
uniform vec4 u_diffuse; // only alpha counts
uniform float u_alpha_cutoff;
uniform bool u_vertex_colour;
uniform vec3 u_map_transforms[2];
uniform bvec2 u_second_set;
uniform ivec2 u_numbers; // of item and material
uniform sampler2D u_texture_map;

in float v_depth;
in vec4 v_uvs;
in float v_alpha;
out uvec4 o_data;

void main()
{
    vec3 uv = vec3(u_second_set.x ? v_uvs.zw : v_uvs.xy, 1.0);
    float alpha = u_diffuse.a * read_texture(u_texture_map, vec2(dot(u_map_transforms[0], uv),
                                                                 dot(u_map_transforms[1], uv))).a;
    if (u_vertex_colour)
        alpha *= v_alpha;
    if (alpha < u_alpha_cutoff)
        discard;
    o_data = uvec4(floatBitsToUint(v_depth), uvec2(u_numbers), 0u);
}
#endif
