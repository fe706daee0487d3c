#include "clip/basis.h"
#include "clip/basis_table.h"

const float *hone_clip_basis(uint32_t count, uint32_t sample)
{
    return basis_table[(count - 1) * count / 2 - 1 + sample];
}
