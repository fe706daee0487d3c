/* Writes VRMC_materials_mtoon. Source: VRMC_materials_mtoon-1.0. */
#include "files/format/gltf/write/vrm/vrm.h"

void hone_gltf_write_mtoon(gltf_writer *writer, const hone_mtoon *toon, hone_json *json)
{
    static const char *const modes[] = {[HONE_OUTLINE_NONE] = "none",
                                        [HONE_OUTLINE_WORLD] = "worldCoordinates",
                                        [HONE_OUTLINE_SCREEN] = "screenCoordinates"};
    writer->vrm.toons = true;
    hone_gltf_json_begin(json, GLTF_MTOON, '{');
    hone_gltf_json_text(json, "specVersion", "1.0");
    hone_json_key(json, "transparentWithZWrite");
    hone_json_bool(json, toon->transparent_with_z_write);
    hone_json_key(json, "renderQueueOffsetNumber");
    hone_json_number(json, toon->render_queue_offset);
    hone_gltf_json_text(json, "outlineWidthMode", modes[toon->outline_mode]);
    for (int i = 0; i < HONE_VRM_TOON_VALUES; i++) {
        const hone_vrm_toon_value *value = &hone_vrm_toon_values[i];
        const float *from = (const float *)((const char *)toon + value->offset);
        if (value->count > 1) {
            hone_gltf_json_floats(json, value->key, from, value->count);
        } else {
            hone_json_key(json, value->key);
            hone_json_float(json, *from);
        }
    }
    for (int m = 0; m < HONE_MTOON_MAP_COUNT; m++) {
        hone_map map = toon->maps[m];
        if (m == HONE_MTOON_SHIFT)
            map.scale = toon->shading_shift_scale;
        hone_gltf_write_map(writer, &map, hone_vrm_toon_maps[m], m == HONE_MTOON_SHIFT ? "scale" : NULL, json);
    }
    hone_json_end(json, '}');
}
