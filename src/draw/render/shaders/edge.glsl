// Edges (outlines) of a model: its back faces, moved outwards along the normals, in one colour.
#if VERTEX
uniform float u_edge_width; // world units per unit of distance to the eye; orthographic: world units

layout(location = 3) in float a_edge_scale;

void main()
{
    vec3 position, normal;
    place_vertex(position, normal);
    float distance_to_eye = u_eye.w != 0.0 ? distance(u_eye.xyz, position) : 1.0;
    position += normal * (a_edge_scale * u_edge_width * distance_to_eye);
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
