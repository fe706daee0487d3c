/* Chapter 3: the loop of skinning on the CPU. Blend the matrices, carry the position, turn the normal.
 * 第3章: CPUスキニングのループ。行列をブレンドし、位置を変換し、法線を回してください。 */
#include "exercise.h"

#include <math.h>

void skin(int count, const vertex *vertices, const matrix *palette, double (*positions)[3], double (*normals)[3])
{
    (void)palette;
    for (int v = 0; v < count; v++)
        for (int i = 0; i < 3; i++) {
            positions[v][i] = vertices[v].position[i];
            normals[v][i] = vertices[v].normal[i];
        }
}
