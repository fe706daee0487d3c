#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

enum { FRAMES = 31, RATE = 30 };

/* The frames of an actor: the palette and the vertices of each. */
typedef struct recording {
    uint32_t slots, vertices;
    hone_affine *palettes; /* [FRAMES][slots] */
    float (*positions)[3]; /* [FRAMES][vertices] */
} recording;

static bool record(recording *r, hone_actor *actor, hone_error *error)
{
    const hone_mesh *mesh = hone_model_mesh(hone_actor_model(actor));
    r->slots = mesh->slot_count, r->vertices = mesh->vertex_count;
    r->palettes = calloc((size_t)FRAMES * r->slots + 1, sizeof *r->palettes);
    r->positions = calloc((size_t)FRAMES * r->vertices + 1, sizeof *r->positions);
    bool ok = r->palettes && r->positions;
    for (uint32_t f = 0; f < FRAMES && ok; f++) {
        float(*to)[3] = r->positions + (size_t)f * r->vertices;
        const hone_skin_out out = {.positions = {to, r->vertices, sizeof *to}, .method = HONE_SKIN_LINEAR};
        ok = hone_actor_update(actor, f / (double)RATE, error) && hone_actor_skin(actor, &out, error);
        for (uint32_t s = 0; s < r->slots; s++)
            r->palettes[(size_t)f * r->slots + s] = hone_actor_palette(actor)->affine[s];
    }
    return ok;
}

static hone_animation_texture *make_texture(const recording *r, hone_animation_content content, hone_error *error)
{
    const hone_animation_clip clip = {.name = "clip", .frame_count = FRAMES, .rate = RATE};
    return hone_animation_texture_create(
        &(hone_animation_texture_desc){.content = content,
                                       .format = HONE_TEXEL_RGBA32F,
                                       .item_count = content == HONE_ANIMATION_MATRIX ? r->slots : r->vertices,
                                       .palettes = r->palettes,
                                       .positions = (const float(*)[3])r->positions,
                                       .clips = &clip,
                                       .clip_count = 1},
        error);
}

/* Reads both textures at a time, as a vertex shader does, and prints how far a vertex is from what was recorded. */
static void read_back(const hone_animation_texture *slots, const hone_animation_texture *vertices, const recording *r)
{
    const uint32_t frame = FRAMES / 2;
    const hone_animation_time time = hone_animation_clip_at(&slots->clips[0], frame / (double)RATE);
    double vertex_error = 0, slot_error = 0;
    for (uint32_t v = 0; v < r->vertices; v++) {
        float position[3];
        hone_animation_texture_vertex(vertices, time, v, position, NULL);
        vertex_error = fmax(vertex_error, (double)hone_vec3_distance(position, r->positions[frame * r->vertices + v]));
    }
    for (uint32_t s = 0; s < r->slots; s++) {
        hone_affine slot = hone_animation_texture_slot(slots, time, s);
        const float at[3] = {slot.m[0][3], slot.m[1][3], slot.m[2][3]};
        const hone_affine *want = &r->palettes[frame * r->slots + s];
        slot_error = fmax(
            slot_error, (double)hone_vec3_distance(at, (const float[3]){want->m[0][3], want->m[1][3], want->m[2][3]}));
    }
    printf("frame %u: slots differ by %g, vertices by %g; %u bytes a texel\n", (unsigned)time.frame, slot_error,
           vertex_error, (unsigned)hone_texel_size(slots->format));
}

/* Makes animation textures from frames that the program has recorded itself: with goals, physics, or a game's rules. */
int main(int argc, char **argv)
{
    if (argc != 3)
        return fprintf(stderr, "usage: animation_rows MODEL MOTION\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_actor *actor = motion ? hone_actor_create(&(hone_actor_desc){.model = model}, &error) : NULL;
    recording r = {0};
    bool ok = actor && hone_actor_play(actor, motion, NULL, &error).id && record(&r, actor, &error);
    hone_animation_texture *slots = ok ? make_texture(&r, HONE_ANIMATION_MATRIX, &error) : NULL;
    hone_animation_texture *vertices = slots ? make_texture(&r, HONE_ANIMATION_POSITION, &error) : NULL;
    ok = vertices != NULL;
    if (ok)
        read_back(slots, vertices, &r);
    else
        fprintf(stderr, "%s\n", error.message);
    hone_animation_texture_destroy(vertices), hone_animation_texture_destroy(slots);
    free(r.palettes), free(r.positions);
    hone_actor_destroy(actor), hone_motion_release(motion), hone_model_release(model);
    return !ok;
}
