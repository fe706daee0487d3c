// Lines and triangles in world space. A line is an instance with four corners; its width on the screen is the same at
// any depth. A triangle has a vertex per corner.
#if VERTEX
layout(location = 2) in vec3 a_from; // locations not used by skin.glsl, because ES forbids sharing
layout(location = 3) in vec4 a_from_colour;
layout(location = 4) in vec3 a_to; // this and the next only for lines
layout(location = 5) in vec4 a_to_colour;

uniform vec3 u_line; // picture width and height, line width, in pixels; line width 0: triangles

out vec4 v_colour;

vec4 clip_of(vec3 position)
{
    return u_projection * vec4(transform_point(u_view, position), 1.0);
}

// Clips a line's end at the near plane, because points in front of it have no place on the screen.
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
