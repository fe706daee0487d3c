/* The built-in character, its dance and its camera, compiled in, so that no file is needed.
 *
 * samples/make makes them while hone is built; they are loaded here from the bytes of their files. */
#ifndef HONE_SAMPLES_H
#define HONE_SAMPLES_H

#include <hone/base.h>
#include <hone/io.h>
#include <hone/model.h>
#include <hone/motion.h>
#include <hone/render.h>

/* Returns one reference to the caller. Errors: MEMORY. */
hone_model *hone_sample_character(hone_error *error);
hone_motion *hone_sample_dance(hone_error *error);  /* loops: its last frame equals its first */
hone_motion *hone_sample_camera(hone_error *error); /* made for the dance */

/* The character's textures, for hone_gpu_model_create. */
hone_file_resolver hone_sample_files(void);

/* A compiled-in file: character.pmx, dance.vmd, camera.vmd or a texture; NULL if no file has that name. */
const void *hone_sample_file(const char *name, size_t *size);
/* The names of these files, in the order of the list; NULL past the end. */
const char *hone_sample_name(uint32_t index);

#endif
