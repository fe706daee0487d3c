// Skins vertices into a buffer, by transform feedback. Nothing is drawn.
#if VERTEX
out vec3 v_position, v_normal; // model space

void main()
{
    skin_vertex(v_position, v_normal);
    gl_Position = vec4(0.0);
}
#else
out vec4 o_colour;

void main()
{
    o_colour = vec4(0.0);
}
#endif
