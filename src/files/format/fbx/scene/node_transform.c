/* The transforms of nodes. */
#include "files/format/fbx/scene/node_transform.h"
#include <string.h>

/* ---- reading -------------------------------------------------------------------------------------------------- */

enum { ORDER_COUNT = 6 }; /* a seventh one, "spheric", is read as XYZ */

/* A property that is looked for, and where its numbers go. */
typedef struct wanted_property {
    const char *name;
    double *numbers;
    uint32_t size, count; /* size: of the name */
} wanted_property;

#define WANTED(name, numbers, count)                                                                                   \
    {                                                                                                                  \
        name, numbers, sizeof name - 1, count                                                                          \
    }

/* Reads an entry, unless a number of it is missing or not finite. */
static void read_numbers(const fbx_node *entry, const wanted_property *wanted)
{
    uint32_t first = entry->name.size == 1 ? 4 : 3;
    double numbers[3] = {0};
    for (uint32_t i = 0; i < wanted->count; i++) {
        numbers[i] = hone_fbx_real(entry, first + i, NAN);
        if (!isfinite(numbers[i]))
            return;
    }
    memcpy(wanted->numbers, numbers, wanted->count * sizeof *numbers);
}

/* Returns one of 64 bits, by which most names are told apart. */
static uint64_t bit_of(const char *name, uint32_t size)
{
    return size ? UINT64_C(1) << ((size + 5u * (uint8_t)name[size - 1] + (uint8_t)name[size / 2]) & 63) : 0;
}

/* Reads all properties in one pass over the list; of several with the same name, the last one counts. */
static void read_list(const fbx_node *properties, const wanted_property *wanted, uint32_t count)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < count; i++) bits |= bit_of(wanted[i].name, wanted[i].size);
    for (const fbx_node *p = properties ? properties->first_child : NULL; p; p = p->next) {
        if (p->value_count == 0 || p->values->kind != FBX_TEXT)
            continue;
        fbx_text name = p->values->text;
        if (!(bit_of(name.data, name.size) & bits))
            continue;
        for (uint32_t i = 0; i < count; i++)
            if (name.size == wanted[i].size && memcmp(name.data, wanted[i].name, name.size) == 0)
                read_numbers(p, &wanted[i]);
    }
}

/* Reads the properties of an object, which come before those of its class. */
static void read_properties(const fbx_object *object, const wanted_property *wanted, uint32_t count)
{
    read_list(object->template_node, wanted, count);
    read_list(object->properties, wanted, count);
}

/* Whether a number is an integer of a range, which does not have to be written as one. */
static uint8_t choice_of(double number, int count, int otherwise)
{
    return (uint8_t)(number >= 0 && number < count ? (int)number : otherwise);
}

void hone_fbx_read_pivots(const fbx_object *model, fbx_pivots *pivots, fbx_local *rest)
{
    double before[3] = {0}, after[3] = {0}, order = 0, inherit = FBX_INHERIT_RSrs, active = 1, for_limits = 0;
    *pivots = (fbx_pivots)FBX_NO_PIVOTS(FBX_INHERIT_RSrs);
    *rest = (fbx_local){.scale = {1, 1, 1}};
    const wanted_property wanted[] = {
        WANTED("Lcl Translation", rest->translation, 3),
        WANTED("Lcl Rotation", rest->angles, 3),
        WANTED("Lcl Scaling", rest->scale, 3),
        WANTED("RotationOffset", pivots->rotation_offset, 3),
        WANTED("RotationPivot", pivots->rotation_pivot, 3),
        WANTED("ScalingOffset", pivots->scaling_offset, 3),
        WANTED("ScalingPivot", pivots->scaling_pivot, 3),
        WANTED("PreRotation", before, 3),
        WANTED("PostRotation", after, 3),
        WANTED("RotationOrder", &order, 1),
        WANTED("InheritType", &inherit, 1),
        WANTED("RotationActive", &active, 1),
        WANTED("RotationSpaceForLimitOnly", &for_limits, 1),
    };
    read_properties(model, wanted, sizeof wanted / sizeof *wanted);
    pivots->inherit = choice_of(inherit, FBX_INHERIT_Rrs + 1, FBX_INHERIT_RSrs);
    if (active == 0 || for_limits != 0)
        return;
    pivots->order = choice_of(order, ORDER_COUNT, 0);
    hone_fbx_quat_from_angles(0, before, pivots->pre_rotation);
    hone_fbx_quat_from_angles(0, after, pivots->post_rotation_inverse);
    for (int i = 0; i < 3; i++) pivots->post_rotation_inverse[i] = 0 - pivots->post_rotation_inverse[i];
}

/* The numbers are at the begin, without gaps. */
bool hone_fbx_same_pivots(const fbx_pivots *a, const fbx_pivots *b)
{
    return memcmp(a, b, offsetof(fbx_pivots, order)) == 0 && a->order == b->order && a->inherit == b->inherit &&
           a->apart == b->apart;
}

void hone_fbx_read_geometric(const fbx_object *model, fbx_matrix *out)
{
    fbx_trs trs = FBX_TRS_IDENTITY;
    double angles[3] = {0};
    const wanted_property wanted[] = {
        WANTED("GeometricTranslation", trs.translation, 3),
        WANTED("GeometricRotation", angles, 3),
        WANTED("GeometricScaling", trs.scale, 3),
    };
    read_properties(model, wanted, sizeof wanted / sizeof *wanted);
    hone_fbx_quat_from_angles(0, angles, trs.rotation);
    hone_fbx_matrix_from_trs(&trs, out);
}

/* ---- evaluating ----------------------------------------------------------------------------------------------- */

void hone_fbx_turn(const fbx_pivots *pivots, const double angles[3], double out[4])
{
    hone_fbx_quat_from_angles(pivots->order, angles, out);
    hone_fbx_quat_multiply(out, pivots->post_rotation_inverse, out);
    hone_fbx_quat_multiply(pivots->pre_rotation, out, out);
}

/* From right to left; the point that is followed is the image of the origin. */
void hone_fbx_transform_turned(const fbx_pivots *pivots, const fbx_local *local, const double rotation[4], fbx_trs *out)
{
    double point[3];
    for (int i = 0; i < 3; i++)
        point[i] = pivots->scaling_offset[i] + pivots->scaling_pivot[i] - local->scale[i] * pivots->scaling_pivot[i] -
                   pivots->rotation_pivot[i];
    memcpy(out->rotation, rotation, sizeof out->rotation);
    hone_fbx_quat_rotate(out->rotation, point, point);
    for (int i = 0; i < 3; i++) {
        out->translation[i] = local->translation[i] + pivots->rotation_offset[i] + pivots->rotation_pivot[i] + point[i];
        out->scale[i] = local->scale[i];
    }
}

void hone_fbx_transform(const fbx_pivots *pivots, const fbx_local *local, fbx_trs *out)
{
    double rotation[4];
    hone_fbx_turn(pivots, local->angles, rotation);
    hone_fbx_transform_turned(pivots, local, rotation, out);
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
void hone_fbx_rotation_to_hone(const fbx_space *space, const double file[4], double out[4])
{
    const double w = file[3];
    hone_fbx_direction(space, file, out);
    out[3] = w;
    for (int i = 0; i < 3 && space->mirrored; i++) out[i] = -out[i];
}

void hone_fbx_scale_to_hone(const fbx_space *space, const double file[3], double out[3])
{
    const double in[3] = {file[0], file[1], file[2]};
    for (int i = 0; i < 3; i++) out[i] = in[space->axis[i]];
}

void hone_fbx_trs_to_hone(const fbx_space *space, const fbx_trs *file, fbx_trs *out)
{
    hone_fbx_point(space, file->translation, out->translation);
    hone_fbx_rotation_to_hone(space, file->rotation, out->rotation);
    hone_fbx_scale_to_hone(space, file->scale, out->scale);
}

void hone_fbx_matrix_to_hone(const fbx_space *space, const fbx_matrix *file, hone_affine *out)
{
    for (int r = 0; r < 3; r++) {
        const double *row = file->m[space->axis[r]];
        for (int c = 0; c < 3; c++) out->m[r][c] = (float)(row[space->axis[c]] * space->sign[r] * space->sign[c]);
        out->m[r][3] = (float)(row[3] * space->sign[r] * space->metres);
    }
}
