// Surfaces of glTF in simple light: one light from MMD's direction, and light from sky and ground. Computed in linear
// values and converted to display values at the end. Sources: glTF 2.0 specification, "Materials"; docs/rendering.md.
#if VERTEX
layout(location = 2) in vec2 a_uv;
layout(location = 4) in vec4 a_extra_uv;
layout(location = 5) in vec2 a_second_uv;

out vec3 v_position, v_normal;
out vec4 v_uvs; // both UV sets
out vec4 v_colour;

void main()
{
    place_vertex(v_position, v_normal);
    v_uvs = vec4(a_uv, a_second_uv);
    v_colour = a_extra_uv;
    gl_Position = u_projection * vec4(transform_point(u_view, v_position), 1.0);
}
#else
const float LIGHT = 0.8 * 255.0 / 154.0; // MMD's default light counts as 0.8
const vec3 SKY = vec3(0.42), GROUND = vec3(0.2);

uniform vec4 u_base_colour;
uniform vec3 u_emissive;
uniform vec2 u_metallic_roughness;
uniform float u_alpha_cutoff; // below 0: opaque; above 1: blended
uniform bool u_vertex_colour, u_unlit, u_flat, u_receives;
uniform vec3 u_map_transforms[4]; // two rows for the base colour, two for the emission
uniform bvec2 u_second_set;
uniform sampler2D u_texture_map, u_emissive_map;

in vec3 v_position, v_normal;
in vec4 v_uvs;
in vec4 v_colour;
out vec4 o_colour;

vec3 linear_from_display(vec3 c)
{
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), vec3(greaterThan(c, vec3(0.04045))));
}

vec3 display_from_linear(vec3 c)
{
    return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, vec3(greaterThan(c, vec3(0.0031308))));
}

vec4 sample_map(sampler2D map, int row, bool second)
{
    vec3 uv = vec3(second ? v_uvs.zw : v_uvs.xy, 1.0);
    vec4 texel = read_texture(map, vec2(dot(u_map_transforms[row], uv), dot(u_map_transforms[row + 1], uv)));
    return vec4(linear_from_display(texel.rgb), texel.a);
}

vec3 to_eye()
{
    return unit_or_zero(u_eye.xyz - u_eye.w * v_position);
}

// Returns the normal. On back faces, which only double-sided materials show, it is reversed.
vec3 shading_normal()
{
    if (u_flat) {
        vec3 face = unit_or_zero(cross(dFdx(v_position), dFdy(v_position)));
        return dot(face, to_eye()) < 0.0 ? -face : face;
    }
    vec3 normal = unit_or_zero(v_normal);
    return gl_FrontFacing ? normal : -normal;
}

// Blinn-Phong highlight. The roughness gives its width; the total light is the same at any width.
vec3 highlight(vec3 normal, vec3 colour, float lambert)
{
    float rough = max(u_metallic_roughness.y, 0.15), power = 2.0 / (rough * rough * rough * rough) - 2.0;
    vec3 half_way = unit_or_zero(u_to_light + to_eye());
    vec3 tint = mix(vec3(0.04), colour, u_metallic_roughness.x);
    return tint * ((power + 2.0) / 8.0 * pow(max(dot(half_way, normal), 1e-4), power + 1e-4) * max(lambert, 0.0));
}

vec3 light(vec3 colour)
{
    vec3 normal = shading_normal();
    float lambert = dot(normal, u_to_light);
    vec3 around = mix(GROUND, SKY, 0.5 + 0.5 * normal.y);
    vec3 key = u_light_colour * LIGHT * (u_receives ? visibility(v_position) : 1.0);
    return colour * (around + key * max(lambert, 0.0)) + key * highlight(normal, colour, lambert);
}

void main()
{
    vec4 colour = u_base_colour * sample_map(u_texture_map, 0, u_second_set.x);
    if (u_vertex_colour)
        colour *= v_colour;
    bool opaque = u_alpha_cutoff < 0.0, blended = u_alpha_cutoff > 1.0;
    if (!opaque && (blended ? colour.a <= 0.0 : colour.a < u_alpha_cutoff))
        discard;
    if (!u_unlit)
        colour.rgb = light(colour.rgb) + u_emissive * sample_map(u_emissive_map, 2, u_second_set.y).rgb;
    o_colour = vec4(display_from_linear(clamp(colour.rgb, 0.0, 1.0)), blended ? clamp(colour.a, 0.0, 1.0) : 1.0);
}
#endif
