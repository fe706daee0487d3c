// Surfaces of glTF in simple light: one light from MMD's direction, and light from sky and ground. After gltf.glsl.
#if !VERTEX
const float LIGHT = 0.8 * 255.0 / 154.0; // MMD's default light counts as 0.8
const vec3 SKY = vec3(0.42), GROUND = vec3(0.2);

uniform vec2 u_metallic_roughness;

// Blinn-Phong highlight. The roughness gives its width; the total light is the same at any width.
vec3 highlight(vec3 normal, vec3 colour, float lambert)
{
    float rough = max(u_metallic_roughness.y, 0.15), power = 2.0 / (rough * rough * rough * rough) - 2.0;
    vec3 half_way = unit_or_zero(u_to_light + to_eye());
    vec3 tint = mix(vec3(0.04), colour, u_metallic_roughness.x);
    return tint * ((power + 2.0) / 8.0 * pow(max(dot(half_way, normal), 1e-4), power + 1e-4) * max(lambert, 0.0));
}

vec3 shade(vec3 colour, vec4 uvs)
{
    if (u_unlit)
        return colour;
    vec3 normal = shading_normal();
    float lambert = dot(normal, u_to_light);
    vec3 around = mix(GROUND, SKY, 0.5 + 0.5 * normal.y);
    vec3 key = u_light_colour * LIGHT * (u_receives ? visibility(v_position) : 1.0);
    return colour * (around + key * max(lambert, 0.0)) + key * highlight(normal, colour, lambert) + emission(uvs);
}
#endif
