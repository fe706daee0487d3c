// Chapter 10: a palette of quaternions and translations.
vec3 carry(int bone, vec3 p)
{
    vec4 q = palette[2 * bone];
    return p + 2.0 * cross(q.xyz, cross(q.xyz, p) + q.w * p) + palette[2 * bone + 1].xyz;
}

vec3 skin(vec3 p, ivec4 bones, vec4 weights)
{
    return weights.x * carry(bones.x, p) + weights.y * carry(bones.y, p) + weights.z * carry(bones.z, p) +
           weights.w * carry(bones.w, p);
}
