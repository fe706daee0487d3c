// Camera and light for every program. This text is put before each program's own text, for both stages; VERTEX
// tells them apart. Affine matrices are three rows.
uniform vec4 u_view[3]; // from world
uniform mat4 u_projection;
uniform vec4 u_eye; // position, w 1; orthographic: xyz is the direction to the eye, w 0
uniform vec3 u_light_colour;
uniform vec3 u_to_light; // unit length

vec3 transform_point(vec4 rows[3], vec3 p)
{
    vec4 q = vec4(p, 1.0);
    return vec3(dot(rows[0], q), dot(rows[1], q), dot(rows[2], q));
}

vec3 transform_direction(vec4 rows[3], vec3 d)
{
    return vec3(dot(rows[0].xyz, d), dot(rows[1].xyz, d), dot(rows[2].xyz, d));
}

// A zero vector stays zero, so a vertex without a normal is lit by the ambient term only.
vec3 unit_or_zero(vec3 v)
{
    float square = dot(v, v);
    return square > 0.0 ? v * inversesqrt(square) : vec3(0.0);
}

// Moves a point nearer to the eye by a thousandth, along the ray of sight: for lines on a surface.
vec4 lift(vec4 clip)
{
    return vec4(clip.xy, clip.z - 0.001 * abs(u_projection[3].z), clip.w);
}

// ---- the maps of glTF, in the order of hone_gpu_map

const int BASE_MAP = 0, EMISSION_MAP = 1, NORMAL_MAP = 2, SHADE_MAP = 3, SHIFT_MAP = 4, MATCAP_MAP = 5, RIM_MAP = 6,
          WIDTH_MAP = 7, MASK_MAP = 8;

uniform int u_maps;                // bits: which there are; 16 bits further: which use the second UV set
uniform vec3 u_map_transforms[18]; // two rows for each
uniform vec3 u_uv_motion;          // if the UV animation has a mask: what is added to UVs, and the angle
uniform sampler2D u_mask_map;      // in blue

bool has_map(int map)
{
    return (u_maps >> map & 1) != 0;
}

vec2 map_uv(int map, vec4 uvs)
{
    vec3 uv = vec3((u_maps >> (map + 16) & 1) != 0 ? uvs.zw : uvs.xy, 1.0);
    return vec2(dot(u_map_transforms[2 * map], uv), dot(u_map_transforms[2 * map + 1], uv));
}

// Both UV sets. An animation without a mask is in the maps' transforms.
vec4 move_uvs(vec4 uvs)
{
    if (u_uv_motion == vec3(0.0))
        return uvs;
    vec3 motion = u_uv_motion * texture(u_mask_map, map_uv(MASK_MAP, uvs)).b;
    float c = cos(motion.z), s = sin(motion.z);
    mat2 turn = mat2(c, -s, s, c);
    return vec4(turn * (uvs.xy - 0.5), turn * (uvs.zw - 0.5)) + 0.5 + motion.xyxy;
}

#if !VERTEX
uniform float u_mip_bias; // in mip levels: below 0 if several samples per pixel smooth finer detail

vec4 read_texture(sampler2D map, vec2 uv)
{
    return texture(map, uv, u_mip_bias);
}

uniform sampler2D u_shadow_map;
uniform mat4 u_shadow;          // the map's clip space from the world
// Shadow per difference of depth: in the middle of the map, and how much more at its upper edge.
uniform vec2 u_shadow_strength;

// Reads the shadow map: the part of the light that arrives at a point of the world; 1 outside the map. The shadows of
// the four nearest texels are blended. Blending their depths instead would put halos around casters.
float visibility(vec3 position)
{
    vec4 clip = u_shadow * vec4(position, 1.0);
    vec3 at = clip.xyz / clip.w;
    if (clip.w <= 0.0 || any(greaterThan(abs(at.xy), vec2(1.0))))
        return 1.0;
    ivec2 last = textureSize(u_shadow_map, 0) - 1;
    vec2 texel = (0.5 + 0.5 * at.xy) * vec2(last + 1) - 0.5, part = fract(texel);
    ivec2 low = clamp(ivec2(floor(texel)), ivec2(0), last), high = min(low + 1, last);
    vec4 depth = vec4(texelFetch(u_shadow_map, low, 0).r, texelFetch(u_shadow_map, ivec2(high.x, low.y), 0).r,
                      texelFetch(u_shadow_map, ivec2(low.x, high.y), 0).r, texelFetch(u_shadow_map, high, 0).r);
    float strength = u_shadow_strength.x + u_shadow_strength.y * at.y;
    vec4 shade = clamp(max(0.5 + 0.5 * at.z - depth, 0.0) * strength - 0.3, 0.0, 1.0);
    vec2 rows = mix(shade.xz, shade.yw, part.x);
    return 1.0 - mix(rows.x, rows.y, part.y);
}
#endif
