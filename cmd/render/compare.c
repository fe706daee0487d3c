#include "cmd/render/compare.h"
#include "tool/picture/label.h"
#include <hone/io.h>

#include <math.h>
#include <string.h>

enum { PANEL_MIN = 8, LABEL_ROWS_MIN = 16 };
static const float label_share = 0.06f; /* of the picture's height */

void compare_warn(const compare_values *v, const actor_list *actors, report *r)
{
    bool asked = false, any = false;
    for (uint32_t i = 0; i < v->count; i++) asked |= strcmp(v->panels[i].name, "sdef") == 0;
    for (uint32_t i = 0; asked && i < actors->count; i++) {
        const hone_mesh *mesh = hone_model_mesh(actors->members[i].source->model);
        for (uint32_t n = 0; n < mesh->vertex_count && !any; n++) any = mesh->deforms[n] == HONE_DEFORM_SDEF;
    }
    if (asked && !any)
        report_warn(r, "--compare", "no vertex is of the kind SDEF: sdef is as auto");
}

/* ---- picture ---- */

static uint32_t label_rows(uint32_t height)
{
    uint32_t rows = (uint32_t)((float)height * label_share);
    return rows > LABEL_ROWS_MIN ? rows : LABEL_ROWS_MIN;
}

int compare_begin(compare_sheet *sheet, const compare_values *v, const picture_settings *whole, report *r)
{
    hone_error error = {0};
    *sheet = (compare_sheet){.values = v, .settings = *whole};
    uint32_t rows = label_rows(whole->look.draw.height);
    sheet->settings.look.draw.width = whole->look.draw.width / v->count;
    if (sheet->settings.look.draw.width < PANEL_MIN || whole->look.draw.height < rows + PANEL_MIN)
        return hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "%u pictures do not fit into %ux%u pixels", v->count,
                         whole->look.draw.width, whole->look.draw.height),
               report_failure(r, "--compare", &error);
    sheet->settings.look.draw.height = whole->look.draw.height - rows;
    if (!hone_image_create(sheet->settings.look.draw.width, sheet->settings.look.draw.height, NULL, &sheet->panel,
                           &error))
        return report_failure(r, "--compare", &error);
    return STATUS_OK;
}

void compare_end(compare_sheet *sheet)
{
    hone_image_release(&sheet->panel);
}

static void fill(hone_image *out, const float rgba[4])
{
    uint8_t pixel[4];
    for (int i = 0; i < 4; i++) pixel[i] = (uint8_t)(rgba[i] * 255 + 0.5f);
    for (size_t i = 0; i < (size_t)out->width * out->height; i++) memcpy(out->pixels + 4 * i, pixel, 4);
}

static void place_panel(const hone_image *panel, uint32_t x, hone_image *out)
{
    for (uint32_t y = 0; y < panel->height; y++)
        memcpy(out->pixels + 4 * ((size_t)y * out->width + x), panel->pixels + 4 * (size_t)y * panel->width,
               4 * (size_t)panel->width);
}

/* The height of the letters, so large that all names fit below their panels. */
static float label_height(const compare_sheet *sheet, float rows)
{
    float height = rows * 0.5f, most = (float)sheet->settings.look.draw.width * 0.92f;
    for (uint32_t i = 0; i < sheet->values->count; i++)
        height = fminf(height, most / label_width(sheet->values->panels[i].name, 1));
    return height;
}

/* Writes the name in the middle below a panel, and a line between it and the panel before. */
static void place_label(const compare_sheet *sheet, const char *name, uint32_t x, hone_image *out)
{
    const float *behind = sheet->settings.look.background.rgba;
    bool dark = behind[3] > 0.5f && behind[0] * 0.3f + behind[1] * 0.6f + behind[2] * 0.1f < 0.5f;
    uint8_t tone = dark ? 0xe8 : 0x20, border = dark ? 0x60 : 0xa0;
    float rows = (float)(out->height - sheet->settings.look.draw.height), height = label_height(sheet, rows);
    label_draw(out,
               &(label_desc){.text = name,
                             .x = (float)x + ((float)sheet->settings.look.draw.width - label_width(name, height)) / 2,
                             .y = (float)sheet->settings.look.draw.height + rows * 0.45f + height / 2,
                             .height = height,
                             .rgb = {tone, tone, tone}});
    for (uint32_t y = 0; x > 0 && y < out->height; y++)
        memcpy(out->pixels + 4 * ((size_t)y * out->width + x), (const uint8_t[]){border, border, border, 255}, 4);
}

int compare_draw(compare_sheet *sheet, renderer_session *s, double frame, hone_image *out, report *r)
{
    const compare_values *v = sheet->values;
    hone_skin_method method = s->method;
    hone_gpu_skin gpu_skin = s->gpu_skin;
    int status = STATUS_OK;
    fill(out, sheet->settings.look.background.rgba);
    for (uint32_t i = 0; i < v->count && status == STATUS_OK; i++) {
        const compare_panel *panel = &v->panels[i];
        uint32_t x = (uint32_t)((uint64_t)out->width * i / v->count);
        s->method = panel->method < 0 ? method : (hone_skin_method)panel->method;
        s->gpu_skin = panel->gpu_skin < 0 ? gpu_skin : (hone_gpu_skin)panel->gpu_skin;
        status = renderer_session_render(s, frame, &sheet->settings, &sheet->panel, r);
        if (status == STATUS_OK) {
            place_panel(&sheet->panel, x, out);
            place_label(sheet, panel->name, x, out);
        }
    }
    s->method = method, s->gpu_skin = gpu_skin;
    return status;
}
