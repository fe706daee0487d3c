// Chapter 13: the palette in a texture.
// Bone i has the texels 2 i (rotation x,y,z,w) and 2 i + 1 (translation), counted
// through rows of six texels of the texture `bones`. The weights have the sum 1.
// 第13章: テクスチャの中のパレット。ボーンiのテクセルは 2 i (回転 x,y,z,w) と 2 i + 1 (移動) で、
// 1行6テクセルのテクスチャ `bones` を行ごとに数えます。ウェイトの合計は1です。
vec3 skin(vec3 p, ivec4 bone, vec4 weights)
{
    return p;
}
