#!/usr/bin/python3
"""Scenarios of hone-view's window, by keyboard and mouse. usage: window.py BUILD_DIR WORK_DIR [SCENARIO...]

Nothing waits for a time: every wait is for a state (HONE_VIEW_STATE) or for pixels, and gives up after PATIENCE."""
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import time

PATIENCE = 90
BUILD, WORK = sys.argv[1:3]
HONE = os.path.join(BUILD, "hone")


class Failure(Exception):
    pass


def wait_for(what, look):
    """The first true value of look(); fails after PATIENCE seconds."""
    end = time.monotonic() + PATIENCE
    while True:
        value = look()
        if value:
            return value
        if time.monotonic() > end:
            raise Failure("in vain waited for " + what)
        time.sleep(0.05)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def pixels(path):
    """A picture as (width, height, bytes of RGB)."""
    data = subprocess.run(["convert", path, "-depth", "8", "ppm:-"], check=True, capture_output=True).stdout
    kind, width, height, _, rest = data.split(None, 4) if data[2:3] == b"\n" else (None,) * 5
    if kind != b"P6":
        raise Failure("no picture: " + path)
    width, height = int(width), int(height)
    return width, height, data[-3 * width * height:]


def colours(picture):
    data = picture[2]
    return len({data[i:i + 3] for i in range(0, len(data), 3)})


def difference(one, other):
    """The share of pixels that differ by more than 16 in any channel."""
    if one[:2] != other[:2]:
        return 1
    a, b, count = one[2], other[2], 0
    if a == b:
        return 0
    for i in range(0, len(a), 3):
        if a[i:i + 3] != b[i:i + 3] and max(abs(a[i + c] - b[i + c]) for c in range(3)) > 16:
            count += 1
    return count / (len(a) / 3)


class Window:
    """One run of the viewer."""

    caught_up = -1  # of the state's catching_up, else a share

    def __init__(self, name, *arguments, save="", locale="C.UTF-8"):
        self.name, self.shots = name, 0
        self.folder = os.path.join(WORK, name)
        os.makedirs(self.folder)
        self.state_path = os.path.join(self.folder, "state.json")
        self.saved = os.path.join(self.folder, save) if save else ""
        environment = dict(os.environ, HONE_VIEW_STATE=self.state_path, LC_ALL=locale)
        if save:
            environment["HONE_VIEW_SAVE"] = self.saved
        command = [HONE, "view", "--fresh", "--size", "1000x700", *arguments]
        self.errors = open(os.path.join(self.folder, "stderr"), "w+b")
        self.process = subprocess.Popen(command, env=environment, stderr=self.errors)
        self.id = wait_for("a window", self.find)
        run("xdotool", "windowactivate", "--sync", self.id)
        self.until("a first picture", lambda s: s.get("pictures", 0) > 0)
        self.geometry = self.find_geometry()

    def find(self):
        self.check_alive()
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
                               capture_output=True, text=True).stdout.split()
        return found[-1] if found else None

    def find_geometry(self):
        lines = run("xdotool", "getwindowgeometry", "--shell", self.id).split()
        return {key: int(value) for key, value in (line.split("=") for line in lines)}

    def check_alive(self):
        if self.process.poll() is not None:
            self.errors.seek(0)
            raise Failure(f"the viewer ended with {self.process.returncode}: {self.errors.read()!r}")

    def state(self):
        self.check_alive()
        try:
            with open(self.state_path, encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return {}

    def until(self, what, look):
        def there():
            state = self.state()
            return state if state and look(state) else None
        return wait_for(f"{self.name}: {what}", there)

    def settle(self):
        """Until pictures stay as they are: physics is where the frame is, and notes are gone. Frame times, which never
        stay, are switched off."""
        if self.state()["look"]["figures"]:
            self.key("t")
        self.until("no frame times", lambda s: not s["look"]["figures"] and s["catching_up"] < 0)
        last = [None]

        def stays():
            before, last[0] = last[0], self.canvas_shot("settled")
            return before and difference(before, last[0]) == 0
        wait_for(self.name + ": pictures that stay", stays)
        return last[0]

    def key(self, *keys):
        run("xdotool", "key", "--clearmodifiers", *keys)

    def move(self, x, y):
        """To a place in the picture, pixels from its upper left corner."""
        left, top = self.state()["canvas"][:2]
        run("xdotool", "mousemove", "--sync", str(round(self.geometry["X"] + left + x)),
            str(round(self.geometry["Y"] + top + y)))

    def press(self, button=1):
        run("xdotool", "mousedown", str(button))

    def release(self, button=1):
        run("xdotool", "mouseup", str(button))

    def click(self, x, y):
        self.move(x, y)
        run("xdotool", "click", "1")

    def screenshot(self, what):
        self.shots += 1
        path = os.path.join(self.folder, f"{self.shots}-{what}.png")
        run("import", "-window", self.id, path)
        keep = os.environ.get("KEEP")
        if keep:
            shutil.copy(path, os.path.join(keep, f"{self.name}-{self.shots}-{what}.png"))
        return pixels(path)

    def canvas_shot(self, what):
        """The picture alone."""
        self.screenshot(what)
        path = os.path.join(self.folder, f"{self.shots}-{what}.png")
        left, top, width, height = (round(v) for v in self.state()["canvas"])
        run("mogrify", "-crop", f"{width}x{height}+{left}+{top}", "+repage", path)
        return pixels(path)

    def project(self, point):
        """Where a place of the model is in the picture, seen from the front."""
        state = self.state()
        camera = state["camera"]
        _, _, width, height = state["canvas"]
        depth = point[2] - camera["target"][2] - camera["distance"][0]
        scale = height / 2 / math.tan(math.radians(camera["fov"][0]) / 2) / depth
        return (width / 2 + (point[0] - camera["target"][0]) * scale,
                height / 2 - (point[1] - camera["target"][1]) * scale)

    def quit(self):
        self.key("ctrl+q")
        self.process.wait(PATIENCE)
        if self.process.returncode != 0:
            raise Failure(f"{self.name}: quitting ended with {self.process.returncode}")
        self.errors.seek(0)
        said = self.errors.read()
        if said:
            raise Failure(f"{self.name}: said on stderr: {said!r}")

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        self.errors.close()


def check(what, holds):
    if not holds:
        raise Failure(what)


# ---- scenarios ----

def plays_steps_and_scrubs():
    w = Window("play", "--demo", "--paused")
    try:
        s = w.until("the built-in character", lambda s: s["models"] and s["length"] > 0)
        check("begins paused, at 0", not s["playing"] and s["frame"] == 0)
        still = w.settle()
        check("there is something to see", colours(still) > 200)
        w.key("space")
        w.until("playing", lambda s: s["playing"] and s["frame"] > 10)
        w.key("space")
        s = w.until("a pause", lambda s: not s["playing"])
        w.key("Right")
        w.until("the next frame", lambda t: t["frame"] == math.floor(s["frame"] + 1e-6) + 1)
        w.key("Left", "Left")
        s = w.until("two frames back", lambda t: t["frame"] <= s["frame"])
        wait_for("a picture of another moment", lambda: difference(still, w.canvas_shot("moved")) > 0.01)
        w.key("ctrl+Home")
        w.until("the beginning", lambda s: s["frame"] == 0)
        wait_for("the picture as it began", lambda: difference(still, w.canvas_shot("again")) < 0.002)
        w.quit()
    finally:
        w.end()


def overlays_are_seen_and_gone_again():
    w = Window("overlays", "--demo", "--paused")
    try:
        w.until("the built-in character", lambda s: s["models"])
        plain = w.settle()
        for key, name in (("b", "bones"), ("i", "chains"), ("r", "bodies"), ("n", "normals"), ("z", "wireframe"),
                          ("g", "grid")):
            before = w.state()["look"][name]
            w.key(key)
            w.until(name, lambda s: s["look"][name] != before)
            wait_for(name + " in the picture", lambda: difference(plain, w.canvas_shot(name)) > 0.001)
            w.key(key)
            w.until("no " + name, lambda s: s["look"][name] == before)
            wait_for(name + " gone", lambda: difference(plain, w.canvas_shot("no-" + name)) < 0.0005)
        w.quit()
    finally:
        w.end()


def a_bad_file_is_told_and_the_window_lives():
    bad = os.path.join(WORK, "bad.pmx")
    with open(bad, "wb") as file:
        file.write(b"PMX \0\0\0\x40 and then nothing that makes sense")
    w = Window("bad", "--demo", "--paused", bad)
    try:
        s = w.until("an error", lambda s: s["error"])
        check("it names the file: " + s["error"], "bad.pmx" in s["error"])
        w.settle()
        w.screenshot("error")
        w.key("space")
        w.until("playing all the same", lambda s: s["playing"] and s["frame"] > 1)
        w.quit()
    finally:
        w.end()


def speaks_japanese():
    if not os.path.exists(os.path.join(BUILD, "locale", "ja", "LC_MESSAGES", "hone-view.mo")):
        print("SKIPPED: 1 scenario: no Japanese texts are built")
        return
    shots = []
    for language in "en", "ja":
        w = Window(language, "--demo", "--paused", "--language", language)
        try:
            w.until("the built-in character", lambda s: s["models"])
            w.settle()
            shots.append(w.screenshot(language))
            w.quit()
        finally:
            w.end()
    check("words differ", difference(*shots) > 0.003)


def a_bone_is_bent_by_the_mouse_and_its_pose_saved():
    model = os.path.join(BUILD, "samples", "made", "character.pmx")
    w = Window("bend", model, "--paused", save="pose.vpd")
    try:
        w.until("a character", lambda s: s["models"])
        w.key("alt+1")
        w.until("the front", lambda s: all(abs(a) < 1e-4 for a in s["camera"]["angles"]))
        w.key("b")
        w.until("bones", lambda s: s["look"]["bones"])
        plain = w.settle()
        places = os.path.join(w.folder, "rest.json")
        run(HONE, "pose", model, "--bones", places)
        state = select_a_bone(w, bones_of(places))
        bone, first = state["bone"]["index"], state["bone"]["matrix"]
        check("it can be turned", state["bone"]["handles"] != 0)
        x, y = w.project([first[3], first[7], first[11]])
        ring = 1.2 * 90
        w.move(x, y - ring)
        w.press()
        w.until("a drag", lambda s: s["bone"]["dragging"])
        for degrees in range(5, 50, 5):
            angle = math.radians(degrees)
            w.move(x + ring * math.sin(angle), y - ring * math.cos(angle))
        w.until("a bend", lambda s: abs(s["bone"]["edit_rotation"][3]) < math.cos(math.radians(20)))
        w.release()
        bent = w.until("its end", lambda s: not s["bone"]["dragging"] and s["undo"])
        turned = 2 * math.degrees(math.acos(min(1, abs(bent["bone"]["edit_rotation"][3]))))
        check(f"it was turned by {turned} degrees, not 45", abs(turned - 45) < 3)
        wait_for("a bend in the picture", lambda: difference(plain, w.canvas_shot("bent")) > 0.002)
        w.key("ctrl+z")
        w.until("it undone", lambda s: not s["undo"] and distance(s["bone"]["matrix"], first) < 1e-4)
        w.key("ctrl+y")
        w.until("it redone", lambda s: s["undo"] and distance(s["bone"]["matrix"], bent["bone"]["matrix"]) < 1e-4)
        w.key("ctrl+s")
        wait_for("a VPD", lambda: os.path.exists(w.saved) and os.path.getsize(w.saved))
        again = os.path.join(w.folder, "again.json")
        run(HONE, "pose", model, w.saved, "--bones", again)
        matrix = bones_of(again)[bone]
        off = distance(bent["bone"]["matrix"], [matrix[r][c] for r in range(3) for c in range(4)])
        check(f"the pose read back is off by {off}", off < 2e-3)
        w.quit()
    finally:
        w.end()


def bones_of(path):
    """The matrices of the first row of `hone pose --bones`."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)["values"][0]


def distance(one, other):
    return max(abs(a - b) for a, b in zip(one, other))


def select_a_bone(w, bones):
    """Clicks at places of bones until one is selected."""
    for index in (4, 6, 5, 3, 7):
        matrix = bones[index]
        before = w.state()["pictures"]
        w.click(*w.project([matrix[0][3], matrix[1][3], matrix[2][3]]))
        w.until("a new picture", lambda s: s["pictures"] > before)
        state = w.state()
        if state["bone"]["index"] >= 0 and state["bone"]["handles"]:
            return state
    raise Failure("no bone could be selected")


def files_are_opened_and_closed():
    made = os.path.join(BUILD, "samples", "made")
    w = Window("files", os.path.join(made, "character.pmx"), os.path.join(made, "dance.vmd"), "--paused")
    try:
        s = w.until("both", lambda s: s["models"] and s["motions"] and s["length"] > 0)
        check("bones are counted", s["models"][0]["bones"] > 50)
        w.key("ctrl+w")
        w.until("nobody", lambda s: not s["models"])
        w.quit()
    finally:
        w.end()


SCENARIOS = [plays_steps_and_scrubs, overlays_are_seen_and_gone_again, a_bone_is_bent_by_the_mouse_and_its_pose_saved,
             files_are_opened_and_closed, a_bad_file_is_told_and_the_window_lives, speaks_japanese]


def main():
    wanted = sys.argv[3:]
    chosen = [s for s in SCENARIOS if not wanted or s.__name__ in wanted]
    if not chosen:
        print("no such scenario")
        return 1
    failed = 0
    for scenario in chosen:
        try:
            scenario()
            print("ok      " + scenario.__name__, flush=True)
        except (Failure, subprocess.SubprocessError) as failure:
            failed += 1
            print(f"FAILED  {scenario.__name__}: {failure}", flush=True)
    return failed != 0


sys.exit(main())
