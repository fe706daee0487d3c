// Surfaces as MMD shades them, all in display (gamma) values: base colour, texture, sphere map, toon ramp, specular.
// Source: the shaders of MMD 9.32, quoted in docs/rendering.md.
#if VERTEX
layout(location = 2) in vec2 a_uv;
layout(location = 4) in vec4 a_extra_uv;

out vec3 v_position, v_normal;
out vec2 v_uv;
out vec4 v_extra_uv;

uniform float u_point_size; // for PMX 2.1's points

void main()
{
    place_vertex(v_position, v_normal);
    v_uv = a_uv;
    v_extra_uv = a_extra_uv;
    gl_Position = u_projection * vec4(transform_point(u_view, v_position), 1.0);
    gl_PointSize = u_point_size;
}
#else
const int SPHERE_MULTIPLY = 1, SPHERE_ADD = 2, SPHERE_SUB_TEXTURE = 3;

uniform vec4 u_diffuse;
uniform vec3 u_ambient;
uniform vec4 u_specular; // colour, power
uniform bool u_toon;
uniform int u_sphere;
uniform bool u_vertex_colour, u_receives;
uniform vec4 u_texture_factor[2], u_sphere_factor[2], u_toon_factor[2]; // multiply, add: from material morphs
uniform sampler2D u_texture_map, u_sphere_map, u_toon_map;

in vec3 v_position, v_normal;
in vec2 v_uv;
in vec4 v_extra_uv;
out vec4 o_colour;

// With a toon ramp only the ramp makes light and shade; without one the diffuse term does.
vec3 base_colour(float lambert)
{
    vec3 light = u_diffuse.rgb * u_light_colour;
    return clamp(u_ambient + (u_toon ? light : light * max(lambert, 0.0)), 0.0, 1.0);
}

// `none`: the neutral colour.
vec3 morph_texel(vec3 texel, vec4 factor[2], vec3 none)
{
    vec3 colour = mix(none, texel * factor[0].rgb, factor[0].a);
    return clamp(colour + (colour - none) * factor[1].a, 0.0, 1.0) + factor[1].rgb;
}

vec3 apply_sphere(vec3 colour, vec3 normal)
{
    vec3 n = transform_direction(u_view, normal);
    vec2 uv = u_sphere == SPHERE_SUB_TEXTURE ? v_extra_uv.xy : vec2(0.5 + 0.5 * n.x, 0.5 - 0.5 * n.y);
    vec3 texel = read_texture(u_sphere_map, uv).rgb;
    if (u_sphere == SPHERE_ADD)
        return colour + morph_texel(texel, u_sphere_factor, vec3(0.0));
    return colour * morph_texel(texel, u_sphere_factor, vec3(1.0));
}

vec3 specular(vec3 normal)
{
    vec3 half_way = unit_or_zero(u_to_light + unit_or_zero(u_eye.xyz - u_eye.w * v_position));
    return u_specular.rgb * u_light_colour * pow(max(dot(half_way, normal), 0.0), u_specular.w);
}

// Returns the part of the light that arrives, for materials that receive shadows. With a toon ramp, surfaces facing
// away from the light are in shadow without a caster.
float lit_share(float lambert)
{
    float share = visibility(v_position);
    return u_toon ? min(clamp(3.0 * lambert, 0.0, 1.0), share) : share;
}

// Reads the toon ramp. A material that receives shadows uses only the ramp's dark end, in proportion to the shadow.
vec3 toon(float lambert, float lit)
{
    vec2 at = u_receives ? vec2(0.0, 1.0) : vec2(0.0, 0.5 - 0.5 * lambert);
    vec3 shade = morph_texel(textureLod(u_toon_map, at, 0.0).rgb, u_toon_factor, vec3(1.0));
    return u_receives ? mix(shade, vec3(1.0), lit) : shade;
}

void main()
{
    vec3 normal = unit_or_zero(v_normal);
    float lambert = dot(normal, u_to_light), lit = u_receives ? lit_share(lambert) : 1.0;
    vec4 texel = read_texture(u_texture_map, v_uv);
    texel.rgb = morph_texel(texel.rgb, u_texture_factor, vec3(1.0));
    vec3 base = base_colour(lambert);
    if (!u_toon)
        base = mix(clamp(u_ambient, 0.0, 1.0), base, lit);
    vec4 colour = vec4(base, u_diffuse.a) * texel;
    if (u_vertex_colour)
        colour *= v_extra_uv;
    if (colour.a <= 0.0)
        discard;
    if (u_sphere != 0)
        colour.rgb = apply_sphere(colour.rgb, normal);
    if (u_toon)
        colour.rgb *= toon(lambert, lit);
    if (u_specular.w > 0.0)
        colour.rgb += lit * specular(normal);
    o_colour = clamp(colour, 0.0, 1.0);
}
#endif
