#include "cmd/render/render_checkpoints.h"
#include "cmd/render/render_fingerprint.h"
#include "tool/files/input_file.h"
#include "tool/messages/progress.h"

#include <string.h>

int render_checkpoints_check(const render_values *v, bool moving, report *r)
{
    if (v->checkpoints && !moving)
        return report_usage(r, "render: --checkpoints is for films and sequences, which have several pictures");
    return STATUS_OK;
}

static bool load(const char *path, render_checkpoints *out, hone_error *error)
{
    return hone_file_read(path, NULL, &out->bytes, error) &&
           checkpoint_file_open(out->bytes.data, out->bytes.size, &out->file, error);
}

int render_checkpoints_open(const render_values *v, const inputs *in, render_checkpoints *out, bool *finished,
                            report *r)
{
    hone_error error = {0};
    uint64_t wanted;
    *out = (render_checkpoints){.path = v->checkpoints, .writes = v->part.parts == 0};
    int status = render_fingerprint(v, in, &wanted, r);
    if (status != STATUS_OK)
        return status;
    bool exists = input_file_exists(out->path) || !out->writes, read = exists && load(out->path, out, &error);
    bool same = read && out->file.inputs == wanted;
    *finished = same && out->writes;
    if (*finished)
        report_note(r, "%s is already complete", out->path);
    if (out->writes)
        out->file = (checkpoint_file){.inputs = wanted};
    else if (!read)
        return report_failure(r, out->path, &error);
    else if (!same)
        return report_failure(r, out->path,
                              &(hone_error){.message = "was made from other files or with other options"});
    return STATUS_OK;
}

void render_checkpoints_release(render_checkpoints *c)
{
    hone_bytes_release(&c->bytes);
}

static hone_physics_world *world_of(const actor_entry *member)
{
    const hone_physics *physics = hone_actor_get_physics(member->actor);
    return physics ? hone_physics_get_world(physics) : NULL;
}

/* ---- reading ---- */

static bool use_model(checkpoint_file *file, actor_entry *member, hone_error *error)
{
    const uint8_t *bytes;
    size_t size;
    hone_physics_world *world = world_of(member);
    if (!checkpoint_file_next(file, &bytes, &size) || (size > 0) != (world != NULL))
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "does not have the checkpoints of these models");
    return !world || hone_physics_world_read_checkpoints(world, bytes, size, error);
}

int render_checkpoints_use(const render_checkpoints *c, actor_list *actors, report *r)
{
    checkpoint_file file = c->file;
    hone_error error = {0};
    for (uint32_t i = 0; i < actors->count; i++) {
        if (!use_model(&file, &actors->members[i], &error))
            return report_failure(r, c->path, &error);
    }
    return STATUS_OK;
}

/* ---- writing ---- */

static int simulate(actor_list *actors, double last, report *r)
{
    progress p = progress_begin(r, (uint32_t)(last / HONE_FRAMES_PER_SECOND) + 1);
    p.what = "simulating: ";
    int status = STATUS_OK;
    for (double frame = 0; frame < last && status == STATUS_OK; frame += HONE_FRAMES_PER_SECOND) {
        status = actor_list_update(actors, frame, r);
        progress_show(&p, (uint32_t)(frame / HONE_FRAMES_PER_SECOND));
    }
    progress_end(&p);
    return status == STATUS_OK ? actor_list_update(actors, last, r) : status;
}

static bool write_models(hone_writer *to, const actor_list *actors, hone_error *error)
{
    for (uint32_t i = 0; i < actors->count; i++) {
        hone_bytes bytes = {0};
        const hone_physics_world *world = world_of(&actors->members[i]);
        if (world && !hone_physics_world_write_checkpoints(world, &bytes, error))
            return false;
        checkpoint_file_add(to, &bytes);
        hone_bytes_release(&bytes);
    }
    return true;
}

int render_checkpoints_write(render_checkpoints *c, actor_list *actors, double last, const hone_bounds *bounds,
                             report *r)
{
    hone_error error = {0};
    hone_writer to = hone_writer_make(NULL);
    int status = simulate(actors, last, r);
    if (status != STATUS_OK)
        return status;
    c->file.framed = bounds != NULL;
    c->file.count = actors->count;
    if (bounds)
        c->file.bounds = *bounds;
    checkpoint_file_begin(&to, &c->file);
    if (write_models(&to, actors, &error) && checkpoint_file_finish(&to, c->path, &error))
        return STATUS_OK;
    hone_bytes_release(&to.bytes);
    return report_failure(r, c->path, &error);
}
