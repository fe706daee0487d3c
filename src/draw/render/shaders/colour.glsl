// A model in vertex colours instead of its materials: full colour on faces towards the light, darker on others.
// Transparent parts of the texture stay transparent.
#if VERTEX
layout(location = 2) in vec2 a_uv;
layout(location = 4) in vec4 a_colour; // in place of the extra UV

out vec3 v_normal;
out vec2 v_uv;
out vec4 v_colour;

uniform float u_point_size;

void main()
{
    vec3 position;
    place_vertex(position, v_normal);
    v_uv = a_uv;
    v_colour = a_colour;
    gl_Position = u_projection * vec4(transform_point(u_view, position), 1.0);
    gl_PointSize = u_point_size;
}
#else
const float DARKEST = 0.5;

uniform sampler2D u_texture_map;

in vec3 v_normal;
in vec2 v_uv;
in vec4 v_colour;
out vec4 o_colour;

void main()
{
    if (read_texture(u_texture_map, v_uv).a < 0.5)
        discard;
    vec3 normal = unit_or_zero(v_normal);
    float facing = 0.5 + 0.5 * dot(gl_FrontFacing ? normal : -normal, u_to_light);
    o_colour = vec4(v_colour.rgb * mix(DARKEST, 1.0, facing), v_colour.a);
}
#endif
