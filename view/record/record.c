#include "view/record/record.h"
#include "tool/files/input_file.h"
#include "tool/output/output.h"
#include "tool/output/sequence.h"
#include "tool/scene/scene.h"
#include "view/record/record_context.h"
#include "view/sound/clock.h"
#include <hone/io.h>

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct record {
    hone_builder *memory; /* holds the copies */
    record_desc desc;     /* with copies and own references */
    bool film, numbered;
    hone_film_format format;
    double step; /* frames from one picture to the next */
    uint32_t total;
    double begun;
    pthread_t thread;
    _Atomic uint32_t done;
    _Atomic bool cancelled, finished;
    /* owned by the thread until it has finished */
    hone_film *film_made;
    hone_image image;
    hone_error error;
    bool ok;
};

static bool fail_about(const char *what, const hone_error *why, hone_error *error)
{
    return hone_fail(error, why->code, why->at, "%s: %s", what, why->message);
}

/* ---- checking the description ---- */

static bool understand(record *r, hone_error *error)
{
    record_desc *d = &r->desc;
    r->film = output_film_format(d->path, 0, &r->format);
    if (!r->film && output_format(d->path, output_picture_formats + 1) < 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%s: the ending must be mp4, webm, gif, apng, webp or png",
                         d->path);
    if (r->film && !hone_film_available())
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "film is not built in");
    int fields = r->film ? 0 : sequence_fields(d->path);
    r->numbered = fields != 0;
    r->step = (double)HONE_FRAMES_PER_SECOND * d->rate_divisor / d->rate;
    bool whole = d->first == floor(d->first) && r->step == floor(r->step);
    if ((fields & SEQUENCE_FRAME) && !whole)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "{frame} is for whole frames; {index} counts any");
    double count = r->film || r->numbered ? floor((d->last - d->first) / r->step + 1e-6) + 1 : 1;
    if (!(count >= 1 && count < UINT32_MAX))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "there are no pictures from frame %g to %g", d->first, d->last);
    r->total = (uint32_t)count;
    bool even = r->film && hone_film_format_needs_even_sides(r->format);
    d->look.draw.width += even && d->look.draw.width % 2;
    d->look.draw.height += even && d->look.draw.height % 2;
    return true;
}

static void *copy(record *r, const void *from, size_t count, size_t size)
{
    void *to = from ? hone_builder_array(r->memory, count, size) : NULL;
    if (to)
        memcpy(to, from, count * size);
    return to;
}

static const char *copy_text(record *r, const char *text)
{
    return text ? hone_builder_text(r->memory, text, strlen(text)) : NULL;
}

/* Whether the copy succeeded, if there was something to copy. */
static bool has_copied(const void *from, const void *to)
{
    return !from || to;
}

static bool copy_motions(record *r, record_member *member, uint32_t bone_count)
{
    const record_motion *from = member->motions;
    record_motion *motions = copy(r, from, member->motion_count, sizeof *motions);
    uint32_t count = motions ? member->motion_count : 0;
    bool ok = member->motion_count == 0 || motions;
    for (uint32_t i = 0; i < count; i++) {
        hone_motion_retain(motions[i].motion);
        motions[i].play.mask = copy(r, from[i].play.mask, bone_count, sizeof(float));
        ok = ok && has_copied(from[i].play.mask, motions[i].play.mask);
    }
    member->motions = motions;
    member->motion_count = count;
    return ok;
}

/* NULL: failed, or there are none. */
static scene_key *copy_keys(record *r, const scene_key *from, uint32_t count)
{
    scene_key *keys = count ? copy(r, from, count, sizeof *keys) : NULL;
    for (uint32_t i = 0; keys && i < count; i++) {
        keys[i].bone = copy_text(r, from[i].bone);
        if (!has_copied(from[i].bone, keys[i].bone))
            return NULL;
    }
    return keys;
}

static scene_parent *copy_parents(record *r, const scene_parent *from, uint32_t count)
{
    scene_parent *parents = count ? copy(r, from, count, sizeof *parents) : NULL;
    for (uint32_t i = 0; parents && i < count; i++) {
        parents[i].child = copy_text(r, from[i].child);
        parents[i].bone = copy_text(r, from[i].bone);
        if (!has_copied(from[i].child, parents[i].child) || !has_copied(from[i].bone, parents[i].bone))
            return NULL;
    }
    return parents;
}

static bool copy_stage(record *r, record_member *member)
{
    const scene_model *from = member->stage;
    scene_model *stage = copy(r, from, 1, sizeof *stage);
    member->stage = stage;
    if (!stage)
        return !from;
    stage->keys = copy_keys(r, from->keys, from->key_count);
    stage->parents = copy_parents(r, from->parents, from->parent_count);
    return (stage->keys || !from->key_count) && (stage->parents || !from->parent_count);
}

static bool copy_camera_parents(record *r, const record_desc *desc)
{
    r->desc.camera_parents = copy_parents(r, desc->camera_parents, desc->camera_parent_count);
    return r->desc.camera_parents || !desc->camera_parent_count;
}

/* Replaces the caller's data by copies. What it has retained so far is released in any case. */
static bool keep_member(record *r, record_member *member)
{
    const hone_model_data *data = hone_model_get(member->actor.model);
    record_member from = *member;
    hone_model_retain(member->actor.model);
    member->actor.physics.world = NULL;
    member->actor.workers = NULL;
    member->actor.allocator = NULL;
    member->folder = copy_text(r, from.folder);
    member->hidden = data->material_count ? copy(r, from.hidden, data->material_count, sizeof(bool)) : NULL;
    bool staged = copy_stage(r, member);
    return copy_motions(r, member, data->skeleton.bone_count) && staged && has_copied(from.folder, member->folder) &&
           (data->material_count == 0 || has_copied(from.hidden, member->hidden));
}

static bool keep(record *r, const record_desc *desc, hone_error *error)
{
    record_desc *d = &r->desc;
    *d = *desc;
    d->rate = d->rate ? d->rate : HONE_FRAMES_PER_SECOND;
    d->rate_divisor = d->rate_divisor ? d->rate_divisor : 1;
    d->path = copy_text(r, desc->path);
    d->sound = copy_text(r, desc->sound);
    d->look.backdrop.file = copy_text(r, desc->look.backdrop.file);
    hone_motion_retain(d->keys.camera);
    hone_motion_retain(d->keys.light);
    hone_motion_retain(d->keys.shadow);
    record_member *members = copy(r, desc->members, desc->member_count, sizeof *members);
    d->members = members;
    d->member_count = 0; /* counts the members that are kept */
    bool ok = copy_camera_parents(r, desc) && d->path && has_copied(desc->sound, d->sound) &&
              has_copied(desc->look.backdrop.file, d->look.backdrop.file) && (desc->member_count == 0 || members);
    for (; ok && d->member_count < desc->member_count; d->member_count++)
        ok = keep_member(r, &members[d->member_count]);
    return ok || hone_fail_memory(error);
}

static void release_edits(const record_member *members, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (members[i].edit_release)
            members[i].edit_release(members[i].actor.edit_user);
}

/* Releases everything except the members' edits. */
static void discard(record *r)
{
    const record_desc *d = &r->desc;
    for (uint32_t i = 0; i < d->member_count; i++) {
        for (uint32_t k = 0; k < d->members[i].motion_count; k++) hone_motion_release(d->members[i].motions[k].motion);
        hone_model_release(d->members[i].actor.model);
    }
    hone_motion_release(d->keys.camera);
    hone_motion_release(d->keys.light);
    hone_motion_release(d->keys.shadow);
    hone_builder_destroy(r->memory);
    free(r);
}

/* ---- the thread ---- */

static bool name_picture(const record *r, uint32_t index, char name[HONE_PATH_SIZE], hone_error *error)
{
    int64_t frame = (int64_t)(r->desc.first + index * r->step);
    return sequence_name(r->desc.path, frame, index, name, HONE_PATH_SIZE) ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%s: the name is too long", r->desc.path);
}

static bool write_picture(const record *r, uint32_t index, hone_error *error)
{
    hone_error why = {0};
    hone_bytes bytes = {0};
    const picture_file file = output_picture_file(r->desc.path, 0, 0);
    char name[HONE_PATH_SIZE];
    if (!name_picture(r, index, name, error))
        return false;
    bool ok = picture_file_encode(&file, &r->image, &bytes, &why) && output_write_picture(name, &bytes, &why);
    hone_bytes_release(&bytes);
    return ok || fail_about(name, &why, error);
}

/* Removes the pictures of a sequence that have been written. */
static void remove_pictures(const record *r)
{
    char name[HONE_PATH_SIZE];
    uint32_t done = atomic_load(&r->done);
    for (uint32_t i = 0; i < done; i++)
        if (name_picture(r, i, name, NULL))
            unlink(name);
}

static bool add_sound(record *r, hone_error *error)
{
    const record_desc *d = &r->desc;
    double from = d->first / HONE_FRAMES_PER_SECOND - d->delay;
    input_local local;
    bool ok = input_local_open(d->sound, &local, error) && hone_film_add_sound(r->film_made, local.path, from, error);
    input_local_close(&local);
    return ok;
}

static bool open_film(record *r, hone_error *error)
{
    const record_desc *d = &r->desc;
    hone_error why = {0};
    bool sound = d->sound && hone_film_format_has_sound(r->format);
    const hone_film_desc desc = {.path = d->path,
                                 .format = r->format,
                                 .width = d->look.draw.width,
                                 .height = d->look.draw.height,
                                 .rate = d->rate,
                                 .rate_divisor = d->rate_divisor,
                                 .quality = hone_film_format_has_quality(r->format) ? d->quality : 0,
                                 .alpha = d->look.background.rgba[3] < 1};
    r->film_made = hone_film_create(&desc, &why);
    if (!r->film_made)
        return fail_about(d->path, &why, error);
    if (sound && !add_sound(r, &why))
        return fail_about(d->sound, &why, error);
    return true;
}

static bool finish_picture(record *r, record_context *context, uint32_t index, hone_error *error)
{
    hone_error why = {0};
    bool ok = hone_renderer_read(context->renderer, &r->image, error);
    if (ok && r->film_made && !hone_film_add(r->film_made, &r->image, &why))
        ok = fail_about(r->desc.path, &why, error);
    else if (ok && !r->film_made)
        ok = write_picture(r, index, error);
    atomic_fetch_add(&r->done, ok);
    return ok;
}

static bool goes_on(const record *r, hone_error *error)
{
    return !atomic_load(&r->cancelled) || hone_fail(error, HONE_ERROR_ARGUMENT, 0, "cancelled");
}

/* Each picture is read back after the next one has been posed, skinned and handed to the device. */
static bool render_all(record *r, record_context *context, hone_error *error)
{
    bool ok = true;
    for (uint32_t i = 0; i < r->total && ok; i++) {
        ok = record_context_draw(context, r->desc.first + i * r->step, error) && goes_on(r, error);
        if (ok && i > 0)
            ok = finish_picture(r, context, i - 1, error);
    }
    return ok && finish_picture(r, context, r->total - 1, error) && goes_on(r, error);
}

static bool make_all(record *r, record_context *context, hone_error *error)
{
    const record_desc *d = &r->desc;
    return record_context_make(context, d, &r->cancelled, error) &&
           hone_image_create(d->look.draw.width, d->look.draw.height, NULL, &r->image, error) &&
           (!r->film || open_film(r, error)) && render_all(r, context, error);
}

static void *run(void *user)
{
    record *r = user;
    record_context context;
    hone_error why = {0};
    r->ok = make_all(r, &context, &r->error);
    if (r->ok && r->film_made && !hone_film_finish(r->film_made, &why))
        r->ok = fail_about(r->desc.path, &why, &r->error);
    else if (!r->ok)
        hone_film_abandon(r->film_made);
    if (!r->ok && !r->film)
        remove_pictures(r);
    hone_image_release(&r->image);
    record_context_release(&context);
    atomic_store(&r->finished, true);
    return NULL;
}

/* ---- the caller's thread ---- */

static record *make(const record_desc *desc, hone_error *error)
{
    record *r = calloc(1, sizeof *r);
    if (!r) {
        hone_fail_memory(error);
        return NULL;
    }
    r->memory = hone_builder_create(NULL, 0, error);
    if (r->memory && keep(r, desc, error) && understand(r, error)) {
        r->begun = clock_monotonic();
        if (pthread_create(&r->thread, NULL, run, r) == 0)
            return r;
        hone_fail(error, HONE_ERROR_DEVICE, 0, "the system gave no thread");
    }
    discard(r);
    return NULL;
}

record *record_begin(const record_desc *desc, hone_error *error)
{
    record *r = make(desc, error);
    if (!r)
        release_edits(desc->members, desc->member_count);
    return r;
}

record_progress record_get_progress(const record *r)
{
    record_progress p = {.done = atomic_load(&r->done), .total = r->total, .finished = atomic_load(&r->finished)};
    double passed = clock_monotonic() - r->begun;
    p.per_second = p.done && passed > 0 ? p.done / passed : 0;
    p.left = p.done ? passed / p.done * (p.total - p.done) : -1;
    return p;
}

void record_cancel(record *r)
{
    atomic_store(&r->cancelled, true);
}

bool record_end(record *r, hone_error *error)
{
    if (!r)
        return false;
    pthread_join(r->thread, NULL);
    bool ok = r->ok;
    if (!ok && error)
        *error = r->error;
    release_edits(r->desc.members, r->desc.member_count);
    discard(r);
    return ok;
}
