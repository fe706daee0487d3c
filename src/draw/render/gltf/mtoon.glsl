// Toon surfaces of VRM and their outlines. After gltf.glsl. Source: VRMC_materials_mtoon 1.0.
#if !VERTEX
const float LIGHT = 255.0 / 154.0; // MMD's default light counts as 1

uniform vec4 u_mtoon[5];  // as set_mtoon fills it
uniform vec3 u_around[2]; // light from above and from below
uniform sampler2D u_normal_map, u_shade_map, u_shift_map, u_matcap_map, u_rim_map;

// Light from all around, without the part of it that is said to have no direction.
vec3 light_around(float up)
{
    vec3 even = 0.5 * (u_around[0] + u_around[1]);
    return mix(mix(u_around[1], u_around[0], 0.5 + 0.5 * up), even, u_mtoon[4].y);
}

// Turns the normal by the normal map, whose axes are the directions in which its coordinates grow on the surface. On back
// faces the mapped normal is reversed, as glTF has it.
vec3 mapped_normal(vec3 normal, vec2 uv)
{
    vec3 p = dFdx(v_position), q = dFdy(v_position), across = cross(q, normal), up = cross(normal, p);
    vec3 s = across * dFdx(uv.x) + up * dFdy(uv.x), t = across * dFdx(uv.y) + up * dFdy(uv.y);
    float size = max(dot(s, s), dot(t, t)), side = dot(up, q) < 0.0 ? -1.0 : 1.0;
    vec3 turned = read_texture(u_normal_map, uv).xyz * 2.0 - 1.0;
    turned.xy *= u_mtoon[4].x * side * facing() * (size > 0.0 ? inversesqrt(size) : 0.0);
    return unit_or_zero(turned.x * s - turned.y * t + turned.z * normal);
}

// The picture of a lit sphere, as seen from the eye; its upper edge is at v = 0.
vec3 matcap(vec3 normal, vec3 eye)
{
    vec3 right = unit_or_zero(vec3(-eye.z, 0.0, eye.x)), up = cross(right, eye);
    vec2 uv = vec2(0.5) + 0.495 * vec2(dot(right, normal), -dot(up, normal));
    return u_mtoon[1].rgb * read_texture(u_matcap_map, map_uv(MATCAP_MAP, uv.xyxy)).rgb;
}

vec3 rim(vec3 normal, vec3 light, vec4 uvs)
{
    vec3 eye = to_eye();
    float edge = clamp(1.0 - dot(normal, eye) + u_mtoon[1].w, 0.0, 1.0);
    float part = edge > 0.0 ? pow(edge, max(u_mtoon[2].w, 1e-5)) : 0.0; // some drivers give 1 for small powers of 0
    vec3 colour = u_mtoon[2].rgb * part;
    if (has_map(MATCAP_MAP))
        colour += matcap(normal, eye);
    if (has_map(RIM_MAP))
        colour *= read_texture(u_rim_map, map_uv(RIM_MAP, uvs)).rgb;
    return colour * mix(vec3(1.0), light, u_mtoon[4].z);
}

// Returns the part of the lit colour, from 0 (shade) to 1.
float lit_part(vec3 normal, vec4 uvs)
{
    float at = dot(normal, u_to_light) + u_mtoon[0].w, half_width = 1.0 - u_mtoon[3].w;
    if (has_map(SHIFT_MAP))
        at += read_texture(u_shift_map, map_uv(SHIFT_MAP, uvs)).r * u_mtoon[4].w;
    float part = clamp((at + half_width) / max(2.0 * half_width, 1e-6), 0.0, 1.0);
    return u_receives ? part * visibility(v_position) : part;
}

vec3 shade(vec3 colour, vec4 uvs)
{
    vec3 normal = shading_normal(), dark = u_mtoon[0].rgb;
    if (has_map(NORMAL_MAP))
        normal = mapped_normal(normal, map_uv(NORMAL_MAP, uvs));
    if (has_map(SHADE_MAP))
        dark *= read_texture(u_shade_map, map_uv(SHADE_MAP, uvs)).rgb;
    vec3 key = u_light_colour * LIGHT, around = light_around(normal.y);
    vec3 seen = key * mix(dark, colour, lit_part(normal, uvs)) + around * colour;
    seen += rim(normal, key + around, uvs) + emission(uvs);
    return u_outline < 0.0 ? seen : u_mtoon[3].rgb * mix(vec3(1.0), seen, u_outline);
}
#endif
