/* The look that the opened scene asks for: background, light, edges, shadows, camera. The window shows it
 * and saves it again, except for what the user changes. */
#ifndef HONE_VIEW_WINDOW_SCENE_LOOK_H
#define HONE_VIEW_WINDOW_SCENE_LOOK_H

#include "view/document/document_scene.h"
#include "view/window/stage.h"

/* Takes over the look of a scene that was just opened. Its models are open. */
void scene_look_show(viewer_stage *s);
void scene_look_forget(viewer_stage *s); /* everything was closed: the next scene that is saved is a new one */

/* The scene's own camera, as long as the user has not moved it and it is not that of keys. False: there is none. */
bool scene_look_camera(const viewer_stage *s, hone_camera *out);
/* The frame that is shown first, if it is not that of the scene: a camera that is placed by what it shows looks at it.
 */
void scene_look_begin_at(viewer_stage *s, double frame);
/* Call after each update. Bodies move while physics catches up: then such a camera is placed once more, unless the user
 * moves it, or goes to another frame. */
void scene_look_follow_bodies(viewer_stage *s);
/* The picture has another size: places such a camera for it. */
void scene_look_follow_size(viewer_stage *s);
/* The look of the scene, with what the window shows in another way. */
look_values scene_look_values(const viewer_stage *s);

bool scene_look_is_light(const viewer_stage *s); /* the background, of the scene or of the window */

typedef struct scene_look_saved {
    hone_camera camera;
    look_values look;
} scene_look_saved;

/* The look of the window for the scene file. A scene without a camera gets that of the window, so that it is drawn as
 * it was shown. saved: what the result points to. */
document_shown scene_look_shown(const viewer_stage *s, scene_look_saved *saved);

void handle_backdrop(viewer_stage *s, int unused); /* the window's background in place of the scene's */

#endif
