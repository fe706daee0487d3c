#include "draw/render/gltf/gltf.h"
#include "base/trigonometry.h"
#include "draw/render/edge.h"
#include "draw/render/shadow/shadow.h"
#include "files/format/common/surface.h"
#include <hone/math.h>
#include <math.h>
#include <string.h>

enum { ALL_MAPS = (1 << HONE_GPU_MAP_COUNT) - 1, PBR_MAPS = 1 << HONE_GPU_MAP_BASE | 1 << HONE_GPU_MAP_EMISSION };

/* ---- numbers of materials ---- */

/* A number of a material, from its member of hone_surface_state. */
#define NUMBER(entry, submesh, member, at_rest)                                                                        \
    (*hone_draw_entry_number(entry, submesh, offsetof(hone_surface_state, member), &(at_rest)))

static const float *colour_of(const hone_draw_entry *entry, uint32_t submesh, hone_material_colour which,
                              const float *at_rest)
{
    const size_t each = sizeof((const hone_surface_state *)0)->colours[0];
    return hone_draw_entry_number(entry, submesh, offsetof(hone_surface_state, colours) + (size_t)which * each,
                                  at_rest);
}

/* ---- texture coordinates ---- */

typedef struct uv_transform {
    double m[2][3];
} uv_transform;

static uv_transform multiply(const uv_transform *a, const uv_transform *b)
{
    uv_transform out;
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] = a->m[r][0] * b->m[0][c] + a->m[r][1] * b->m[1][c] + (c == 2 ? a->m[r][2] : 0);
    return out;
}

/* How far the animation of MToon has gone: across, down, and radians. */
typedef struct uv_motion {
    double scroll[2], rotation;
} uv_motion;

static uv_motion motion_at(const hone_draw_entry *entry, uint32_t submesh, const hone_mtoon *toon, double seconds)
{
    const float *scroll =
        hone_draw_entry_number(entry, submesh, offsetof(hone_surface_state, uv_scroll), toon->uv_scroll);
    return (uv_motion){{(double)scroll[0] * seconds, (double)scroll[1] * seconds},
                       (double)NUMBER(entry, submesh, uv_rotation, toon->uv_rotation) * seconds};
}

/* A rotation about the middle, then a translation. */
static uv_transform transform_of(const uv_motion *motion)
{
    double c = hone_cos(motion->rotation), s = hone_sin(motion->rotation);
    uv_transform out = {{{c, s, 0.5 - 0.5 * c - 0.5 * s}, {-s, c, 0.5 + 0.5 * s - 0.5 * c}}};
    for (int i = 0; i < 2; i++) out.m[i][2] += motion->scroll[i];
    return out;
}

static uv_transform expressions_of(const hone_surface_state *state)
{
    uv_transform out = {{{1, 0, 0}, {0, 1, 0}}};
    for (int i = 0; state && i < 2; i++)
        out.m[i][i] = (double)state->uv_scale[i], out.m[i][2] = (double)state->uv_offset[i];
    return out;
}

/* The transform of a map itself. which: as in hone_surface_state.maps. state: NULL: nothing changes the material. */
static uv_transform own_transform(const hone_map *map, const hone_surface_state *state, int which)
{
    uv_transform out;
    for (int i = 0; i < 6; i++) out.m[i / 3][i % 3] = (double)map->transform[i / 3][i % 3];
    if (!state || !(state->moved_maps >> which & 1))
        return out;
    const hone_map_state *at = &state->maps[which];
    double c = hone_cos((double)at->rotation), s = hone_sin((double)at->rotation);
    return (uv_transform){{{c * (double)at->scale[0], s * (double)at->scale[1], (double)at->offset[0]},
                           {-s * (double)at->scale[0], c * (double)at->scale[1], (double)at->offset[1]}}};
}

/* In double precision, and without whole periods of the texture, so that an animation is as smooth after hours. */
static void write_rows(const hone_map *map, const uv_transform *own, const uv_transform *before, float out[2][3])
{
    uv_transform all = multiply(own, before);
    for (int r = 0; r < 2; r++) {
        double period = map->wrap[r] == HONE_WRAP_CLAMP ? 0 : 2, shift = all.m[r][2];
        all.m[r][2] = period > 0 && isfinite(shift) ? shift - period * floor(shift / period) : shift;
        for (int c = 0; c < 3; c++) out[r][c] = (float)all.m[r][c];
    }
}

/* ---- maps ---- */

static GLuint sampler_of(const hone_renderer *renderer, const hone_map *map)
{
    return renderer->samplers[map->nearest][map->wrap[0]][map->wrap[1]];
}

static GLuint unit_of(int map)
{
    return map == HONE_GPU_MAP_BASE ? HONE_UNIT_TEXTURE : (GLuint)(HONE_UNIT_EMISSIVE + map - HONE_GPU_MAP_EMISSION);
}

/* Returns which element of hone_surface_state.maps a map is. */
static int place_of(const hone_material *material, const hone_map *map, int which)
{
    return which <= HONE_GPU_MAP_NORMAL ? (int)(map - material->pbr->maps)
                                        : HONE_MAP_COUNT + (int)(map - material->mtoon->maps);
}

/* What a mask scales is left to the shader. */
static void set_motion(const hone_program *program, const uv_motion *motion)
{
    glUniform3f(program->uniforms[HONE_UNIFORM_UV_MOTION], (float)motion->scroll[0], (float)motion->scroll[1],
                (float)motion->rotation);
}

void hone_gltf_set_maps(const hone_program *program, const hone_draw_entry *entry, uint32_t index, double seconds,
                        uint32_t maps)
{
    const hone_submesh *submesh = &entry->gpu_model->submeshes[index];
    const hone_renderer *renderer = entry->gpu_model->renderer;
    const hone_mtoon *toon = hone_material_toon(submesh->material);
    const hone_surface_state *state = entry->morphs->surfaces ? &entry->morphs->surfaces[index] : NULL;
    bool masked = toon && submesh->maps[HONE_GPU_MAP_MASK];
    const uv_transform same = {{{1, 0, 0}, {0, 1, 0}}}, still = expressions_of(state);
    const uv_motion none = {{0, 0}, 0}, motion = toon ? motion_at(entry, index, toon, seconds) : none;
    uv_transform moved = toon && !masked ? transform_of(&motion) : same;
    moved = multiply(&still, &moved);
    float rows[HONE_GPU_MAP_COUNT][2][3] = {{{0}}};
    uint32_t bits = 0;
    for (int i = 0; i < HONE_GPU_MAP_COUNT; i++) {
        const hone_map *map = hone_material_map(submesh->material, (hone_gpu_map)i);
        bool there = map && submesh->maps[i];
        if (!(maps >> i & 1))
            continue;
        hone_gl_state_bind(unit_of(i), there ? submesh->maps[i] : renderer->white,
                           there ? sampler_of(renderer, map) : renderer->repeat);
        if (!there)
            continue;
        bits |= (1u | (map->uv_set ? 1u << 16 : 0)) << i;
        const uv_transform own = own_transform(map, state, place_of(submesh->material, map, i));
        write_rows(map, &own, i == HONE_GPU_MAP_MATCAP ? &same : i == HONE_GPU_MAP_MASK ? &still : &moved, rows[i]);
    }
    glUniform1i(program->uniforms[HONE_UNIFORM_MAPS], (GLint)bits);
    glUniform3fv(program->uniforms[HONE_UNIFORM_MAP_TRANSFORMS], 2 * HONE_GPU_MAP_COUNT, rows[0][0]);
    set_motion(program, masked ? &motion : &none);
}

/* ---- materials ---- */

float hone_gltf_alpha(const hone_draw_entry *entry, uint32_t submesh)
{
    const hone_pbr *pbr = entry->gpu_model->submeshes[submesh].material->pbr;
    return colour_of(entry, submesh, HONE_COLOUR_BASE, pbr->base_colour)[3] * entry->opacity;
}

float hone_gltf_cutoff(const hone_draw_entry *entry, uint32_t submesh)
{
    const hone_pbr *pbr = entry->gpu_model->submeshes[submesh].material->pbr;
    return fminf(fmaxf(NUMBER(entry, submesh, alpha_cutoff, pbr->alpha_cutoff), 0), 1);
}

static void set_pbr(const hone_program *program, const hone_draw_entry *entry, uint32_t submesh)
{
    static const float cutoffs[] = {[HONE_ALPHA_OPAQUE] = -1, [HONE_ALPHA_BLEND] = 2};
    const GLint *at = program->uniforms;
    const hone_material *material = entry->gpu_model->submeshes[submesh].material;
    const hone_pbr *pbr = material->pbr;
    bool clear = entry->opacity < 1, toon = hone_material_toon(material) != NULL; /* clear: every material is blended */
    float cutoff = hone_gltf_cutoff(entry, submesh), one = 1;
    const float *base = colour_of(entry, submesh, HONE_COLOUR_BASE, pbr->base_colour);
    glUniform4f(at[HONE_UNIFORM_BASE_COLOUR], base[0], base[1], base[2], hone_gltf_alpha(entry, submesh));
    const float *emission = colour_of(entry, submesh, HONE_COLOUR_EMISSION, pbr->emissive),
                strength = NUMBER(entry, submesh, emissive_strength, one);
    glUniform3f(at[HONE_UNIFORM_EMISSIVE], emission[0] * strength, emission[1] * strength, emission[2] * strength);
    glUniform2f(at[HONE_UNIFORM_METALLIC_ROUGHNESS], NUMBER(entry, submesh, metallic, pbr->metallic),
                NUMBER(entry, submesh, roughness, pbr->roughness));
    cutoff = pbr->alpha_mode == HONE_ALPHA_MASK ? cutoff : cutoffs[pbr->alpha_mode];
    glUniform1f(at[HONE_UNIFORM_ALPHA_CUTOFF], clear ? cutoffs[HONE_ALPHA_BLEND] : cutoff);
    glUniform1i(at[HONE_UNIFORM_VERTEX_COLOUR], !toon && (material->flags & HONE_MATERIAL_VERTEX_COLOUR) != 0);
    glUniform1i(at[HONE_UNIFORM_UNLIT], pbr->unlit);
    glUniform1i(at[HONE_UNIFORM_FLAT], pbr->flat);
}

static void write_four(const float *colour, float last, float out[4])
{
    hone_vec3_copy(colour, out);
    out[3] = last;
}

static void set_mtoon(const hone_program *program, const hone_draw_entry *entry, uint32_t submesh)
{
    const hone_material *material = entry->gpu_model->submeshes[submesh].material;
    const hone_mtoon *t = material->mtoon;
    const float *normal = &material->pbr->maps[HONE_MAP_NORMAL].scale;
    float rows[5][4] = {[4] = {NUMBER(entry, submesh, normal_scale, *normal),
                               NUMBER(entry, submesh, gi_equalization, t->gi_equalization),
                               NUMBER(entry, submesh, rim_lighting_mix, t->rim_lighting_mix),
                               NUMBER(entry, submesh, shading_shift_scale, t->shading_shift_scale)}};
    write_four(colour_of(entry, submesh, HONE_COLOUR_SHADE, t->shade_colour),
               NUMBER(entry, submesh, shading_shift, t->shading_shift), rows[0]);
    write_four(colour_of(entry, submesh, HONE_COLOUR_MATCAP, t->matcap_factor),
               NUMBER(entry, submesh, rim_lift, t->rim_lift), rows[1]);
    write_four(colour_of(entry, submesh, HONE_COLOUR_RIM, t->rim_colour),
               NUMBER(entry, submesh, rim_power, t->rim_power), rows[2]);
    write_four(colour_of(entry, submesh, HONE_COLOUR_OUTLINE, t->outline_colour),
               NUMBER(entry, submesh, shading_toony, t->shading_toony), rows[3]);
    for (int i = 0; entry->item->edge_colour && i < 3; i++)
        rows[3][i] = hone_linear_from_display(entry->item->edge_colour[i]);
    glUniform4fv(program->uniforms[HONE_UNIFORM_MTOON], 5, rows[0]);
}

/* ---- drawing ---- */

/* Draws the outline of a submesh that is set: its back faces, moved outwards. */
static void draw_outline(const hone_program *program, const hone_draw_uniforms *uniforms, const hone_draw_entry *entry,
                         uint32_t submesh, const hone_draw_range *range)
{
    const hone_mtoon *toon = entry->gpu_model->submeshes[submesh].material->mtoon;
    hone_edge_set_width(program, uniforms, entry, submesh);
    float mix = NUMBER(entry, submesh, outline_lighting_mix, toon->outline_lighting_mix);
    glUniform1f(program->uniforms[HONE_UNIFORM_OUTLINE], entry->item->edge_colour ? 0 : mix);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    hone_gpu_model_draw_submesh(entry->gpu_model, submesh, range);
}

/* Blended materials do not write depth, so that they do not hide each other, unless MToon says so; but those with an
 * edge of MMD do, as in MMD, or the edge of their far side would cover them. */
static bool writes_depth(const hone_draw_entry *entry, uint32_t submesh)
{
    const hone_material *material = entry->gpu_model->submeshes[submesh].material;
    const hone_mtoon *toon = hone_material_toon(material);
    return material->pbr->alpha_mode != HONE_ALPHA_BLEND ||
           (toon ? toon->transparent_with_z_write : hone_item_has_edge(entry, submesh));
}

static void draw_submesh(const hone_program *program, const hone_draw_uniforms *uniforms, const hone_draw_entry *entry,
                         uint32_t submesh, const hone_draw_range *range)
{
    const hone_submesh *drawn = &entry->gpu_model->submeshes[submesh];
    bool toon = hone_material_toon(drawn->material) != NULL;
    set_pbr(program, entry, submesh);
    if (toon)
        set_mtoon(program, entry, submesh);
    hone_gltf_set_maps(program, entry, submesh, uniforms->desc->seconds, toon ? ALL_MAPS : PBR_MAPS);
    glUniform1i(program->uniforms[HONE_UNIFORM_RECEIVES], uniforms->shadowed && hone_submesh_receives(entry, submesh));
    glUniform1f(program->uniforms[HONE_UNIFORM_OUTLINE], -1);
    hone_edge_set_none(program);
    glDepthMask(writes_depth(entry, submesh) ? GL_TRUE : GL_FALSE);
    hone_gl_state_blend(entry->opacity < 1 || entry->item->additive ||
                        drawn->material->pbr->alpha_mode == HONE_ALPHA_BLEND);
    hone_gl_state_cull(drawn);
    hone_gpu_model_draw_submesh(entry->gpu_model, submesh, range);
    if (toon && !uniforms->desc->no_edges && hone_item_has_edge(entry, submesh))
        draw_outline(program, uniforms, entry, submesh, range);
}

void hone_gltf_draw(const hone_draw_entry *entry, const hone_draw_uniforms *uniforms, const hone_draw_range *range)
{
    const hone_gpu_model *gpu_model = entry->gpu_model;
    const hone_program *program = NULL;
    hone_pass used = HONE_PASS_COUNT;
    for (uint32_t i = 0; i < gpu_model->ordered; i++) {
        uint32_t submesh = gpu_model->order[i];
        bool toon = hone_material_toon(gpu_model->submeshes[submesh].material) != NULL;
        hone_pass pass = toon ? HONE_PASS_MTOON : HONE_PASS_PBR;
        if (!hone_submesh_shown(entry, submesh))
            continue;
        if (pass != used)
            program = hone_gl_state_use(gpu_model, pass, uniforms);
        used = pass;
        draw_submesh(program, uniforms, entry, submesh, range);
    }
    glDepthMask(GL_TRUE);
    hone_gl_state_blend(true);
}
