"""The display of the character: overlays, colours, surroundings, camera."""
import math

from window import CHARACTER, Window, at, bones_of, changed, check, difference, main, pixels, run


def silhouette(picture, background):
    """The pixels of the character: [height, width] of truths."""
    return (pixels(picture) != background).any(axis=2)


def share_inside(places, mask, reach=2):
    """How many of the places are within the mask, or `reach` pixels around it."""
    inside = [mask[max(0, y - reach):y + reach + 1, max(0, x - reach):x + reach + 1].any() for x, y in places]
    return sum(inside) / max(1, len(inside))


def overlays_are_where_they_belong():
    rest = bones_of(CHARACTER)
    with Window("overlays", CHARACTER, "--paused") as w:
        w.characters()
        w.from_the_front()
        w.switch("g", "grid", 0)
        w.switch("s", "shadows", 0)
        plain = w.settle()
        width, height = plain[:2]
        mask = silhouette(plain, at(plain, 2, 2))
        stands = mask.sum()
        check(f"somebody stands there: {stands} of {mask.size}", 0.04 < stands / mask.size < 0.5)

        def toggled(key, name):
            before = w.state()["look"][name]
            w.switch(key, name, 1 - before)
            seen = w.until_picture(name, lambda p: len(changed(plain, p)) > 50)
            w.painted()
            places = changed(plain, w.canvas_shot(name))
            w.switch(key, name, before)
            w.until_picture("no " + name, lambda p: difference(plain, p) < 0.0005)
            return seen, places

        for key, name in (("z", "wireframe"), ("o", "edges")):
            _, places = toggled(key, name)
            check(f"{name} stays on the character", share_inside(places, mask) > 0.97)
            check(f"{name} is all over it", len(places) > stands / 60)
        _, places = toggled("n", "normals")
        inside = share_inside(places, mask, 0)
        check(f"normals stand on the character and reach out of it: {inside}", 0.3 < inside < 0.97)
        check("but not far", share_inside(places, mask, 12) > 0.97)
        _, places = toggled("b", "bones")
        spots = [w.project((m[3], m[7], m[11])) for m in rest[4:9]]  # along the spine
        near = [min(max(abs(x - a), abs(y - b)) for x, y in places) for a, b in spots]
        check(f"bones are where they are: {near}", max(near) < 8)
        _, places = toggled("i", "chains")
        check("chains are about the legs", sum(y > height / 2 for _, y in places) > 0.7 * len(places))
        _, places = toggled("shift+v", "points")
        check("points stay on the character", share_inside(places, mask) > 0.97)
        check(f"points are all over it: {len(places)}", len(places) > stands / 20)
        _, places = toggled("shift+e", "bone-axes")
        near = [min(max(abs(x - a), abs(y - b)) for x, y in places) for a, b in spots]
        check(f"axes begin at the bones: {near}", max(near) < 6)
        for key, name in (("r", "bodies"), ("j", "joints")):
            _, places = toggled(key, name)
            check(name + " are about the character", share_inside(places, mask, 24) > 0.9)
        _, places = toggled("g", "grid")
        check("the grid is behind the character", share_inside(places, mask, 0) < 0.2)
        check("and on the ground", sum(y > height / 2 for _, y in places) > 0.8 * len(places))
        w.switch("v", "backdrop", 1)
        light = w.until_picture("a light background", lambda p: min(at(p, 2, 2)) > 200)
        check("on both sides", min(at(light, width - 3, 2)) > 200)


def colours_show_how_vertices_are_skinned():
    with Window("colours", CHARACTER, "--paused") as w:
        w.characters()
        w.from_the_front()
        w.switch("g", "grid", 0)
        w.switch("s", "shadows", 0)
        plain = w.settle()
        mask = silhouette(plain, at(plain, 2, 2))
        w.key("F2")  # no bone is selected: grey
        w.look("colours", 1)
        grey = w.until_picture("grey", lambda p: difference(plain, p) > 0.03)
        before = grey
        for key, value in (("F3", 2), ("F4", 3)):
            w.key(key)
            w.look("colours", value)
            seen = w.until_picture(key, lambda p: difference(before, p) > 0.02)
            w.painted()
            above = [(x, y) for x, y in changed(plain, w.canvas_shot(key)) if y < len(mask) * 0.75]  # not the legend
            check(key + " stays on the character", share_inside(above, mask) > 0.98)
            before = seen
        w.key("F1")
        w.until_picture("materials again", lambda p: difference(plain, p) < 0.002)


def two_ways_of_skinning_stand_side_by_side():
    with Window("sides", CHARACTER, "--paused") as w:
        w.characters()
        if w.state()["canvas"][2] % 2:  # both halves have the same width
            run("xdotool", "windowsize", str(w.id), "821", "560")
            w.until("an even width", lambda s: s["canvas"][2] % 2 == 0)
        w.from_the_front()
        w.settle()
        w.switch("d", "side-by-side", 1)
        w.painted()
        picture = w.canvas_shot("halves")
        width, height, data = picture
        half = width // 2
        rows = range(0, int(height * 0.9))  # the legend is below
        left = b"".join(data[3 * width * y:3 * (width * y + half)] for y in rows)
        right = b"".join(data[3 * (width * y + width - half):3 * width * (y + 1)] for y in rows)
        off = difference((half, len(rows), left), (half, len(rows), right))
        check(f"at rest both show the same: {off}", off < 0.003)
        check("somebody", difference((half, len(rows), left), (half, len(rows), left[:3] * (half * len(rows)))) > 0.05)


def the_camera_goes_where_it_is_sent():
    presets = {"mmd": (3, 1), "blender": (2, 3), "f3d": (1, 3)}  # the button that turns, and one that does not
    for preset, (turns, other) in presets.items():
        with Window(preset, CHARACTER, "--paused", "--keys", preset) as w:
            w.characters()
            w.from_the_front()
            w.drag((60, 300), (61, 302), other)
            w.drag((60, 300), (160, 330), turns)
            s = w.until("a turn", lambda s: abs(s["camera"]["angles"][1]) > 0.1 and abs(s["camera"]["angles"][0]) > 0.02)
            for click, sign in ((4, -1), (5, 1)):
                before = w.state()["camera"]["distance"][0]
                w.move(60, 300)
                w.press(click)
                w.release(click)
                w.until("a step of the wheel", lambda s: sign * (abs(s["camera"]["distance"][0]) - abs(before)) > 0.1)
            w.from_the_front()
            check("it had turned", s["camera"]["angles"] != w.state()["camera"]["angles"])
    with Window("views", CHARACTER, "--paused") as w:
        w.characters()
        seen = []
        for key in ("alt+1", "alt+2", "alt+3", "alt+4", "alt+5", "alt+6"):
            w.key(key)
            w.until(key, lambda s: not seen or distance_of(s, seen[-1]) > 0.5)
            w.painted()
            seen.append(standing(w))
        check("six sides", len({tuple(round(a, 2) for a in angles) for angles in seen}) == 6)
        fov = w.state()["camera"]["fov"][0]
        w.key("ctrl+minus")
        w.until("a wider view", lambda s: abs(s["camera"]["fov"][0] - fov - 5) < 1e-3)


def shots_are_of_the_whole_the_bust_and_the_face():
    with Window("shots", CHARACTER, "--paused") as w:
        w.characters()
        w.from_the_front()
        distances = []
        for key in ("alt+7", "alt+8", "alt+9"):
            before = w.state()["camera"]["distance"][0]
            w.key(key)
            w.until(key, lambda s: abs(s["camera"]["distance"][0] - before) > 0.5 or key == "alt+7")
            standing(w)
            distances.append(abs(w.state()["camera"]["distance"][0]))
        check(f"each is nearer: {distances}", distances[0] > distances[1] + 5 > distances[2] + 10)
        target = w.state()["camera"]["target"]
        check(f"the face is at the top: {target}", target[1] > 14)


def the_turntable_turns_and_stops():
    with Window("turntable", CHARACTER, "--paused") as w:
        w.characters()
        w.from_the_front()
        w.switch("shift+t", "turntable", 1)
        w.until("a quarter turn", lambda s: abs(s["camera"]["angles"][1]) > 1.5)
        w.switch("shift+t", "turntable", 0)
        check("it stands", standing(w) == standing(w))


def the_eyes_follow_the_mouse():
    with Window("gaze", CHARACTER, "--paused") as w:
        w.characters()
        w.from_the_front()
        before = w.state()["camera"]["distance"][0]
        w.key("alt+9")
        w.until("the face", lambda s: abs(s["camera"]["distance"][0]) < abs(before) / 2)
        standing(w)
        width, height = w.state()["canvas"][2:4]
        w.move(width * 0.05, height / 2)
        one = w.settle()
        w.move(width * 0.95, height / 2)
        w.switch("shift+l", "gaze", 1)
        right = w.until_picture("eyes to the right", lambda p: difference(one, p) > 0.0005)
        check("only the eyes move", difference(one, right) < 0.1)
        w.move(width * 0.05, height / 2)
        w.until_picture("eyes to the left", lambda p: difference(right, p) > 0.0005)
        w.switch("shift+l", "gaze", 0)
        w.until_picture("eyes as before", lambda p: difference(one, p) < 0.0001)


def type_into(w, name, number):
    w.click_field("spin button", name)
    w.key("ctrl+a")
    w.type(number)
    w.key("Return")


def numbers_of_the_camera_are_shown_and_typed():
    with Window("numbers", CHARACTER, "--paused") as w:
        w.characters()
        w.from_the_front()
        w.page("Scene")
        type_into(w, "Yaw", "90")
        w.until("a view from the left side", lambda s: abs(s["camera"]["angles"][1] - math.pi / 2) < 1e-3)
        type_into(w, "Pitch", "30")
        w.until("from above", lambda s: abs(s["camera"]["angles"][0] + math.pi / 6) < 1e-3)
        type_into(w, "Distance", "60")
        w.until("from afar", lambda s: abs(s["camera"]["distance"][0] + 60) < 1e-3)
        type_into(w, "Field of view", "20")
        w.until("narrow", lambda s: abs(s["camera"]["fov"][0] - 20) < 1e-3)


def what_is_clicked_tells_its_numbers():
    with Window("inspected", CHARACTER, "--paused", size="1000x700") as w:
        w.characters()
        w.from_the_front()
        w.page("Inspect")
        w.switch("r", "bodies", 1)
        w.painted()
        x, y, width, height = w.state()["canvas"]
        w.move_in_window(x + width / 2, y + height * 0.45)
        w.press()
        w.release()
        s = w.until("a vertex and a material", lambda s: s["inspected"]["vertex"] >= 0)
        check("of the model", s["inspected"]["vertex"] < s["models"][0]["vertices"])
        w.widget("label", "Position at rest")
        w.click_widget("push button", "Look for trouble in the model")
        w.widget("label", "Morphs that move it")
        w.painted()
        w.window_shot("numbers")


def distance_of(state, angles):
    return max(abs(a - b) for a, b in zip(state["camera"]["angles"], angles))


def standing(w):
    """The camera's angles at the end of its flight."""
    last = [None]

    def stays(state):
        before, last[0] = last[0], state["camera"]["angles"]
        return before == last[0]
    return w.until("a camera that stands", stays)["camera"]["angles"]


main([overlays_are_where_they_belong, colours_show_how_vertices_are_skinned, two_ways_of_skinning_stand_side_by_side,
      the_camera_goes_where_it_is_sent, shots_are_of_the_whole_the_bust_and_the_face, the_turntable_turns_and_stops,
      the_eyes_follow_the_mouse,
      numbers_of_the_camera_are_shown_and_typed, what_is_clicked_tells_its_numbers])
