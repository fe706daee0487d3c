#include "samples/make/character/character.h"
#include "samples/make/base/generator.h"
#include "samples/make/character/body.h"
#include "samples/make/character/face.h"
#include "samples/make/character/hair.h"
#include "samples/make/character/morphs.h"
#include "samples/make/character/physics.h"
#include "samples/make/character/skirt.h"
#include "samples/make/character/textures.h"
#include "samples/make/character/trims.h"
#include <stdlib.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* ---- pieces ---- */

typedef struct piece {
    part (*make)(void);
    material material;
    bool whole;      /* else the half x >= 0, which is mirrored */
    bool unmirror_u; /* the texture is not mirrored with the mirror image (within the left half) */
    binding binding;
} piece;

static const piece pieces[] = {
    {body_skin,
     MATERIAL_SKIN,
     false,
     false,
     {WEIGH_ARM,
      0.9f,
      {"上半身", "上半身2", "首", "下半身", "左肩", "右肩", "左腕", "右腕", "左ひじ", "左足", "右足"},
      0,
      0}},
    {face_skin, MATERIAL_FACE, false, false, {WEIGH_NECK, 0, {"首", "頭"}, 0, 0}},
    {face_mouth, MATERIAL_MOUTH, false, false, {WEIGH_RIGID, 0, {"頭"}, 0, 0}},
    {face_eyeball, MATERIAL_EYE_WHITE, false, false, {WEIGH_RIGID, 0, {"頭"}, 0, 0}},
    {face_iris, MATERIAL_IRIS, false, true, {WEIGH_RIGID, 0, {"左目"}, 0, 0}},
    {face_lines, MATERIAL_LINES, false, false, {WEIGH_RIGID, 0, {"頭"}, 0, 0}},
    {body_bodice,
     MATERIAL_BODICE,
     false,
     false,
     {WEIGH_ARM,
      0.9f,
      {"上半身", "上半身2", "首", "下半身", "左肩", "右肩", "左腕", "右腕", "左ひじ", "左足", "右足"},
      0,
      0}},
    {body_choker, MATERIAL_BODICE, false, false, {WEIGH_RIGID, 0, {"首"}, 0, 0}},
    {body_glove,
     MATERIAL_GLOVE,
     false,
     false,
     {WEIGH_ARM,
      0.7f,
      {"左腕", "左ひじ", "左手首", "左親指０", "左親指１", "左親指２", "左人指１", "左人指２", "左人指３", "左中指１",
       "左中指２", "左中指３", "左薬指１", "左薬指２", "左薬指３", "左小指１", "左小指２", "左小指３"},
      0,
      0}},
    {body_stocking, MATERIAL_STOCKING, false, false, {WEIGH_AUTO, 1, {"左足", "左ひざ"}, 0, 0}},
    {body_boot, MATERIAL_BOOT, false, false, {WEIGH_AUTO, 0.6f, {"左ひざ", "左足首", "左足先EX"}, 0, 0}},
    {body_sole, MATERIAL_SOLE, false, false, {WEIGH_AUTO, 0.6f, {"左足首", "左足先EX"}, 0, 0}},
    {skirt_petticoat, MATERIAL_PETTICOAT, true, false, {WEIGH_SKIRT, 0, {NULL}, 0, 0}},
    {skirt_outer, MATERIAL_SKIRT, true, false, {WEIGH_SKIRT, 0, {NULL}, 0, 0}},
    {trim_sash, MATERIAL_TRIM, false, false, {WEIGH_AUTO, 1.1f, {"上半身", "下半身"}, 0, 0}},
    {trim_bow, MATERIAL_TRIM, false, false, {WEIGH_RIGID, 0, {"下半身"}, 0, 0}},
    {trim_bow_tail, MATERIAL_TRIM, false, false, {WEIGH_CHAIN, 0, {"左リボン１", "左リボン２", "左リボン３"}, 0, 1}},
    {hair_tie, MATERIAL_TRIM, false, false, {WEIGH_RIGID, 0, {"頭"}, 0, 0}},
    {trim_pendant, MATERIAL_GOLD, true, false, {WEIGH_RIGID, 0, {"首"}, 0, 0}},
    {trim_clip, MATERIAL_GOLD, true, false, {WEIGH_RIGID, 0, {"頭"}, 0, 0}},
    {hair_cap, MATERIAL_HAIR, false, false, {WEIGH_RIGID, 0, {"頭"}, 0, 0}},
    {hair_fringe,
     MATERIAL_HAIR,
     true,
     false,
     {WEIGH_HAIR, 0.5f, {"前髪１", "前髪２", "左前髪１", "左前髪２", "右前髪１", "右前髪２"}, 0.35f, 1}},
    {hair_sides, MATERIAL_HAIR, false, false, {WEIGH_HAIR, 0.5f, {"左横髪１", "左横髪２"}, 0.35f, 0.9f}},
    {hair_back,
     MATERIAL_HAIR,
     false,
     false,
     {WEIGH_HAIR, 0.6f, {"左後髪１", "左後髪２", "後髪１", "後髪２", "右後髪１", "右後髪２"}, 0.35f, 0.95f}},
    {hair_tail,
     MATERIAL_HAIR,
     false,
     false,
     {WEIGH_CHAIN, 0, {"左髪１", "左髪２", "左髪３", "左髪４", "左髪５"}, 0.42f, 0.98f}},
    {face_blush, MATERIAL_BLUSH, false, false, {WEIGH_RIGID, 0, {"頭"}, 0, 0}},
};

static uint32_t add_vertex(character *c, const piece *from, part_vertex v, vec3 drawn, skin_weights w)
{
    uint32_t i = c->mesh.vertex_count;
    if (i == c->mesh.vertex_capacity) {
        uint32_t more = i ? 2 * i : 1024;
        c->drawn = reallocate(c->drawn, more, sizeof *c->drawn);
        c->weights = reallocate(c->weights, more, sizeof *c->weights);
        c->materials = reallocate(c->materials, more, 1);
    }
    c->drawn[i] = drawn;
    c->weights[i] = w;
    c->materials[i] = (uint8_t)from->material;
    return part_add_vertex(&c->mesh, v);
}

/* Adds both halves; vertices on the mirror plane are shared. */
static void add_piece(character *c, const piece *from)
{
    part p = from->make();
    skin_weights *weights = allocate(p.vertex_count, sizeof *weights);
    uint32_t *left = allocate(p.vertex_count, sizeof *left), *right = allocate(p.vertex_count, sizeof *right);
    vec3 *drawn = allocate(p.vertex_count, sizeof *drawn);
    for (uint32_t i = 0; i < p.vertex_count; i++) {
        drawn[i] = p.vertices[i].position;
        p.vertices[i].position = head_swell(drawn[i]);
    }
    weights_make(&c->skeleton, &p, &from->binding, weights);
    for (uint32_t i = 0; i < p.vertex_count; i++)
        left[i] = right[i] = add_vertex(c, from, p.vertices[i], drawn[i], weights[i]);
    for (uint32_t i = 0; !from->whole && i < p.vertex_count; i++) {
        part_vertex v = p.vertices[i];
        if (v.position.x == 0)
            continue;
        v.position = mirrored(v.position), v.normal = mirrored(v.normal);
        if (from->unmirror_u)
            v.u = 0.5f - v.u;
        right[i] = add_vertex(c, from, v, mirrored(drawn[i]), weights_mirror(&c->skeleton, &weights[i]));
    }
    for (uint32_t i = 0; i < p.triangle_count; i++) {
        const uint32_t *t = p.triangles[i];
        part_add_triangle(&c->mesh, left[t[0]], left[t[1]], left[t[2]]);
    }
    for (uint32_t i = 0; !from->whole && i < p.triangle_count; i++) {
        const uint32_t *t = p.triangles[i];
        part_add_triangle(&c->mesh, right[t[0]], right[t[2]], right[t[1]]);
    }
    c->triangles[from->material] += p.triangle_count * (from->whole ? 1 : 2);
    free(weights), free(left), free(right), free(drawn);
    part_release(&p);
}

void character_build(character *c)
{
    *c = (character){0};
    skeleton_build(&c->skeleton);
    for (size_t i = 0; i < COUNT(pieces); i++) add_piece(c, &pieces[i]);
}

void character_release(character *c)
{
    part_release(&c->mesh);
    free(c->drawn);
    free(c->weights);
    free(c->materials);
}

/* ---- materials ---- */

enum {
    SHADED = HONE_MATERIAL_GROUND_SHADOW | HONE_MATERIAL_CASTS_SHADOW | HONE_MATERIAL_RECEIVES_SHADOW,
    DRAWN = SHADED | HONE_MATERIAL_EDGE,
    CLOTH = DRAWN | HONE_MATERIAL_DOUBLE_SIDED
};

typedef struct surface {
    const char *name, *english;
    texture texture, toon;
    uint8_t flags;
    float diffuse, ambient, alpha;
    float shine, power;
    float edge_size;
    colour edge;
} surface;

#define EDGE_SKIN                                                                                                      \
    {                                                                                                                  \
        0.55f, 0.3f, 0.28f                                                                                             \
    }
#define EDGE_DARK                                                                                                      \
    {                                                                                                                  \
        0.13f, 0.1f, 0.2f                                                                                              \
    }
#define EDGE_PALE                                                                                                      \
    {                                                                                                                  \
        0.45f, 0.33f, 0.42f                                                                                            \
    }

static const surface surfaces[MATERIAL_COUNT] = {
    [MATERIAL_SKIN] = {"肌", "skin", TEXTURE_SKIN, TOON_SKIN, DRAWN, 0.7f, 0.58f, 1, 0, 0, 0.7f, EDGE_SKIN},
    [MATERIAL_FACE] = {"顔", "face", TEXTURE_FACE, TOON_SKIN, DRAWN, 0.7f, 0.58f, 1, 0, 0, 0.6f, EDGE_SKIN},
    [MATERIAL_MOUTH] = {"口中", "mouth", TEXTURE_FACE, TOON_SKIN, 0, 0.7f, 0.58f, 1, 0, 0, 0, EDGE_SKIN},
    [MATERIAL_EYE_WHITE] = {"白目", "eye white", TEXTURE_EYE, TOON_SKIN, 0, 0.6f, 0.64f, 1, 0, 0, 0, EDGE_SKIN},
    [MATERIAL_IRIS] = {"瞳", "iris", TEXTURE_EYE, TOON_SKIN, 0, 0.6f, 0.7f, 1, 0, 0, 0, EDGE_SKIN},
    [MATERIAL_LINES] = {"睫眉", "lashes and brows", TEXTURE_FACE, TOON_SKIN, HONE_MATERIAL_DOUBLE_SIDED, 0.5f, 0.7f, 1,
                        0, 0, 0, EDGE_SKIN},
    [MATERIAL_BODICE] = {"身頃", "bodice", TEXTURE_BODICE, TOON_CLOTH, DRAWN, 0.7f, 0.58f, 1, 0.12f, 12, 0.8f,
                         EDGE_DARK},
    [MATERIAL_GLOVE] = {"手袋", "gloves", TEXTURE_GLOVE, TOON_CLOTH, DRAWN, 0.7f, 0.58f, 1, 0.05f, 8, 0.7f, EDGE_PALE},
    [MATERIAL_STOCKING] = {"靴下", "stockings", TEXTURE_STOCKING, TOON_CLOTH, DRAWN, 0.7f, 0.58f, 1, 0.05f, 8, 0.7f,
                           EDGE_PALE},
    [MATERIAL_BOOT] = {"靴", "boots", TEXTURE_BOOT, TOON_CLOTH, DRAWN, 0.7f, 0.58f, 1, 0.35f, 30, 0.8f, EDGE_DARK},
    [MATERIAL_SOLE] = {"靴底", "soles", TEXTURE_TRIM, TOON_CLOTH, DRAWN, 0.7f, 0.58f, 1, 0, 0, 0.8f, EDGE_DARK},
    [MATERIAL_PETTICOAT] = {"ペチコート", "petticoat", TEXTURE_PETTICOAT, TOON_CLOTH, CLOTH, 0.7f, 0.58f, 1, 0, 0, 0.6f,
                            EDGE_DARK},
    [MATERIAL_SKIRT] = {"スカート", "skirt", TEXTURE_SKIRT, TOON_CLOTH, CLOTH, 0.7f, 0.58f, 1, 0.1f, 12, 0.8f,
                        EDGE_DARK},
    [MATERIAL_TRIM] = {"飾り", "sash and ties", TEXTURE_TRIM, TOON_CLOTH, DRAWN, 0.7f, 0.58f, 1, 0.15f, 16, 0.7f,
                       EDGE_DARK},
    [MATERIAL_GOLD] = {"骨飾り", "bone charms", TEXTURE_GOLD, TOON_CLOTH, DRAWN, 0.7f, 0.58f, 1, 0.6f, 24, 0.6f,
                       EDGE_DARK},
    [MATERIAL_HAIR] = {"髪", "hair", TEXTURE_HAIR, TOON_HAIR, DRAWN, 0.7f, 0.58f, 1, 0.06f, 10, 0.7f, EDGE_PALE},
    [MATERIAL_BLUSH] = {"照れ", "blush", TEXTURE_BLUSH, TOON_SKIN, 0, 0.7f, 0.58f, 0, 0, 0, 0, EDGE_SKIN},
};

static void fill_materials(const character *c, hone_builder *builder, hone_model_data *data)
{
    hone_material *out = hone_builder_array(builder, MATERIAL_COUNT, sizeof *out);
    for (int i = 0; out && i < MATERIAL_COUNT; i++) {
        const surface *s = &surfaces[i];
        out[i] = (hone_material){
            .name = s->name,
            .english_name = s->english,
            .memo = "",
            .diffuse = {s->diffuse, s->diffuse, s->diffuse, s->alpha},
            .specular = {s->shine, s->shine, s->shine},
            .specular_power = s->power,
            .ambient = {s->ambient, s->ambient, s->ambient},
            .flags = s->flags,
            .edge_colour = {s->edge.r, s->edge.g, s->edge.b, 1},
            .edge_size = s->edge_size,
            .texture = (int32_t)s->texture,
            .sphere_texture = HONE_NONE,
            .toon = (int32_t)s->toon,
            .index_count = 3 * c->triangles[i],
        };
    }
    data->materials = out;
    data->material_count = MATERIAL_COUNT;
}

static void fill_textures(hone_builder *builder, hone_model_data *data)
{
    const char **names = hone_builder_array(builder, TEXTURE_COUNT, sizeof *names);
    for (int i = 0; names && i < TEXTURE_COUNT; i++) names[i] = texture_name((texture)i);
    data->textures = names;
    data->texture_count = TEXTURE_COUNT;
}

/* ---- mesh ---- */

static void store(vec3 v, float out[3])
{
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
}

static void fill_shape(const character *c, hone_builder *builder, hone_mesh *mesh)
{
    uint32_t count = c->mesh.vertex_count;
    float(*positions)[3] = hone_builder_array(builder, count, sizeof *positions);
    float(*normals)[3] = hone_builder_array(builder, count, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(builder, count, sizeof *uvs);
    float *edges = hone_builder_array(builder, count, sizeof *edges);
    uint32_t *indices = hone_builder_array(builder, 3 * (size_t)c->mesh.triangle_count, sizeof *indices);
    if (!positions || !normals || !uvs || !edges || !indices)
        return;
    for (uint32_t i = 0; i < count; i++) {
        const part_vertex *v = &c->mesh.vertices[i];
        store(v->position, positions[i]);
        store(v->normal, normals[i]);
        uvs[i][0] = v->u, uvs[i][1] = v->v;
        edges[i] = v->edge;
    }
    memcpy(indices, c->mesh.triangles, 3 * (size_t)c->mesh.triangle_count * sizeof *indices);
    mesh->vertex_count = count;
    mesh->positions = (const float(*)[3])positions;
    mesh->normals = (const float(*)[3])normals;
    mesh->uvs = (const float(*)[2])uvs;
    mesh->edge_scales = edges;
    mesh->indices = indices;
    mesh->index_count = 3 * c->mesh.triangle_count;
}

/* The number of influences that the vertex's deform kind stores. */
static uint32_t influence_count(const skin_weights *w)
{
    return w->count == 1 ? 1 : w->count == 2 ? 2 : 4;
}

static void put_sdef(const skin_weights *w, uint32_t vertex, hone_sdef *out)
{
    out->vertex = vertex;
    store(w->c, out->c);
    store(w->r0, out->r0);
    store(w->r1, out->r1);
}

static void fill_weights(const character *c, hone_builder *builder, hone_mesh *mesh)
{
    uint32_t count = c->mesh.vertex_count, total = 0, sdefs = 0;
    for (uint32_t i = 0; i < count; i++) total += influence_count(&c->weights[i]), sdefs += c->weights[i].sdef;
    uint8_t *deforms = hone_builder_array(builder, count, 1);
    uint32_t *begin = hone_builder_array(builder, (size_t)count + 1, sizeof *begin);
    hone_influence *influences = hone_builder_array(builder, total, sizeof *influences);
    hone_sdef *sdef = hone_builder_array(builder, sdefs, sizeof *sdef);
    if (!deforms || !begin || !influences || (sdefs && !sdef))
        return;
    for (uint32_t i = 0, at = 0, s = 0; i < count; i++) {
        const skin_weights *w = &c->weights[i];
        deforms[i] = (uint8_t)(w->count == 1   ? HONE_DEFORM_BDEF1
                               : w->sdef       ? HONE_DEFORM_SDEF
                               : w->count == 2 ? HONE_DEFORM_BDEF2
                                               : HONE_DEFORM_BDEF4);
        if (w->sdef)
            put_sdef(w, i, &sdef[s++]);
        begin[i] = at;
        for (uint32_t k = 0; k < influence_count(w); k++)
            influences[at++] =
                k < w->count ? (hone_influence){(int32_t)w->bones[k], w->weights[k]} : (hone_influence){HONE_NONE, 0};
        begin[i + 1] = at;
    }
    mesh->deforms = deforms;
    mesh->influence_begin = begin;
    mesh->influences = influences;
    mesh->influence_count = total;
    mesh->sdefs = sdef;
    mesh->sdef_count = sdefs;
}

/* ---- skeleton and panels ---- */

static void fill_skeleton(const skeleton *s, hone_builder *builder, hone_model_data *data)
{
    hone_bone *bones = hone_builder_array(builder, s->count, sizeof *bones);
    hone_ik *iks = hone_builder_array(builder, s->ik_count, sizeof *iks);
    hone_ik_link *links = hone_builder_array(builder, (size_t)s->ik_count * MAX_LINKS, sizeof *links);
    if (!bones || !iks || !links)
        return;
    for (uint32_t i = 0; i < s->count; i++) {
        bones[i] = s->bones[i];
        bones[i].name = hone_builder_text(builder, s->names[i], strlen(s->names[i]));
        bones[i].english_name = hone_builder_text(builder, s->english[i], strlen(s->english[i]));
    }
    for (uint32_t i = 0; i < s->ik_count; i++) {
        iks[i] = s->iks[i];
        iks[i].links = memcpy(links + (size_t)i * MAX_LINKS, s->links[i], sizeof s->links[i]);
    }
    data->skeleton = (hone_skeleton){s->count, bones, s->ik_count, iks};
}

/* The panel for a bone is the first one that has a word contained in the bone's name. */
typedef struct panel {
    const char *name, *english;
    const char *words[8];
} panel;

static const panel panels[] = {
    {"Root", "Root", {"全ての親"}},
    {"表情", "Exp", {NULL}},
    {"センター", "center", {"センター", "グルーブ", "腰"}},
    {"ＩＫ", "IK", {"ＩＫ", "IK"}},
    {"指", "fingers", {"指"}},
    {"腕", "arms", {"肩", "腕", "ひじ", "手"}},
    {"足", "legs", {"足", "ひざ", "つま先"}},
    {"髪", "hair", {"髪"}},
    {"スカート", "skirt", {"スカート", "リボン"}},
    {"体", "body", {""}},
};

static size_t panel_of(const char *bone)
{
    for (size_t i = 0; i < COUNT(panels); i++)
        for (int k = 0; k < 8 && panels[i].words[k]; k++)
            if (strstr(bone, panels[i].words[k]))
                return i;
    return COUNT(panels) - 1;
}

static void fill_panels(const skeleton *s, hone_builder *builder, hone_model_data *data)
{
    hone_display_frame *frames = hone_builder_array(builder, COUNT(panels), sizeof *frames);
    hone_frame_item *items = hone_builder_array(builder, s->count + data->morph_count, sizeof *items);
    if (!frames || !items)
        return;
    for (size_t i = 0; i < COUNT(panels); i++) {
        uint32_t count = 0;
        for (uint32_t m = 0; i == 1 && m < data->morph_count; m++) items[count++] = (hone_frame_item){true, (int32_t)m};
        for (uint32_t b = 0; b < s->count; b++)
            if (panel_of(s->names[b]) == i)
                items[count++] = (hone_frame_item){false, (int32_t)b};
        frames[i] = (hone_display_frame){panels[i].name, panels[i].english, i < 2, count, items};
        items += count;
    }
    data->display_frames = frames;
    data->display_frame_count = COUNT(panels);
}

/* ---- the model ---- */

static const char comment[] = "ホネ、骨の踊り子。hone に組み込まれたキャラクター。\r\nプログラムで作られています。";
static const char english_comment[] = "Hone, a dancer of bones: the character built into hone.\r\nMade by program.";

hone_model *character_model(const character *c)
{
    hone_error error = {0};
    hone_builder *builder = hone_builder_create(NULL, 0, &error);
    hone_model *model = NULL;
    if (builder) {
        hone_model_data data = {.format = HONE_FORMAT_UNKNOWN,
                                .space = HONE_SPACE_MMD,
                                .name = "ホネ",
                                .english_name = "Hone",
                                .comment = comment,
                                .english_comment = english_comment};
        fill_skeleton(&c->skeleton, builder, &data);
        fill_shape(c, builder, &data.mesh);
        fill_weights(c, builder, &data.mesh);
        fill_textures(builder, &data);
        fill_materials(c, builder, &data);
        morphs_build(c, builder, &data);
        fill_panels(&c->skeleton, builder, &data);
        physics_build(&c->skeleton, builder, &data);
        model = hone_model_create(builder, &data, &(hone_model_desc){.strict = true}, &error);
    }
    if (!model) {
        give_up("%s", error.message);
    }
    return model;
}
