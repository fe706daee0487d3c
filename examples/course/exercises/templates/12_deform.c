/* Chapter 12: SDEF. Carry the centre by both bones, and turn the vertex about it by a mean of their turns.
 * 第12章: SDEF。中心を2本のボーンで運び、頂点をそのまわりに、2つの回転の中間だけ回してください。 */
#include "exercise.h"

#include <math.h>

void deform(const sdef *v, const rigid bones[2], double out[3])
{
    /* First R_w, r_k and c_k of the chapter; then slerp, the shorter way.
     * まず章の R_w、r_k、c_k。それから近いほうの球面線形補間です。 */
    (void)bones;
    for (int i = 0; i < 3; i++) out[i] = v->position[i];
}
