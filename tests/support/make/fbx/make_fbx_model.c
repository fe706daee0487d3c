#include "support/make/fbx/make_fbx_model.h"
#include "support/support.h"

#include <hone/format.h>
#include <string.h>

bool make_fbx_is_readable(const make_fbx_kind *kind)
{
    return !kind->deflate || hone_compressed_fbx_available();
}

hone_model *make_fbx_model(hone_bytes file, bool strict)
{
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(file.data, file.size, &(hone_load_desc){.strict = strict}, &error);
    hone_bytes_release(&file);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

bool make_fbx_warns(const hone_model *model, const char *text)
{
    hone_warnings warnings = hone_model_warnings(model);
    for (uint32_t i = 0; i < warnings.count; i++)
        if (strstr(warnings.texts[i], text))
            return true;
    return false;
}
