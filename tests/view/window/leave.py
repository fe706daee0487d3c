"""Questions before changes are lost."""
import os

from window import CHARACTER, Window, check, main, wait_for


def bend_a_bone(w):
    w.click_a_bone()
    w.click_widget("spin button", "Rotation X")
    w.key("ctrl+a")
    w.type("30")
    w.key("Return")
    w.until("a change", lambda s: s["modified"] and s["models"][0]["edited"])


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


def the_question_saves_the_pose():
    with Window("save", CHARACTER, "--paused", save="pose.vpd", quits=False) as w:
        w.characters()
        bend_a_bone(w)
        w.key("ctrl+q")
        w.until("a question", lambda s: s["asking"])
        w.click_dialog("Save pose…")
        w.ended_well()
        check("the pose is there", os.path.getsize(w.saved) > 0)


def nothing_is_asked_where_nothing_is_lost():
    with Window("quiet", CHARACTER, "--paused", save="pose.vpd", quits=False) as w:
        w.characters()
        bend_a_bone(w)
        w.key("ctrl+z")
        w.until("it undone", lambda s: not s["modified"])
        w.key("ctrl+y")
        w.until("it redone", lambda s: s["modified"])
        w.key("ctrl+s")
        wait_for("a VPD", lambda: os.path.exists(w.saved))
        w.until("it saved", lambda s: not s["modified"])
        w.key("ctrl+q")
        w.ended_well()


main([closing_asks_before_changes_are_lost, changes_can_be_discarded, the_question_saves_the_pose,
      nothing_is_asked_where_nothing_is_lost])
