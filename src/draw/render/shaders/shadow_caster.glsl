// Shadow casters. u_projection goes directly from the world to the shadow's space: the shadow map, or the ground.
// With CUT_OUT, transparent parts of the texture cast no shadow.
#if VERTEX
#ifdef CUT_OUT
layout(location = 2) in vec2 a_uv;

out vec2 v_uv;
#endif

void main()
{
    vec3 position, normal;
    place_vertex(position, normal);
#ifdef CUT_OUT
    v_uv = a_uv;
#endif
    gl_Position = u_projection * vec4(position, 1.0);
}
#else
uniform vec4 u_edge_colour;
out vec4 o_colour;

#ifdef CUT_OUT
uniform sampler2D u_texture_map;
in vec2 v_uv;
#endif

void main()
{
#ifdef CUT_OUT
    if (texture(u_texture_map, v_uv).a < 0.5)
        discard;
#endif
    o_colour = u_edge_colour;
}
#endif
