// Chapter 5: weights by distance in the vertex shader.
// There are, for i from 0 to COUNT - 1:
// bottom[i] and top[i], the ends of bone i at rest, and blend[i], its matrix of the palette.
// Return the homogeneous sum of all bones, with the weights (1 + d)^-16, which need not have the sum 1.
// 第5章: 頂点シェーダーの中で、距離からウェイトを計算します。
// i = 0 から COUNT - 1 まで、bottom[i] と top[i] は初期姿勢のボーンの両端、blend[i] はパレットの行列です。
// ウェイト (1 + d)^-16 を掛けた同次座標の和を返してください。合計が1でなくてもかまいません。
vec4 skin(vec3 p)
{
    return vec4(p, 1.0);
}
