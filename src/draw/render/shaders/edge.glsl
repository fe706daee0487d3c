// Edges (outlines) of a model: its back faces, moved outwards along the normals, in one colour.
#if VERTEX
layout(location = 3) in float a_edge_scale;

void main()
{
    vec3 position, normal;
    place_vertex(position, normal);
    position = place_edge(position, normal, a_edge_scale, vec4(0.0));
    gl_Position = u_projection * vec4(transform_point(u_view, position), 1.0);
}
#else
uniform vec4 u_edge_colour;
out vec4 o_colour;

void main()
{
    o_colour = clamp(u_edge_colour, 0.0, 1.0);
}
#endif
