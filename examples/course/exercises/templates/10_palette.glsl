// Chapter 10: a palette of quaternions and translations.
// Bone i has two registers: palette[2 * i], the rotation x,y,z,w, and palette[2 * i + 1], the translation. The weights have the sum 1.
// Make a matrix, or a carried point, of each bone before you blend (chapter 11).
vec3 skin(vec3 p, ivec4 bones, vec4 weights)
{
    return p;
}
