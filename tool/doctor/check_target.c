/* Checks what a model has that the target of a conversion lacks. */
#include "tool/doctor/checks.h"

#include <string.h>

enum { FOUR = 4, GAME_BONES = 256, GAME_MATERIALS = 16 };

/* ---- what only MMD has ---- */

static void check_deforms(const hone_mesh *mesh, findings *out)
{
    uint32_t spherical = 0, dual = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        spherical += mesh->deforms[v] == HONE_DEFORM_SDEF;
        dual += mesh->deforms[v] == HONE_DEFORM_QDEF;
    }
    if (spherical + dual)
        findings_add(out, FINDING_WARNING, "deform", NULL,
                     "%u vertices are of SDEF and %u of QDEF: the target blends matrices (hone convert --correctives)",
                     spherical, dual);
}

static void check_rig(const hone_skeleton *skeleton, findings *out)
{
    finding_names chains = {0}, append = {0};
    for (uint32_t k = 0; k < skeleton->ik_count; k++)
        finding_names_add(&chains, "%s", skeleton->bones[skeleton->iks[k].bone].name);
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        if (skeleton->bones[b].append_source != HONE_NONE)
            finding_names_add(&append, "%s", skeleton->bones[b].name);
    findings_add(out, FINDING_NOTE, "ik", &chains, "the target has no IK chains: a motion is baked");
    findings_add(out, FINDING_NOTE, "append", &append, "the target has no bones that append others: a motion is baked");
}

static bool fits(uint8_t kind)
{
    return kind == HONE_MORPH_VERTEX || kind == HONE_MORPH_GROUP;
}

static void check_morphs(const hone_model_data *data, findings *out)
{
    finding_names lost = {0};
    for (uint32_t m = 0; m < data->morph_count; m++)
        if (!fits(data->morphs[m].kind))
            finding_names_add(&lost, "%s", data->morphs[m].name);
    findings_add(out, FINDING_WARNING, "morph", &lost,
                 "the target has only morphs that move vertices: these are of bones, UVs, materials or impulses");
}

static void check_look(const hone_model_data *data, findings *out)
{
    finding_names edges = {0}, toons = {0}, spheres = {0};
    for (uint32_t i = 0; i < data->material_count; i++) {
        const hone_material *m = &data->materials[i];
        if (m->flags & HONE_MATERIAL_EDGE)
            finding_names_add(&edges, "%s", m->name);
        if (m->toon != HONE_NONE && !m->pbr)
            finding_names_add(&toons, "%s", m->name);
        if (m->sphere_texture != HONE_NONE && m->sphere_mode != HONE_SPHERE_OFF)
            finding_names_add(&spheres, "%s", m->name);
    }
    findings_add(out, FINDING_NOTE, "edge", &edges, "the target has no edges (outlines)");
    findings_add(out, FINDING_NOTE, "toon", &toons, "the target has no toons");
    findings_add(out, FINDING_WARNING, "sphere", &spheres, "the target has no sphere maps");
}

static void check_bodies(const hone_model_data *data, findings *out)
{
    if (data->body_count)
        findings_add(out, FINDING_NOTE, "physics", NULL,
                     "the target has no physics: %u bodies and %u joints are left out, or their movement is baked",
                     data->body_count, data->joint_count);
    if (data->soft_body_count)
        findings_add(out, FINDING_WARNING, "soft-body", NULL, "the target has no soft bodies; the model has %u",
                     data->soft_body_count);
}

static void check_for_gltf(const hone_model_data *data, findings *out)
{
    check_deforms(&data->mesh, out);
    check_rig(&data->skeleton, out);
    check_morphs(data, out);
    check_look(data, out);
    check_bodies(data, out);
}

/* ---- games ---- */

static void check_influences(const hone_mesh *mesh, findings *out)
{
    finding_names many = {0};
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t count = mesh->influence_begin[v + 1] - mesh->influence_begin[v];
        if (count > FOUR)
            finding_names_add(&many, "%u: %u", v, count);
    }
    findings_add(out, FINDING_WARNING, "influences", &many,
                 "vertices have more than four bones, which many engines cut to four");
}

static void check_size(const hone_model_data *data, findings *out)
{
    if (data->skeleton.bone_count > GAME_BONES)
        findings_add(out, FINDING_WARNING, "bone-count", NULL,
                     "the model has %u bones; palettes of many engines hold 256", data->skeleton.bone_count);
    if (data->mesh.vertex_count > UINT16_MAX)
        findings_add(out, FINDING_NOTE, "vertex-count", NULL, "%u vertices need indices of 32 bits",
                     data->mesh.vertex_count);
    if (data->material_count > GAME_MATERIALS)
        findings_add(out, FINDING_NOTE, "material-count", NULL, "%u materials are as many draw calls",
                     data->material_count);
}

void check_for_target(const hone_model *model, check_target target, findings *out)
{
    const hone_model_data *data = hone_model_get(model);
    if (target == CHECK_TARGET_NONE)
        return;
    if (target == CHECK_TARGET_VRM && check_for_vrm(model, out))
        return;
    check_for_gltf(data, out);
    if (target == CHECK_TARGET_VRM && !data->avatar) /* check_avatar has checked those of a VRM */
        check_human(model, out);
    if (target == CHECK_TARGET_GAME) {
        check_influences(&data->mesh, out);
        check_size(data, out);
    }
}
