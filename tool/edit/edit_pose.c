/* Saves a pose as a file. */
#include "tool/edit/edit.h"
#include <hone/format.h>
#include <hone/io.h>

bool edit_save_pose(hone_actor *actor, const char *path, uint32_t *chains_off, hone_error *error)
{
    const hone_pose *pose = hone_actor_writable_pose(actor);
    const hone_ik *iks = hone_model_skeleton(hone_actor_model(actor))->iks;
    hone_bytes bytes = {0};
    bool ok = hone_pose_write_vpd(pose, hone_actor_model(actor), NULL, &bytes, error) &&
              hone_file_write(path, bytes.data, bytes.size, error);
    hone_bytes_release(&bytes);
    for (uint32_t c = 0, off = 0; chains_off && c < pose->ik_count; c++) {
        off += !pose->ik_enabled[c] && iks[c].effector != HONE_NONE;
        *chains_off = off;
    }
    return ok;
}
