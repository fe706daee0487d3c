"""Editing a character: bones with the handles, morphs, materials, chains; undo; saving the pose."""
import math
import os

from editing import select_a_bone, turn_by_the_ring, turned
from window import (CHARACTER, DANCE, Atspi, Window, bones_of, changed, check, difference, distance, main,
                    needs, wait_for)


def a_bone_is_bent_by_the_mouse_and_its_pose_saved():
    with Window("bend", CHARACTER, "--paused", save="pose.vpd") as w:
        w.characters()
        w.from_the_front()
        w.switch("b", "bones", 1)
        plain = w.settle()
        state = select_a_bone(w, bones_of(CHARACTER))
        first = state["bone"]["matrix"]
        check("it can be turned", state["bone"]["handles"] != 0)
        bent = turn_by_the_ring(w, state["bone"], 45)
        check(f"it was turned by {turned(bent['bone'])} degrees, not 45", abs(turned(bent["bone"]) - 45) < 3)
        w.until_picture("a bend", lambda p: difference(plain, p) > 0.002)
        w.key("ctrl+z")
        w.until("it undone", lambda s: not s["undo"] and distance(s["bone"]["matrix"], first) < 1e-4)
        w.key("ctrl+y")
        w.until("it redone", lambda s: s["undo"] and distance(s["bone"]["matrix"], bent["bone"]["matrix"]) < 1e-4)
        w.key("ctrl+shift+p")
        wait_for("a VPD", lambda: os.path.exists(w.saved) and os.path.getsize(w.saved))
        w.until("physics", lambda s: s["catching_up"] < 0)
        saved = bones_of(CHARACTER, w.saved)
        while True:  # the bone and its ancestors
            bone = w.until("its numbers", lambda s: "matrix" in s["bone"])["bone"]
            off = distance(bone["matrix"], saved[bone["index"]])
            check(f"bone {bone['index']} of the pose read back is off by {off}", off < 2e-3)
            if bone["index"] == 0:
                break
            w.key("u")
            w.until("the bone above", lambda s: s["bone"]["index"] != bone["index"])


@needs("physics")
def bodies_go_on_while_a_bone_is_bent():
    with Window("hair", CHARACTER, DANCE, "--paused", "--frame", "40") as w:
        w.until("physics", lambda s: s["models"] and s["models"][0]["simulated"])
        w.from_the_front()
        w.settle()
        w.switch("b", "bones", 1)
        state = select_a_bone(w, bones_of(CHARACTER, DANCE, "--frame", "40"))

        def simulated(s):
            check("it is shown with physics", s["models"][0]["simulated"])
            check("nothing is caught up with while it is bent", s["catching_up"] < 0 or not s["bone"]["dragging"])
        turn_by_the_ring(w, state["bone"], 45, simulated)
        s = w.until("a film's physics", lambda s: s["catching_up"] < 0 and not s["moving"])
        check("it is there, and the frame is the same", s["models"][0]["simulated"] and s["frame"] == 40)


def can_press(w, name):
    return w.widget("push button", name).get_state_set().contains(Atspi.StateType.SENSITIVE)


def a_morph_is_drawn_by_its_slider():
    with Window("morph", CHARACTER, "--paused", save="pose.vpd") as w:
        w.characters()
        w.from_the_front()
        plain = w.settle()
        w.page("Morphs")
        check("there is nothing to reset", not can_press(w, "Reset: まばたき"))
        x, y, width, height = w.box(w.widget("slider", "まばたき"))
        w.move_in_window(x + 4, y + height / 2)  # the knob
        w.press()
        for share in (0.3, 0.6, 0.95):
            w.move_in_window(x + width * share, y + height / 2)
        w.release()
        w.until("a change", lambda s: s["undo"] and s["models"][0]["edited"])
        wait_for("something to reset", lambda: can_press(w, "Reset: まばたき"))
        w.until_picture("closed eyes", lambda p: len(changed(plain, p)) > 100)
        places = changed(plain, w.settle())
        top, ground = w.project((0, max(m[7] for m in bones_of(CHARACTER)), 0))[1], w.project((0, 0, 0))[1]
        check("only the face changes", all(y < top + (ground - top) * 0.3 for _, y in places))
        w.key("ctrl+shift+p")
        wait_for("a VPD", lambda: os.path.exists(w.saved) and os.path.getsize(w.saved))
        with open(w.saved, encoding="cp932") as file:
            check("the pose has the morph", "まばたき" in file.read())
        w.key("ctrl+z")  # the whole drag of the slider
        w.until("it undone", lambda s: not s["undo"] and not s["models"][0]["edited"])
        w.until_picture("open eyes", lambda p: difference(plain, p) < 0.0005)


@needs("physics")
def materials_and_chains_are_switched():
    with Window("scene", CHARACTER, DANCE, "--paused", "--frame", "40") as w:
        w.characters()
        w.from_the_front()
        plain = w.settle()
        w.page("Scene")
        w.widget("push button", "Exact")  # the mode of physics
        w.click_widget("check box", "character.pmx")
        w.until("nobody visible", lambda s: not s["models"][0]["visible"])
        w.until_picture("nobody", lambda p: difference(plain, p) > 0.03)
        w.click_widget("check box", "character.pmx")
        w.until_picture("somebody", lambda p: difference(plain, p) < 0.002)
        w.click_widget("check box", "dance.vmd")
        w.until("no dance", lambda s: not s["motions"][0]["on"])
        w.until_picture("a rest", lambda p: difference(plain, p) > 0.01)
        w.click_widget("check box", "dance.vmd")
        w.until("physics", lambda s: s["catching_up"] < 0 and s["models"][0]["simulated"])
        w.until_picture("the dance", lambda p: difference(plain, p) < 0.002)
        w.switch("ctrl+i", "ik", 0)
        w.until_picture("legs by themselves", lambda p: difference(plain, p) > 0.002)
        w.switch("ctrl+i", "ik", 1)
        w.until("physics", lambda s: s["catching_up"] < 0 and s["models"][0]["simulated"])
        w.until_picture("legs by IK", lambda p: difference(plain, p) < 0.002)


def a_chain_that_the_dance_has_off_is_switched_on():
    with Window("chain", CHARACTER, DANCE, "--paused", "--frame", "40", size="820x880") as w:
        w.characters()
        w.page("Scene")
        check("the dance has it off", not w.is_checked("check box", "左足ＩＫ"))
        w.click_widget("check box", "左足ＩＫ")
        w.until("a command", lambda s: s["undo"] == "Switch a chain on")
        wait_for("the chain on", lambda: w.is_checked("check box", "左足ＩＫ"))
        w.key("ctrl+z")
        w.until("it undone", lambda s: not s["undo"])
        wait_for("the chain off", lambda: not w.is_checked("check box", "左足ＩＫ"))


@needs("physics")
def undoing_reaches_those_who_are_not_chosen():
    with Window("two", CHARACTER, CHARACTER, "--paused") as w:
        w.characters(2)
        w.from_the_front()
        w.switch("h", "handles", 0)
        straight = w.settle()
        w.switch("h", "handles", 1)
        w.switch("b", "bones", 1)
        state = select_a_bone(w, bones_of(CHARACTER))
        who = next(i for i, m in enumerate(state["models"]) if m["active"])
        turn_by_the_ring(w, state["bone"], 30)
        w.until("physics", lambda s: s["catching_up"] < 0 and all(m["simulated"] for m in s["models"]))
        w.switch("b", "bones", 0)
        w.switch("h", "handles", 0)
        check("one is bent", difference(straight, w.settle()) > 0.001)
        w.page("Scene")
        w.click_widget("push button", "Make active")
        w.until("the other one", lambda s: not s["models"][who]["active"])
        w.key("ctrl+z")
        w.until("it undone", lambda s: not s["models"][who]["edited"] and not s["undo"])
        w.until("physics", lambda s: s["catching_up"] < 0 and all(m["simulated"] for m in s["models"]))
        w.until_picture("both straight", lambda p: difference(straight, p) < 0.0005)


def a_drag_ends_with_its_character():
    with Window("cut", CHARACTER, CHARACTER, "--paused") as w:
        w.characters(2)
        w.from_the_front()
        w.switch("b", "bones", 1)
        w.settle()
        bone = select_a_bone(w, bones_of(CHARACTER))["bone"]
        x, y = w.project((bone["matrix"][3], bone["matrix"][7], bone["matrix"][11]))
        ring = 1.2 * 90
        for key in ("ctrl+w", "F5", "Escape"):
            models = len(w.state()["models"])
            w.move(x, y - ring)
            w.press()
            w.until("a drag", lambda s: s["bone"]["dragging"])
            w.move(x + ring * 0.5, y - ring * 0.87)
            w.key(key)
            w.until("its end", lambda s: not s["bone"]["dragging"])
            w.move(x + ring, y)
            w.release()
            w.painted()
            s = w.state()
            check(f"nobody is edited after {key}", not s["undo"] and not any(m["edited"] for m in s["models"]))
            check(f"{key} did its work", len(s["models"]) == models - (key == "ctrl+w"))
            if s["bone"]["index"] < 0 or not s["bone"]["handles"]:
                select_a_bone(w, bones_of(CHARACTER))


main([a_bone_is_bent_by_the_mouse_and_its_pose_saved, bodies_go_on_while_a_bone_is_bent, a_morph_is_drawn_by_its_slider,
      materials_and_chains_are_switched, a_chain_that_the_dance_has_off_is_switched_on,
      undoing_reaches_those_who_are_not_chosen, a_drag_ends_with_its_character])
