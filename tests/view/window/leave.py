"""Questions before changes are lost."""
import os

from editing import bend_a_bone
from window import CHARACTER, Window, check, main, wait_for


def closing_asks_before_changes_are_lost():
    with Window("close", CHARACTER, "--paused", quits=False) as w:
        w.characters()
        bend_a_bone(w)
        for key in ("ctrl+q", "alt+F4", "ctrl+w", "ctrl+shift+w"):
            w.key(key)
            w.until(f"a question after {key}", lambda s: s["asking"])
            w.painted()
            w.key("space")  # the focused button loses nothing
            s = w.until(f"no question after {key}", lambda s: not s["asking"])
            check("all is still there", len(s["models"]) == 1 and s["models"][0]["edited"])
        w.key("ctrl+w")
        w.until("a question", lambda s: s["asking"])
        w.click_dialog("Discard changes")
        w.until("nobody", lambda s: not s["models"] and not s["modified"])
        w.key("ctrl+q")
        w.ended_well()


def changes_can_be_discarded():
    with Window("discard", CHARACTER, "--paused", quits=False) as w:
        w.characters()
        bend_a_bone(w)
        w.key("ctrl+q")
        w.until("a question", lambda s: s["asking"])
        w.painted()
        w.key("alt+d")
        w.ended_well()


def the_question_saves_the_scene():
    with Window("save", CHARACTER, "--paused", save="scene.json", quits=False) as w:
        w.characters()
        bend_a_bone(w)
        w.key("ctrl+q")
        w.until("a question", lambda s: s["asking"])
        w.click_dialog("Save scene…")
        w.ended_well()
        check("the scene is there, with the pose", '"bones"' in open(w.saved, encoding="utf-8").read())


def nothing_is_asked_where_nothing_is_lost():
    with Window("quiet", CHARACTER, "--paused", save="pose.vpd", quits=False) as w:
        w.characters()
        bend_a_bone(w)
        w.key("ctrl+z")
        w.until("it undone", lambda s: not s["modified"])
        w.key("ctrl+y")
        w.until("it redone", lambda s: s["modified"])
        w.key("ctrl+shift+p")
        wait_for("a VPD", lambda: os.path.exists(w.saved))
        w.until("it saved", lambda s: not s["modified"])
        w.key("ctrl+q")
        w.ended_well()


main([closing_asks_before_changes_are_lost, changes_can_be_discarded, the_question_saves_the_scene,
      nothing_is_asked_where_nothing_is_lost])
