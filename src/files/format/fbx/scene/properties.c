/* Properties of objects. An entry of Properties70 is `P: name, type, label, flags, values...`, one of Properties60 is
 * `Property: name, type, flags, values...`. */
#include "files/format/fbx/scene/scene.h"
#include <math.h>
#include <string.h>

/* If several entries have the same name, the last one counts. */
const fbx_node *hone_fbx_property_named(const fbx_node *properties, fbx_text name, uint32_t *first)
{
    const fbx_node *found = NULL;
    for (const fbx_node *p = properties ? properties->first_child : NULL; p; p = p->next)
        if (p->value_count > 0 && p->values->kind == FBX_TEXT && hone_fbx_same_text(p->values->text, name))
            found = p;
    if (found)
        *first = found->name.size == 1 ? 4 : 3;
    return found;
}

const fbx_node *hone_fbx_property_in(const fbx_node *properties, const char *name, uint32_t *first)
{
    return hone_fbx_property_named(properties, (fbx_text){name, (uint32_t)strlen(name)}, first);
}

const fbx_node *hone_fbx_find_property(const fbx_object *object, const char *name, uint32_t *first)
{
    const fbx_node *own = hone_fbx_property_in(object->properties, name, first);
    return own ? own : hone_fbx_property_in(object->template_node, name, first);
}

double hone_fbx_property(const fbx_object *object, const char *name, double otherwise)
{
    uint32_t first;
    const fbx_node *property = hone_fbx_find_property(object, name, &first);
    return property ? hone_fbx_real(property, first, otherwise) : otherwise;
}

int64_t hone_fbx_property_integer(const fbx_object *object, const char *name, int64_t otherwise)
{
    uint32_t first;
    const fbx_node *property = hone_fbx_find_property(object, name, &first);
    return property ? hone_fbx_integer(property, first, otherwise) : otherwise;
}

fbx_text hone_fbx_property_text(const fbx_object *object, const char *name)
{
    uint32_t first;
    const fbx_node *property = hone_fbx_find_property(object, name, &first);
    return property ? hone_fbx_text(property, first) : (fbx_text){"", 0};
}

bool hone_fbx_has_property(const fbx_object *object, const char *name)
{
    uint32_t first;
    return hone_fbx_find_property(object, name, &first) != NULL;
}

bool hone_fbx_property_vector(const fbx_object *object, const char *name, double out[3])
{
    uint32_t first;
    const fbx_node *property = hone_fbx_find_property(object, name, &first);
    double v[3];
    for (uint32_t i = 0; i < 3; i++) {
        v[i] = property ? hone_fbx_real(property, first + i, NAN) : NAN;
        if (!isfinite(v[i]))
            return false;
    }
    memcpy(out, v, sizeof v);
    return true;
}
