/* Chapter 2: one vertex, one bone. Carry the point into the bone's space at rest, and out of it now.
 * 第2章: 頂点1つ、ボーン1本。点を初期姿勢のボーン空間に移し、今のボーンで戻してください。 */
#include "exercise.h"

void carry(const matrix *rest, const matrix *now, const double p[3], double out[3])
{
    /* The inverse of a matrix that turns and moves only: first move back, then turn by the transposed 3x3 part.
     * 回転と移動だけの行列の逆: まず逆に移動し、それから3x3の部分の転置で回します。 */
    (void)rest, (void)now;
    for (int i = 0; i < 3; i++) out[i] = p[i];
}
