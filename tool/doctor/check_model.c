/* All checks of a model, one after the other. */
#include "tool/doctor/checks.h"

void check_model(const hone_model *model, const char *folder, check_target target, findings *out)
{
    check_warnings(hone_model_warnings(model), out);
    if (folder)
        check_textures(model, folder, out);
    check_names(model, out);
    check_weights(model, out);
    check_mesh(model, out);
    check_chains(model, out);
    check_joints(model, out);
    check_overlaps(model, out);
    check_avatar(model, out);
    check_for_target(model, target, out);
}
