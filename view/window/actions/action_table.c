/* The table of all actions: names, keys, and what they change. */
#include "tool/picture/camera_shot.h"
#include "view/window/actions/action_handlers.h"
#include "view/window/actions/actions.h"
#include "view/window/dopesheet/key_actions.h"
#include "view/window/scene_look.h"

#include <string.h>

/* Notes which part of the viewer a function takes. */
#define CALLED(f)                                                                                                      \
    {                                                                                                                  \
        .part = _Generic((f), void (*)(viewer *, int)                                                                  \
                         : ACTION_OF_VIEWER, void (*)(viewer_shell *, int)                                             \
                         : ACTION_OF_SHELL, void (*)(viewer_panels *, int)                                             \
                         : ACTION_OF_PANELS, void (*)(viewer_film *, int)                                              \
                         : ACTION_OF_FILM, default                                                                     \
                         : ACTION_OF_STAGE),                                                                           \
        .function = (void (*)(void))(f)                                                                                \
    }
#define CALL(g, n, l, k, c)                                                                                            \
    {                                                                                                                  \
        .group = (g), .name = (n), .label = (l), .keys = (k), .call = CALLED(c)                                        \
    }
#define CALL_WITH(g, n, l, k, c, x)                                                                                    \
    {                                                                                                                  \
        .group = (g), .name = (n), .label = (l), .keys = (k), .call = CALLED(c), .value = (x)                          \
    }
#define IN_DOPESHEET(n, l, k, c, x)                                                                                    \
    {                                                                                                                  \
        .group = ACTION_KEYS, .name = (n), .label = (l), .keys = (k), .call = CALLED(c), .value = (x),                 \
        .in_dopesheet = true                                                                                           \
    }
#define TOGGLE(g, n, l, k, f, c)                                                                                       \
    {                                                                                                                  \
        .group = (g), .name = (n), .label = (l), .keys = (k), .kind = ACTION_TOGGLE, .call = CALLED(c),                \
        .offset = offsetof(view_settings, f)                                                                           \
    }
#define CHOICE(g, n, l, k, f, x, c)                                                                                    \
    {                                                                                                                  \
        .group = (g), .name = (n), .label = (l), .keys = (k), .kind = ACTION_CHOICE, .call = CALLED(c),                \
        .offset = offsetof(view_settings, f), .value = (x)                                                             \
    }
#define TOGGLE_IN_SCENE(g, n, l, k, f, c, s)                                                                           \
    {                                                                                                                  \
        .group = (g), .name = (n), .label = (l), .keys = (k), .kind = ACTION_TOGGLE, .call = CALLED(c),                \
        .offset = offsetof(view_settings, f), .in_scene = (s)                                                          \
    }
#define METHOD(l, k, x)                                                                                                \
    {                                                                                                                  \
        .group = ACTION_SKINNING, .name = "method", .label = (l), .keys = (k), .kind = ACTION_CHOICE,                  \
        .offset = offsetof(view_settings, method), .value = (x), .in_scene = "playback.skin"                           \
    }
/* Keys of the MMD, Blender and f3d presets, which win over the keys of all presets. */
#define KEYS(k, mmd, blender, f3d) .keys = (k), .preset_keys = {(mmd), (blender), (f3d)}

static const action table[] = {
    CALL(ACTION_FILE, "open", N_("Open…"), "<Control>o", files_choose),
    CALL_WITH(ACTION_FILE, "add", N_("Add to the scene…"), "<Control><Shift>o", files_choose, 1),
    CALL(ACTION_FILE, "demo", N_("Show the built-in character"), "<Control>d", handle_demo),
    {.group = ACTION_FILE,
     .name = "reload",
     .label = N_("Reload all files"),
     .call = CALLED(handle_reload),
     KEYS("F5 <Control>r", NULL, NULL, "Up")},
    TOGGLE(ACTION_FILE, "watch", N_("Read changed files again"), NULL, watch, NULL),
    CALL(ACTION_FILE, "save", N_("Save what has changed"), "<Control>s", files_save),
    CALL(ACTION_FILE, "save-scene", N_("Save scene"), "<Control><Alt>s", files_save_scene),
    CALL(ACTION_FILE, "save-scene-as", N_("Save scene as…"), "<Control><Shift><Alt>s", files_save_scene_as),
    CALL(ACTION_FILE, "save-motion", N_("Save motion (VMD)…"), "<Control>e", files_save_motion),
    CALL(ACTION_FILE, "save-camera-motion", N_("Save camera motion…"), "<Control><Shift>e", files_save_camera_motion),
    CALL(ACTION_FILE, "save-model", N_("Save model…"), "<Control><Shift>s", files_save_model),
    CALL(ACTION_FILE, "save-picture", N_("Save picture…"), "F12 <Control>p", files_save_picture),
    CALL(ACTION_FILE, "film", N_("Make a film…"), "<Control>m", film_ask),
    CALL(ACTION_FILE, "close-model", N_("Close character"), "<Control>w", handle_close_model),
    CALL(ACTION_FILE, "close-all", N_("Close all"), "<Control><Shift>w", handle_close_all),
    CALL(ACTION_FILE, "quit", N_("Quit"), "<Control>q", handle_quit),

    {.group = ACTION_PLAY,
     .name = "play",
     .label = N_("Play or pause"),
     .call = CALLED(handle_play),
     KEYS("space", "p", NULL, NULL)},
    CALL_WITH(ACTION_PLAY, "back", N_("Previous frame"), "Left", handle_step, -1),
    CALL_WITH(ACTION_PLAY, "forward", N_("Next frame"), "Right", handle_step, 1),
    CALL_WITH(ACTION_PLAY, "second-back", N_("Back one second"), "<Shift>Left Page_Up", handle_seconds, -1),
    CALL_WITH(ACTION_PLAY, "second-forward", N_("Forward one second"), "<Shift>Right Page_Down", handle_seconds, 1),
    {.group = ACTION_PLAY,
     .name = "begin",
     .label = N_("Go to start"),
     .call = CALLED(handle_begin),
     KEYS("<Control>Home", "Home", "<Shift>Left", "Home")},
    CALL(ACTION_PLAY, "end", N_("Go to end"), "End", handle_end),
    TOGGLE(ACTION_PLAY, "loop", N_("Loop"), "l", loop, handle_loop),
    CALL_WITH(ACTION_PLAY, "slower", N_("Slower"), "bracketleft", handle_speed, -1),
    CALL_WITH(ACTION_PLAY, "faster", N_("Faster"), "bracketright", handle_speed, 1),
    CALL_WITH(ACTION_PLAY, "normal-speed", N_("Normal speed"), "backslash", handle_speed, 0),
    TOGGLE(ACTION_PLAY, "gaze", N_("Look at the mouse"), "<Shift>l", gaze, NULL),
    TOGGLE(ACTION_PLAY, "quality", N_("Lower the quality if slow"), NULL, quality, NULL),
    TOGGLE(ACTION_PLAY, "muted", N_("Mute sound"), "m", muted, handle_mute),

    {.group = ACTION_CAMERA,
     .name = "frame-all",
     .label = N_("Frame all"),
     .call = CALLED(handle_frame_all),
     KEYS("a", NULL, "Home", "Return KP_Enter")},
    {.group = ACTION_CAMERA,
     .name = "frame-selected",
     .label = N_("Frame selected bone"),
     .call = CALLED(handle_frame_selected),
     KEYS("period", NULL, "KP_Decimal", NULL)},
    CALL_WITH(ACTION_CAMERA, "front", N_("From the front"), "<Alt>1", handle_view, ORBIT_VIEW_FRONT),
    CALL_WITH(ACTION_CAMERA, "behind", N_("From behind"), "<Alt>2", handle_view, ORBIT_VIEW_BACK),
    CALL_WITH(ACTION_CAMERA, "left", N_("From the left"), "<Alt>3", handle_view, ORBIT_VIEW_LEFT),
    CALL_WITH(ACTION_CAMERA, "right", N_("From the right"), "<Alt>4", handle_view, ORBIT_VIEW_RIGHT),
    CALL_WITH(ACTION_CAMERA, "top", N_("From above"), "<Alt>5", handle_view, ORBIT_VIEW_TOP),
    CALL_WITH(ACTION_CAMERA, "bottom", N_("From below"), "<Alt>6", handle_view, ORBIT_VIEW_BOTTOM),
    CALL_WITH(ACTION_CAMERA, "full", N_("Whole character"), "<Alt>7", handle_shot, CAMERA_FULL),
    CALL_WITH(ACTION_CAMERA, "bust", N_("Head and shoulders"), "<Alt>8", handle_shot, CAMERA_BUST),
    CALL_WITH(ACTION_CAMERA, "face", N_("Face"), "<Alt>9", handle_shot, CAMERA_FACE),
    TOGGLE(ACTION_CAMERA, "turntable", N_("Turntable"), "<Shift>t", turntable, NULL),
    CALL_WITH(ACTION_CAMERA, "projection", N_("Orthographic or perspective"), "<Alt>0", handle_view,
              ORBIT_VIEW_PROJECTION),
    CALL_WITH(ACTION_CAMERA, "nearer", N_("Zoom in"), "KP_Add", handle_dolly, -1),
    CALL_WITH(ACTION_CAMERA, "away", N_("Zoom out"), "KP_Subtract", handle_dolly, 1),
    CALL_WITH(ACTION_CAMERA, "wider", N_("Wider field of view"), "<Control>minus", handle_field, 5),
    CALL_WITH(ACTION_CAMERA, "narrower", N_("Narrower field of view"), "<Control>equal <Control>plus", handle_field,
              -5),
    {.group = ACTION_CAMERA,
     .name = "camera-keys",
     .label = N_("Use the motion's camera"),
     .kind = ACTION_TOGGLE,
     .offset = offsetof(view_settings, camera_keys),
     .in_scene = "camera",
     KEYS("k", NULL, "KP_0", NULL)},
    CHOICE(ACTION_CAMERA, "keys", "MMD", NULL, keys, ORBIT_MMD, handle_keys),
    CHOICE(ACTION_CAMERA, "keys", "Blender", NULL, keys, ORBIT_BLENDER, handle_keys),
    CHOICE(ACTION_CAMERA, "keys", "f3d", NULL, keys, ORBIT_F3D, handle_keys),

    {.group = ACTION_OVERLAYS,
     .name = "bones",
     .label = N_("Bones"),
     .kind = ACTION_TOGGLE,
     .offset = offsetof(view_settings, bones),
     KEYS("b c", NULL, NULL, "<Shift>a")},
    TOGGLE(ACTION_OVERLAYS, "bone-axes", N_("Axes of bones"), "<Shift>e", bone_axes, NULL),
    TOGGLE(ACTION_OVERLAYS, "all-bones", N_("Hidden bones"), "<Shift>b", all_bones, NULL),
    TOGGLE(ACTION_OVERLAYS, "chains", N_("IK chains and goals"), "i", chains, NULL),
    TOGGLE(ACTION_OVERLAYS, "limits", N_("Limits of chains and joints"), "<Shift>i", limits, NULL),
    {.group = ACTION_OVERLAYS,
     .name = "bodies",
     .label = N_("Rigid bodies"),
     .kind = ACTION_TOGGLE,
     .offset = offsetof(view_settings, bodies),
     KEYS("r", NULL, "<Alt>r", NULL)},
    TOGGLE(ACTION_OVERLAYS, "joints", N_("Joints"), "j", joints, NULL),
    TOGGLE(ACTION_OVERLAYS, "normals", N_("Normals"), "n", normals, NULL),
    TOGGLE(ACTION_OVERLAYS, "wireframe", N_("Wireframe"), "z", wireframe, NULL),
    TOGGLE(ACTION_OVERLAYS, "points", N_("Vertices as points"), "<Shift>v", points, NULL),
    CHOICE(ACTION_OVERLAYS, "bone-style", N_("Octahedra"), NULL, bone_style, 0, NULL),
    CHOICE(ACTION_OVERLAYS, "bone-style", N_("Lines"), NULL, bone_style, 1, NULL),
    CHOICE(ACTION_OVERLAYS, "bone-style", N_("As in MMD"), NULL, bone_style, 2, NULL),
    CHOICE(ACTION_OVERLAYS, "colours", N_("Material colours"), "F1", colours, VIEW_COLOURS_MATERIALS, handle_labels),
    CHOICE(ACTION_OVERLAYS, "colours", N_("Weights of the selected bone"), "F2", colours, VIEW_COLOURS_WEIGHT,
           handle_labels),
    CHOICE(ACTION_OVERLAYS, "colours", N_("Number of influences"), "F3", colours, VIEW_COLOURS_INFLUENCES,
           handle_labels),
    CHOICE(ACTION_OVERLAYS, "colours", N_("Deformation types"), "F4", colours, VIEW_COLOURS_DEFORM, handle_labels),
    {.group = ACTION_OVERLAYS,
     .name = "grid",
     .label = N_("Grid"),
     .kind = ACTION_TOGGLE,
     .offset = offsetof(view_settings, grid),
     .in_scene = "picture.grid",
     KEYS("g", NULL, "<Shift>g", NULL)},
    TOGGLE_IN_SCENE(ACTION_OVERLAYS, "edges", N_("Outlines"), "o", edges, NULL, "picture.edges"),
    TOGGLE_IN_SCENE(ACTION_OVERLAYS, "first-person", N_("First person"), NULL, first_person, NULL,
                    "picture.first_person"),
    TOGGLE_IN_SCENE(ACTION_OVERLAYS, "shadows", N_("Shadows"), "s", shadows, NULL, "picture.shadows"),
    TOGGLE(ACTION_OVERLAYS, "figures", N_("Frame times"), "t", frame_times, handle_labels),

    METHOD(N_("As set in the model"), "<Control>1", HONE_SKIN_AUTO),
    METHOD(N_("Linear"), "<Control>2", HONE_SKIN_LINEAR),
    METHOD(N_("Dual quaternion"), "<Control>3", HONE_SKIN_DUAL_QUATERNION),
    METHOD(N_("Centres of rotation"), "<Control>4", HONE_SKIN_CENTRES),
    METHOD(N_("Delta mush"), "<Control>5", HONE_SKIN_DELTA_MUSH),
    METHOD(N_("Direct delta mush"), "<Control>6", HONE_SKIN_DIRECT_DELTA_MUSH),
    TOGGLE(ACTION_SKINNING, "side-by-side", N_("Linear and dual quaternion side by side"), "d", side_by_side,
           handle_labels),
    CHOICE(ACTION_SKINNING, "way", N_("CPU"), NULL, gpu_skin, HONE_GPU_SKIN_OFF, handle_labels),
    CHOICE(ACTION_SKINNING, "way", N_("GPU: matrices"), NULL, gpu_skin, HONE_GPU_SKIN_MATRIX, handle_labels),
    CHOICE(ACTION_SKINNING, "way", N_("GPU: quaternions"), NULL, gpu_skin, HONE_GPU_SKIN_QUATERNION, handle_labels),
    CHOICE(ACTION_SKINNING, "way", N_("GPU: a texture"), NULL, gpu_skin, HONE_GPU_SKIN_TEXTURE, handle_labels),
    CHOICE(ACTION_SKINNING, "way", N_("GPU: a texture from 0 to 1"), NULL, gpu_skin, HONE_GPU_SKIN_TEXTURE_NORMALISED,
           handle_labels),
    CHOICE(ACTION_SKINNING, "way", N_("GPU: dual quaternions"), NULL, gpu_skin, HONE_GPU_SKIN_DUAL_QUATERNION,
           handle_labels),
    CHOICE(ACTION_SKINNING, "way", N_("GPU: a texture of half floats"), NULL, gpu_skin, HONE_GPU_SKIN_TEXTURE_HALF,
           handle_labels),
    CHOICE(ACTION_SKINNING, "way", N_("GPU: quaternions in a texture"), NULL, gpu_skin,
           HONE_GPU_SKIN_TEXTURE_QUATERNION, handle_labels),
    CHOICE(ACTION_SKINNING, "way", N_("GPU: quaternions in a texture from 0 to 1"), NULL, gpu_skin,
           HONE_GPU_SKIN_TEXTURE_QUATERNION_NORMALISED, handle_labels),
    CHOICE(ACTION_SKINNING, "way", N_("GPU: quaternions in a texture of half floats"), NULL, gpu_skin,
           HONE_GPU_SKIN_TEXTURE_QUATERNION_HALF, handle_labels),
    CHOICE(ACTION_SKINNING, "way", N_("GPU: weights by distance"), NULL, gpu_skin, HONE_GPU_SKIN_DISTANCE,
           handle_labels),
    CHOICE(ACTION_SKINNING, "kernel", N_("Fastest"), NULL, kernel, 0, handle_labels),
    CHOICE(ACTION_SKINNING, "kernel", NULL, NULL, kernel, 1, handle_labels),
    CHOICE(ACTION_SKINNING, "kernel", NULL, NULL, kernel, 2, handle_labels),
    CHOICE(ACTION_SKINNING, "kernel", NULL, NULL, kernel, 3, handle_labels),
    CHOICE(ACTION_SKINNING, "kernel", NULL, NULL, kernel, 4, handle_labels),
    CHOICE(ACTION_SKINNING, "kernel", NULL, NULL, kernel, 5, handle_labels),
    CHOICE(ACTION_SKINNING, "threads", N_("One per CPU core"), NULL, threads, 0, handle_threads),
    CHOICE(ACTION_SKINNING, "threads", "1", NULL, threads, 1, handle_threads),
    CHOICE(ACTION_SKINNING, "threads", "2", NULL, threads, 2, handle_threads),
    CHOICE(ACTION_SKINNING, "threads", "4", NULL, threads, 4, handle_threads),
    CHOICE(ACTION_SKINNING, "threads", "8", NULL, threads, 8, handle_threads),

    CHOICE(ACTION_PHYSICS, "physics", N_("Off"), NULL, physics, CHARACTER_PHYSICS_OFF, handle_rules),
    CHOICE(ACTION_PHYSICS, "physics", N_("Live: restarts where you jump to"), NULL, physics, CHARACTER_PHYSICS_LIVE,
           handle_rules),
    CHOICE(ACTION_PHYSICS, "physics", N_("Exact: as played from the start"), NULL, physics, CHARACTER_PHYSICS_EXACT,
           handle_rules),
    CALL(ACTION_PHYSICS, "physics-again", N_("Restart physics"), "<Shift>r", handle_restart_physics),
    TOGGLE(ACTION_PHYSICS, "ik", N_("Inverse kinematics"), "<Control>i", ik, handle_rules),

    {.group = ACTION_BENDING,
     .name = "gizmo",
     .label = N_("Rotate"),
     .kind = ACTION_CHOICE,
     .offset = offsetof(view_settings, gizmo),
     .value = GIZMO_TURN,
     KEYS("e", NULL, "r", NULL)},
    {.group = ACTION_BENDING,
     .name = "gizmo",
     .label = N_("Move"),
     .kind = ACTION_CHOICE,
     .offset = offsetof(view_settings, gizmo),
     .value = GIZMO_MOVE,
     KEYS("w", NULL, "g", NULL)},
    CHOICE(ACTION_BENDING, "axes", N_("Bone (local)"), "x", axes, GIZMO_LOCAL, NULL),
    CHOICE(ACTION_BENDING, "axes", N_("Parent"), "<Shift>x", axes, GIZMO_PARENT, NULL),
    CHOICE(ACTION_BENDING, "axes", N_("Model"), "y", axes, GIZMO_MODEL, NULL),
    TOGGLE(ACTION_BENDING, "handles", N_("Show handles"), "h", handles, NULL),
    CALL(ACTION_BENDING, "undo", N_("Undo"), "<Control>z", handle_undo),
    CALL(ACTION_BENDING, "redo", N_("Redo"), "<Control><Shift>z <Control>y", handle_redo),
    CALL(ACTION_BENDING, "reset-bone", N_("Reset bone"), "Delete", handle_reset_bone),
    CALL(ACTION_BENDING, "reset-all", N_("Reset all"), "<Shift>Delete", handle_reset_all),
    CALL(ACTION_BENDING, "save-pose", N_("Save pose (VPD)…"), "<Control><Shift>p", files_save_pose),
    CALL(ACTION_BENDING, "select-parent", N_("Select parent bone"), "u", handle_select_parent),
    CALL(ACTION_BENDING, "select-none", N_("Deselect"), "Escape", handle_select_none),

    TOGGLE(ACTION_KEYS, "dopesheet", N_("Dopesheet"), "F7", dopesheet, handle_dopesheet),
    TOGGLE(ACTION_KEYS, "curves", N_("Curve editor"), "<Shift>F7", curves, handle_dopesheet),
    CALL(ACTION_KEYS, "register", N_("Register"), "Return KP_Enter Insert", handle_register),
    CALL(ACTION_KEYS, "register-camera", N_("Register the camera"), "<Control>Return", handle_register_camera),
    CALL(ACTION_KEYS, "drop", N_("Drop unregistered changes"), "<Shift>Escape", handle_drop),
    CALL_WITH(ACTION_KEYS, "key-previous", N_("Previous key"), "<Control>Left", handle_key_step, -1),
    CALL_WITH(ACTION_KEYS, "key-next", N_("Next key"), "<Control>Right", handle_key_step, 1),
    CALL_WITH(ACTION_KEYS, "key-earlier", N_("Move keys a frame earlier"), "<Alt>Left", handle_key_move, -1),
    CALL_WITH(ACTION_KEYS, "key-later", N_("Move keys a frame later"), "<Alt>Right", handle_key_move, 1),
    CALL(ACTION_KEYS, "key-copy", N_("Copy keys"), "<Control>c", handle_key_copy),
    CALL(ACTION_KEYS, "key-paste", N_("Paste keys"), "<Control>v", handle_key_paste),
    CALL_WITH(ACTION_KEYS, "key-paste-mirrored", N_("Paste keys mirrored"), "<Control><Shift>v", handle_key_paste, 1),
    IN_DOPESHEET("key-delete", N_("Delete keys"), "Delete", handle_key_delete, 0),
    CALL_WITH(ACTION_KEYS, "key-select-all", N_("Select all keys of the row"), "<Control>a", handle_key_select, 1),
    IN_DOPESHEET("key-select-none", N_("Select no keys"), "Escape", handle_key_select, 0),
    IN_DOPESHEET("key-wider", N_("Show fewer frames"), "plus equal KP_Add", handle_key_zoom, 1),
    IN_DOPESHEET("key-narrower", N_("Show more frames"), "minus KP_Subtract", handle_key_zoom, -1),
    IN_DOPESHEET("key-fit", N_("Show all frames"), "f", handle_key_zoom, 0),
    CALL_WITH(ACTION_KEYS, "curve-linear", N_("Linear curves"), NULL, handle_key_curve, 0),
    CALL_WITH(ACTION_KEYS, "curve-in", N_("Ease in"), NULL, handle_key_curve, 1),
    CALL_WITH(ACTION_KEYS, "curve-out", N_("Ease out"), NULL, handle_key_curve, 2),
    CALL_WITH(ACTION_KEYS, "curve-in-out", N_("Ease in and out"), NULL, handle_key_curve, 3),

    TOGGLE(ACTION_PAINTING, "paint", N_("Paint weights"), "q", paint, handle_paint),
    CHOICE(ACTION_PAINTING, "brush", N_("Add"), NULL, brush, BRUSH_ADD, NULL),
    CHOICE(ACTION_PAINTING, "brush", N_("Subtract"), NULL, brush, BRUSH_SUBTRACT, NULL),
    CHOICE(ACTION_PAINTING, "brush", N_("Smooth"), NULL, brush, BRUSH_SMOOTH, NULL),
    TOGGLE(ACTION_PAINTING, "brush-through", N_("Through the model"), NULL, brush_through, NULL),
    TOGGLE(ACTION_PAINTING, "brush-mirror", N_("Both sides"), NULL, brush_mirror, NULL),
    CALL_WITH(ACTION_PAINTING, "brush-smaller", N_("Smaller brush"), "minus", handle_brush_size, -1),
    CALL_WITH(ACTION_PAINTING, "brush-larger", N_("Larger brush"), "equal plus", handle_brush_size, 1),
    CALL(ACTION_PAINTING, "unlock-bones", N_("Unlock all bones"), NULL, handle_unlock_bones),
    CALL(ACTION_PAINTING, "normalise-weights", N_("Normalise weights"), NULL, handle_normalise_weights),
    CALL(ACTION_PAINTING, "reset-weights", N_("Reset weights"), NULL, handle_reset_weights),

    TOGGLE(ACTION_WINDOW, "panel", N_("Side pane"), "F9", panel, handle_pane),
    TOGGLE(ACTION_WINDOW, "numbers", N_("Bone transforms in the list"), "<Shift>n", numbers, handle_pane),
    TOGGLE_IN_SCENE(ACTION_WINDOW, "backdrop", N_("Light background"), "v", backdrop, handle_backdrop,
                    "picture.background"),
    CALL(ACTION_WINDOW, "find", N_("Find a bone"), "<Control>f", handle_find_bone),
    CALL(ACTION_WINDOW, "warnings", N_("Show warnings"), NULL, handle_warnings),
    CALL(ACTION_WINDOW, "fullscreen", N_("Full screen"), "F11", handle_full_screen),
    CHOICE(ACTION_WINDOW, "language", N_("System language"), NULL, language, VIEW_LANGUAGE_SYSTEM, handle_language),
    CHOICE(ACTION_WINDOW, "language", "English", NULL, language, VIEW_LANGUAGE_ENGLISH, handle_language),
    CHOICE(ACTION_WINDOW, "language", "日本語", NULL, language, VIEW_LANGUAGE_JAPANESE, handle_language),
    {.group = ACTION_WINDOW,
     .name = "help",
     .label = N_("Keys and mouse"),
     .call = CALLED(help_show),
     KEYS("question <Control>question", NULL, NULL, "h")},
};

const action *actions_at(uint32_t index)
{
    return index < G_N_ELEMENTS(table) ? &table[index] : NULL;
}

const char *actions_group_name(action_group group)
{
    static const char *const names[ACTION_GROUPS] = {N_("File"),     N_("Play"),    N_("Camera"), N_("Show"),
                                                     N_("Skinning"), N_("Physics"), N_("Pose"),   N_("Keys"),
                                                     N_("Weights"),  N_("Window")};
    return gettext(names[group]);
}

typedef struct section {
    const char *choice, *label;
    bool nested;
} section;

static const section *section_of(const action *a)
{
    static const section sections[] = {
        {"keys", N_("Mouse and keys as in"), false},
        {"bone-style", N_("Bones as"), true},
        {"colours", N_("Colours"), false},
        {"method", N_("Method"), false},
        {"way", N_("Skin on"), true},
        {"kernel", N_("CPU kernel"), true},
        {"threads", N_("CPU threads"), true},
        {"physics", N_("Physics"), false},
        {"gizmo", N_("Handles"), false},
        {"axes", N_("Axes"), false},
        {"brush", N_("Brush"), false},
        {"language", N_("Language"), true},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(sections); i++)
        if (strcmp(sections[i].choice, a->name) == 0)
            return &sections[i];
    return NULL;
}

const char *actions_section_name(const action *a)
{
    const section *s = section_of(a);
    return s ? gettext(s->label) : NULL;
}

bool actions_section_is_nested(const action *a)
{
    const section *s = section_of(a);
    return s && s->nested;
}

const char *actions_label(const action *a)
{
    return a->label ? gettext(a->label) : hone_skin_kernel_name((uint32_t)a->value - 1, NULL);
}

bool actions_offers(const action *a)
{
    bool available = false;
    return a->label || (hone_skin_kernel_name((uint32_t)a->value - 1, &available) && available);
}
