"""The window with the keyboard only: moving the focus, typing numbers, undoing them, searching."""
import math

from window import CHARACTER, DANCE, Window, check, main


def typed_turn(state):
    """The degrees by which the edit turns the selected bone."""
    return 2 * math.degrees(math.acos(min(1, abs(state["bone"]["edit_rotation"][3]))))


def tab_walks_through_the_numbers():
    with Window("walk", CHARACTER, "--paused") as w:
        w.characters()
        w.click_a_bone()
        w.click_widget("spin button", "Rotation X")
        for number, turned in (("30", 30), ("40", 49), ("0", 49)):
            w.key("ctrl+a")
            w.type(number)
            w.key("Tab")
            w.until(f"turned by about {turned} degrees", lambda s: abs(typed_turn(s) - turned) < 2)
        check("the side pane is still there", w.state()["look"]["panel"] == 1)
        w.key("ctrl+z")
        w.until("Y undone", lambda s: abs(typed_turn(s) - 30) < 0.1)
        w.key("ctrl+z")
        w.until("X undone", lambda s: typed_turn(s) < 0.1 and not s["undo"])


def undo_in_a_number_undoes_the_pose():
    with Window("number", CHARACTER, "--paused") as w:
        w.characters()
        w.click_a_bone()
        w.click_widget("spin button", "Rotation Y")
        for number in ("-20", "35"):
            w.key("ctrl+a")
            w.type(number)
            w.key("Return")
            w.until(f"turned by {number}", lambda s: abs(typed_turn(s) - abs(float(number))) < 0.1)
        w.key("ctrl+z")
        w.until("the last number undone", lambda s: abs(typed_turn(s) - 20) < 0.1)
        w.key("ctrl+z")
        w.until("the first number undone", lambda s: typed_turn(s) < 0.1 and not s["undo"])
        w.key("ctrl+y")
        w.until("the first number again", lambda s: abs(typed_turn(s) - 20) < 0.1)


def return_in_the_search_selects_the_first_bone():
    with Window("search", CHARACTER, "--paused") as w:
        w.characters()
        w.key("ctrl+f")
        w.type("elbow")
        w.key("Return")
        s = w.until("a bone", lambda s: s["bone"]["index"] >= 0)
        check("an elbow: " + s["bone"]["name"], "ひじ" in s["bone"]["name"])
        w.key("Escape")
        w.until("no bone lost", lambda t: t["bone"]["index"] == s["bone"]["index"])
        w.key("ctrl+f")
        w.type("there is no such bone")
        w.key("Return")
        w.painted()
        check("nothing else is selected", w.state()["bone"]["index"] == s["bone"]["index"])


def space_plays_wherever_the_mouse_was():
    with Window("space", CHARACTER, DANCE, "--paused") as w:
        w.characters()

        def plays_and_pauses(after):
            w.key("space")
            w.until("playing after " + after, lambda s: s["playing"])
            w.key("space")
            w.until("a pause after " + after, lambda s: not s["playing"])

        w.click_a_bone()
        plays_and_pauses("a click on a bone")
        w.page("Scene")
        plays_and_pauses("a click on a page")
        w.click_widget("check box", "dance.vmd")
        w.until("no dance", lambda s: not s["motions"][0]["on"])
        w.click_widget("check box", "dance.vmd")
        w.until("a dance", lambda s: s["motions"][0]["on"])
        plays_and_pauses("a click on a box")
        check("the dance is still on", w.state()["motions"][0]["on"])


def blenders_keys_move_and_rotate():
    with Window("blender", CHARACTER, "--paused", "--keys", "blender") as w:
        w.characters()
        s = w.switch("g", "gizmo", 1)
        check("the grid stays", s["look"]["grid"] == 1)
        s = w.switch("r", "gizmo", 0)
        check("bodies stay hidden", s["look"]["bodies"] == 0)
        w.switch("shift+g", "grid", 0)
        w.switch("alt+r", "bodies", 1)


main([tab_walks_through_the_numbers, undo_in_a_number_undoes_the_pose, return_in_the_search_selects_the_first_bone,
      space_plays_wherever_the_mouse_was, blenders_keys_move_and_rotate])
