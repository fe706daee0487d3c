// Chapter 13: the palette in a texture.
vec4 texel(int i)
{
    return texelFetch(bones, ivec2(i % 6, i / 6), 0);
}

vec3 carry(int bone, vec3 p)
{
    vec4 q = texel(2 * bone);
    return p + 2.0 * cross(q.xyz, cross(q.xyz, p) + q.w * p) + texel(2 * bone + 1).xyz;
}

vec3 skin(vec3 p, ivec4 bone, vec4 weights)
{
    return weights.x * carry(bone.x, p) + weights.y * carry(bone.y, p) + weights.z * carry(bone.z, p) +
           weights.w * carry(bone.w, p);
}
