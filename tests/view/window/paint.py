"""Painting weights: brush, mirror, undo, the question before they are lost, and the file that is saved."""
import json
import os

from window import CHARACTER, HONE, Window, changed, check, main, run, wait_for


def place_of(name):
    """The position of a bone at rest."""
    bones = json.loads(run(HONE, "pose", "-q", CHARACTER, "--json"))["frames"][0]["bones"]
    return next(b["position"] for b in bones if b["name"] == name)


def select(w, name):
    w.painted()
    w.click(*w.project(place_of(name)))
    w.until(f"the bone {name}", lambda s: s["bone"].get("name") == name)


def weight_at(w, place):
    """The weight of the selected bone at the vertex below the pointer."""
    w.move(*place)
    w.painted()
    return w.until("a vertex", lambda s: "weight" in s["painting"])["painting"]["weight"]


def stroke(w, begin, end):
    before = w.state()["models"][0]["painted"]
    w.drag(begin, end)
    return w.until("a stroke", lambda s: not s["painting"]["stroke"] and s["models"][0]["painted"] > before)


def weights_are_painted_undone_and_saved():
    with Window("paint", CHARACTER, "--paused", save="painted.pmx") as w:
        w.characters()
        w.from_the_front()
        w.switch("b", "bones", 1)
        select(w, "左ひじ")
        w.switch("b", "bones", 0)
        w.switch("q", "paint", 1)
        check("weights are shown", w.state()["look"]["colours"] == 1)
        left, right = w.project(place_of("左腕")), w.project(place_of("右腕"))
        beside = left[0] + 4, left[1]
        w.click_widget("check box", "Both sides")
        w.look("brush-mirror", 1)
        before = weight_at(w, left)
        plain = w.canvas_shot()
        stroke(w, left, beside)
        after = weight_at(w, left)
        check(f"the weight grew from {before} to {after}", after > before + 0.15)
        s = w.state()
        check("the change is a step", s["undo"] == "Paint weights" and s["modified"])
        w.until_picture("other colours", lambda p: len(changed(plain, p, 60)) > 50)
        w.key("ctrl+z")
        w.until("it undone", lambda s: s["models"][0]["painted"] == 0 and not s["undo"] and not s["modified"])
        check("the weight is as before", abs(weight_at(w, left) - before) < 1e-6)
        w.key("ctrl+y")
        w.until("it redone", lambda s: s["models"][0]["painted"] > 0)
        w.key("ctrl+w")
        w.until("a question", lambda s: s["asking"])
        w.painted()
        w.key("Escape")
        w.until("no question", lambda s: not s["asking"] and s["models"])
        w.key("ctrl+shift+s")
        wait_for("a PMX", lambda: os.path.exists(w.saved) and os.path.getsize(w.saved))
        w.until("nothing to lose", lambda s: not s["modified"])
        saved = w.saved
    with Window("painted", saved, "--paused") as w:
        w.characters()
        w.from_the_front()
        w.switch("b", "bones", 1)
        select(w, "右ひじ")
        w.switch("q", "paint", 1)
        read = weight_at(w, right)
        check(f"the other side has {read} in the file, not {after}", abs(read - after) < 1e-3)


main([weights_are_painted_undone_and_saved])
