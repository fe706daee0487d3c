#include "support/make/fbx/make_fbx_character.h"

#include <stdio.h>
#include <string.h>

#define SECOND 46186158000

enum { ROOT = 101, TIP, BODY, EYE, EYE_DATA, MESH, SHAPE, SKIN, CLUSTERS, BLEND = CLUSTERS + 2, CHANNEL };
enum { MATERIAL = 201, TEXTURE, VIDEO, STACK, LAYER, TURN, TURN_CURVE, WIDE, WIDE_CURVE };

static bool is_old(const make_fbx *m)
{
    return m->kind.version < 7000;
}

/* Begins an object: in version 7 with its number, in 6.1 with its name only. */
static void begin(make_fbx *m, const char *node, int64_t id, const char *name, const char *class_name,
                  const char *subclass)
{
    make_fbx_begin(m, node);
    if (!is_old(m))
        make_fbx_long(m, id);
    make_fbx_name(m, name, class_name);
    make_fbx_text(m, subclass);
}

static void settings(make_fbx *m)
{
    static const struct {
        const char *name, *type;
        double value;
    } all[] = {{"UpAxis", "int", 1},
               {"UpAxisSign", "int", 1},
               {"FrontAxis", "int", 2},
               {"FrontAxisSign", "int", 1},
               {"CoordAxis", "int", 0},
               {"CoordAxisSign", "int", 1},
               {"UnitScaleFactor", "double", 1}};
    make_fbx_begin(m, "GlobalSettings");
    make_fbx_int_node(m, "Version", 1000);
    make_fbx_begin_properties(m);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        make_fbx_property(m, all[i].name, all[i].type, &all[i].value, 1);
    make_fbx_end(m);
    make_fbx_end(m);
}

/* ---- the mesh ------------------------------------------------------------------------------------------------- */

static void layer_element(make_fbx *m, const char *node, const char *mapping, const char *reference)
{
    make_fbx_begin(m, node);
    make_fbx_int(m, 0);
    make_fbx_int_node(m, "Version", 101);
    make_fbx_text_node(m, "Name", "");
    make_fbx_text_node(m, "MappingInformationType", mapping);
    make_fbx_text_node(m, "ReferenceInformationType", reference);
}

static void mesh_layers(make_fbx *m, uint32_t corners)
{
    static const double uvs[] = {0, 0, 1, 0, 1, 1, 0, 1};
    double normals[96];
    int32_t indices[32];
    for (uint32_t c = 0; c < corners; c++) {
        static const double of_face[4][3] = {{0, 0, 1}, {1, 0, 0}, {0, 0, -1}, {-1, 0, 0}};
        memcpy(&normals[3 * c], of_face[c / 4 % 4], sizeof of_face[0]);
        indices[c] = (int32_t)(c % 4);
    }
    layer_element(m, "LayerElementNormal", "ByPolygonVertex", "Direct");
    make_fbx_doubles_node(m, "Normals", normals, 3 * corners);
    make_fbx_end(m);
    layer_element(m, "LayerElementUV", "ByPolygonVertex", "IndexToDirect");
    make_fbx_doubles_node(m, "UV", uvs, 8);
    make_fbx_ints_node(m, "UVIndex", indices, corners);
    make_fbx_end(m);
    layer_element(m, "LayerElementMaterial", "AllSame", "IndexToDirect");
    make_fbx_ints_node(m, "Materials", (int32_t[]){0}, 1);
    make_fbx_end(m);
}

static void layers(make_fbx *m)
{
    static const char *const types[] = {"LayerElementNormal", "LayerElementUV", "LayerElementMaterial"};
    make_fbx_begin(m, "Layer");
    make_fbx_int(m, 0);
    make_fbx_int_node(m, "Version", 100);
    for (int i = 0; i < 3; i++) {
        make_fbx_begin(m, "LayerElement");
        make_fbx_text_node(m, "Type", types[i]);
        make_fbx_int_node(m, "TypedIndex", 0);
        make_fbx_end(m);
    }
    make_fbx_end(m);
}

static void mesh(make_fbx *m)
{
    double vertices[3 * MAKE_FBX_CHARACTER_VERTICES];
    int32_t corners[32];
    static const double square[4][2] = {{-20, 20}, {20, 20}, {20, -20}, {-20, -20}};
    for (int v = 0; v < MAKE_FBX_CHARACTER_VERTICES; v++) {
        vertices[3 * v] = square[v % 4][0];
        vertices[3 * v + 1] = 100 * (v / 4);
        vertices[3 * v + 2] = square[v % 4][1];
    }
    for (int f = 0; f < 8; f++) {
        const int32_t low = f / 4 * 4, a = f % 4, b = (a + 1) % 4;
        const int32_t face[4] = {low + a, low + b, low + 4 + b, -(low + 4 + a) - 1};
        memcpy(&corners[4 * f], face, sizeof face);
    }
    make_fbx_doubles_node(m, "Vertices", vertices, 3 * MAKE_FBX_CHARACTER_VERTICES);
    make_fbx_ints_node(m, "PolygonVertexIndex", corners, 32);
    make_fbx_int_node(m, "GeometryVersion", 124);
    mesh_layers(m, 32);
    layers(m);
}

static void shape(make_fbx *m)
{
    static const double offsets[12] = {-50, 0, 0, 50, 0, 0, 50, 0, 0, -50, 0, 0}, normals[12];
    make_fbx_ints_node(m, "Indexes", (int32_t[]){8, 9, 10, 11}, 4);
    make_fbx_doubles_node(m, "Vertices", offsets, 12);
    make_fbx_doubles_node(m, "Normals", normals, 12);
}

static void shapes(make_fbx *m)
{
    static const double full = 100;
    begin(m, "Geometry", SHAPE, "wide", "Geometry", "Shape");
    make_fbx_int_node(m, "Version", 100);
    shape(m);
    make_fbx_end(m);
    begin(m, "Deformer", BLEND, "", "Deformer", "BlendShape");
    make_fbx_end(m);
    begin(m, "Deformer", CHANNEL, "wide", "SubDeformer", "BlendShapeChannel");
    make_fbx_real_node(m, "DeformPercent", 0);
    make_fbx_doubles_node(m, "FullWeights", &full, 1);
    make_fbx_end(m);
}

/* ---- skin ----------------------------------------------------------------------------------------------------- */

/* Root carries the rings below, Tip those from the middle on; the middle ring has both. */
static void cluster(make_fbx *m, int bone)
{
    static const char *const names[] = {"RootCluster", "TipCluster"};
    int32_t indices[8];
    double weights[8], mesh_in_bone[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, bone ? -100 : 0, 0, 1};
    double link[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, bone ? 100 : 0, 0, 1};
    for (int i = 0; i < 8; i++) {
        indices[i] = i + 4 * bone;
        weights[i] = i / 4 == (bone ? 0 : 1) ? 0.5 : 1;
    }
    begin(m, "Deformer", CLUSTERS + bone, names[bone], "SubDeformer", "Cluster");
    make_fbx_int_node(m, "Version", 100);
    make_fbx_ints_node(m, "Indexes", indices, 8);
    make_fbx_doubles_node(m, "Weights", weights, 8);
    make_fbx_doubles_node(m, "Transform", mesh_in_bone, 16);
    make_fbx_doubles_node(m, "TransformLink", link, 16);
    make_fbx_end(m);
}

static void skin(make_fbx *m)
{
    begin(m, "Deformer", SKIN, "Skin", "Deformer", "Skin");
    make_fbx_int_node(m, "Version", 101);
    make_fbx_real_node(m, "Link_DeformAcuracy", 50);
    make_fbx_end(m);
    cluster(m, 0);
    cluster(m, 1);
}

/* ---- materials ------------------------------------------------------------------------------------------------ */

static void material(make_fbx *m)
{
    static const double colour[3] = {0.5, 0.25, 0.75}, opacity = 1;
    begin(m, "Material", MATERIAL, "Skin", "Material", "");
    make_fbx_int_node(m, "Version", 102);
    make_fbx_text_node(m, "ShadingModel", "phong");
    make_fbx_begin_properties(m);
    make_fbx_property(m, "DiffuseColor", "Color", colour, 3);
    make_fbx_property(m, "Opacity", "double", &opacity, 1);
    make_fbx_end(m);
    make_fbx_end(m);
    begin(m, "Texture", TEXTURE, "Picture", "Texture", "");
    make_fbx_text_node(m, "Type", "TextureVideoClip");
    make_fbx_text_node(m, "RelativeFilename", "picture.png");
    make_fbx_end(m);
    begin(m, "Video", VIDEO, "Picture", "Video", "Clip");
    make_fbx_text_node(m, "RelativeFilename", "picture.png");
    make_fbx_begin(m, "Content");
    make_fbx_bytes(m, "\x89PNG\r\n\x1a\n no more", 16);
    make_fbx_end(m);
    make_fbx_end(m);
}

/* ---- nodes ---------------------------------------------------------------------------------------------------- */

static void model(make_fbx *m, int64_t id, const char *name, const char *subclass, double x, double y, double z)
{
    static const double inherit = 1;
    begin(m, "Model", id, name, "Model", subclass);
    make_fbx_int_node(m, "Version", 232);
    make_fbx_begin_properties(m);
    make_fbx_property(m, "InheritType", "enum", &inherit, 1);
    make_fbx_property(m, "Lcl Translation", "Lcl Translation", (double[]){x, y, z}, 3);
    make_fbx_property(m, "Lcl Rotation", "Lcl Rotation", (double[]){0, 0, 0}, 3);
    make_fbx_property(m, "Lcl Scaling", "Lcl Scaling", (double[]){1, 1, 1}, 3);
    make_fbx_end(m);
    if (is_old(m) && id == BODY) {
        mesh(m);
        make_fbx_begin(m, "Shape");
        make_fbx_text(m, "wide");
        shape(m);
        make_fbx_end(m);
    }
    make_fbx_end(m);
}

static void models(make_fbx *m)
{
    static const double width = 50;
    model(m, ROOT, "Root", "LimbNode", 0, 0, 0);
    model(m, TIP, "Tip", "LimbNode", 0, 100, 0);
    model(m, BODY, "Body", "Mesh", 0, 0, 0);
    model(m, EYE, "Eye", "Camera", 0, 100, 500);
    if (is_old(m))
        return;
    begin(m, "NodeAttribute", EYE_DATA, "Eye", "NodeAttribute", "Camera");
    make_fbx_begin_properties(m);
    make_fbx_property(m, "FieldOfView", "FieldOfView", &width, 1);
    make_fbx_end(m);
    make_fbx_end(m);
    begin(m, "Geometry", MESH, "Body", "Geometry", "Mesh");
    mesh(m);
    make_fbx_end(m);
    shapes(m);
}

/* ---- animation ------------------------------------------------------------------------------------------------ */

static void curve(make_fbx *m, int64_t id, float last)
{
    static const int64_t times[] = {0, SECOND};
    static const float data[4];
    begin(m, "AnimationCurve", id, "", "AnimCurve", "");
    make_fbx_real_node(m, "Default", 0);
    make_fbx_int_node(m, "KeyVer", 4009);
    make_fbx_longs_node(m, "KeyTime", times, 2);
    make_fbx_floats_node(m, "KeyValueFloat", (float[]){0, last}, 2);
    make_fbx_ints_node(m, "KeyAttrFlags", (int32_t[]){4}, 1); /* linear */
    make_fbx_floats_node(m, "KeyAttrDataFloat", data, 4);
    make_fbx_ints_node(m, "KeyAttrRefCount", (int32_t[]){2}, 1);
    make_fbx_end(m);
}

static void animation(make_fbx *m)
{
    static const double zero[3];
    begin(m, "AnimationStack", STACK, "wave", "AnimStack", "");
    make_fbx_begin_properties(m);
    make_fbx_property(m, "LocalStart", "KTime", zero, 1);
    make_fbx_property(m, "LocalStop", "KTime", (double[]){SECOND}, 1);
    make_fbx_end(m);
    make_fbx_end(m);
    begin(m, "AnimationLayer", LAYER, "BaseLayer", "AnimLayer", "");
    make_fbx_end(m);
    begin(m, "AnimationCurveNode", TURN, "R", "AnimCurveNode", "");
    make_fbx_begin_properties(m);
    make_fbx_property(m, "d|X", "Number", zero, 1);
    make_fbx_property(m, "d|Y", "Number", zero, 1);
    make_fbx_property(m, "d|Z", "Number", zero, 1);
    make_fbx_end(m);
    make_fbx_end(m);
    curve(m, TURN_CURVE, 90);
    begin(m, "AnimationCurveNode", WIDE, "DeformPercent", "AnimCurveNode", "");
    make_fbx_end(m);
    curve(m, WIDE_CURVE, 100);
}

/* Begins "Channel" of that name. */
static void begin_channel(make_fbx *m, const char *name)
{
    make_fbx_begin(m, "Channel");
    make_fbx_text(m, name);
}

static void still(make_fbx *m, const char *name)
{
    begin_channel(m, name);
    make_fbx_real_node(m, "Default", 0);
    make_fbx_end(m);
}

static void keys(make_fbx *m, double last)
{
    make_fbx_real_node(m, "Default", 0);
    make_fbx_int_node(m, "KeyVer", 4005);
    make_fbx_int_node(m, "KeyCount", 2);
    make_fbx_begin(m, "Key");
    for (int64_t k = 0; k < 2; k++) {
        make_fbx_long(m, k * SECOND);
        make_fbx_real(m, k ? last : 0);
        make_fbx_letter(m, 'L');
    }
    make_fbx_end(m);
}

static void times(make_fbx *m, const char *name)
{
    make_fbx_begin(m, name);
    make_fbx_long(m, 0);
    make_fbx_long(m, SECOND);
    make_fbx_end(m);
}

static void take_model(make_fbx *m, const char *name)
{
    make_fbx_begin(m, "Model");
    make_fbx_name(m, name, "Model");
    make_fbx_real_node(m, "Version", 1.1);
}

static void takes(make_fbx *m)
{
    make_fbx_begin(m, "Takes");
    make_fbx_text_node(m, "Current", "wave");
    make_fbx_begin(m, "Take");
    make_fbx_text(m, "wave");
    times(m, "LocalTime"), times(m, "ReferenceTime");
    take_model(m, "Tip");
    begin_channel(m, "Transform"), begin_channel(m, "R");
    still(m, "X"), still(m, "Y"), begin_channel(m, "Z");
    keys(m, 90);
    make_fbx_end(m), make_fbx_end(m), make_fbx_end(m), make_fbx_end(m);
    take_model(m, "Body");
    begin_channel(m, "wide");
    keys(m, 100);
    make_fbx_end(m), make_fbx_end(m), make_fbx_end(m), make_fbx_end(m);
}

/* ---- connections ---------------------------------------------------------------------------------------------- */

static void connections(make_fbx *m)
{
    static const struct {
        int64_t source, destination;
        const char *property;
    } all[] = {{ROOT, 0, NULL},
               {TIP, ROOT, NULL},
               {BODY, 0, NULL},
               {EYE, 0, NULL},
               {EYE_DATA, EYE, NULL},
               {MESH, BODY, NULL},
               {SKIN, MESH, NULL},
               {CLUSTERS, SKIN, NULL},
               {CLUSTERS + 1, SKIN, NULL},
               {ROOT, CLUSTERS, NULL},
               {TIP, CLUSTERS + 1, NULL},
               {BLEND, MESH, NULL},
               {CHANNEL, BLEND, NULL},
               {SHAPE, CHANNEL, NULL},
               {MATERIAL, BODY, NULL},
               {TEXTURE, MATERIAL, "DiffuseColor"},
               {VIDEO, TEXTURE, NULL},
               {LAYER, STACK, NULL},
               {TURN, LAYER, NULL},
               {TURN, TIP, "Lcl Rotation"},
               {TURN_CURVE, TURN, "d|Z"},
               {WIDE, LAYER, NULL},
               {WIDE, CHANNEL, "DeformPercent"},
               {WIDE_CURVE, WIDE, "d|DeformPercent"}};
    static const char *const old[][2] = {{"Model::Root", "Model::Scene"},
                                         {"Model::Tip", "Model::Root"},
                                         {"Model::Body", "Model::Scene"},
                                         {"Model::Eye", "Model::Scene"},
                                         {"Deformer::Skin", "Model::Body"},
                                         {"SubDeformer::RootCluster", "Deformer::Skin"},
                                         {"SubDeformer::TipCluster", "Deformer::Skin"},
                                         {"Model::Root", "SubDeformer::RootCluster"},
                                         {"Model::Tip", "SubDeformer::TipCluster"},
                                         {"Material::Skin", "Model::Body"},
                                         {"Texture::Picture", "Model::Body"},
                                         {"Video::Picture", "Texture::Picture"}};
    make_fbx_begin(m, "Connections");
    for (size_t i = 0; i < sizeof all / sizeof *all && !is_old(m); i++)
        make_fbx_connect(m, all[i].source, all[i].destination, all[i].property);
    for (size_t i = 0; i < sizeof old / sizeof *old && is_old(m); i++)
        make_fbx_connect_names(m, old[i][0], old[i][1], NULL);
    make_fbx_end(m);
}

hone_bytes make_fbx_character(const make_fbx_kind *kind)
{
    make_fbx m = make_fbx_open(kind);
    make_fbx_header(&m);
    if (!is_old(&m))
        settings(&m);
    make_fbx_begin(&m, "Objects");
    models(&m);
    skin(&m);
    material(&m);
    if (is_old(&m))
        settings(&m);
    else
        animation(&m);
    make_fbx_end(&m);
    connections(&m);
    if (is_old(&m))
        takes(&m);
    return make_fbx_close(&m);
}
