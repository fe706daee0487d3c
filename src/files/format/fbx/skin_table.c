/* Reads skins: clusters, their bind matrices, and their weights by control point. */
#include "files/format/fbx/skin_table.h"
#include <math.h>
#include <string.h>

/* ---- matrices ------------------------------------------------------------------------------------------------- */

/* Reads a matrix of 16 numbers, column by column. Returns whether there is one: matrices of zeros are none. */
static bool read_matrix(fbx_reader *reader, const fbx_node *node, hone_affine *out)
{
    hone_error ignored;
    const double *numbers;
    uint32_t count;
    fbx_matrix matrix;
    double sum = 0;
    if (!hone_fbx_doubles(&reader->document, node, reader->file.scratch, &numbers, &count, &ignored) || count < 16)
        return false;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) sum += fabs(matrix.m[r][c] = numbers[4 * c + r]);
    if (!(sum > 0 && sum < INFINITY))
        return false;
    hone_fbx_matrix_to_hone(&reader->scene.space, &matrix, out);
    return true;
}

static hone_affine model_from_node(const fbx_reader *reader, uint32_t node)
{
    const hone_bone *bones = reader->data.skeleton.bones, *bone = &bones[hone_fbx_whole_bone(reader, node)];
    hone_affine out = bone->rest_local;
    for (int32_t at = bone->parent; at != HONE_NONE; at = bones[at].parent)
        out = hone_affine_multiply(&bones[at].rest_local, &out);
    return out;
}

/* Returns the matrix of a bone in a bind pose, if there is one. */
static bool read_bind_pose(fbx_reader *reader, uint32_t bone, hone_affine *out)
{
    const fbx_scene *scene = &reader->scene;
    const fbx_object *wanted = &scene->objects[reader->object_of_bone[bone]];
    for (uint32_t o = 0; o < scene->object_count; o++) {
        if (scene->objects[o].kind != FBX_POSE || !hone_fbx_text_is(scene->objects[o].subclass, "BindPose"))
            continue;
        const fbx_node *n = hone_fbx_child(scene->objects[o].node, "PoseNode");
        for (; n; n = hone_fbx_next(n)) {
            const fbx_node *node = hone_fbx_child(n, "Node");
            bool same = reader->document.version < 7000
                            ? hone_fbx_same_text(hone_fbx_text(node, 0), hone_fbx_text(wanted->node, 0))
                            : wanted->id != 0 && hone_fbx_integer(node, 0, 0) == wanted->id;
            if (same && read_matrix(reader, hone_fbx_child(n, "Matrix"), out))
                return true;
        }
    }
    return false;
}

/* "TransformLink" is the bone at bind time. If it is missing, a bind pose or the bone at rest takes its place. */
static void read_link(fbx_reader *reader, fbx_cluster *cluster)
{
    const fbx_node *node = reader->scene.objects[cluster->object].node;
    if (!read_matrix(reader, hone_fbx_child(node, "TransformLink"), &cluster->model_from_bone) &&
        !read_bind_pose(reader, cluster->bone, &cluster->model_from_bone))
        cluster->model_from_bone = model_from_node(reader, cluster->bone);
}

/* "Transform" converts from the node of the mesh to the bone, at bind time. If it is missing, the bone at bind time and
 * the mesh at rest take its place. */
static void read_bind(fbx_reader *reader, const fbx_part *part, fbx_cluster *cluster)
{
    const fbx_node *node = reader->scene.objects[cluster->object].node;
    hone_affine mesh, inverse;
    read_link(reader, cluster);
    if (read_matrix(reader, hone_fbx_child(node, "Transform"), &cluster->bone_from_node))
        return;
    if (!hone_affine_invert(&cluster->model_from_bone, &inverse)) {
        hone_fbx_warn(reader, "cluster whose bind matrix has no inverse: bound without it", cluster->object);
        inverse = (hone_affine)HONE_AFFINE_IDENTITY;
    }
    mesh = model_from_node(reader, part->bone);
    cluster->bone_from_node = hone_affine_multiply(&inverse, &mesh);
}

/* ---- clusters ------------------------------------------------------------------------------------------------- */

static uint32_t count_clusters(const fbx_scene *scene, uint32_t skin)
{
    uint32_t count = 0, connection = UINT32_MAX;
    while ((connection = hone_fbx_next_source(scene, skin, FBX_CLUSTER, "", connection)) != UINT32_MAX) count++;
    return count;
}

static bool read_clusters(fbx_reader *reader, const fbx_part *part, uint32_t skin, fbx_skin_table *table)
{
    const fbx_scene *scene = &reader->scene;
    uint32_t connection = UINT32_MAX;
    if (!hone_reading_scratch(&reader->file, count_clusters(scene, skin), sizeof *table->clusters, &table->clusters))
        return false;
    while ((connection = hone_fbx_next_source(scene, skin, FBX_CLUSTER, "", connection)) != UINT32_MAX) {
        uint32_t object = scene->by_destination[connection].source;
        uint32_t bone = hone_fbx_source(scene, object, FBX_MODEL, "");
        if (bone == UINT32_MAX) {
            hone_fbx_warn(reader, "cluster without a bone: left out", object);
            continue;
        }
        fbx_cluster *cluster = &table->clusters[table->cluster_count++];
        *cluster = (fbx_cluster){.object = object, .bone = (uint32_t)reader->bone_of_object[bone]};
        read_bind(reader, part, cluster);
    }
    return true;
}

/* ---- weights -------------------------------------------------------------------------------------------------- */

typedef struct cluster_weights {
    uint32_t count;
    const int32_t *points;
    const double *weights;
} cluster_weights;

static bool read_weights(fbx_reader *reader, uint32_t object, cluster_weights *out)
{
    const fbx_node *node = reader->scene.objects[object].node;
    uint32_t points, weights;
    if (!hone_fbx_integers32(&reader->document, hone_fbx_child(node, "Indexes"), reader->file.scratch, &out->points,
                             &points, reader->file.error) ||
        !hone_fbx_doubles(&reader->document, hone_fbx_child(node, "Weights"), reader->file.scratch, &out->weights,
                          &weights, reader->file.error))
        return false;
    if (points != weights)
        hone_fbx_warn(reader, "cluster with another number of weights than of vertices", object);
    out->count = points < weights ? points : weights;
    return true;
}

/* Goes through the weights of a cluster. end: of the weights of each control point so far. weights: NULL: they are only
 * counted. */
static void add_weights(fbx_reader *reader, const cluster_weights *from, uint32_t at, fbx_skin_table *table,
                        uint32_t *end, fbx_point_weight *weights)
{
    fbx_cluster *cluster = &table->clusters[at];
    for (uint32_t i = 0; i < from->count; i++) {
        uint32_t point = (uint32_t)from->points[i];
        float weight = (float)from->weights[i];
        bool good = point < table->point_count && weight >= 0 && weight < INFINITY;
        if (!good && !weights)
            hone_fbx_warn(reader, "cluster with a vertex that its mesh does not have, or a wrong weight",
                          cluster->object);
        if (!good || weight == 0)
            continue;
        if (weights)
            weights[end[point]] = (fbx_point_weight){at, weight};
        end[point]++;
        cluster->used = true;
    }
}

/* Sorts the weights of all clusters by control point: counts those of each point, then puts them into place. */
static bool sort_weights(fbx_reader *reader, fbx_skin_table *table)
{
    cluster_weights *all;
    uint32_t *begin, clusters = table->cluster_count, points = table->point_count;
    if (!hone_reading_scratch(&reader->file, clusters, sizeof *all, &all) ||
        !hone_reading_scratch(&reader->file, (uint64_t)points + 2, sizeof *begin, &begin))
        return false;
    for (uint32_t c = 0; c < clusters; c++) {
        if (!read_weights(reader, table->clusters[c].object, &all[c]))
            return false;
        add_weights(reader, &all[c], c, table, begin + 2, NULL);
    }
    for (uint32_t p = 0; p < points; p++) begin[p + 2] += begin[p + 1];
    if (!hone_reading_scratch(&reader->file, begin[points + 1], sizeof *table->weights, &table->weights))
        return false;
    for (uint32_t c = 0; c < clusters && table->weights; c++)
        add_weights(reader, &all[c], c, table, begin + 1, table->weights);
    table->begin = begin;
    return true;
}

/* ---- dual quaternions ----------------------------------------------------------------------------------------- */

static bool read_dual_weights(fbx_reader *reader, uint32_t skin, fbx_skin_table *table)
{
    const fbx_node *node = reader->scene.objects[skin].node;
    fbx_text type = hone_fbx_text(hone_fbx_child(node, "SkinningType"), 0);
    bool all = hone_fbx_text_is(type, "DualQuaternion");
    const int32_t *points;
    const double *weights;
    uint32_t point_count, weight_count;
    if (!hone_fbx_integers32(&reader->document, hone_fbx_child(node, "Indexes"), reader->file.scratch, &points,
                             &point_count, reader->file.error) ||
        !hone_fbx_doubles(&reader->document, hone_fbx_child(node, "BlendWeights"), reader->file.scratch, &weights,
                          &weight_count, reader->file.error))
        return false;
    if (!all && (point_count == 0 || weight_count == 0))
        return true;
    if (!hone_reading_scratch(&reader->file, table->point_count, sizeof(float), &table->dual_weights))
        return false;
    for (uint32_t p = 0; p < table->point_count; p++) table->dual_weights[p] = all ? 1 : 0;
    for (uint32_t i = 0; i < point_count && i < weight_count; i++)
        if ((uint32_t)points[i] < table->point_count && weights[i] >= 0)
            table->dual_weights[points[i]] = (float)fmin(weights[i], 1);
    return true;
}

bool hone_fbx_read_skin_table(fbx_reader *reader, const fbx_part *part, fbx_skin_table *table)
{
    uint32_t first = hone_fbx_next_source(&reader->scene, part->mesh, FBX_SKIN, "", UINT32_MAX);
    *table = (fbx_skin_table){.point_count = part->control_point_count};
    if (first == UINT32_MAX)
        return true;
    if (hone_fbx_next_source(&reader->scene, part->mesh, FBX_SKIN, "", first) != UINT32_MAX)
        hone_fbx_warn_limit(reader, "mesh with several skins: the first one is used");
    uint32_t skin = reader->scene.by_destination[first].source;
    return read_clusters(reader, part, skin, table) && sort_weights(reader, table) &&
           read_dual_weights(reader, skin, table);
}
