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

void main()
{
    vec3 position, normal;
    place_vertex(position, normal);
    v_uvs = vec4(a_uv, a_second_uv);
    vec3 seen = transform_point(u_view, place_edge(position, normal, a_edge_scale, v_uvs));
    v_depth = seen.z;
    v_alpha = a_extra_uv.w;
    gl_Position = u_projection * vec4(seen, 1.0);
    gl_PointSize = u_point_size;
}
#else
uniform vec4 u_diffuse; // only alpha counts
uniform float u_alpha_cutoff;
uniform bool u_vertex_colour;
uniform ivec2 u_numbers; // of item and material
uniform sampler2D u_texture_map;

in float v_depth;
in vec4 v_uvs;
in float v_alpha;
out uvec4 o_data;

void main()
{
    float alpha = u_diffuse.a * read_texture(u_texture_map, map_uv(BASE_MAP, move_uvs(v_uvs))).a;
    if (u_vertex_colour)
        alpha *= v_alpha;
    if (alpha < u_alpha_cutoff)
        discard;
    o_data = uvec4(floatBitsToUint(v_depth), uvec2(u_numbers), 0u);
}
#endif
