/* Axes and unit of a file. */
#include "files/format/fbx/scene/scene.h"
#include <math.h>
#include <string.h>

static void read_axes(fbx_space *space, const fbx_object *settings, hone_builder *warnings)
{
    static const char *const names[3][2] = {
        {"CoordAxis", "CoordAxisSign"}, {"UpAxis", "UpAxisSign"}, {"FrontAxis", "FrontAxisSign"}};
    uint32_t seen = 0;
    for (int i = 0; i < 3; i++) {
        int64_t axis = hone_fbx_property_integer(settings, names[i][0], i);
        int64_t sign = hone_fbx_property_integer(settings, names[i][1], 1);
        space->axis[i] = axis >= 0 && axis < 3 ? (uint8_t)axis : 0;
        space->sign[i] = sign > 0 ? 1 : -1;
        seen |= axis >= 0 && axis < 3 ? 1u << axis : 0;
    }
    if (seen == 7)
        return;
    hone_builder_warn(warnings, "axes of the file that are not perpendicular to each other: read as Y up", 0);
    for (uint8_t i = 0; i < 3; i++) space->axis[i] = i, space->sign[i] = 1;
}

void hone_fbx_space_read(fbx_space *space, const fbx_node *properties, hone_builder *warnings)
{
    fbx_object settings = {.properties = properties};
    double unit = hone_fbx_property(&settings, "UnitScaleFactor", 1);
    read_axes(space, &settings, warnings);
    if (!(unit > 1e-9 && unit < 1e9)) {
        hone_builder_warn(warnings, "unit of the file that is zero, negative or too large: read as centimetres", 0);
        unit = 1;
    }
    const uint8_t *axis = space->axis;
    bool even = (axis[1] + 3 - axis[0]) % 3 == 1;
    space->metres = unit / 100;
    space->mirrored = (space->sign[0] * space->sign[1] * space->sign[2] > 0) != even;
}

void hone_fbx_point(const fbx_space *space, const double file[3], double out[3])
{
    double turned[3];
    hone_fbx_direction(space, file, turned);
    for (int i = 0; i < 3; i++) out[i] = turned[i] * space->metres;
}

void hone_fbx_direction(const fbx_space *space, const double file[3], double out[3])
{
    double turned[3];
    for (int i = 0; i < 3; i++) turned[i] = file[space->axis[i]] * space->sign[i];
    memcpy(out, turned, sizeof turned);
}
