#include "cmd/render/render_pass.h"
#include "base/json/json_writer.h"
#include "tool/output/output.h"
#include "tool/picture/data_pass.h"

#include <stdio.h>

int render_pass_check(const render_values *v, report *r)
{
    const pass_values *pass = &v->pass;
    bool numbers = pass->pass == PASS_MODELS || pass->pass == PASS_MATERIALS;
    if (pass->depth.given && pass->pass != PASS_DEPTH)
        return report_usage(r, "render: --depth-range is of --pass depth");
    if (pass->ids && !numbers)
        return report_usage(r, "render: --pass-ids is of --pass models and materials");
    if (pass->pass == PASS_COLOUR)
        return STATUS_OK;
    if (v->compare.count || v->show.wire || v->show.weights || show_has_overlays(&v->show))
        return report_usage(r, "render: --pass %s shows no colours: leave out --show and --compare",
                            pass_names[pass->pass]);
    if (v->output.kind == RENDER_FILM || v->output.file.kind != PICTURE_FILE_PNG)
        return report_usage(r,
                            "render: --pass %s needs a .png or a sequence of them, such as -o f-%%04d.png: jpg and "
                            "films would change its values",
                            pass_names[pass->pass]);
    return STATUS_OK;
}

static void write_number(uint32_t number, hone_json *json)
{
    uint8_t rgba[4];
    char text[16];
    data_pass_colour(number, rgba);
    snprintf(text, sizeof text, "#%02x%02x%02x", rgba[0], rgba[1], rgba[2]);
    hone_json_key(json, "id");
    hone_json_integer(json, number);
    hone_json_key(json, "color");
    hone_json_string(json, text);
}

static void write_name(const char *key, const char *name, hone_json *json)
{
    hone_json_key(json, key);
    hone_json_string(json, name ? name : "");
}

static void write_materials(const hone_model_data *model, uint32_t first, hone_json *json)
{
    hone_json_key(json, "materials");
    hone_json_array(json);
    for (uint32_t i = 0; i < model->material_count; i++) {
        hone_json_object(json);
        write_number(first + i, json);
        write_name("name", model->materials[i].name, json);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

static void write_models(const render_values *v, const inputs *in, hone_json *json)
{
    uint32_t number = 0, material = 1;
    hone_json_key(json, "models");
    hone_json_array(json);
    for (uint32_t i = 0; i < in->count; i++) {
        if (!in->items[i].model)
            continue;
        const hone_model_data *model = hone_model_get(in->items[i].model);
        hone_json_object(json);
        if (v->pass.pass == PASS_MODELS)
            write_number(++number, json);
        write_name("file", in->items[i].path, json);
        write_name("name", model->name, json);
        if (v->pass.pass == PASS_MATERIALS)
            write_materials(model, material, json);
        material += model->material_count;
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

int render_pass_write_ids(const render_values *v, const inputs *in, report *r)
{
    hone_writer text = hone_writer_make(NULL);
    hone_json json = hone_json_make(&text);
    if (!v->pass.ids)
        return STATUS_OK;
    hone_json_object(&json);
    write_name("pass", pass_names[v->pass.pass], &json);
    write_models(v, in, &json);
    hone_json_end(&json, '}');
    return output_text(v->pass.ids, &text, r);
}
