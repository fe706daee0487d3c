/* The module film.so: what the film calls of FFmpeg. */
#include "module/film.h"

HONE_API extern const hone_film_module hone_module_table;

const hone_film_module hone_module_table = {.head = HONE_FILM_MODULE_HEAD,
                                            .license = hone_film_license,
                                            .create = hone_film_create,
                                            .add_sound = hone_film_add_sound,
                                            .add_sound_track = hone_film_add_sound_track,
                                            .sound_channels = hone_film_sound_channels,
                                            .setup = hone_film_setup,
                                            .add_packet = hone_film_add_packet,
                                            .add = hone_film_add,
                                            .finish = hone_film_finish,
                                            .abandon = hone_film_abandon,
                                            .reader_open = hone_sound_reader_open,
                                            .reader_close = hone_sound_reader_close,
                                            .reader_length = hone_sound_reader_sample_count,
                                            .reader_seek = hone_sound_reader_seek,
                                            .reader_read = hone_sound_reader_read,
                                            .film_open = hone_film_reader_open,
                                            .film_close = hone_film_reader_close,
                                            .film_length = hone_film_reader_duration,
                                            .film_picture = hone_film_reader_picture};
