// Chapter 10: a palette of quaternions and translations.
// Bone i has two registers: palette[2 * i], the rotation x,y,z,w, and palette[2 * i + 1], the translation.
// The weights have the sum 1.
// Make a matrix, or a carried point, of each bone before you blend (chapter 11).
// 第10章: 四元数と移動のパレット。ボーンiには2つのレジスターがあります: palette[2 * i] が回転 x,y,z,w、
// palette[2 * i + 1] が移動です。ウェイトの合計は1です。混ぜるのは、ボーンごとに行列か、運んだ点にしてからです (第11章)。
vec3 skin(vec3 p, ivec4 bones, vec4 weights)
{
    return p;
}
