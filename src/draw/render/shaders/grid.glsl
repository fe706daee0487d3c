// The grid on the ground. Line number is gl_VertexID / 2: first the lines along z, then those along x, then the three
// axes.
#if VERTEX
const int LINES = 21;
const float STEP = 5.0, HALF = 50.0;

out vec3 v_colour;

void main()
{
    int line = gl_VertexID / 2;
    float end = gl_VertexID % 2 == 0 ? -HALF : HALF, at = float(line % LINES) * STEP - HALF;
    vec3 position = line < LINES ? vec3(at, 0.0, end) : vec3(end, 0.0, at);
    v_colour = vec3(0.6);
    if (line >= 2 * LINES) {
        vec3 axis = vec3(line == 2 * LINES, line == 2 * LINES + 1, line == 2 * LINES + 2);
        position = axis * max(end, 0.0);
        v_colour = axis;
    }
    gl_Position = u_projection * vec4(transform_point(u_view, position), 1.0);
}
#else
in vec3 v_colour;
out vec4 o_colour;

void main()
{
    o_colour = vec4(v_colour, 1.0);
}
#endif
