/* Objects of FBX files. */
#include "support/make/fbx/make_fbx_scene.h"
#include <stdio.h>
#include <string.h>

make_fbx make_fbx_open_scene(const make_fbx_kind *kind, double unit, const int32_t axes[6])
{
    static const char *const names[6] = {"CoordAxis",     "UpAxis",     "FrontAxis",
                                         "CoordAxisSign", "UpAxisSign", "FrontAxisSign"};
    static const int32_t usual[6] = {0, 1, 2, 1, 1, 1};
    make_fbx m = make_fbx_open(kind ? kind : &(make_fbx_kind){0});
    make_fbx_header(&m);
    make_fbx_begin(&m, "GlobalSettings");
    make_fbx_begin_properties(&m);
    for (int i = 0; i < 6; i++) make_fbx_property(&m, names[i], "int", &(double){(axes ? axes : usual)[i]}, 1);
    make_fbx_property(&m, "UnitScaleFactor", "double", &unit, 1);
    make_fbx_end(&m);
    make_fbx_end(&m);
    return m;
}

/* ---- names ---- */

static const char *class_of(int64_t id)
{
    static const char *const names[] = {"Model", "Geometry", "Material", "Texture", "Video"};
    return names[id / 100];
}

static void set_name(int64_t id, char name[32])
{
    if (id == 0)
        snprintf(name, 32, "Scene");
    else
        snprintf(name, 32, "%c%d", (char)(class_of(id)[0] + 'a' - 'A'), (int)(id % 100));
}

void make_fbx_begin_numbered(make_fbx *m, int64_t id, const char *subclass)
{
    char name[32];
    set_name(id, name);
    make_fbx_begin(m, class_of(id));
    if (m->kind.version >= 7000)
        make_fbx_long(m, id);
    make_fbx_name(m, name, class_of(id));
    make_fbx_text(m, subclass);
}

void make_fbx_link(make_fbx *m, int64_t source, int64_t destination, const char *property)
{
    char names[2][32], full[2][64];
    if (m->kind.version >= 7000) {
        make_fbx_connect(m, source, destination, property);
        return;
    }
    set_name(source, names[0]), set_name(destination, names[1]);
    snprintf(full[0], sizeof full[0], "%s::%s", class_of(source), names[0]);
    snprintf(full[1], sizeof full[1], "%s::%s", class_of(destination), names[1]);
    make_fbx_connect_names(m, full[0], full[1], property);
}

void make_fbx_link_shown_mesh(make_fbx *m, int64_t n)
{
    if (m->kind.version >= 7000)
        make_fbx_link(m, MAKE_FBX_MESH + n, MAKE_FBX_NODE + n, NULL);
    make_fbx_link(m, MAKE_FBX_NODE + n, 0, NULL);
}

/* ---- meshes ---- */

static const char *values_of(const char *kind)
{
    if (strcmp(kind, "UV") == 0 || strcmp(kind, "Smoothing") == 0)
        return kind;
    static char name[32];
    snprintf(name, sizeof name, "%ss", kind);
    return name;
}

static void write_layer(make_fbx *m, const make_fbx_layer *layer)
{
    char name[48];
    snprintf(name, sizeof name, "LayerElement%s", layer->kind);
    make_fbx_begin(m, name);
    make_fbx_int(m, (int32_t)layer->number);
    make_fbx_text_node(m, "Name", layer->name ? layer->name : "");
    make_fbx_text_node(m, "MappingInformationType", layer->mapping);
    make_fbx_text_node(m, "ReferenceInformationType", layer->index && layer->values ? "IndexToDirect" : "Direct");
    if (layer->values)
        make_fbx_doubles_node(m, values_of(layer->kind), layer->values, layer->value_count);
    snprintf(name, sizeof name, "%sIndex", strcmp(layer->kind, "Normal") == 0 ? "Normals" : layer->kind);
    if (layer->index)
        make_fbx_ints_node(m, layer->values ? name : values_of(layer->kind), layer->index, layer->index_count);
    make_fbx_end(m);
}

static void write_geometry(make_fbx *m, const make_fbx_geometry *geometry)
{
    make_fbx_doubles_node(m, "Vertices", geometry->points, 3 * geometry->point_count);
    make_fbx_ints_node(m, "PolygonVertexIndex", geometry->corners, geometry->corner_count);
    for (uint32_t i = 0; i < geometry->layer_count; i++) write_layer(m, &geometry->layers[i]);
}

void make_fbx_shown_mesh(make_fbx *m, int64_t n, const make_fbx_geometry *geometry, void (*properties)(make_fbx *))
{
    bool old = m->kind.version < 7000;
    if (!old) {
        make_fbx_begin_numbered(m, MAKE_FBX_MESH + n, "Mesh");
        write_geometry(m, geometry);
        make_fbx_end(m);
    }
    make_fbx_begin_numbered(m, MAKE_FBX_NODE + n, "Mesh");
    make_fbx_begin_properties(m);
    if (properties)
        properties(m);
    make_fbx_end(m);
    if (old)
        write_geometry(m, geometry);
    make_fbx_end(m);
}
