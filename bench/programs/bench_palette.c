/* Measures a palette slot: to build it, rigid and scaled, and to write it in each form for a shader. Prints the least
 * of many times, in nanoseconds a slot. */
#define _POSIX_C_SOURCE 200809L
#include <hone/skin.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

enum { SLOTS = 117, ROUNDS = 500, REPEATS = 20 };

static hone_slot slots[SLOTS];
static hone_affine bones[SLOTS], affine[SLOTS], cofactor[SLOTS];
static hone_dual_quaternion duals[SLOTS];
static uint8_t scaled[SLOTS];
static float out[SLOTS][16];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Bones that are turned about all three axes. The slots subtract their rest position, as in MMD's models. */
static void make(float x, float y, float z)
{
    for (int i = 0; i < SLOTS; i++) {
        float a = 0.1f * (float)i, c = cosf(a), s = sinf(a), place[3] = {c, 10 * s, 0.1f * (float)i};
        hone_affine turn = {{{c * c, -s, c * s}, {c * s, c, s * s}, {-s, 0, c}}};
        for (int r = 0; r < 3; r++) turn.m[r][0] *= x, turn.m[r][1] *= y, turn.m[r][2] *= z, turn.m[r][3] = place[r];
        bones[i] = turn;
        slots[i].bone = i;
        slots[i].bone_from_mesh = (hone_affine){{{1, 0, 0, -place[0]}, {0, 1, 0, -place[1]}, {0, 0, 1, -place[2]}}};
    }
}

typedef struct task {
    const char *name;
    hone_palette palette;
    int form; /* -1: build */
} task;

static void measure(task *t)
{
    double best = 1e30;
    bool ok = true;
    hone_stream stream = {out, SLOTS, sizeof *out};
    for (int round = 0; round < ROUNDS; round++) {
        double begin = now();
        for (int i = 0; i < REPEATS; i++)
            if (t->form < 0)
                hone_palette_build(slots, bones, SLOTS, &t->palette);
            else
                ok &= hone_palette_write(&t->palette, (hone_palette_form)t->form, stream, NULL);
        double time = (now() - begin) / REPEATS / SLOTS;
        best = time < best ? time : best;
    }
    printf("  %-34s %6.1f%s\n", t->name, best, ok ? "" : "  refused");
}

int main(void)
{
    task tasks[] = {
        {"build: matrices", {SLOTS, affine, NULL, NULL, scaled, false}, -1},
        {"build: and cofactors", {SLOTS, affine, cofactor, NULL, scaled, false}, -1},
        {"build: and dual quaternions", {SLOTS, affine, cofactor, duals, scaled, false}, -1},
        {"write: 4x4", {.slot_count = SLOTS, .affine = affine}, HONE_PALETTE_4X4},
        {"write: 3x4", {.slot_count = SLOTS, .affine = affine}, HONE_PALETTE_3X4},
        {"write: 3x4 of half floats", {.slot_count = SLOTS, .affine = affine}, HONE_PALETTE_3X4_HALF},
        {"write: quaternion, translation", {.slot_count = SLOTS, .affine = affine}, HONE_PALETTE_QUATERNION},
        {"write: and scale", {.slot_count = SLOTS, .affine = affine}, HONE_PALETTE_QUATERNION_SCALE},
        {"write: dual quaternion", {.slot_count = SLOTS, .affine = affine}, HONE_PALETTE_DUAL_QUATERNION},
        {"write: and scale, half floats", {.slot_count = SLOTS, .affine = affine}, HONE_PALETTE_QUATERNION_SCALE_HALF},
    };
    static const float scales[][3] = {{1, 1, 1}, {2, 2, 2}, {1, 2, 0.5f}};
    static const char *const names[] = {"rigid", "scaled evenly", "scaled unevenly"};
    for (int s = 0; s < 3; s++) {
        printf("%s, %d slots, ns a slot\n", names[s], SLOTS);
        make(scales[s][0], scales[s][1], scales[s][2]);
        for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) measure(&tasks[i]);
    }
    return 0;
}
