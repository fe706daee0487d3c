/* Hashes of what the library computes, for models and motions made by program. They are the same on every machine. */
#ifndef HONE_TESTS_BITS_BITS_H
#define HONE_TESTS_BITS_BITS_H

#include <stddef.h>
#include <stdint.h>

enum { BITS_NAME = 48 };

/* Is called for each line of the table. */
typedef void bits_line(void *user, const char *name, uint64_t hash);

void bits_of_maths(bits_line *line, void *user);
void bits_of_poses(bits_line *line, void *user);    /* sampling, append, IK, morphs, bake */
void bits_of_offline(bits_line *line, void *user);  /* solvers, retarget, packed clips, files */
void bits_of_rigging(bits_line *line, void *user);  /* joints found in a mesh, and automatic weights */
void bits_of_physics(bits_line *line, void *user);  /* only if physics is portable */
void bits_of_springs(bits_line *line, void *user);  /* with or without Bullet */
void bits_of_skinning(bits_line *line, void *user); /* each kernel that this processor runs */

/* A hash of numbers, which does not depend on the order of bytes. Numbers that are not finite fail the test. */
typedef struct bits_hash {
    uint64_t value;
} bits_hash;
void bits_add_word(bits_hash *hash, uint32_t word);
void bits_add(bits_hash *hash, const float *numbers, size_t count);
void bits_add_doubles(bits_hash *hash, const double *numbers, size_t count);

#endif
