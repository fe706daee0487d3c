/* Tracks of bones and morphs. */
#ifndef HONE_SRC_FORMAT_PMM_TRACKS_H
#define HONE_SRC_FORMAT_PMM_TRACKS_H

#include "files/format/pmm/reader.h"

/* Reads the keys of a model's bones and morphs. Tracks, keys and names are in the builder's memory. A bone whose only
 * key is the rest pose at frame 0 has no track, and neither has a morph whose only weight is 0, or what has no name. */
bool hone_pmm_read_bone_tracks(pmm_reader *reader, const hone_project_model *model, hone_builder *builder,
                               hone_motion_data *data);
bool hone_pmm_read_morph_tracks(pmm_reader *reader, const hone_project_model *model, hone_builder *builder,
                                hone_motion_data *data);

#endif
