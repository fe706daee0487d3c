/* Writes avatars with materials of MToon, which another renderer can draw beside hone, and views.json, which says how.
 * usage: toon_files FOLDER */
#include "support/make/files/make_toon.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>

static void write_three(FILE *out, const char *name, const float v[3])
{
    fprintf(out, ",\"%s\":[%g,%g,%g]", name, (double)v[0], (double)v[1], (double)v[2]);
}

static void write_view(FILE *out, const char *path, const make_toon_view *view, bool first)
{
    fprintf(out, "%s\n{\"name\":\"%s\",\"file\":\"%s\",\"o\":{\"yaw\":%g,\"pitch\":%g", first ? "" : ",", view->name,
            path, (double)view->yaw, (double)view->pitch);
    write_three(out, "light", view->light);
    write_three(out, "sky", view->sky);
    write_three(out, "ground", view->ground);
    fprintf(out, ",\"times\":[%g", view->seconds[0]);
    for (int i = 1; i < view->times; i++) fprintf(out, ",%g", view->seconds[i]);
    fprintf(out, "]}}");
}

int main(int argc, char **argv)
{
    static make_gltf file;
    make_toon_view view;
    char path[1024], name[32];
    bool ok = argc == 2;
    if (!ok)
        return fprintf(stderr, "usage: toon_files FOLDER\n"), EXIT_FAILURE;
    snprintf(path, sizeof path, "%s/views.json", argv[1]);
    FILE *views = fopen(path, "wb");
    if (!views)
        return fprintf(stderr, "error: %s cannot be written\n", path), EXIT_FAILURE;
    fprintf(views, "[");
    for (int i = 0; ok && i < MAKE_TOON_COUNT; i++) {
        make_toon(&file, i, &view);
        hone_bytes bytes = make_gltf_glb(&file);
        snprintf(name, sizeof name, "toon-%02d.vrm", i);
        ok = test_write_file(argv[1], name, bytes.data, bytes.size);
        hone_bytes_release(&bytes);
        snprintf(path, sizeof path, "%s/%s", argv[1], name);
        write_view(views, path, &view, i == 0);
    }
    fprintf(views, "\n]\n");
    ok = fclose(views) == 0 && ok;
    return ok ? EXIT_SUCCESS : (fprintf(stderr, "error: the files cannot be written\n"), EXIT_FAILURE);
}
