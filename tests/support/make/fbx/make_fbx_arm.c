#include "support/make/fbx/make_fbx_arm.h"
#include <stdio.h>

const double make_fbx_arm_points[ARM_POINTS][3] = {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {1, 0, 0}, {1, 1, 0}, {1, 2, 0}};

static bool is_old(const make_fbx *m)
{
    return m->kind.version < 7000;
}

void make_fbx_begin_arm_object(make_fbx *m, const char *node, int64_t id, const char *name, const char *class_name,
                               const char *subclass)
{
    make_fbx_begin(m, node);
    if (!is_old(m))
        make_fbx_long(m, id);
    make_fbx_name(m, name, class_name);
    make_fbx_text(m, subclass);
}

/* The names of version 6.1. */
static const char *name_of(int64_t id, char buffer[32])
{
    static const char *const names[] = {"Model::root", "Model::upper", "Model::lower",
                                        "Model::body", "Model::body",  "Deformer::skin"};
    if (id == 0)
        return "Model::Scene";
    if (id >= ARM_ROOT && id <= ARM_SKIN)
        return names[id - ARM_ROOT];
    snprintf(buffer, 32, id >= ARM_CLUSTER && id < ARM_BLEND ? "SubDeformer::cluster%d" : "Model::%d", (int)id);
    return buffer;
}

void make_fbx_join(make_fbx *m, int64_t source, int64_t destination, const char *property)
{
    char a[32], b[32];
    if (is_old(m))
        make_fbx_connect_names(m, name_of(source, a), name_of(destination, b), property);
    else
        make_fbx_connect(m, source, destination, property);
}

static void add_properties(make_fbx *m, const make_fbx_numbers *list)
{
    for (; list->name; list++) make_fbx_property(m, list->name, "Number", list->values, list->count ? list->count : 1);
}

static void add_list(make_fbx *m, const make_fbx_numbers *list)
{
    make_fbx_begin_properties(m);
    add_properties(m, list);
    make_fbx_end(m);
}

/* ---- mesh and shapes ---- */

static void add_shape(make_fbx *m, const make_fbx_arm *arm, const make_fbx_arm_shape *shape)
{
    static const int32_t points[2] = {4, 1}; /* not in order, as some files have them */
    make_fbx_ints_node(m, "Indexes", points, 2);
    make_fbx_doubles_node(m, "Vertices", shape->offsets[0], arm->offset_numbers ? arm->offset_numbers : 6);
}

static void add_inner_shapes(make_fbx *m, const make_fbx_arm *arm)
{
    if (m->kind.version > 7100 || arm->shapes[0].full_weight == 0)
        return;
    make_fbx_begin(m, "Shape");
    make_fbx_text(m, "smile");
    add_shape(m, arm, &arm->shapes[0]);
    make_fbx_end(m);
}

static void add_mesh(make_fbx *m, const make_fbx_arm *arm)
{
    static const int32_t corners[] = {0, 3, 4, ~1, 1, 4, 5, ~2};
    make_fbx_doubles_node(m, "Vertices", make_fbx_arm_points[0], 3 * ARM_POINTS);
    make_fbx_ints_node(m, "PolygonVertexIndex", corners, 8);
    add_inner_shapes(m, arm);
}

static void add_outer_shapes(make_fbx *m, const make_fbx_arm *arm)
{
    double full_weights[ARM_SHAPES];
    uint32_t count = 0;
    while (count < ARM_SHAPES && arm->shapes[count].full_weight != 0)
        full_weights[count] = arm->shapes[count].full_weight, count++;
    if (m->kind.version <= 7100 || count == 0)
        return;
    make_fbx_begin_arm_object(m, "Deformer", ARM_BLEND, "blend", "Deformer", "BlendShape");
    make_fbx_end(m);
    make_fbx_begin_arm_object(m, "Deformer", ARM_CHANNEL, "smile", "SubDeformer", "BlendShapeChannel");
    make_fbx_real_node(m, "DeformPercent", arm->percent);
    make_fbx_doubles_node(m, "FullWeights", full_weights, count);
    make_fbx_end(m);
    for (uint32_t s = 0; s < count; s++) {
        make_fbx_begin_arm_object(m, "Geometry", ARM_SHAPE + s, "smile", "Geometry", "Shape");
        add_shape(m, arm, &arm->shapes[s]);
        make_fbx_end(m);
    }
}

/* ---- nodes ---- */

static void add_node(make_fbx *m, int64_t id, const char *name, const char *subclass, double y,
                     const make_fbx_numbers *properties, const make_fbx_arm *arm)
{
    double translation[3] = {0, y, 0};
    make_fbx_begin_arm_object(m, "Model", id, name, "Model", subclass);
    make_fbx_begin_properties(m);
    make_fbx_property(m, "Lcl Translation", "Lcl Translation", translation, 3);
    add_properties(m, properties);
    if (is_old(m) && id == ARM_BODY && arm->shapes[0].full_weight != 0)
        make_fbx_property(m, "smile", "Number", &arm->percent, 1);
    make_fbx_end(m);
    if (is_old(m) && id == ARM_BODY)
        add_mesh(m, arm);
    make_fbx_end(m);
}

static void add_nodes(make_fbx *m, const make_fbx_arm *arm)
{
    add_node(m, ARM_ROOT, "root", "Null", 0, arm->root, arm);
    add_node(m, ARM_UPPER, "upper", "LimbNode", 1, arm->upper, arm);
    add_node(m, ARM_LOWER, "lower", "LimbNode", 2, arm->lower, arm);
    add_node(m, ARM_BODY, "body", "Mesh", 0, arm->body, arm);
    if (is_old(m))
        return;
    make_fbx_begin_arm_object(m, "Geometry", ARM_MESH, "bodyMesh", "Geometry", "Mesh");
    if (m->kind.version <= 7100 && arm->shapes[0].full_weight != 0) {
        make_fbx_begin_properties(m);
        make_fbx_property(m, "smile", "Number", &arm->percent, 1);
        make_fbx_end(m);
    }
    add_mesh(m, arm);
    make_fbx_end(m);
}

/* ---- skin ---- */

static void add_cluster(make_fbx *m, int64_t id, const make_fbx_arm_cluster *cluster)
{
    int32_t points[ARM_POINTS];
    double weights[ARM_POINTS];
    uint32_t count = 0;
    char name[32];
    for (int32_t p = 0; p < ARM_POINTS; p++)
        if (cluster->weights[p] != 0)
            points[count] = p, weights[count++] = cluster->weights[p];
    snprintf(name, sizeof name, "cluster%d", (int)id);
    make_fbx_begin_arm_object(m, "Deformer", id, name, "SubDeformer", "Cluster");
    make_fbx_ints_node(m, "Indexes", points, count);
    make_fbx_doubles_node(m, "Weights", weights, count);
    if (cluster->transform)
        make_fbx_doubles_node(m, "Transform", cluster->transform, 16);
    if (cluster->link)
        make_fbx_doubles_node(m, "TransformLink", cluster->link, 16);
    make_fbx_end(m);
}

static void add_skin(make_fbx *m, const make_fbx_arm *arm)
{
    static const int32_t points[ARM_POINTS] = {0, 1, 2, 3, 4, 5};
    if (arm->clusters[0].bone == 0)
        return;
    make_fbx_begin_arm_object(m, "Deformer", ARM_SKIN, "skin", "Deformer", "Skin");
    if (arm->skinning)
        make_fbx_text_node(m, "SkinningType", arm->skinning);
    if (arm->dual_weights) {
        make_fbx_ints_node(m, "Indexes", points, ARM_POINTS);
        make_fbx_doubles_node(m, "BlendWeights", arm->dual_weights, ARM_POINTS);
    }
    make_fbx_end(m);
    for (int c = 0; c < ARM_CLUSTERS && arm->clusters[c].bone != 0; c++)
        add_cluster(m, ARM_CLUSTER + c, &arm->clusters[c]);
}

static void connect_skin(make_fbx *m, const make_fbx_arm *arm)
{
    if (arm->clusters[0].bone == 0)
        return;
    make_fbx_join(m, ARM_SKIN, ARM_MESH, NULL);
    for (int c = 0; c < ARM_CLUSTERS && arm->clusters[c].bone != 0; c++) {
        make_fbx_join(m, ARM_CLUSTER + c, ARM_SKIN, NULL);
        if (arm->clusters[c].bone > 0)
            make_fbx_join(m, arm->clusters[c].bone, ARM_CLUSTER + c, NULL);
    }
}

/* ---- the file ---- */

static void add_connections(make_fbx *m, const make_fbx_arm *arm)
{
    make_fbx_begin(m, "Connections");
    make_fbx_join(m, ARM_ROOT, 0, NULL);
    make_fbx_join(m, ARM_BODY, 0, NULL);
    make_fbx_join(m, ARM_LOWER, ARM_UPPER, NULL);
    make_fbx_join(m, ARM_UPPER, ARM_ROOT, NULL);
    if (!is_old(m))
        make_fbx_join(m, ARM_MESH, ARM_BODY, NULL);
    connect_skin(m, arm);
    if (m->kind.version > 7100 && arm->shapes[0].full_weight != 0) {
        make_fbx_join(m, ARM_BLEND, ARM_MESH, NULL);
        make_fbx_join(m, ARM_CHANNEL, ARM_BLEND, NULL);
        for (uint32_t s = 0; s < ARM_SHAPES && arm->shapes[s].full_weight != 0; s++)
            make_fbx_join(m, ARM_SHAPE + s, ARM_CHANNEL, NULL);
    }
    if (arm->more_connections)
        arm->more_connections(m);
    make_fbx_end(m);
}

hone_bytes make_fbx_arm_file(const make_fbx_arm *arm)
{
    make_fbx file = make_fbx_open(&arm->kind), *m = &file;
    make_fbx_begin(m, "FBXHeaderExtension");
    make_fbx_int_node(m, "FBXVersion", (int32_t)m->kind.version);
    if (arm->creator)
        make_fbx_text_node(m, "Creator", arm->creator);
    make_fbx_end(m);
    make_fbx_begin(m, "GlobalSettings");
    add_list(m, arm->settings);
    make_fbx_end(m);
    make_fbx_begin(m, "Objects");
    add_nodes(m, arm);
    add_skin(m, arm);
    add_outer_shapes(m, arm);
    if (arm->more_objects)
        arm->more_objects(m);
    make_fbx_end(m);
    add_connections(m, arm);
    return make_fbx_close(m);
}
