/* What `hone doctor` finds, and sentences in other languages. */
#include "tool/doctor/checks.h"
#include "tool/messages/messages.h"
#include "web/actor.h"
#include "web/describe.h"
#include "web/web.h"

#include <stdlib.h>

/* ---- findings ---------------------------------------------------------------------------------------------------- */

WEB_CALL(findings *, findings_create, void)
{
    findings *found = calloc(1, sizeof *found);
    if (!found)
        hone_fail_memory(&web_error);
    return found;
}

WEB_CALL(void, findings_destroy, findings *found)
{
    findings_release(found);
    free(found);
}

/* folder: "": the textures are not checked. */
WEB_CALL(void, findings_of_model, findings *found, const hone_model *model, const char *folder, int target)
{
    check_model(model, *folder ? folder : NULL, (check_target)target, found);
}

WEB_CALL(void, findings_of_motion, findings *found, const hone_model *model, const hone_motion *motion)
{
    check_warnings(hone_motion_warnings(motion), found);
    check_motion(model, motion, found);
}

/* Lets the bodies of an actor move up to a frame, and adds joints that open. moves: whether it has a motion. */
WEB_CALL(int, findings_of_simulation, findings *found, web_actor *a, double last, int moves)
{
    const hone_physics *physics = hone_actor_get_physics(a->actor);
    const hone_model *model = hone_actor_model(a->actor);
    joint_gaps gaps;
    if (!physics || hone_model_get(model)->joint_count == 0)
        return 1;
    bool ok = joint_gaps_make(model, &gaps) || hone_fail_memory(&web_error);
    for (double frame = 0; ok && frame <= last; frame++) {
        ok = hone_actor_update_frame(a->actor, frame, &web_error);
        joint_gaps_measure(&gaps, physics, frame);
    }
    if (ok)
        check_gaps(&gaps, physics, moves, found);
    joint_gaps_release(&gaps);
    return ok;
}

WEB_CALL(hone_bytes *, findings_describe, const findings *found)
{
    web_text text;
    if (found->out_of_memory)
        return hone_fail_memory(&web_error), NULL;
    web_text_begin(&text);
    hone_json_object(&text.json);
    findings_write(found, &text.json);
    hone_json_end(&text.json, '}');
    return web_text_end(&text);
}

/* ---- languages --------------------------------------------------------------------------------------------------- */

/* The catalogue of a language: the bytes of its .mo, which are copied. The catalogue is never closed. */
WEB_CALL(catalogue *, catalogue_create, const void *bytes, size_t size)
{
    hone_writer copy = hone_writer_make(NULL);
    hone_bytes kept = {0};
    catalogue *made = calloc(1, sizeof *made);
    hone_write_bytes(&copy, bytes, size);
    if (!made || !hone_writer_finish(&copy, &kept, &web_error) || !catalogue_open(made, &kept)) {
        hone_bytes_release(&kept);
        free(made);
        return hone_fail(&web_error, HONE_ERROR_FORMAT, 0, "this is no catalogue of messages"), NULL;
    }
    return made;
}

/* A sentence of hone in the language of a catalogue. */
WEB_CALL(const char *, translate, const catalogue *language, const char *english)
{
    static char text[MESSAGE_SIZE];
    messages_use(language);
    message_translate(english, text, sizeof text);
    messages_use(NULL);
    return text;
}
