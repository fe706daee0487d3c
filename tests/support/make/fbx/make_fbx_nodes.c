/* Whole nodes of FBX files: single values, properties, connections. */
#include "support/make/fbx/make_fbx.h"
#include <stdio.h>
#include <string.h>

void make_fbx_int_node(make_fbx *m, const char *name, int32_t value)
{
    make_fbx_begin(m, name);
    make_fbx_int(m, value);
    make_fbx_end(m);
}

void make_fbx_real_node(make_fbx *m, const char *name, double value)
{
    make_fbx_begin(m, name);
    make_fbx_real(m, value);
    make_fbx_end(m);
}

void make_fbx_text_node(make_fbx *m, const char *name, const char *text)
{
    make_fbx_begin(m, name);
    make_fbx_text(m, text);
    make_fbx_end(m);
}

void make_fbx_doubles_node(make_fbx *m, const char *name, const double *values, uint32_t count)
{
    make_fbx_begin(m, name);
    make_fbx_doubles(m, values, count);
    make_fbx_end(m);
}

void make_fbx_ints_node(make_fbx *m, const char *name, const int32_t *values, uint32_t count)
{
    make_fbx_begin(m, name);
    make_fbx_ints(m, values, count);
    make_fbx_end(m);
}

void make_fbx_longs_node(make_fbx *m, const char *name, const int64_t *values, uint32_t count)
{
    make_fbx_begin(m, name);
    make_fbx_longs(m, values, count);
    make_fbx_end(m);
}

void make_fbx_floats_node(make_fbx *m, const char *name, const float *values, uint32_t count)
{
    make_fbx_begin(m, name);
    make_fbx_floats(m, values, count);
    make_fbx_end(m);
}

void make_fbx_header(make_fbx *m)
{
    make_fbx_begin(m, "FBXHeaderExtension");
    make_fbx_int_node(m, "FBXHeaderVersion", 1003);
    make_fbx_int_node(m, "FBXVersion", (int32_t)m->kind.version);
    make_fbx_end(m);
}

/* ---- properties ---- */

void make_fbx_begin_properties(make_fbx *m)
{
    make_fbx_begin(m, m->kind.version < 7000 ? "Properties60" : "Properties70");
}

static void begin_property(make_fbx *m, const char *name, const char *type)
{
    bool old = m->kind.version < 7000;
    make_fbx_begin(m, old ? "Property" : "P");
    make_fbx_text(m, name);
    make_fbx_text(m, type);
    make_fbx_text(m, "");
    if (!old)
        make_fbx_text(m, "A");
}

void make_fbx_property(make_fbx *m, const char *name, const char *type, const double *values, uint32_t count)
{
    begin_property(m, name, type);
    for (uint32_t i = 0; i < count; i++)
        if (values[i] >= INT32_MIN && values[i] <= INT32_MAX && values[i] == (int32_t)values[i])
            make_fbx_int(m, (int32_t)values[i]);
        else
            make_fbx_real(m, values[i]);
    make_fbx_end(m);
}

void make_fbx_text_property(make_fbx *m, const char *name, const char *type, const char *text)
{
    begin_property(m, name, type);
    make_fbx_text(m, text);
    make_fbx_end(m);
}

/* ---- connections ---- */

void make_fbx_connect(make_fbx *m, int64_t source, int64_t destination, const char *property)
{
    make_fbx_begin(m, "C");
    make_fbx_text(m, property ? "OP" : "OO");
    make_fbx_long(m, source);
    make_fbx_long(m, destination);
    if (property)
        make_fbx_text(m, property);
    make_fbx_end(m);
}

/* whole: "Model::Cube". */
static void write_name(make_fbx *m, const char *whole)
{
    char class_name[64];
    const char *colons = strstr(whole, "::");
    snprintf(class_name, sizeof class_name, "%.*s", (int)(colons - whole), whole);
    make_fbx_name(m, colons + 2, class_name);
}

void make_fbx_connect_names(make_fbx *m, const char *source, const char *destination, const char *property)
{
    make_fbx_begin(m, "Connect");
    make_fbx_text(m, property ? "OP" : "OO");
    write_name(m, source);
    write_name(m, destination);
    if (property)
        make_fbx_text(m, property);
    make_fbx_end(m);
}
