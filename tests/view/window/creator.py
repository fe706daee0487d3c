"""A film as its maker makes it: set up by options, edited in the window, rendered by the command."""
import json
import math
import os
import struct
import wave

from editing import choose_bone, go_to, turned, type_number
from hands import WHEEL_UP
from window import (BUILD, HONE, WORK, Window, bones_of, changed, check, difference, distance, main, needs,
                    read_picture, run, wait_for)

DENSE = os.path.join(BUILD, "tests", "dense_character")
FRAME = 60


def box(low, high):
    """The vertices and faces of a box, for a .x file."""
    corners = [[(low, high)[i >> axis & 1][axis] for axis in range(3)] for i in range(8)]
    faces = (0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)
    points = [corners[i] for face in faces for i in face]
    triangles = [(4 * f, 4 * f + i, 4 * f + i + 1) for f in range(6) for i in (1, 2)]
    return points, triangles


def write_x(path, boxes):
    """Boxes of a colour each: (low, high, (red, green, blue))."""
    points, triangles, owners = [], [], []
    for i, (low, high, _) in enumerate(boxes):
        corners, faces = box(low, high)
        triangles += [[len(points) + c for c in face] for face in faces]
        points += corners
        owners += [i] * len(faces)
    text = [f"xof 0303txt 0032\nMesh {{ {len(points)};", ",".join("%g;%g;%g;" % tuple(p) for p in points) + ";",
            f"{len(triangles)};", ",".join("3;%d,%d,%d;" % tuple(t) for t in triangles) + ";",
            f"MeshMaterialList {{ {len(boxes)}; {len(owners)}; {','.join(map(str, owners))};;"]
    text += ["Material { %g;%g;%g;1;; 5; 0;0;0;; 0;0;0;; }" % colour for _, _, colour in boxes]
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(text) + " } }\n")


def write_song(path, seconds=4, rate=8000):
    with wave.open(path, "wb") as song:
        song.setnchannels(1)
        song.setsampwidth(2)
        song.setframerate(rate)
        song.writeframes(b"".join(struct.pack("<h", round(8000 * math.sin(i * 440 * 2 * math.pi / rate)))
                                  for i in range(seconds * rate)))


def make_files(folder):
    """Two characters of 29,000 vertices, a stage, a sword, a dance, a second dance, a camera and a song."""
    models = os.path.join(folder, "モデル")
    os.makedirs(models)
    run(DENSE, models, "29000")
    write_x(os.path.join(folder, "stage.x"), [((-30, -1, -12), (30, -0.05, 30), (0.35, 0.3, 0.4)),
                                              ((-30, 0, 28), (30, 30, 30), (0.15, 0.2, 0.4))])
    write_x(os.path.join(folder, "sword.x"), [((-0.3, -9, -0.3), (0.3, 2, 0.3), (0.9, 0.8, 0.3)),
                                              ((-1.2, -1.6, -0.4), (1.2, -1.1, 0.4), (0.5, 0.1, 0.1))])
    write_song(os.path.join(folder, "song.wav"))
    run(HONE, "motion", os.path.join(models, "dance.vmd"), "--mirror", "--shift", "10", "-o",
        os.path.join(folder, "mirrored.vmd"))


def set_up(folder):
    """Writes the scene as a script would, and returns its path."""
    def at(*names):
        return os.path.join(folder, *names)
    scene, dancer = at("film.json"), at("モデル", "character.pmx")
    run(HONE, "render", dancer, at("モデル", "dance.vmd"), "--at", "-6,0,0", dancer, at("mirrored.vmd"), "--at", "6,0,2",
        "--turn", "-20", at("stage.x"), at("sword.x"), "--attach", "1:右手首", at("モデル", "camera.vmd"), "--audio",
        at("song.wav"), "--physics", "on", "--frame", str(FRAME), "--background", "203040", "--save-scene", scene)
    return scene


def read_scene(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def picture_of(w, name="character-%04d.png" % FRAME):
    """What F12 saves."""
    path = os.path.join(w.saved, name)
    if os.path.exists(path):
        os.remove(path)
    w.key("F12")
    wait_for(f"{w.name}: {name}", lambda: os.path.exists(path) and name in w.state().get("note", ""))
    return read_picture(path)


def rendered(scene, picture, *arguments):
    """The command's picture of a scene, as large as the given one."""
    path = os.path.join(WORK, "rendered.png")
    run(HONE, "render", "-q", scene, "--size", "%dx%d" % picture[:2], *arguments, "-o", path)
    return read_picture(path)


def check_same(what, one, other):
    check(f"{what}: one size", one[:2] == other[:2])
    off = len(changed(one, other, 0))
    check(f"{what}: {off} pixels of {one[0] * one[1]} differ", off == 0)


def save_scene(w, scene):
    w.key("ctrl+alt+s")
    w.until("a saved scene", lambda s: os.path.basename(scene) in s["note"] and not s["modified"])


def place_by_number(w):
    w.page("Scene")
    type_number(w, "Z", "-3")
    w.until("a place", lambda s: s["undo"] == "Move a character")


def bend_by_the_mouse(w):
    """A bone of the first character, by the ring of the handles, as a key."""
    w.page("Bones")
    choose_bone(w, "head")
    w.switch("b", "bones", 1)
    x, y = w.until("the handles", lambda s: s["bone"]["handles"] and s["bone"].get("place"))["bone"]["place"]
    ring = 1.2 * 90
    w.move(x + ring, y)
    w.press()
    w.until("a drag", lambda s: s["bone"]["dragging"])
    for degrees in range(5, 31, 5):
        angle = math.radians(degrees)
        w.move(x + ring * math.cos(angle), y + ring * math.sin(angle))
    w.until("a bend", lambda s: turned(s["bone"]) > 20)
    w.release()
    w.until("a bend that waits", lambda s: not s["bone"]["dragging"] and s["dopesheet"]["unregistered"] == 1)
    w.click_widget("push button", "Register")
    return w.until("a key", lambda s: s["undo"] == "Register keys" and s["dopesheet"]["unregistered"] == 0)


def close_the_eyes(w, morph):
    """A morph by its slider, as a key by the keyboard."""
    w.page("Morphs")
    x, y, width, height = w.box(w.widget("slider", morph))
    w.move_in_window(x + width * 0.4, y + height / 2)
    w.click_here()
    w.until("a morph", lambda s: s["dopesheet"]["unregistered"] == 1)
    w.key("Return")
    w.until("its key", lambda s: s["dopesheet"]["unregistered"] == 0)


def key_the_camera(w):
    before = w.state()["camera"]["distance"]
    w.move(100, 300)
    w.scroll(WHEEL_UP, 3)  # the wheel leaves the keys
    w.until("a camera of its own", lambda s: not s["look"]["camera-keys"] and s["camera"]["distance"] != before)
    w.key("ctrl+Return")
    w.until("a key of the camera", lambda s: "Registered" in s["note"])
    w.key("k")
    w.look("camera-keys", 1)


def leave_asks(w):
    w.key("ctrl+q")
    w.until("a question", lambda s: s["asking"])
    w.painted()
    w.key("Escape")
    w.until("no question", lambda s: not s["asking"])


def plays_alike(w, folder, motion, frames):
    """Whether `hone pose` puts the selected bone where the window has it, with the motion that was saved."""
    w.key("F7")
    for frame in frames:
        go_to(w, frame)
        bones = bones_of(os.path.join(folder, "モデル", "character.pmx"), motion, "--frame", str(frame))
        w.until(f"the bone of hone pose at frame {frame}", lambda s: s["frame"] == frame and
                distance(s["bone"]["matrix"], bones[s["bone"]["index"]]) < 1e-5)


@needs("physics")
def a_film_is_set_up_edited_and_rendered():
    folder = os.path.join(WORK, "映画")
    make_files(folder)
    scene = set_up(folder)
    with Window("creator", scene, "--paused", save=folder, size="820x500") as w:
        s = w.characters(4)
        check("the size of the characters", [m["vertices"] > 29000 for m in s["models"]] == [True, True, False, False])
        check("the first one is edited, the song is there", s["models"][0]["active"] and s["sound"])
        w.settle()
        first = picture_of(w)
        check_same("as it was set up", first, rendered(scene, first))
        place_by_number(w)
        leave_asks(w)
        bend_by_the_mouse(w)
        plays = w.state()["bone"]["matrix"]
        close_the_eyes(w, "まばたき")
        key_the_camera(w)
        leave_asks(w)
        w.settle()
        w.window_shot("edited")
        save_scene(w, scene)
        second = picture_of(w)
        check("the edits are seen", difference(first, second) > 0.01)
        check_same("as it was saved", second, rendered(scene, second))
        check("the bone is where it was", distance(w.state()["bone"]["matrix"], plays) < 1e-6)
        plays_alike(w, folder, os.path.join(folder, "film-motion-1.vmd"), (0, 45, 75))
        w.key("ctrl+q")  # asks nothing
        w.ended_well()
        w.quits = False
    with Window("again", scene, "--paused", save=folder, size="820x500") as w:
        w.characters(4)
        w.settle()
        check_same("after it was opened again", picture_of(w), second)
    run(HONE, "render", "-q", scene, "--size", "%dx%d" % (64, 48), "--frames", "50:60", "--fps", "10", "-o",
        os.path.join(folder, "film.mp4"))
    check("a film", os.path.getsize(os.path.join(folder, "film.mp4")) > 1000)


main([a_film_is_set_up_edited_and_rendered])
