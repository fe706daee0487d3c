/* A body that is skinned by rotations and translations blended apart, the wrong way of chapter 11. */
#include "examples/course/blends.h"
#include "web/course/body.h"
#include "web/web.h"

enum { INFLUENCES = 4 };

/* How the palette of one figure is made: `origin` is where the model's origin would be, `negated` the bone whose
 * quaternion is stored as -q, which is the same rotation; HONE_NONE: no bone. */
typedef struct palette_terms {
    float origin[3];
    int32_t negated;
    bool signs; /* of blend_apart */
} palette_terms;

static palette_terms take_terms(int32_t negated, int signs)
{
    palette_terms terms = {.negated = negated, .signs = signs != 0};
    web_take_floats(0, 3, terms.origin);
    return terms;
}

/* The palette entry of a slot as a rotation and a translation, measured from that origin. */
static hone_rigid_transform entry_of(const web_body *body, const palette_terms *terms, int32_t slot)
{
    hone_rigid_transform entry = HONE_RIGID_TRANSFORM_IDENTITY;
    hone_affine here = hone_affine_translation(terms->origin), m = body->palette->affine[slot];
    float back[3];
    hone_vec3_scale(terms->origin, -1, back);
    hone_affine there = hone_affine_translation(back);
    m = hone_affine_multiply(&m, &here);
    m = hone_affine_multiply(&there, &m);
    hone_rigid_transform_from_affine(&m, &entry, NULL);
    if (hone_model_mesh(body->model)->slots[slot].bone == terms->negated)
        for (int i = 0; i < 4; i++) entry.rotation[i] = -entry.rotation[i];
    return entry;
}

/* Carries a point in the wrong way. */
static void carry_apart(const web_body *body, const palette_terms *terms, const hone_influence *influences, int count,
                        const float point[3], float out[3])
{
    hone_rigid_transform entries[INFLUENCES];
    const hone_rigid_transform *list[INFLUENCES];
    float weights[INFLUENCES], p[3];
    for (int i = 0; i < count; i++) {
        entries[i] = entry_of(body, terms, influences[i].slot);
        list[i] = &entries[i];
        weights[i] = influences[i].weight;
    }
    hone_vec3_subtract(point, terms->origin, p);
    blend_apart(list, weights, count, terms->signs, p, out);
    hone_vec3_add(out, terms->origin, out);
}

/* web_numbers: the origin. Skins a body that is skinned already; its normals stay. Then web_numbers: how far its
 * vertices are from where they were, at most and on average. */
WEB_CALL(void, body_skin_apart, web_body *body, int32_t negated, int signs)
{
    const hone_mesh *mesh = hone_model_mesh(body->model);
    palette_terms terms = take_terms(negated, signs);
    double worst = 0, sum = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t begin = mesh->influence_begin[v], count = mesh->influence_begin[v + 1] - begin;
        float out[3];
        carry_apart(body, &terms, mesh->influences + begin, count < INFLUENCES ? (int)count : INFLUENCES,
                    mesh->positions[v], out);
        double off = (double)hone_vec3_distance(out, body->positions[v]);
        worst = off > worst ? off : worst;
        sum += off;
        hone_vec3_copy(out, body->positions[v]);
    }
    web_numbers[0] = worst;
    web_numbers[1] = sum / (mesh->vertex_count > 0 ? mesh->vertex_count : 1);
}

static int32_t slot_of(const hone_mesh *mesh, int32_t bone)
{
    for (uint32_t s = 0; s < mesh->slot_count; s++)
        if (mesh->slots[s].bone == bone)
            return (int32_t)s;
    return 0;
}

/* web_numbers: the origin; then where the joint of a bone with its parent comes out, which both leave where it is: a
 * point that follows each by one half. First in the wrong way, then by matrices. */
WEB_CALL(void, body_joint_apart, const web_body *body, int32_t bone, int32_t negated, int signs)
{
    const hone_mesh *mesh = hone_model_mesh(body->model);
    const hone_bone *one = &hone_model_skeleton(body->model)->bones[bone];
    palette_terms terms = take_terms(negated, signs);
    const hone_influence halves[2] = {{slot_of(mesh, one->parent), 0.5f}, {slot_of(mesh, bone), 0.5f}};
    float apart[3], right[3] = {0, 0, 0};
    carry_apart(body, &terms, halves, 2, one->position, apart);
    for (int i = 0; i < 2; i++) {
        float carried[3];
        hone_affine_point(&body->palette->affine[halves[i].slot], one->position, carried);
        hone_vec3_add_scaled(right, carried, 0.5f, right);
    }
    web_give_floats(0, 3, apart);
    web_give_floats(3, 3, right);
}
