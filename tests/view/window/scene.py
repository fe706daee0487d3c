"""Scene files in the window: opened, changed, saved under the same and another name, opened again."""
import json
import os
import subprocess

from editing import choose_below, type_number
from hands import WHEEL_DOWN
from window import (CHARACTER, DANCE, HONE, MADE, WORK, Window, at, changed, check, difference, keep, main, needs,
                    read_picture, run, wait_for)


def write_scene(name, *arguments):
    path = os.path.join(WORK, name)
    run(HONE, "render", CHARACTER, *arguments, "--save-scene", path)
    return path


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def saves(w, key, path):
    """Saves by a key, and returns the scene in the file."""
    before = os.stat(path).st_mtime_ns if os.path.exists(path) else 0
    w.key(key)
    wait_for(f"{w.name}: {path}", lambda: os.path.exists(path) and os.stat(path).st_mtime_ns != before)
    w.until("it saved", lambda s: os.path.basename(path) in s["note"])
    return read(path)


def saved_picture(w, name):
    """What F12 saves."""
    path = os.path.join(WORK, name)
    w.key("F12")
    wait_for(f"{w.name}: {name}", lambda: os.path.exists(path) and name in w.state().get("note", ""))
    return path


def check_rendered(scene, picture, *options):
    """Whether the command draws the same pixels as a saved picture has."""
    seen, drawn = read_picture(picture), os.path.join(WORK, "rendered.png")
    run(HONE, "render", "-q", scene, *options, "--size", "%dx%d" % seen[:2], "-o", drawn)
    other = read_picture(drawn)
    keep("seen", seen)
    keep("drawn", other)
    check(f"the command draws the same: {len(changed(seen, other, 0))} pixels differ", seen == other)


def shown_place(w):
    return w.widget("spin button", "X").get_value_iface().get_current_value()


def move_to(w, x):
    type_number(w, "X", str(x))
    wait_for(f"{w.name}: its place {x}", lambda: shown_place(w) == x)
    w.until("a place", lambda s: s["undo"] == "Move a character")


@needs("images")
def a_scene_is_changed_saved_and_opened_again():
    scene = write_scene("two.json", DANCE, "--at", "-4,0,0", CHARACTER, "--at", "4,0,0", "--frame", "40")
    other = os.path.join(WORK, "other.json")
    with Window("scene", scene, "--paused", save="../other.json", size="1000x700") as w:
        s = w.characters(2)
        check("its frame, and its first character", s["frame"] == 40 and s["models"][0]["active"])
        w.page("Scene")
        move_to(w, -9)
        kept = saves(w, "ctrl+alt+s", scene)
        check("saved where it was", kept["models"][0]["at"] == [-9, 0, 0])
        check("the camera of the window, the background white", "fixed" in kept["camera"] and
              kept["picture"]["background"] == [1, 1, 1, 1])
        move_to(w, -2)
        w.key("ctrl+shift+alt+s")
        wait_for("another file", lambda: os.path.exists(other))
        w.until("it saved", lambda s: "other.json" in s["note"])
        check("the new place", read(other)["models"][0]["at"] == [-2, 0, 0])
        check("the first file is as it was", read(scene)["models"][0]["at"] == [-9, 0, 0])
        w.key("ctrl+z", "ctrl+z")  # past both savings
        w.until("both undone", lambda s: not s["undo"])
        check("it goes to the new file", saves(w, "ctrl+alt+s", other)["models"][0]["at"] == [-4, 0, 0])
        check("and only there", read(scene)["models"][0]["at"] == [-9, 0, 0])
    with Window("reopened", other, "--paused", save=WORK, size="1000x700") as w:
        check("all of it", len(w.characters(2)["motions"]) == 1 and w.state()["frame"] == 40)
        w.settle()
        check_rendered(other, saved_picture(w, "character-0040.png"))


def a_number_that_is_typed_stays_while_the_page_changes():
    scene = write_scene("typed.json", DANCE)
    with Window("typed", scene, "--paused", size="1000x700") as w:
        w.characters()
        w.page("Scene")
        w.click_field("spin button", "X")
        w.key("ctrl+a")
        w.type("12")
        w.move(40, 40)
        before = w.state()["camera"]
        w.scroll(WHEEL_DOWN, 3)
        w.until("another camera", lambda s: s["camera"] != before)
        w.key("Return")
        wait_for("its place 12", lambda: shown_place(w) == 12)


@needs("images")
def what_a_scene_says_of_the_picture_is_shown_and_kept():
    scene = write_scene("look.json", "--background", "ff8000", "--light", "1,-1,0", "--edge-scale", "3", "--size",
                        "320x180", "--camera", "face", "--shadows", "ground")
    with Window("look", scene, "--paused", save=WORK) as w:
        w.characters()
        face = w.settle()
        check("its background", at(face, 3, 3) == (255, 128, 0))
        w.page("Scene")
        move_to(w, 1)
        face = w.settle()
        kept = saves(w, "ctrl+alt+s", scene)
        check(f"its camera: {kept['camera']}", kept["camera"] == {"source": "face"})
        check(f"its picture: {kept['picture']}", kept["picture"]["size"] == [320, 180] and
              kept["picture"]["edge_scale"] == 3 and kept["picture"]["shadows"] == "ground")
        w.click(40, 40)  # the focus leaves the number
        w.scroll(WHEEL_DOWN, 2)
        w.until_picture("it from farther", lambda p: difference(face, p) > 0.01)
        w.key("v")
        w.until_picture("the window's background", lambda p: at(p, 3, 3) != (255, 128, 0))
        kept = saves(w, "ctrl+alt+s", scene)
        check("the moved camera", "fixed" in kept["camera"] and "source" not in kept["camera"])
        picture = saved_picture(w, "character.png")
        check_rendered(scene, picture)
        os.remove(picture)


def picture_of_one_colour(name, colour):
    path = os.path.join(WORK, name)
    run("convert", "-size", "64x48", "xc:" + colour, "PNG24:" + path)
    return path


@needs("images")
def a_picture_is_chosen_behind_the_scene():
    sky, sea = picture_of_one_colour("sky.png", "#3060c0"), picture_of_one_colour("sea.png", "#20a080")
    scene = write_scene("behind.json", "--background", "ff8000", "--shadow-color", "blue", "--edge-scale", "3", "--camera",
                        "face")
    with Window("behind", scene, "--paused", save=WORK, size="900x870", environment={"HONE_VIEW_BACKDROP": sky}) as w:
        w.characters()
        check("its background", at(w.settle(), 3, 3) == (255, 128, 0))
        w.page("Scene")
        w.click_widget("push button", "Choose picture or film…")
        w.until_picture("the picture", lambda p: at(p, 3, 3) == (48, 96, 192))
        choose_below(w, "Fit of the backdrop", 2)
        w.until("stretched", lambda s: s["undo"] == "Place the backdrop" and s["modified"])
        type_number(w, "Backdrop Y", "100")
        w.until_picture("it lower", lambda p: at(p, 3, 3) == (255, 128, 0))
        type_number(w, "Strength of the ground shadow", "0.9")
        w.until("a darker shadow", lambda s: s["undo"] == "Change the ground shadow")
        check("a file for another file", w.drop([sea]))
        w.until_picture("it where the other was", lambda p: at(p, 3, 120) == (32, 160, 128) and
                        at(p, 3, 3) == (255, 128, 0))
        w.window_shot("controls")
        w.click(40, 40)
        size = [round(v) for v in w.state()["canvas"][2:]]
        kept = saves(w, "ctrl+alt+s", scene)["picture"]
        check(f"it is kept: {kept}", kept["backdrop"] == {"file": "sea.png", "fit": "stretch", "offset": [0, 100],
                                                          "frame": size})
        check("with its shadow", abs(kept["ground_shadow"]["strength"] - 0.9) < 1e-6 and
              kept["ground_shadow"]["colour"][:3] == [0, 0, 1])
        check_rendered(scene, saved_picture(w, "character.png"))
        run("convert", "-size", "64x48", "xc:#902020", "PNG24:" + sea)
        w.until_picture("the file that changed", lambda p: at(p, 3, 120) == (144, 32, 32))
        for label in ("Change the ground shadow", "Place the backdrop", "Place the backdrop", "Choose a backdrop", ""):
            w.key("ctrl+z")
            w.until(f"undone down to {label!r}", lambda s: s["undo"] == label)
        w.until_picture("no picture", lambda p: at(p, 3, 120) == (255, 128, 0))
        w.click_widget("push button", "The ground shadow as in MMD")
        w.until("no colour", lambda s: s["undo"] == "Change the ground shadow")
        check("nothing of it", not {"backdrop", "ground_shadow"} & set(saves(w, "ctrl+alt+s", scene)["picture"]))
        type_number(w, "Width of the outlines", "2")
        w.until("thinner outlines", lambda s: s["undo"] == "Change the picture")
        check("they are kept", saves(w, "ctrl+alt+s", scene)["picture"]["edge_scale"] == 2)


@needs("images")
def the_automatic_camera_looks_at_bodies_that_have_caught_up():
    scene = write_scene("bodies.json", DANCE, "--physics", "on")
    with Window("bodies", scene, "--paused", "--frame", "150", save=WORK) as w:
        w.characters()
        w.until("the bodies are there", lambda s: s["frame"] == 150 and s["catching_up"] < 0 and not s["moving"])
        check_rendered(scene, saved_picture(w, "character-0150.png"), "--frame", "150")


@needs("images")
def a_camera_of_a_file_is_shown_with_its_lens():
    scene = write_scene("lens.json", DANCE, "--camera", os.path.join(MADE, "camera.vmd"), "--fov", "24", "--shadow-size",
                        "auto", "--frame", "60", "--physics", "on")
    with Window("lens", scene, "--paused", save=WORK) as w:
        w.characters()
        w.settle()
        picture = saved_picture(w, "character-0060.png")
        check_rendered(scene, picture)
        check("its lens is kept", saves(w, "ctrl+alt+s", scene)["camera"] == {"source": "keys", "fov": 24})
        check_rendered(scene, picture)


@needs("film")
def a_film_behind_the_scene_begins_later_and_loops():
    film = os.path.join(WORK, "behind.mp4")
    run(HONE, "render", "-q", CHARACTER, DANCE, "--frames", "0:9", "--size", "64x48", "-o", film)
    scene = write_scene("film.json", DANCE)
    with Window("film-behind", scene, "--paused", size="900x870") as w:
        w.characters()
        check("the window takes a film", w.drop([film]))
        w.page("Scene")
        type_number(w, "Seconds of delay", "1.5")
        w.until("a delay", lambda s: s["undo"] == "Place the backdrop")
        w.click_widget("check box", "Loop the backdrop")
        w.until("another step", lambda s: s["modified"])
        kept = saves(w, "ctrl+alt+s", scene)["picture"]["backdrop"]
        check(f"it is kept: {kept}", kept == {"file": "behind.mp4", "delay": 1.5, "loop": True})


def leave_a_temporary(folder):
    """Kills a command while it writes there."""
    command = subprocess.Popen([HONE, "render", "-q", CHARACTER, DANCE, "--size", "320x240", "-o",
                                os.path.join(folder, "killed.mp4")])
    left = wait_for("a temporary", lambda: [n for n in os.listdir(folder) if ".hone-" in n])
    command.kill()
    command.wait()
    return os.path.join(folder, left[0])


@needs("film")
def saving_removes_what_killed_programs_left():
    folder = os.path.join(WORK, "left")
    os.makedirs(folder)
    left = leave_a_temporary(folder)
    with Window("clean", CHARACTER, "--paused", save="../left/pose.vpd") as w:
        w.characters()
        w.key("ctrl+shift+p")
        wait_for("a pose", lambda: os.path.exists(w.saved))
        wait_for("no temporary", lambda: not os.path.exists(left))


def after_everything_is_closed_a_scene_has_a_new_name():
    scene = write_scene("closed.json", "--background", "ff8000")
    new = os.path.join(WORK, "new.json")
    with Window("closed", scene, "--paused", save="../new.json") as w:
        w.characters()
        w.key("ctrl+shift+w")
        w.until("nobody", lambda s: not s["models"])
        w.drop([CHARACTER])
        w.characters()
        saves(w, "ctrl+alt+s", new)
        check("the background is the window's", read(new)["picture"]["background"] != [1, 128 / 255, 0, 1])
        check("the first scene is as it was", "camera" not in read(scene))


def a_character_is_attached_to_a_bone_and_back():
    scene = write_scene("attach.json", CHARACTER, "--at", "4,0,0")
    with Window("attach", scene, "--paused", size="1000x700") as w:
        w.characters(2)
        check("nothing to save", not w.state()["modified"])
        w.page("Scene")
        choose_below(w, "Attached to", 1)
        w.until("it attached", lambda s: s["undo"] == "Attach a character" and s["modified"])
        w.widget("combo box", "Its bone")
        w.painted()
        w.window_shot("attached")
        model = saves(w, "ctrl+alt+s", scene)["models"][0]
        check("to the hand of the other", model["attach"] == {"model": 2, "bone": "右手首"})
        check("nothing is unsaved", not w.until("it saved", lambda s: not s["modified"])["modified"])
        w.key("ctrl+z")
        w.until("it undone", lambda s: not s["undo"] and s["modified"])
        wait_for("no bone", lambda: not list(w.widgets("combo box", "Its bone")))
        check("where it was", "attach" not in saves(w, "ctrl+alt+s", scene)["models"][0])


main([a_character_is_attached_to_a_bone_and_back,
      a_scene_is_changed_saved_and_opened_again, a_number_that_is_typed_stays_while_the_page_changes,
      what_a_scene_says_of_the_picture_is_shown_and_kept, a_picture_is_chosen_behind_the_scene,
      a_film_behind_the_scene_begins_later_and_loops,
      the_automatic_camera_looks_at_bodies_that_have_caught_up, a_camera_of_a_file_is_shown_with_its_lens,
      saving_removes_what_killed_programs_left, after_everything_is_closed_a_scene_has_a_new_name])
