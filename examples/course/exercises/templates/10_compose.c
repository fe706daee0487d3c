/* Chapter 10: two transforms of a quaternion and a translation as one, without a matrix.
 * 第10章: 四元数と移動の組2つを、行列を使わずに1つにしてください。 */
#include "exercise.h"

rigid compose(const rigid *b, const rigid *a)
{
    /* The product of the quaternions; and where b carries the translation of a.
     * 四元数の積と、aの移動をbが運ぶ先です。 */
    (void)a;
    return *b;
}
