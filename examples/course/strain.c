#include "strain.h"

/* The sum of the tetrahedra between the triangles and the origin: for a closed mesh, its volume. */
static double volume(const hone_mesh *mesh, const float (*p)[3])
{
    double sum = 0;
    for (uint32_t i = 0; i + 2 < mesh->index_count; i += 3) {
        float cross[3];
        hone_vec3_cross(p[mesh->indices[i + 1]], p[mesh->indices[i + 2]], cross);
        sum += (double)hone_vec3_dot(p[mesh->indices[i]], cross) / 6;
    }
    return sum;
}

strain strain_of(const hone_mesh *mesh, const float (*now)[3])
{
    strain s = {volume(mesh, now) / volume(mesh, mesh->positions), 1e9, 0};
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        uint32_t a = mesh->indices[i], b = mesh->indices[i % 3 == 2 ? i - 2 : i + 1];
        double rest = (double)hone_vec3_distance(mesh->positions[a], mesh->positions[b]);
        double ratio = rest > 0 ? (double)hone_vec3_distance(now[a], now[b]) / rest : 1;
        s.shortest = ratio < s.shortest ? ratio : s.shortest;
        s.longest = ratio > s.longest ? ratio : s.longest;
    }
    return s;
}
