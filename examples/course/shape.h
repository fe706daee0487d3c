/* A mesh with bones that the programs of the course build up and write as a file. */
#ifndef COURSE_SHAPE_H
#define COURSE_SHAPE_H

#include <stdbool.h>

enum { SHAPE_VERTICES = 4096, SHAPE_TRIANGLES = 8192, SHAPE_BONES = 512, SHAPE_TURNS = 16, SHAPE_INFLUENCES = 4 };

typedef struct shape_vertex {
    float position[3], normal[3];
    int bones[SHAPE_INFLUENCES];     /* -1: none */
    float weights[SHAPE_INFLUENCES]; /* their sum is 1 */
    bool spherical;                  /* PMX: SDEF with the centre at the second bone */
} shape_vertex;

/* A bone whose axes are those of the model at rest. */
typedef struct shape_bone_record {
    const char *name;
    int parent; /* -1: none */
    float position[3];
    int append_source; /* PMX: the bone whose rotation it takes; -1: none */
    float append_ratio;
} shape_bone_record;

/* PMX: a chain of two links. */
typedef struct shape_chain {
    int goal, effector, links[2]; /* from the effector on; the first bends about x, and one way only */
} shape_chain;

/* A key of the .x file's motion. */
typedef struct shape_key {
    int bone;
    float seconds, degrees; /* about z, counter-clockwise */
    float scale[3];
} shape_key;

typedef struct shape {
    int vertex_count, triangle_count, bone_count, key_count;
    shape_vertex vertices[SHAPE_VERTICES];
    int triangles[SHAPE_TRIANGLES][3];
    shape_bone_record bones[SHAPE_BONES];
    shape_key keys[SHAPE_TURNS];
    float colour[3];
    bool has_chain;
    shape_chain chain;
} shape;

/* A key of a VMD: a translation, and a turn about an axis (0 x, 1 y, 2 z). */
typedef struct shape_mmd_key {
    const char *bone;
    int frame;
    float translation[3];
    int axis;
    float degrees;
    unsigned char curve[4]; /* of the translation in the segment that ends here: x1, y1, x2, y2; all 0: straight */
} shape_mmd_key;

/* A weight of a bone for a vertex at a place. */
typedef float shape_weight(const float position[3]);

void shape_clear(shape *s);
/* Adds a bone, whose name must stay valid. Returns its index. */
int shape_bone(shape *s, const char *name, int parent, float x, float y, float z);
/* Adds a box that belongs to one bone. */
void shape_box(shape *s, const float centre[3], const float half[3], int bone);
/* Adds a round tube along x with caps, of `rings` rings and 24 sides. Its vertices belong to bone 0, and to bone 1 with
 * the weight that `second` gives; NULL: to bone 0 alone. */
void shape_tube(shape *s, float from, float to, int rings, const float axis[2], float radius, shape_weight *second);
/* Adds a sphere that belongs to one bone. */
void shape_sphere(shape *s, const float centre[3], float radius, int bone);
/* Adds a key: a turn about z, or a scale. */
void shape_turn(shape *s, int bone, float seconds, float degrees);
void shape_scale(shape *s, int bone, float seconds, float x, float y, float z);

/* Each writes a file, or ends the program with a message. */
void shape_write_x(const shape *s, const char *folder, const char *name);
void shape_write_pmx(const shape *s, const char *folder, const char *name);
/* keys: those of a bone follow each other. */
void shape_write_vmd(const shape_mmd_key *keys, int count, const char *folder, const char *name);

#endif
