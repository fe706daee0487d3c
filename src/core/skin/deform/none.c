/* Replaces what computes centres of rotation and delta mush where HONE_VOLUME leaves it out. */
#include "base/error.h"
#include <hone/deform.h>

static bool refuse(hone_error *error)
{
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0,
                     "centres of rotation and delta mush are not built in: hone was built without HONE_VOLUME");
}

bool hone_centres_compute(const hone_centres_desc *desc, float (*out)[3], hone_error *error)
{
    (void)desc, (void)out;
    return refuse(error);
}

bool hone_centres_encode(const hone_mesh *mesh, const float (*centres)[3], const hone_allocator *allocator,
                         hone_bytes *out, hone_error *error)
{
    (void)mesh, (void)centres, (void)allocator, (void)out;
    return refuse(error);
}

bool hone_centres_decode(const void *bytes, size_t size, const hone_mesh *mesh, float (*out)[3], hone_error *error)
{
    (void)bytes, (void)size, (void)mesh, (void)out;
    return refuse(error);
}

bool hone_skin_add_mush(hone_skin *skin, hone_skin_method method, const hone_mush_desc *desc, hone_error *error)
{
    (void)skin, (void)method, (void)desc;
    return refuse(error);
}
