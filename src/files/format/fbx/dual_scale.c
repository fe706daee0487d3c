/* Takes the scale of a mesh out of its slots, where vertices are skinned by dual quaternions. */
#include "files/format/fbx/skin_table.h"

static bool has_duals(const fbx_skin_table *table)
{
    for (uint32_t p = 0; table->dual_weights && p < table->point_count; p++)
        if (table->dual_weights[p] >= FBX_DUAL)
            return true;
    return false;
}

static bool is_rigid(const hone_affine *m)
{
    for (int a = 0; a < 3; a++)
        for (int b = 0; b <= a; b++) {
            float dot = m->m[0][a] * m->m[0][b] + m->m[1][a] * m->m[1][b] + m->m[2][a] * m->m[2][b];
            if (!(fabsf(dot - (a == b ? 1.0f : 0.0f)) < 1e-5f))
                return false;
        }
    return true;
}

/* Normals are transformed by the transposed inverse. */
static void move_part(hone_mesh *mesh, const fbx_part *part, const hone_affine *matrix, const hone_affine *inverse)
{
    float(*positions)[3] = (float(*)[3])mesh->positions, (*normals)[3] = (float(*)[3])mesh->normals;
    float(*tangents)[4] = (float(*)[4])mesh->tangents;
    for (uint32_t v = part->first_vertex, end = v + part->vertex_count; v < end; v++) {
        float normal[3];
        hone_affine_point(matrix, positions[v], positions[v]);
        for (int c = 0; c < 3; c++)
            normal[c] =
                inverse->m[0][c] * normals[v][0] + inverse->m[1][c] * normals[v][1] + inverse->m[2][c] * normals[v][2];
        hone_vec3_normalise(normal, normals[v]);
        if (!tangents)
            continue;
        hone_affine_direction(matrix, tangents[v], tangents[v]);
        hone_vec3_normalise(tangents[v], tangents[v]);
    }
}

bool hone_fbx_take_out_scale(fbx_reader *reader, fbx_part *part, const fbx_skin_table *table,
                             hone_affine *node_from_vertices)
{
    hone_affine matrix = HONE_AFFINE_IDENTITY, inverse, *kept;
    if (!has_duals(table))
        return true;
    for (uint32_t c = 0; c < table->cluster_count; c++) {
        const fbx_cluster *cluster = &table->clusters[c];
        if (!cluster->used)
            continue;
        matrix = hone_affine_multiply(&cluster->bone_from_node, node_from_vertices);
        matrix = hone_affine_multiply(&cluster->model_from_bone, &matrix);
        break;
    }
    if (is_rigid(&matrix) || !hone_affine_invert(&matrix, &inverse))
        return true;
    if (!hone_reading_scratch(&reader->file, 1, sizeof *kept, &kept))
        return false;
    *kept = matrix;
    part->vertices_from_mesh = kept;
    move_part(&reader->data.mesh, part, &matrix, &inverse);
    *node_from_vertices = hone_affine_multiply(node_from_vertices, &inverse);
    return true;
}
