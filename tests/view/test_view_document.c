/* The viewer's document: which motion plays on which character, what is kept when files are opened, closed and changed,
 * and rules. */
#include "view/open_document.h"

static uint32_t plays(const document *d, uint32_t index)
{
    return hone_actor_play_count(character_at(d, index)->plain);
}

/* ---- opening ---- */

static void motions_follow_the_model_before_them(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "bend.vmd", "tower.pmx", "other.vmd", "ik.pmx", "bend.vmd", "other.vmd");
    CHECK(d.model_count == 2 && d.motion_count == 4);
    CHECK(d.motions[0].target == 0 && d.motions[1].target == character_at(&d, 0)->id);
    CHECK(d.motions[2].target == character_at(&d, 1)->id && d.motions[3].target == character_at(&d, 1)->id);
    CHECK(plays(&d, 0) == 2 && plays(&d, 1) == 3);
    CHECK(document_active(&d)->character == character_at(&d, 1));
    document_set_active(&d, character_at(&d, 0)->id);
    OPEN(&d, "other.vmd"); /* alone: on the active one */
    CHECK(plays(&d, 0) == 3 && plays(&d, 1) == 3);
    OPEN(&d, "tower.pmx"); /* a later model also gets the motions for all */
    CHECK(plays(&d, 2) == 1);
    document_set_active(&d, 12345);
    CHECK(!document_active(&d) && !document_find(&d, 0));
    document_release(&d);
}

static void a_motion_is_given_to_another_character(void **state)
{
    (void)state;
    size_t size;
    document d = make(CHARACTER_PHYSICS_OFF);
    hone_error error = {0};
    pose rest, bent;
    OPEN(&d, "tower.pmx", "bend.vmd", "tower.pmx");
    uint32_t bend = d.motions[0].id, changes = d.changes;
    CHECK(plays(&d, 0) == 1 && plays(&d, 1) == 0);
    show(&d, 0, 30, bent);
    show(&d, 1, 30, rest);
    CHECK(document_set_motion_target(&d, bend, character_at(&d, 1)->id, &error) && d.changes > changes);
    CHECK(plays(&d, 0) == 0 && plays(&d, 1) == 1);
    pose now;
    show(&d, 1, 30, now);
    CHECK_NEAR(apart(now, bent), 0, 0);
    show(&d, 0, 30, now);
    CHECK_NEAR(apart(now, rest), 0, 0);
    CHECK(document_set_motion_target(&d, bend, 0, &error) && plays(&d, 0) == 1 && plays(&d, 1) == 1);
    CHECK(!document_set_motion_target(&d, bend, 999, &error) && !document_set_motion_target(&d, 999, 0, &error));
    const void *dance = hone_sample_file("dance.vmd", &size);
    CHECK(command_file_write("dance.vmd", dance, size));
    document_close_all(&d);
    const playback_values off = {.retarget = PLAYBACK_RETARGET_OFF}; /* motions that do not fit stay where they are */
    d.play = &off;
    make_gltf *rich = calloc(1, sizeof *rich);
    make_gltf_rich(rich);
    hone_bytes bytes = make_gltf_glb(rich);
    CHECK(bytes.data && command_file_write("rich.glb", bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    free(rich);
    OPEN(&d, "rich.glb", "tower.pmx", "bend.vmd");
    uint32_t last = d.motion_count - 1;
    CHECK(!document_set_motion_target(&d, d.motions[last].id, character_at(&d, 0)->id, &error) && error.message[0]);
    CHECK(d.motions[last].target == character_at(&d, 1)->id && plays(&d, 1) == 1);
    CHECK(!document_set_motion_target(&d, d.motions[0].id, character_at(&d, 1)->id,
                                      &error)); /* a clip of its own model */
    document_release(&d);
}

static void later_motions_win(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF), one = make(CHARACTER_PHYSICS_OFF);
    pose both, last;
    OPEN(&d, "tower.pmx", "bend.vmd", "other.vmd");
    OPEN(&one, "tower.pmx", "other.vmd");
    show(&d, 0, 30, both);
    show(&one, 0, 30, last);
    CHECK_NEAR(apart(both, last), 0, 1e-6);
    document_release(&one);
    document_release(&d);
}

static void a_bad_file_is_named_and_the_good_ones_stay(void **state)
{
    (void)state;
    static const char *const paths[] = {"tower.pmx", "nowhere.vmd", "bend.vmd", "bad.pmx", "bad.vmd", "camera.vmd"};
    document d = make(CHARACTER_PHYSICS_OFF);
    hone_error error = {0};
    uint32_t bad = 0;
    CHECK(!document_open(&d, paths, 6, &bad, &error));
    CHECK(bad == 3 && strncmp(error.message, "nowhere.vmd: ", 13) == 0);
    CHECK(d.model_count == 1 && d.motion_count == 2 && plays(&d, 0) == 1);
    CHECK(!document_open(&d, paths + 3, 1, NULL, NULL));
    CHECK(d.model_count == 1 && d.motion_count == 2);
    document_release(&d);
}

static void sounds_are_known_by_their_ending(void **state)
{
    (void)state;
    CHECK(document_is_sound("a.wav") && document_is_sound("/x/y.z/歌.MP3") && document_is_sound("a.b.Ogg"));
    CHECK(!document_is_sound(".wav") && !document_is_sound("wav") && !document_is_sound("a.wav.pmx"));
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "tower.pmx", "song.mp3", "other.mp3");
    CHECK(strcmp(d.sound, "other.mp3") == 0 && d.motion_count == 0);
    document_close_all(&d);
    CHECK(!d.sound && !d.model_count && !d.active);
    document_release(&d);
}

static void cameras_lights_and_shadows_are_no_ones(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "tower.pmx", "camera.vmd", "far.vmd", "light.vmd", "shadow.vmd");
    CHECK(plays(&d, 0) == 0);
    CHECK(d.camera_keys == d.motions[1].motion); /* the last one wins */
    CHECK(d.light_keys == d.motions[2].motion && d.shadow_keys == d.motions[3].motion);
    document_set_motion(&d, d.motions[1].id, false, 1);
    CHECK(d.camera_keys == d.motions[0].motion);
    document_close_motion(&d, d.motions[0].id);
    CHECK(!d.camera_keys && d.motion_count == 3);
    document_release(&d);
}

static void warnings_name_their_file(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    CHECK(puppet_write_model("extra.pmx", tower(), 7));
    OPEN(&d, "extra.pmx");
    CHECK(d.note_count == 1 && strncmp(d.notes[0], "extra.pmx: ", 11) == 0);
    for (int i = 0; i < DOCUMENT_NOTES; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        document_note(&d, "a/folder/f", text);
    }
    CHECK(d.note_count == DOCUMENT_NOTES); /* the oldest are dropped */
    uint32_t noted = d.noted;
    document_note(&d, "f", "63"); /* has been noted already */
    CHECK(d.note_count == DOCUMENT_NOTES && d.noted == noted);
    CHECK(strcmp(d.notes[0], "f: 0") == 0 && strcmp(d.notes[DOCUMENT_NOTES - 1], "f: 63") == 0);
    document_forget_notes(&d);
    CHECK(d.note_count == 0 && d.noted != noted);
    document_note(&d, "f", "63");
    CHECK(d.note_count == 1);
    document_release(&d);
}

static void names_are_text_whatever_their_bytes_are(void **state)
{
    (void)state;
    static const char japanese[] = "\x93\xf1\x8c\xb3.pmx", broken[] = "\xff\x81.pmx"; /* CP932, and invalid */
    document d = make(CHARACTER_PHYSICS_OFF);
    CHECK(puppet_write_model(japanese, tower(), 7) && puppet_write_model(broken, tower(), 0));
    OPEN(&d, japanese, broken, "tower.pmx");
    CHECK(strcmp(d.models[0]->name, "二元.pmx") == 0);
    CHECK(strstr(d.models[1]->name, "pmx") && hone_utf8_is_valid(d.models[1]->name, strlen(d.models[1]->name)));
    CHECK(strcmp(d.models[2]->name, "tower.pmx") == 0);
    CHECK(strncmp(d.notes[0], "二元.pmx: ", strlen("二元.pmx: ")) == 0);
    unlink(japanese), unlink(broken);
    document_release(&d);
}

static void equal_files_have_one_model(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    hone_error error = {0};
    char here[4096];
    CHECK(puppet_write_model("equal.pmx", tower(), 0) && puppet_write_model("same.pmx", tower(), 0));
    CHECK(getcwd(here, sizeof here - 16));
    strcat(here, "/equal.pmx");
    OPEN(&d, "equal.pmx", "./equal.pmx", here, "same.pmx");
    CHECK(character_at(&d, 1)->model == character_at(&d, 0)->model &&
          character_at(&d, 2)->model == character_at(&d, 0)->model);
    CHECK(character_at(&d, 3)->model != character_at(&d, 0)->model); /* its textures are different */
    turn_chest(&d, character_at(&d, 0));
    CHECK(!edit_bone_changed(character_at(&d, 1)->edit, 1));
    /* a different model now */
    CHECK(puppet_write_model("equal.pmx", puppet_make(&(puppet_desc){.ik = true}, NULL), 0));
    OPEN(&d, "equal.pmx");
    CHECK(character_at(&d, 4)->model != character_at(&d, 0)->model &&
          hone_model_skeleton(character_at(&d, 4)->model)->ik_count == 1);
    const hone_model *before = hone_model_retain(character_at(&d, 4)->model);
    CHECK(document_reload(&d, &error));
    for (uint32_t i = 1; i < 3; i++) CHECK(character_at(&d, i)->model == character_at(&d, 0)->model);
    CHECK(character_at(&d, 4)->model == character_at(&d, 0)->model &&
          character_at(&d, 0)->model != before); /* reloaded, once */
    CHECK(hone_model_skeleton(character_at(&d, 0)->model)->ik_count == 1);
    hone_model_release(before);
    document_close_model(&d, character_at(&d, 0)->id);
    CHECK(character_at(&d, 0)->model == character_at(&d, 1)->model);
    document_release(&d);
}

static void a_motion_made_for_another_is_told(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    hone_error error = {0};
    CHECK(document_open_built_in(&d, &error));
    uint32_t before = d.note_count;
    OPEN(&d, "bend.vmd");
    CHECK(d.note_count == before + 1);
    CHECK(strcmp(d.notes[before], "bend.vmd: made for the model 塔, but played on another one") == 0);
    document_release(&d);
}

static bool write_bytes(const char *path, hone_bytes bytes)
{
    bool ok = bytes.data && command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    return ok;
}

static void clips_of_a_models_own_file_are_its_motions(void **state)
{
    (void)state;
    make_gltf *rich = calloc(1, sizeof *rich);
    make_gltf_rich(rich);
    CHECK(write_bytes("rich.glb", make_gltf_glb(rich)));
    free(rich);
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "rich.glb");
    const hone_model_data *data = hone_model_get(character_at(&d, 0)->model);
    CHECK(data->clip_count == 2 && d.motion_count == 2 && plays(&d, 0) == 1); /* the second has no effect */
    for (uint32_t i = 0; i < 2; i++) {
        CHECK(d.motions[i].own && d.motions[i].on == (i == 0) && d.motions[i].target == character_at(&d, 0)->id);
        CHECK(strcmp(d.motions[i].name, data->clips[i].name) == 0);
        CHECK(fabs(hone_motion_duration(d.motions[i].motion) - data->clips[i].duration) < 1e-6);
        CHECK(document_played(&d, &d.motions[i], character_at(&d, 0)) == d.motions[i].motion);
    }
    CHECK(fabs(d.duration - data->clips[0].duration) < 1e-6);
    document_set_motion(&d, d.motions[0].id, false, 1);
    document_set_motion(&d, d.motions[1].id, true, 1);
    CHECK(fabs(d.duration - data->clips[1].duration) < 1e-6);
    const double second_lasts = data->clips[1].duration; /* reloading releases the model */
    hone_error error = {0};
    CHECK(document_reload(&d, &error));
    CHECK(fabs(hone_motion_duration(d.motions[1].motion) - second_lasts) < 1e-6);
    document_close_model(&d, character_at(&d, 0)->id);
    CHECK(d.motion_count == 0);
    document_release(&d);

    const playback_values asked = {.clip = "1"};
    d = make(CHARACTER_PHYSICS_OFF);
    d.play = &asked;
    OPEN(&d, "rich.glb");
    CHECK(!d.motions[0].on && d.motions[1].on);
    document_release(&d);

    const playback_values wrong = {.clip = "walk"};
    d = make(CHARACTER_PHYSICS_OFF);
    d.play = &wrong;
    CHECK(!document_open(&d, (const char *const[]){"rich.glb"}, 1, NULL, &error));
    CHECK(strcmp(error.message, "rich.glb: has no clip walk") == 0 && d.model_count == 1);
    document_release(&d);
}

static void a_motion_for_other_bones_is_retargeted(void **state)
{
    (void)state;
    size_t size;
    const void *dance = hone_sample_file("dance.vmd", &size);
    CHECK(write_bytes("human.glb", make_human(&(make_human_desc){0})) && command_file_write("dance.vmd", dance, size));
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "human.glb", "dance.vmd");
    CHECK(d.motion_count == 1 && d.retargeted_count == 1 && d.note_count == 1);
    CHECK(strncmp(d.notes[0], "dance.vmd: made for another rig: retargeted to 29 bones", 55) == 0);
    const hone_motion *played = document_played(&d, &d.motions[0], character_at(&d, 0));
    CHECK(played != d.motions[0].motion && hone_motion_get(played)->space == HONE_SPACE_GLTF);
    frame_timing unused = {0};
    const character *c = character_at(&d, 0);
    uint32_t arm = (uint32_t)hone_model_humanoid(c->model).bones[HONE_HUMANOID_UPPER_ARM];
    CHECK(document_update(&d, 0, false, 0, &unused, NULL));
    hone_affine before = hone_actor_bones(c->shown)[arm];
    CHECK(document_update(&d, 40, false, 0, &unused, NULL));
    CHECK(memcmp(&before, &hone_actor_bones(c->shown)[arm], sizeof before) != 0);
    document_close_motion(&d, d.motions[0].id);
    CHECK(d.retargeted_count == 0);

    const playback_values off = {.retarget = PLAYBACK_RETARGET_OFF};
    d.play = &off;
    hone_error error = {0};
    CHECK(!document_open(&d, (const char *const[]){"dance.vmd"}, 1, NULL, &error) && d.motion_count == 0);
    document_release(&d);
}

static void the_built_in_character_dances(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_EXACT);
    hone_error error = {0};
    CHECK(document_open_built_in(&d, &error) && document_open_built_in(&d, &error));
    CHECK(d.model_count == 2 && d.motion_count == 4 && d.duration > 1 && d.camera_keys);
    CHECK(plays(&d, 0) == 1 && plays(&d, 1) == 1);
    frame_timing unused = {0};
    CHECK(document_update(&d, 45, false, 0, &unused, NULL));
    CHECK(document_settle(&d, NULL));
    const hone_affine *one = hone_actor_bones(character_at(&d, 0)->shown),
                      *other = hone_actor_bones(character_at(&d, 1)->shown);
    uint32_t count = hone_model_skeleton(character_at(&d, 0)->model)->bone_count;
    CHECK(memcmp(one, other, count * sizeof *one) == 0);
    if (hone_physics_available())
        CHECK(character_at(&d, 0)->shown == character_at(&d, 0)->bodies);
    document_release(&d);
}

/* ---- chains ---- */

/* Turns the tower's chain off, and on from frame 30. */
static hone_motion *switching_motion(void)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_property_key *keys = hone_builder_array(b, 2, sizeof *keys);
    for (uint32_t k = 0; k < 2; k++) {
        hone_ik_state *chain = hone_builder_array(b, 1, sizeof *chain);
        *chain = (hone_ik_state){.name = {.text = "頭"}, .enabled = k == 1};
        keys[k] = (hone_property_key){.frame = 30 * k, .visible = true, .state_count = 1, .states = chain};
    }
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .property_key_count = 2, .property_keys = keys};
    return hone_motion_create(b, &data, NULL, NULL);
}

static bool chain_on(document *d, double frame)
{
    frame_timing unused = {0};
    CHECK(document_update(d, frame, false, 0, &unused, NULL));
    return hone_actor_writable_pose(character_at(d, 0)->shown)->ik_enabled[0];
}

static void a_chain_that_motions_have_off_is_switched_on(void **state)
{
    (void)state;
    CHECK(puppet_write_motion("switching.vmd", switching_motion()));
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "ik.pmx", "switching.vmd");
    CHECK(chain_on(&d, 30) && !chain_on(&d, 0));
    CHECK(document_switch_chain(&d, character_at(&d, 0), 0, true, NULL));
    CHECK(chain_on(&d, 0) && chain_on(&d, 30));
    CHECK(strcmp(history_undo_label(d.history), "Switch a chain on") == 0);
    CHECK(history_undo(d.history) && !chain_on(&d, 0) && history_redo(d.history) && chain_on(&d, 0));
    CHECK(document_switch_chain(&d, character_at(&d, 0), 0, false, NULL) && !chain_on(&d, 0) && !chain_on(&d, 30));
    CHECK(document_switch_chain(&d, character_at(&d, 0), 0, true, NULL)); /* motions turn it on here: follows them */
    CHECK(edit_get_chain(character_at(&d, 0)->edit, 0) == EDIT_CHAIN_FREE && chain_on(&d, 30) && !chain_on(&d, 0));
    CHECK(!document_switch_chain(&d, character_at(&d, 0), 7, false, NULL));
    document_release(&d);
}

/* ---- weights and rules ---- */

static void a_switched_off_motion_says_nothing(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    pose rest, full, half, off;
    OPEN(&d, "tower.pmx");
    show(&d, 0, 30, rest);
    OPEN(&d, "bend.vmd");
    CHECK_NEAR(d.duration, 1, 1e-9);
    uint32_t id = d.motions[0].id, changes = d.changes;
    show(&d, 0, 30, full);
    document_set_motion(&d, id, true, 0.5f);
    show(&d, 0, 30, half);
    document_set_motion(&d, id, false, 0.5f);
    show(&d, 0, 30, off);
    CHECK(apart(full, rest) > 0.1 && apart(half, rest) > 0.1 && apart(half, full) > 0.1);
    CHECK_NEAR(apart(off, rest), 0, 1e-6);
    CHECK(d.changes == changes); /* the lists that caused it stay */
    document_set_motion(&d, id, true, 1);
    show(&d, 0, 30, half);
    CHECK_NEAR(apart(half, full), 0, 1e-6);
    document_close_motion(&d, id);
    show(&d, 0, 30, off);
    CHECK_NEAR(apart(off, rest), 0, 1e-6);
    CHECK(d.duration == 0 && d.changes != changes);
    document_release(&d);
}

static void rules_change_what_is_open(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    hone_error error = {0};
    pose solved, off, again;
    OPEN(&d, "ik.pmx", "bend.vmd");
    character *c = character_at(&d, 0);
    history_set_bone(d.history, c->edit, 2, (edit_bone){{0, 0, 0, 1}, {4, -3, 0}}); /* the goal */
    show(&d, 0, 30, solved);
    character_rules rules = d.rules;
    rules.ik_off = true;
    CHECK(document_set_rules(&d, &rules, &error));
    show(&d, 0, 30, off);
    CHECK(apart(solved, off) > 0.1 && plays(&d, 0) == 1);
    rules.ik_off = false;
    CHECK(document_set_rules(&d, &rules, &error));
    edit_set_chain(c->edit, 0, EDIT_CHAIN_OFF); /* of this chain only */
    show(&d, 0, 30, again);
    CHECK_NEAR(apart(again, off), 0, 1e-6);
    edit_set_chain(c->edit, 0, EDIT_CHAIN_FREE);
    show(&d, 0, 30, again);
    CHECK_NEAR(apart(again, solved), 0, 1e-6);
    document_release(&d);
}

static void rules_that_cannot_be_leave_everything_playing(void **state)
{
    (void)state;
    NEEDS(physics);
    document d = make(CHARACTER_PHYSICS_OFF);
    hone_error error = {0};
    pose before, after;
    OPEN(&d, "swing.pmx", "bend.vmd", "tower.pmx", "bend.vmd");
    show(&d, 0, 30, before);
    character_rules rules = d.rules;
    rules.mode = CHARACTER_PHYSICS_EXACT;
    rules.physics.rate = 1000000;
    CHECK(!document_set_rules(&d, &rules, &error) && error.message[0]);
    CHECK(plays(&d, 0) == 1 && plays(&d, 1) == 1);
    show(&d, 0, 30, after);
    CHECK_NEAR(apart(before, after), 0, 0);
    document_release(&d);
}

/* ---- closing ---- */

static void closing_takes_along_what_plays_on_it_alone(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "bend.vmd", "tower.pmx", "bend.vmd", "ik.pmx", "other.vmd");
    uint32_t first = character_at(&d, 0)->id, second = character_at(&d, 1)->id;
    turn_chest(&d, character_at(&d, 0));
    turn_chest(&d, character_at(&d, 1));
    document_close_model(&d, second);
    CHECK(d.model_count == 1 && d.motion_count == 2 && d.active == first && plays(&d, 0) == 2);
    CHECK(history_undo(d.history) && !history_undo(d.history)); /* of the one that is still open */
    document_close_model(&d, second);                           /* already closed */
    CHECK(d.model_count == 1 && d.motion_count == 2);
    document_close_model(&d, first);
    CHECK(!d.model_count && d.motion_count == 1 && !d.active && !history_redo_label(d.history));
    document_close_model(&d, 0); /* no character */
    CHECK(d.motion_count == 1);
    OPEN(&d, "tower.pmx"); /* a motion for all also plays on this one */
    CHECK(plays(&d, 0) == 1 && character_at(&d, 0)->id != first);
    document_close_motion(&d, 999);
    CHECK(d.motion_count == 1);
    document_release(&d);
}

static void a_document_that_was_never_made_is_released(void **state)
{
    (void)state;
    document d = {0};
    document_release(&d);
    document_release(&d);
}

/* ---- reading again ---- */

static void reading_again_keeps_what_a_user_did(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    hone_error error = {0};
    pose before, after;
    CHECK(puppet_write_model("m.pmx", tower(), 0) && puppet_write_motion("m.vmd", puppet_motion(1, NULL)));
    OPEN(&d, "m.pmx", "m.vmd");
    uint32_t id = d.active;
    turn_chest(&d, character_at(&d, 0));
    edit_set_hidden(character_at(&d, 0)->edit, 0, true);
    edit_set_morph(character_at(&d, 0)->edit, 1, (edit_morph){true, 0.5f});
    edit_set_place(character_at(&d, 0)->edit, &(edit_placement){.at = {0, 5, 0}});
    character_at(&d, 0)->visible = false;
    show(&d, 0, 30, before);
    CHECK(document_reload(&d, &error));
    show(&d, 0, 30, after);
    CHECK_NEAR(apart(before, after), 0, 1e-5);
    CHECK(d.active == id && character_at(&d, 0)->id == id && edit_place(character_at(&d, 0)->edit)->at[1] == 5 &&
          !character_at(&d, 0)->visible);
    CHECK(edit_get_hidden(character_at(&d, 0)->edit, 0));
    CHECK(history_undo_label(d.history)); /* of the current state */
    CHECK(puppet_write_motion("m.vmd", puppet_motion(-1, NULL)));
    CHECK(document_reload(&d, &error));
    show(&d, 0, 30, after);
    CHECK(apart(before, after) > 0.1 && plays(&d, 0) == 1);
    document_release(&d);
}

static void what_cannot_be_read_again_stays_as_it_was(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    hone_error error = {0};
    pose before, after;
    CHECK(puppet_write_model("m.pmx", tower(), 0) && puppet_write_motion("m.vmd", puppet_motion(1, NULL)));
    OPEN(&d, "m.pmx", "m.vmd");
    turn_chest(&d, character_at(&d, 0));
    show(&d, 0, 30, before);
    CHECK(command_file_write("m.pmx", "PMX nothing", 11));
    CHECK(!document_reload(&d, &error) && strncmp(error.message, "m.pmx: ", 7) == 0);
    show(&d, 0, 30, after);
    CHECK_NEAR(apart(before, after), 0, 0);
    CHECK(history_undo_label(d.history)); /* the same edit */
    unlink("m.vmd");
    CHECK(puppet_write_motion("m.pmx", puppet_motion(1, NULL)));
    CHECK(!document_reload(&d, &error));
    CHECK(d.model_count == 1 && d.motion_count == 1);
    show(&d, 0, 30, after);
    CHECK_NEAR(apart(before, after), 0, 0);
    document_release(&d);
}

static void edits_of_another_skeleton_are_dropped(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    hone_error error = {0};
    hone_bytes bytes = {0};
    CHECK(puppet_write_model("m.pmx", tower(), 0));
    OPEN(&d, "m.pmx");
    turn_chest(&d, character_at(&d, 0));
    hone_model *other = hone_sample_character(NULL);
    CHECK(hone_model_write_pmx(other, NULL, &bytes, NULL) && command_file_write("m.pmx", bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    hone_model_release(other);
    CHECK(document_reload(&d, &error));
    CHECK(hone_model_skeleton(character_at(&d, 0)->model)->bone_count > PUPPET_BONES &&
          edit_is_empty(character_at(&d, 0)->edit));
    document_release(&d);
}

TEST_GROUP(test_view_document)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motions_follow_the_model_before_them),
        cmocka_unit_test(a_motion_is_given_to_another_character),
        cmocka_unit_test(later_motions_win),
        cmocka_unit_test(a_bad_file_is_named_and_the_good_ones_stay),
        cmocka_unit_test(sounds_are_known_by_their_ending),
        cmocka_unit_test(cameras_lights_and_shadows_are_no_ones),
        cmocka_unit_test(warnings_name_their_file),
        cmocka_unit_test(names_are_text_whatever_their_bytes_are),
        cmocka_unit_test(equal_files_have_one_model),
        cmocka_unit_test(a_motion_made_for_another_is_told),
        cmocka_unit_test(clips_of_a_models_own_file_are_its_motions),
        cmocka_unit_test(a_motion_for_other_bones_is_retargeted),
        cmocka_unit_test(the_built_in_character_dances),
        cmocka_unit_test(a_chain_that_motions_have_off_is_switched_on),
        cmocka_unit_test(a_switched_off_motion_says_nothing),
        cmocka_unit_test(rules_change_what_is_open),
        cmocka_unit_test(rules_that_cannot_be_leave_everything_playing),
        cmocka_unit_test(closing_takes_along_what_plays_on_it_alone),
        cmocka_unit_test(a_document_that_was_never_made_is_released),
        cmocka_unit_test(reading_again_keeps_what_a_user_did),
        cmocka_unit_test(what_cannot_be_read_again_stays_as_it_was),
        cmocka_unit_test(edits_of_another_skeleton_are_dropped),
    };
    return cmocka_run_group_tests(tests, enter, command_folder_leave);
}
