/* The built-in character, its dance and its camera, compiled in: no file is needed.
 *
 * They are made while hone is built, by samples/make, and are loaded here from the bytes of their files.
 */
#ifndef HONE_SAMPLES_H
#define HONE_SAMPLES_H

#include <hone/base.h>
#include <hone/model.h>
#include <hone/motion.h>
#include <hone/render.h>

/* The caller has one reference. Errors: MEMORY. */
hone_model *hone_sample_character(hone_error *error);
hone_motion *hone_sample_dance(hone_error *error);  /* loops: its last frame is its first */
hone_motion *hone_sample_camera(hone_error *error); /* made for the dance */

/* The character's textures, for hone_gpu_model_create. */
hone_file_resolver hone_sample_files(void);

/* A compiled-in file: character.pmx, dance.vmd, camera.vmd or a texture; NULL if there is none of that name. */
const void *hone_sample_file(const char *name, size_t *size);
/* The names of all of them, in the order of the list; NULL past the end. */
const char *hone_sample_name(uint32_t index);

#endif
