"""Recording films: complete, cancelled, and dropped when the window closes."""
import os
import shutil
import struct
import subprocess

from window import (CHARACTER, HONE, MADE, WORK, Window, check, difference, main, needs, read_picture, run,
                    short_motion, wait_for)

FRAMES = 2
LAST = 30  # the last frame of a film that takes long enough to be observed


def boxes(data):
    """The boxes of an mp4, as a list of (kind, content)."""
    at, found = 0, []
    while at + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        check("boxes have sizes", 8 <= size <= len(data) - at)
        found.append((kind.decode(), data[at + 8:at + size]))
        at += size
    return found


def inside(data, *path):
    """The content of the boxes at that path."""
    for kind in path:
        data = b"".join(content for k, content in boxes(data) if k == kind)
    return data


def check_mp4(path, width, height, count):
    """Checks the boxes, the size and the number of pictures, with FFmpeg too if it is installed."""
    with open(path, "rb") as file:
        data = file.read()
    check("an mp4", boxes(data)[0][0] == "ftyp" and any(kind == "mdat" for kind, _ in boxes(data)))
    track = inside(data, "moov", "trak")
    size = tuple(v >> 16 for v in struct.unpack(">II", inside(track, "tkhd")[-8:]))
    check(f"it is {size}", size == (width, height))
    pictures = struct.unpack_from(">I", inside(track, "mdia", "minf", "stbl", "stsz"), 8)[0]
    check(f"it has {pictures} pictures", pictures == count)
    if shutil.which("ffprobe"):
        subprocess.run(["ffprobe", "-v", "error", path], check=True)


def beside(path):
    """The files in a film's folder, without the test's own: the state may just be written under another name."""
    names = os.listdir(os.path.dirname(path))
    return sorted(name for name in names if name != "stderr" and not name.lstrip(".").startswith("state.json"))


@needs("film")
def a_film_is_made_while_the_window_lives():
    motion = short_motion(os.path.join(WORK, "short.vmd"), LAST)
    with Window("film", CHARACTER, motion, "--paused", log=False, save="film.mp4") as w:
        w.characters()
        w.key("ctrl+m")
        w.until("a film under way", lambda s: s["filming"])
        run_on = w.state()["pictures"]
        w.key("ctrl+m")  # a second film does not begin
        w.until("its end", lambda s: not s["filming"])
        s = w.until("a word", lambda s: s["note"] or s["error"])
        check("no error: " + s["error"], not s["error"])
        check_mp4(w.saved, 1280, 720, LAST + 1)
        check("nothing else is left", beside(w.saved) == ["film.mp4"])
        w.key("Right")
        w.until("a window that goes on", lambda s: s["frame"] == 1 and s["pictures"] > run_on)


@needs("physics")
def a_film_is_as_the_window_plays_it():
    motion = short_motion(os.path.join(WORK, "knees.vmd"), FRAMES, 3)
    with Window("ik", CHARACTER, motion, os.path.join(MADE, "camera.vmd"), "--paused", log=False, save="film.png") as w:
        w.characters()
        w.switch("g", "grid", 0)
        w.switch("ctrl+i", "ik", 0)
        w.key("ctrl+m")
        wait_for("a picture", lambda: os.path.exists(w.saved))
        made = read_picture(w.saved)
        for ik in ("off", "on"):
            rendered = os.path.join(w.folder, "rendered.png")
            run(HONE, "render", "-q", CHARACTER, motion, os.path.join(MADE, "camera.vmd"), "--physics", "on", "--ik", ik,
                "--size", f"{made[0]}x{made[1]}", "--background", "1b1d21", "-o", rendered)
            off = difference(made, read_picture(rendered))
            check(f"chains are off, as in the window: {ik}, {off}", (off < 0.002) == (ik == "off"))


def stop_the_film(w):
    """Cancelling asks first if much would be lost."""
    w.click_widget("push button", "Stop the film")
    if w.until("an end or a question", lambda s: s["asking"] or not s["filming"])["asking"]:
        w.click_dialog("Stop")
    return w.until("its end", lambda s: not s["filming"])


@needs("film")
def a_cancelled_film_leaves_nothing():
    motion = short_motion(os.path.join(WORK, "long.vmd"), 30000)
    with Window("cancel", CHARACTER, motion, "--paused", log=False, save="film.mp4") as w:
        w.characters()
        w.key("ctrl+m")
        w.until("a film under way", lambda s: s["filming"])
        s = stop_the_film(w)
        check("no error: " + s["error"], not s["error"])
        check("nothing is left", beside(w.saved) == [])


@needs("film")
def keys_are_the_windows_while_it_films():
    motion = short_motion(os.path.join(WORK, "keys.vmd"), 30000)
    with Window("keys", CHARACTER, motion, "--paused", log=False, save="film.mp4") as w:
        w.characters()
        w.key("ctrl+m")
        w.until("a film under way", lambda s: s["filming"])
        w.window_shot("filming")
        w.key("space")
        w.until("playing", lambda s: s["playing"])
        w.key("space", "Return", "Escape")
        w.until("a pause", lambda s: not s["playing"])
        w.painted()
        check("the film goes on", w.state()["filming"])
        stop_the_film(w)


@needs("film")
def the_window_may_go_while_it_films():
    motion = short_motion(os.path.join(WORK, "longer.vmd"), 30000)
    w = Window("leave", CHARACTER, motion, "--paused", log=False, save="film.mp4", quits=False)
    with w:
        w.characters()
        w.key("ctrl+m")
        w.until("a film under way", lambda s: s["filming"])
        w.key("ctrl+q")
        w.until("a question", lambda s: s["asking"])
        w.key("Escape")
        s = w.until("no question", lambda s: not s["asking"])
        check("the film goes on", s["filming"])
        w.key("alt+F4")
        w.until("a question", lambda s: s["asking"])
        w.click_dialog("Stop and close")
        w.ended_well()
    check("nothing is left", beside(w.saved) == [])


@needs("physics")
def the_window_may_go_while_physics_is_on_its_way():
    motion = short_motion(os.path.join(WORK, "far.vmd"), 100000)
    with Window("chase", CHARACTER, motion, "--paused") as w:
        w.characters()
        w.key("End")
        w.until("a chase", lambda s: s["catching_up"] >= 0)
        s = w.until("shown without physics", lambda s: s["frame"] == s["length"])
        check("it says so", not s["models"][0]["simulated"])
        w.key("ctrl+d")  # opens another character
        w.characters(2)
        w.key("ctrl+w")
        w.characters(1)
        w.until("a chase", lambda s: s["catching_up"] >= 0)


main([a_film_is_made_while_the_window_lives, a_film_is_as_the_window_plays_it, a_cancelled_film_leaves_nothing,
      keys_are_the_windows_while_it_films,      the_window_may_go_while_it_films, the_window_may_go_while_physics_is_on_its_way])
