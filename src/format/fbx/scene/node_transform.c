/* The transforms of nodes. */
#include "format/fbx/scene/node_transform.h"
#include <string.h>

/* ---- reading -------------------------------------------------------------------------------------------------- */

enum { ORDER_COUNT = 6 }; /* a seventh one, "spheric", is read as XYZ */

static void read_rotation(const fbx_object *model, const char *name, double out[4])
{
    double angles[3] = {0};
    hone_fbx_property_vector(model, name, angles);
    hone_fbx_quat_from_angles(0, angles, out);
}

void hone_fbx_read_pivots(const fbx_object *model, fbx_pivots *pivots, fbx_local *rest)
{
    *pivots = (fbx_pivots){.pre_rotation = {0, 0, 0, 1}, .post_rotation_inverse = {0, 0, 0, 1}};
    *rest = (fbx_local){.scale = {1, 1, 1}};
    hone_fbx_property_vector(model, "Lcl Translation", rest->translation);
    hone_fbx_property_vector(model, "Lcl Rotation", rest->angles);
    hone_fbx_property_vector(model, "Lcl Scaling", rest->scale);
    hone_fbx_property_vector(model, "RotationOffset", pivots->rotation_offset);
    hone_fbx_property_vector(model, "RotationPivot", pivots->rotation_pivot);
    hone_fbx_property_vector(model, "ScalingOffset", pivots->scaling_offset);
    hone_fbx_property_vector(model, "ScalingPivot", pivots->scaling_pivot);
    int64_t inherit = hone_fbx_property_integer(model, "InheritType", FBX_INHERIT_RSrs);
    pivots->inherit = inherit == FBX_INHERIT_RrSs || inherit == FBX_INHERIT_Rrs ? (uint8_t)inherit : FBX_INHERIT_RSrs;
    if (hone_fbx_property_integer(model, "RotationActive", 1) == 0 ||
        hone_fbx_property_integer(model, "RotationSpaceForLimitOnly", 0) != 0)
        return;
    int64_t order = hone_fbx_property_integer(model, "RotationOrder", 0);
    pivots->order = order > 0 && order < ORDER_COUNT ? (uint8_t)order : 0;
    read_rotation(model, "PreRotation", pivots->pre_rotation);
    read_rotation(model, "PostRotation", pivots->post_rotation_inverse);
    for (int i = 0; i < 3; i++) pivots->post_rotation_inverse[i] = -pivots->post_rotation_inverse[i];
}

void hone_fbx_read_geometric(const fbx_object *model, fbx_matrix *out)
{
    fbx_trs trs = FBX_TRS_IDENTITY;
    hone_fbx_property_vector(model, "GeometricTranslation", trs.translation);
    read_rotation(model, "GeometricRotation", trs.rotation);
    hone_fbx_property_vector(model, "GeometricScaling", trs.scale);
    hone_fbx_matrix_from_trs(&trs, out);
}

/* ---- evaluating ----------------------------------------------------------------------------------------------- */

/* From right to left; the point that is followed is the image of the origin. */
void hone_fbx_transform(const fbx_pivots *pivots, const fbx_local *local, fbx_trs *out)
{
    double point[3], rotation[4];
    for (int i = 0; i < 3; i++)
        point[i] = pivots->scaling_offset[i] + pivots->scaling_pivot[i] - local->scale[i] * pivots->scaling_pivot[i] -
                   pivots->rotation_pivot[i];
    hone_fbx_quat_from_angles(pivots->order, local->angles, rotation);
    hone_fbx_quat_multiply(rotation, pivots->post_rotation_inverse, rotation);
    hone_fbx_quat_multiply(pivots->pre_rotation, rotation, out->rotation);
    hone_fbx_quat_rotate(out->rotation, point, point);
    for (int i = 0; i < 3; i++) {
        out->translation[i] = local->translation[i] + pivots->rotation_offset[i] + pivots->rotation_pivot[i] + point[i];
        out->scale[i] = local->scale[i];
    }
}

/* ---- inherited scales ----------------------------------------------------------------------------------------- */

static bool equal3(const double v[3], double x)
{
    return v[0] == x && v[1] == x && v[2] == x;
}

/* Divides the matrix rotation * scale by the parent's scale `by`, from the left, and takes it apart again. Returns
 * false if the result has shear. */
static bool divide_left(const double by[3], const double scale[3], fbx_trs *trs)
{
    fbx_trs part = {.scale = {scale[0], scale[1], scale[2]}};
    fbx_matrix matrix;
    memcpy(part.rotation, trs->rotation, sizeof part.rotation);
    hone_fbx_matrix_from_trs(&part, &matrix);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) matrix.m[r][c] /= by[r];
    memcpy(trs->scale, scale, sizeof trs->scale);
    return hone_fbx_matrix_split(&matrix, trs->rotation, trs->scale);
}

/* Divides by the parent's scale, which the bone of the parent has already. */
static bool compensate(const double own[3], const double scale[3], fbx_trs *trs)
{
    if (own[0] == 0 || own[1] == 0 || own[2] == 0)
        return equal3(scale, 0);
    if (own[0] != own[1] || own[1] != own[2])
        return divide_left(own, scale, trs);
    for (int i = 0; i < 3; i++) trs->scale[i] = scale[i] / own[0];
    return true;
}

bool hone_fbx_inherit_scale(const fbx_pivots *pivots, const fbx_inherited_scale *parent, fbx_trs *trs,
                            fbx_inherited_scale *node)
{
    static const double one[3] = {1, 1, 1};
    const double *factor = pivots->inherit == FBX_INHERIT_RSrs   ? one
                           : pivots->inherit == FBX_INHERIT_RrSs ? parent->own
                                                                 : parent->base;
    fbx_inherited_scale above = *parent;
    for (int i = 0; i < 3; i++) {
        node->base[i] = factor[i];
        node->own[i] = trs->scale[i] * factor[i];
    }
    node->apart = pivots->apart;
    if (pivots->inherit == FBX_INHERIT_RSrs)
        return true;
    if (!above.apart)
        return compensate(above.own, node->own, trs);
    for (int i = 0; i < 3; i++) {
        trs->translation[i] *= above.own[i];
        trs->scale[i] = node->own[i];
    }
    return true;
}

/* ---- axes and unit -------------------------------------------------------------------------------------------- */

/* A basis change by a matrix that mirrors turns the axis of a rotation, and its direction as well. */
void hone_fbx_trs_to_hone(const fbx_space *space, const fbx_trs *file, fbx_trs *out)
{
    fbx_trs in = *file;
    hone_fbx_point(space, in.translation, out->translation);
    hone_fbx_direction(space, in.rotation, out->rotation);
    out->rotation[3] = in.rotation[3];
    for (int i = 0; i < 3; i++) {
        out->scale[i] = in.scale[space->axis[i]];
        if (space->mirrored)
            out->rotation[i] = -out->rotation[i];
    }
}

void hone_fbx_matrix_to_hone(const fbx_space *space, const fbx_matrix *file, hone_affine *out)
{
    for (int r = 0; r < 3; r++) {
        const double *row = file->m[space->axis[r]];
        for (int c = 0; c < 3; c++) out->m[r][c] = (float)(row[space->axis[c]] * space->sign[r] * space->sign[c]);
        out->m[r][3] = (float)(row[3] * space->sign[r] * space->metres);
    }
}
