"""What Ctrl+S saves, where dialogs begin; scenes that take the place of what is open."""
import json
import os
import shutil

from editing import bend_a_bone
from hands import WHEEL_UP
from window import CHARACTER, DANCE, HONE, MADE, WORK, Window, check, main, run, wait_for


def folder_with(name):
    """A copy of the model and the dance in two folders."""
    folder = os.path.join(WORK, name)
    os.makedirs(os.path.join(folder, "dances"))
    shutil.copytree(MADE, os.path.join(folder, "models"))
    dance = shutil.copy(DANCE, os.path.join(folder, "dances", "踊り.vmd"))
    return folder, os.path.join(folder, "models", "character.pmx"), dance


def write_scene(name, *arguments):
    path = os.path.join(WORK, name)
    run(HONE, "render", CHARACTER, *arguments, "--save-scene", path)
    return path


def windows(w):
    return len(run("xdotool", "search", "--onlyvisible", "--pid", str(w.process.pid)).split())


def ids(state):
    return [m["id"] for m in state["models"]]


def register(w, degrees):
    bend_a_bone(w, degrees)
    w.click_widget("push button", "Register")
    w.until("a key", lambda s: s["undo"] == "Register keys" and s["dopesheet"]["unregistered"] == 0)


def ctrl_s_saves_the_motion_under_its_own_name():
    folder, model, dance = folder_with("motion")
    size = os.path.getsize(dance)
    copy = os.path.join(folder, "dances", "mine.vmd")
    with Window("motion", model, dance, "--frame", "33", "--paused", quits=False) as w:
        w.characters()
        register(w, "20")
        w.key("ctrl+s")
        wait_for("a dialog", lambda: windows(w) > 1)
        w.painted()
        w.painted()
        w.key("ctrl+a")
        w.type("mine.vmd")
        w.key("Return")
        wait_for("it in the motion's folder", lambda: os.path.exists(copy))
        s = w.until("no star", lambda s: not s["modified"] and "mine.vmd" in s["note"])
        check("its name", s["motions"][0]["name"] == "mine.vmd")
        check("the old file is as it was", os.path.getsize(dance) == size)
        before = os.stat(copy).st_mtime_ns
        register(w, "40")
        w.key("ctrl+s")  # it has a name now: no dialog
        wait_for("it saved again", lambda: os.stat(copy).st_mtime_ns != before)
        w.until("no star", lambda s: not s["modified"])
        check("no dialog", windows(w) == 1)
        check("no pose", not [n for n in os.listdir(os.path.join(folder, "models")) if n.endswith(".vpd")])
        w.key("ctrl+s")
        w.until("a word", lambda s: "Nothing has changed" in s["note"])
        w.key("ctrl+q")
        w.ended_well()


def ctrl_s_saves_the_scene_and_a_pose_is_part_of_it():
    folder, model, dance = folder_with("scene")
    with Window("save-scene", model, dance, "--paused", save=folder, quits=False) as w:
        w.characters()
        bend_a_bone(w, "20")
        w.key("ctrl+s")
        saved = os.path.join(folder, "character.json")
        wait_for("a scene", lambda: os.path.exists(saved))
        w.until("no star", lambda s: not s["modified"])
        with open(saved, encoding="utf-8") as file:
            check("the pose is in it", json.load(file)["models"][0]["bones"])
        check("the title names it", "character.json" in run("xdotool", "getwindowname", str(w.id)))
        before = os.stat(saved).st_mtime_ns
        bend_a_bone(w, "40")
        w.click_widget("push button", "Register")
        w.until("a key", lambda s: s["undo"] == "Register keys")
        w.key("ctrl+s")
        wait_for("it saved again", lambda: os.stat(saved).st_mtime_ns != before)
        w.until("no star", lambda s: not s["modified"])
        check("the motion is beside it", os.path.exists(os.path.join(folder, "character-motion-1.vmd")))
        w.key("ctrl+q")
        w.ended_well()


def a_project_replaces_what_is_open_and_undo_brings_it_back():
    other = write_scene("other-scene.json", "--at", "7,0,0", "--frame", "12", "--background", "ff8000")
    third = write_scene("third.json", CHARACTER, "--frame", "3")
    with Window("replace", CHARACTER, DANCE, "--paused", "--frame", "20", size="1000x700", quits=False) as w:
        w.characters()
        register(w, "20")
        before = w.state()["camera"]
        w.move(100, 300)
        w.scroll(WHEEL_UP, 3)
        w.until("another camera", lambda s: s["camera"] != before)
        w.painted()
        first = w.state()
        check("the window takes a drop", w.drop([other]))
        w.until("a question", lambda s: s["asking"])
        w.painted()
        w.key("Escape")
        s = w.until("no question", lambda s: not s["asking"])
        check("all is there", ids(s) == ids(first) and s["modified"])
        w.drop([other])
        w.until("a question", lambda s: s["asking"])
        w.click_dialog("Discard changes")
        s = w.until("the scene", lambda s: s["frame"] == 12 and s["models"][0]["id"] != first["models"][0]["id"])
        check("it alone", len(s["models"]) == 1 and not s["motions"] and not s["modified"])
        check("it can be undone", s["undo"] == "Open a scene")
        check("the title", "other-scene.json" in run("xdotool", "getwindowname", str(w.id)))
        w.key("ctrl+z")
        s = w.until("what was there", lambda s: s["frame"] == 20 and ids(s) == ids(first))
        for part in ("motions", "camera", "look", "modified"):
            w.until(f"{part} as before: {first[part]}", lambda s: s[part] == first[part])
        check("the step before it is next: " + s["undo"], s["undo"] == "Register keys")
        w.key("ctrl+y")
        w.until("the scene again", lambda s: s["frame"] == 12 and not s["modified"])
        w.drop([third])  # nothing is unsaved: no question
        w.until("another scene", lambda s: s["frame"] == 3 and len(s["models"]) == 2 and not s["asking"])
        w.key("ctrl+z")
        w.until("the one before", lambda s: s["frame"] == 12)
        w.key("ctrl+q")
        w.ended_well()


def a_project_is_added_with_ctrl_or_by_the_question():
    other = write_scene("added-scene.json", "--at", "7,0,0", "--frame", "12", "--background", "ff8000")
    with Window("add", CHARACTER, DANCE, "--paused", "--frame", "20", quits=False) as w:
        w.characters()
        first = w.state()
        for held in ("ctrl", "shift"):
            with w.hands.holding(held):
                check("the window takes a drop", w.drop([other]))
            s = w.characters(2)
            check("its time and motion stay", s["frame"] == 20 and s["motions"] == first["motions"])
            check("it can be undone", s["undo"] == "Add to the scene" and not s["asking"])
            w.key("ctrl+z")
            w.until("one", lambda s: ids(s) == ids(first))
        bend_a_bone(w)
        w.drop([other])
        w.until("a question", lambda s: s["asking"])
        w.click_dialog("Add to the scene")
        s = w.characters(2)
        check("all is there", s["modified"] and s["models"][0]["edited"] and s["frame"] == 20)
        w.key("ctrl+z")
        w.characters(1)
        w.key("ctrl+q")
        w.until("a question", lambda s: s["asking"])
        w.click_dialog("Discard changes")
        w.ended_well()


def the_question_saves_before_a_project_replaces():
    folder, model, dance = folder_with("asked")
    other = write_scene("asked-scene.json", "--frame", "12")
    with Window("asked", model, dance, "--paused", save=folder) as w:
        w.characters()
        register(w, "20")
        w.drop([other])
        w.until("a question", lambda s: s["asking"])
        w.click_dialog("Save motion…")
        w.until("the scene", lambda s: s["frame"] == 12 and not s["motions"] and not s["asking"])
        wait_for("the motion", lambda: os.path.exists(os.path.join(folder, "踊り.vmd")))


main([ctrl_s_saves_the_motion_under_its_own_name, ctrl_s_saves_the_scene_and_a_pose_is_part_of_it,
      a_project_replaces_what_is_open_and_undo_brings_it_back, a_project_is_added_with_ctrl_or_by_the_question,
      the_question_saves_before_a_project_replaces])
