// Wireframe: the sides of a model's triangles, in one colour, over its surface.
#if VERTEX
void main()
{
    vec3 position, normal;
    place_vertex(position, normal);
    gl_Position = lift(u_projection * vec4(transform_point(u_view, position), 1.0));
}
#else
uniform vec4 u_edge_colour;
out vec4 o_colour;

void main()
{
    o_colour = u_edge_colour;
}
#endif
