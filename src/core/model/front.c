#include "core/model/front.h"

static float usual_front(hone_space space)
{
    return space == HONE_SPACE_GLTF ? 1.0f : -1.0f;
}

float hone_front_of(const hone_model_data *model)
{
    return model->turned ? -usual_front(model->space) : usual_front(model->space);
}

hone_axes hone_axes_to(const hone_model_data *model, hone_space space)
{
    bool mirrored = (model->space == HONE_SPACE_GLTF) != (space == HONE_SPACE_GLTF);
    return (hone_axes){.turned = model->turned, .mirrored = mirrored};
}

/* By what the axes are multiplied. */
static float sign_x(hone_axes axes)
{
    return axes.turned ? -1.0f : 1.0f;
}

static float sign_z(hone_axes axes)
{
    return axes.turned != axes.mirrored ? -1.0f : 1.0f;
}

void hone_axes_direction(hone_axes axes, const float in[3], float out[3])
{
    out[0] = sign_x(axes) * in[0], out[1] = in[1], out[2] = sign_z(axes) * in[2];
}

/* An axis of rotation is a direction that a mirroring also reverses. */
void hone_axes_rotation(hone_axes axes, const float in[4], float out[4])
{
    float x = sign_x(axes), z = sign_z(axes);
    out[0] = z * in[0], out[1] = x * z * in[1], out[2] = x * in[2], out[3] = in[3];
}

hone_affine hone_axes_affine(hone_axes axes, const hone_affine *in)
{
    const float signs[4] = {sign_x(axes), 1, sign_z(axes), 1};
    hone_affine out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) out.m[r][c] = signs[r] * signs[c] * in->m[r][c];
    return out;
}
