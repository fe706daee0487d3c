// Lines and triangles of the world. A line is an instance of four corners, as wide as asked for on the screen at any depth;
// of a triangle each vertex is one of its corners.
#if VERTEX
layout(location = 2) in vec3 a_from; // behind those of skin.glsl, which ES wants to be of others
layout(location = 3) in vec4 a_from_colour;
layout(location = 4) in vec3 a_to; // of lines, as the next
layout(location = 5) in vec4 a_to_colour;

uniform vec3 u_line; // the picture's width and height, the line's width, in pixels; width 0: triangles

out vec4 v_colour;

vec4 clip_of(vec3 position)
{
    return u_projection * vec4(transform_point(u_view, position), 1.0);
}

// What lies before the near plane has no place on the screen: the line begins where it comes out of it.
void cut(inout vec4 clip, inout vec4 colour, vec4 to, vec4 to_colour)
{
    float here = clip.z + clip.w, there = to.z + to.w;
    if (here >= 0.0 || there <= 0.0)
        return;
    float share = here / (here - there);
    clip = mix(clip, to, share);
    colour = mix(colour, to_colour, share);
}

void main()
{
    vec4 from = clip_of(a_from), from_colour = a_from_colour;
    if (u_line.z > 0.0) {
        vec4 to = clip_of(a_to), to_colour = a_to_colour;
        cut(from, from_colour, to, to_colour);
        cut(to, to_colour, from, from_colour);
        vec2 along = unit_or_zero(vec3((to.xy * from.w - from.xy * to.w) * u_line.xy, 0.0)).xy;
        if (gl_VertexID > 1)
            from = to, from_colour = to_colour;
        float side = gl_VertexID % 2 == 0 ? -1.0 : 1.0;
        from.xy += side * vec2(-along.y, along.x) * u_line.z / u_line.xy * from.w;
        from = lift(from);
    }
    v_colour = from_colour;
    gl_Position = from;
}
#else
in vec4 v_colour;
out vec4 o_colour;

void main()
{
    o_colour = v_colour;
}
#endif
