/* The pictures of a film: converted, reduced to palettes if the format needs that, and compressed. */
#ifndef HONE_SRC_FILM_VIDEO_H
#define HONE_SRC_FILM_VIDEO_H

#include "draw/film/track.h"
#include <hone/film.h>
#include <libavfilter/avfilter.h>
#include <libswscale/swscale.h>

typedef struct hone_film_video {
    hone_film_track track;
    struct SwsContext *converter; /* from RGBA pixels to the encoder's format */
    AVFilterGraph *graph;         /* reduction to palettes; NULL: none */
    AVFilterContext *into, *out_of;
    AVFrame *reduced;
    int64_t count;
    bool lay_over_black;
} hone_film_video;

/* desc: checked, with all defaults filled in. Release it in any case. */
bool hone_film_video_open(hone_film_video *video, AVFormatContext *muxer, const hone_film_desc *desc,
                          hone_error *error);
void hone_film_video_release(hone_film_video *video);

/* pixels: [height][width][4]; their content may be changed. Returns FFmpeg's result. */
int hone_film_video_add(hone_film_video *video, uint8_t *pixels);
int hone_film_video_end(hone_film_video *video);

#endif
