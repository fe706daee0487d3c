/* hone: skinned characters in C. Includes all headers except film.h; each can also be included alone. */
#ifndef HONE_H
#define HONE_H

#include <hone/actor.h>
#include <hone/animation_texture.h>
#include <hone/archive.h>
#include <hone/autorig.h>
#include <hone/avatar.h>
#include <hone/bake.h>
#include <hone/base.h>
#include <hone/blend.h>
#include <hone/bounds.h>
#include <hone/clip.h>
#include <hone/correctives.h>
#include <hone/crowd.h>
#include <hone/deform.h>
#include <hone/format.h>
#include <hone/goals.h>
#include <hone/ik.h>
#include <hone/image.h>
#include <hone/io.h>
#include <hone/math.h>
#include <hone/memory_files.h>
#include <hone/mmd_rules.h>
#include <hone/model.h>
#include <hone/motion.h>
#include <hone/motion_edit.h>
#include <hone/physics.h>
#include <hone/pictures.h>
#include <hone/project.h>
#include <hone/render.h>
#include <hone/retarget.h>
#include <hone/rig.h>
#include <hone/root_motion.h>
#include <hone/skin.h>
#include <hone/spring.h>
#include <hone/spring_fit.h>
#include <hone/thread.h>
#include <hone/vrm.h>

#endif
