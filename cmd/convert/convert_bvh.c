/* hone convert, to BVH. */
#include "cmd/convert/convert.h"

int convert_to_bvh(conversion *c)
{
    hone_error error = {0};
    hone_bytes bytes;
    int status = STATUS_OK;
    hone_motion *motion =
        c->moves || convert_places_roots(c) ? convert_bake(c, HONE_BAKE_HIERARCHY, NULL, &status) : NULL;
    const film_rate rate = c->values->rate;
    const hone_bvh_desc desc = {
        .motion = motion, .scale = c->values->scale, .rate = rate.rate ? rate.rate / (double)rate.divisor : 0};
    const hone_model *model = c->model->model;
    if (status == STATUS_OK)
        status = convert_write(c, hone_model_write_bvh(model, &desc, &bytes, &error), &bytes, &error);
    const convert_count counts[] = {{hone_model_mesh(model)->vertex_count, "vertices"},
                                    {hone_model_get(model)->morph_count, "morphs"}};
    if (status == STATUS_OK)
        convert_warn_of_lost(c, "BVH", counts, sizeof counts / sizeof *counts, "left out");
    hone_motion_release(motion);
    return status;
}
