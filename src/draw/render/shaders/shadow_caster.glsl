// Shadow casters. u_projection goes directly from the world to the shadow's space: the shadow map, or the ground.
// Transparent parts of the texture cast no shadow.
#if VERTEX
layout(location = 2) in vec2 a_uv;

out vec2 v_uv;

void main()
{
    vec3 position, normal;
    place_vertex(position, normal);
    v_uv = a_uv;
    gl_Position = u_projection * vec4(position, 1.0);
}
#else
uniform sampler2D u_texture_map;
uniform vec4 u_edge_colour;

in vec2 v_uv;
out vec4 o_colour;

void main()
{
    if (texture(u_texture_map, v_uv).a < 0.5)
        discard;
    o_colour = u_edge_colour;
}
#endif
