#include "tool/play/demo_assets.h"
#include "samples/samples.h"
#include <hone/io.h>

#include <stdlib.h>

int demo_asset_inputs(inputs *out, report *r)
{
    static const char name[] = "the built-in character";
    hone_error error = {0};
    *out = (inputs){.items = calloc(3, sizeof *out->items)};
    if (!out->items)
        return hone_fail_memory(&error), report_failure(r, name, &error);
    out->count = 3, out->model_count = 1;
    out->items[0] = (input){.path = "character", .model = hone_sample_character(&error)};
    out->items[1] = (input){.path = "dance", .motion = hone_sample_dance(&error)};
    out->items[2] = (input){.path = "camera", .motion = hone_sample_camera(&error)};
    bool whole = out->items[0].model && out->items[1].motion && out->items[2].motion;
    return whole ? STATUS_OK : report_failure(r, name, &error);
}
