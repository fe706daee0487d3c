"""The dopesheet: registering keys, selecting, moving, copying, curves, the camera's keys; saving them."""
import os
import struct

from editing import choose_bone, go_to, type_number
from hands import WHEEL_UP
from window import CHARACTER, DANCE, Atspi, Window, bones_of, check, distance, main, run, wait_for

HEAD = "頭"


def open_sheet(w, size=1):
    w.characters(size)
    w.key("s", "o", "g", "t")  # pictures are faster
    w.key("F7")
    return w.until("a dopesheet", lambda s: s["dopesheet"].get("rows") and s["dopesheet"]["area"][2] > 100)


def rows(state, name):
    """The tracks of a name, without groups."""
    return [(i, r) for i, r in enumerate(state["dopesheet"]["rows"]) if r["name"] == name and "keys" in r]


def count(state, name):
    return rows(state, name)[0][1]["keys"] if rows(state, name) else 0


def place(w, name, frame):
    """The place of a frame in the row of a track, in the window. A group may have the same name."""
    s = w.state()
    sheet = s["dopesheet"]
    named = [i for i, r in enumerate(sheet["rows"]) if r["name"] == name]
    row = next((i for i in named if "keys" in sheet["rows"][i]), named[0])
    left, top = sheet["area"][:2]
    return left + (frame - sheet["first"]) * sheet["pixels"], top + sheet["top"] + (row + 0.5) * sheet["row"]


def seen(w, name):
    """Waits until the row of a track is visible, and no longer scrolls."""
    last = [None]

    def still():
        w.painted()
        before, last[0] = last[0], w.state()["dopesheet"]
        if last[0] != before or not rows(w.state(), name):
            return False
        y = place(w, name, 0)[1] - last[0]["area"][1]
        return last[0]["row"] * 1.5 < y < last[0]["area"][3] - 4
    wait_for(f"{w.name}: the row {name}", still)


def click_key(w, name, frame, shift=False):
    w.move_in_window(*place(w, name, frame))
    with w.hands.holding(*(["shift"] if shift else [])):
        w.click_here()


def drag(w, begin, end):
    w.move_in_window(*begin)
    w.press()
    for i in range(1, 7):
        w.move_in_window(*(b + (e - b) * i / 6 for b, e in zip(begin, end)))
    w.release()


def like_the_command(w, frame):
    """Whether the selected bone is where `hone pose` has it in the saved motion."""
    go_to(w, frame)
    saved = bones_of(CHARACTER, w.saved, "--frame", str(frame))
    w.until(f"the saved bones at frame {frame}",
            lambda s: s["frame"] == frame and distance(s["bone"]["matrix"], saved[s["bone"]["index"]]) < 1e-5)


def bends_become_keys_and_a_file():
    with Window("register", CHARACTER, DANCE, "--paused", "--frame", "40", save="motion.vmd", quits=False) as w:
        w.characters()
        choose_bone(w, "head")
        type_number(w, "Rotation X", "30")
        w.until("a bend", lambda s: s["dopesheet"]["unregistered"] == 1)
        w.widget("push button", "Register")  # also without the dopesheet
        before = count(open_sheet(w), HEAD)
        seen(w, HEAD)
        bent = w.state()["bone"]["matrix"]
        w.click_widget("push button", "Register")
        s = w.until("a key", lambda s: count(s, HEAD) == before + 1 and s["undo"] == "Register keys")
        check("nothing waits any more", s["dopesheet"]["unregistered"] == 0)
        w.until("the same pose", lambda s: distance(s["bone"]["matrix"], bent) < 1e-5)
        go_to(w, 44)
        type_number(w, "Rotation Y", "-20")
        w.until("another bend", lambda s: s["dopesheet"]["unregistered"] == 1)
        w.click_widget("push button", "Drop")
        w.until("no bend", lambda s: s["dopesheet"]["unregistered"] == 0)
        click_key(w, HEAD, 51)
        w.until("frame 51 of the head", lambda s: s["frame"] == 51 and s["dopesheet"]["chosen"] == rows(s, HEAD)[0][0])
        w.key("Return")  # the chosen row, as it is
        w.until("a second key", lambda s: count(s, HEAD) == before + 2)
        w.key("ctrl+e")
        w.until("it saved", lambda s: "motion.vmd" in s["note"] and not s["modified"])
        for frame in (40, 45, 51, 60):
            like_the_command(w, frame)
        w.key("ctrl+z")
        w.until("it undone", lambda s: count(s, HEAD) == before + 1 and s["modified"])
        w.key("ctrl+q")
        w.until("a question", lambda s: s["asking"])
        os.remove(w.saved)
        w.click_dialog("Save motion…")
        w.ended_well()
        check("it was saved", os.path.getsize(w.saved) > 1000)


def keys_are_selected_moved_and_copied():
    with Window("move", CHARACTER, DANCE, "--paused", "--frame", "20") as w:
        open_sheet(w)
        choose_bone(w, "center")
        center = "センター"
        seen(w, center)
        before = count(w.state(), center)
        click_key(w, center, 15)
        w.until("one key", lambda s: s["dopesheet"]["selected"] == 1 and s["frame"] == 15)
        click_key(w, center, 30, shift=True)
        w.until("two keys", lambda s: s["dopesheet"]["selected"] == 2 and s["frame"] == 15)
        drag(w, place(w, center, 15), place(w, center, 20))
        w.until("both moved", lambda s: s["undo"] == "Move keys" and count(s, center) == before)
        click_key(w, center, 35)
        w.until("the second at its new frame", lambda s: s["dopesheet"]["selected"] == 1 and s["frame"] == 35)
        w.click_field("text", "Move keys by frames")
        w.type("-3")
        w.key("Return")
        w.until("a move by a number", lambda s: s["undo"] == "Move keys" and s["dopesheet"]["selected"] == 1)
        click_key(w, center, 32)
        w.until("32, by the number", lambda s: s["dopesheet"]["selected"] == 1 and s["frame"] == 32)
        w.key("ctrl+Left")  # only keys of tracks with selected keys count
        w.until("the key before", lambda s: s["frame"] == 20)
        w.key("ctrl+c")
        w.until("a copy", lambda s: "copied" in s["note"])
        go_to(w, 50)
        w.key("ctrl+v")
        w.until("a pasted key", lambda s: s["undo"] == "Paste keys" and count(s, center) == before + 1)
        x, y = place(w, center, 38)
        drag(w, (x, y - 8), (place(w, center, 62)[0], y + 8))
        w.until("a box of keys", lambda s: rows(s, center)[0][1]["selected"] == 3)  # 45, 50, 60
        w.key("Delete")
        w.until("three less", lambda s: count(s, center) == before - 2)
        for label in ("Paste keys", "Move keys", "Move keys", ""):
            w.key("ctrl+z")
            w.until("undone down to " + label, lambda s: s["undo"] == label)
        check("all keys are back", count(w.state(), center) == before and not w.state()["modified"])


def a_click_on_a_key_of_the_chosen_row_selects_its_bone():
    with Window("again", CHARACTER, DANCE, "--paused", "--frame", "20") as w:
        open_sheet(w)
        choose_bone(w, "center")
        seen(w, "センター")
        click_key(w, "センター", 15)
        bone = w.until("its key", lambda s: s["frame"] == 15 and s["bone"]["index"] >= 0)["bone"]["index"]
        w.click(20, 40)  # beside the character
        w.key("Escape")
        w.until("no bone", lambda s: s["bone"]["index"] == -1 and s["dopesheet"]["chosen"] >= 0)
        click_key(w, "センター", 30)
        w.until("its bone again", lambda s: s["frame"] == 30 and s["bone"]["index"] == bone)


def undoing_goes_to_the_frame_of_the_keys():
    with Window("there", CHARACTER, DANCE, "--paused", "--frame", "40") as w:
        w.characters()
        choose_bone(w, "head")
        type_number(w, "Rotation X", "30")
        w.until("a bend", lambda s: s["dopesheet"]["unregistered"] == 1)
        w.click_widget("push button", "Register")
        w.until("a key", lambda s: s["undo"] == "Register keys")
        w.click(20, 40)  # beside the character: leaves the number
        w.until("no bone", lambda s: s["bone"]["index"] == -1)
        for key, word in ("ctrl+z", "Undone"), ("ctrl+y", "Redone"):
            w.key("End")
            w.until("another frame", lambda s: s["frame"] > 300)
            w.key(key)
            s = w.until("its frame", lambda s: s["frame"] == 40)
            check("the note says it: " + s["note"], s["note"] == word + ": Register keys (frame 40)")


def curves_are_changed_in_all_selected_keys():
    with Window("curves", CHARACTER, DANCE, "--paused", size="1100x640") as w:
        open_sheet(w)
        choose_bone(w, "center")
        seen(w, "センター")
        x, y = place(w, "センター", 12)
        drag(w, (x, y - 8), (place(w, "センター", 48)[0], y + 8))
        w.until("keys", lambda s: rows(s, "センター")[0][1]["selected"] == 3)

        def numbers():
            names = "First point, time", "First point, value", "Second point, time", "Second point, value"
            return [w.widget("spin button", n).get_value_iface().get_current_value() for n in names]
        w.click_widget("push button", "Ease in")
        w.until("a change", lambda s: s["undo"] == "Change curves")
        wait_for("its numbers", lambda: numbers() == [53, 0, 127, 127])
        type_number(w, "Second point, value", "100")
        wait_for("a typed number", lambda: numbers() == [53, 0, 127, 100])
        left, top, width, height = w.box(w.widget("filler", "Curve"))
        side = min(width, height) - 18
        left, bottom = left + (width - side) / 2, top + (height + side) / 2
        drag(w, (left + side * 53 / 127, bottom), (left + side * 20 / 127, bottom - side * 60 / 127))
        wait_for("a dragged point", lambda: abs(numbers()[0] - 20) < 2 and abs(numbers()[1] - 60) < 2)
        for _ in range(3):
            w.key("ctrl+z")
        w.until("all undone", lambda s: not s["undo"])


def the_camera_is_keyed_and_followed():
    with Window("camera", CHARACTER, "--paused", save="camera.vmd") as w:
        open_sheet(w)
        w.from_the_front()
        w.key("ctrl+Return")
        w.until("a key of the camera", lambda s: s["undo"])
        go_to(w, 30)
        w.key("alt+3")
        side = w.until("the side", lambda s: abs(abs(s["camera"]["angles"][1]) - 1.5708) < 1e-3)["camera"]["angles"][1]
        w.key("ctrl+Return")
        w.until("a length", lambda s: abs(s["length"] - 30) < 1e-6)
        go_to(w, 15)
        if not w.state()["look"]["camera-keys"]:
            w.key("k")
        w.until("the camera between", lambda s: abs(s["camera"]["angles"][1] - side / 2) < 0.01)
        w.key("ctrl+shift+e")
        w.until("it saved", lambda s: "camera.vmd" in s["note"] and not s["modified"])
        check("it has two keys", '"camera_keys": 2' in run(os.path.join(os.path.dirname(CHARACTER), "../../hone"),
                                                           "info", "--json", w.saved))


def camera_frames(path):
    """The frames of the camera's keys in a VMD without bones and morphs."""
    with open(path, "rb") as file:
        data = file.read()
    bones, morphs, count = struct.unpack_from("<III", data, 50)
    check("only the camera", bones == morphs == 0)
    return sorted(struct.unpack_from("<I", data, 62 + 61 * i)[0] for i in range(count))


def keys_of_character_and_camera_keep_their_distance():
    with Window("distance", CHARACTER, "--paused", "--frame", "0", save="camera.vmd") as w:
        open_sheet(w)
        choose_bone(w, "head")
        go_to(w, 10)
        w.key("Return")  # brings a key at frame 0
        w.until("two keys", lambda s: count(s, HEAD) == 2)
        go_to(w, 25)
        w.key("ctrl+Return")
        w.until("a key of the camera", lambda s: abs(s["length"] - 25) < 1e-6)
        w.move_in_window(*place(w, HEAD, 5))
        w.scroll(WHEEL_UP, 60)  # the first row is the one of all keys
        w.until("the first row", lambda s: place(w, "All keys", 0)[1] > s["dopesheet"]["area"][1])
        click_key(w, "All keys", 10)
        w.until("frame 10", lambda s: s["frame"] == 10)
        w.key("ctrl+a", "ctrl+c")
        w.until("a copy", lambda s: "3 keys copied" in s["note"])
        go_to(w, 100)
        w.key("ctrl+v")
        w.until("pasted keys", lambda s: count(s, HEAD) == 4 and abs(s["length"] - 125) < 1e-6)
        w.key("ctrl+shift+e")
        w.until("the camera saved", lambda s: "camera.vmd" in s["note"])
        check(f"the camera's frames: {camera_frames(w.saved)}", camera_frames(w.saved) == [25, 125])


def keys_are_pasted_to_the_other_side():
    left, right = "左腕", "右腕"
    with Window("mirror", CHARACTER, DANCE, "--paused") as w:
        open_sheet(w)
        choose_bone(w, "arm_L")
        seen(w, left)
        x, y = place(w, left, 28)
        drag(w, (x, y - 8), (place(w, left, 2)[0], y + 8))
        selected = w.until("keys", lambda s: rows(s, left)[0][1]["selected"])["dopesheet"]["selected"]
        w.key("ctrl+c")
        w.until("a copy", lambda s: "copied" in s["note"])
        before = count(w.state(), left)
        go_to(w, 900)
        w.key("ctrl+shift+v")
        w.until("mirrored keys", lambda s: s["undo"] == "Paste keys mirrored" and s["dopesheet"]["selected"] == selected)
        check("the left arm is as it was", count(w.state(), left) == before)
        choose_bone(w, "arm_R")
        seen(w, right)
        check("they are those of the right arm", rows(w.state(), right)[0][1]["selected"] == selected)


def rows_have_names():
    with Window("names", CHARACTER, DANCE, "--paused", size="700x560") as w:
        open_sheet(w)
        tracks = w.widget("list", "Tracks")
        names = {tracks.get_child_at_index(i).get_name() for i in range(tracks.get_child_count())}
        check(f"rows of {names}", {"All keys", "Camera and light", "Visibility and IK"} <= names)
        number = w.widget("spin button", "Current frame")
        check("the current frame", number.get_value_iface().get_current_value() == 0)
        w.key("Right")
        wait_for("the next frame", lambda: number.get_value_iface().get_current_value() == 1)
        check("the picture stays", w.state()["canvas"][3] > 100)
        keys = w.widget("table", "Keys")
        check("it can be described", keys.get_state_set().contains(Atspi.StateType.FOCUSABLE))


main([a_click_on_a_key_of_the_chosen_row_selects_its_bone, undoing_goes_to_the_frame_of_the_keys,
      bends_become_keys_and_a_file, keys_are_selected_moved_and_copied, curves_are_changed_in_all_selected_keys,
      the_camera_is_keyed_and_followed, keys_of_character_and_camera_keep_their_distance,
      keys_are_pasted_to_the_other_side, rows_have_names])
