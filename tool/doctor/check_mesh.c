/* Checks normals, triangles and materials. */
#include "tool/doctor/checks.h"

#include <math.h>
#include <string.h>

static void check_normals(const hone_mesh *mesh, findings *out)
{
    const float tolerance = 0.01f;
    uint32_t missing = 0, odd = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const float *n = mesh->normals[v];
        float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        missing += !(length > 0);
        odd += length > 0 && !(fabsf(length - 1) <= tolerance);
    }
    if (missing)
        findings_add(out, FINDING_WARNING, "no-normal", NULL, "%u vertices have no normal", missing);
    if (odd)
        findings_add(out, FINDING_NOTE, "normal-length", NULL, "%u normals are not of unit length", odd);
}

static bool is_degenerate(const hone_mesh *mesh, const uint32_t *t)
{
    const float *a = mesh->positions[t[0]], *b = mesh->positions[t[1]], *c = mesh->positions[t[2]];
    double u[3], v[3];
    for (int i = 0; i < 3; i++) u[i] = (double)b[i] - a[i], v[i] = (double)c[i] - a[i];
    double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    return !(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] > 0);
}

static void check_triangles(const hone_mesh *mesh, findings *out)
{
    uint32_t flat = 0;
    for (uint32_t i = 0; i + 3 <= mesh->index_count; i += 3) flat += is_degenerate(mesh, &mesh->indices[i]);
    if (flat)
        findings_add(out, FINDING_NOTE, "degenerate-triangle", NULL, "%u triangles have no area", flat);
    if (mesh->index_count % 3)
        findings_add(out, FINDING_FAULT, "rest-of-triangle", NULL, "the last triangle lacks a corner");
}

static void check_materials(const hone_model_data *data, findings *out)
{
    finding_names empty = {0}, invisible = {0};
    for (uint32_t m = 0; m < data->material_count; m++) {
        const hone_material *material = &data->materials[m];
        if (material->index_count == 0)
            finding_names_add(&empty, "%s", material->name);
        else if (material->diffuse[3] == 0)
            finding_names_add(&invisible, "%s", material->name);
    }
    findings_add(out, FINDING_NOTE, "empty-material", &empty, "materials have no triangles");
    findings_add(out, FINDING_NOTE, "invisible-material", &invisible,
                 "materials are invisible until a morph shows them");
}

void check_mesh(const hone_model *model, findings *out)
{
    const hone_model_data *data = hone_model_get(model);
    check_normals(&data->mesh, out);
    check_triangles(&data->mesh, out);
    check_materials(data, out);
}
