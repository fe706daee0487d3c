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
        """Physics is where the frame is, and what has been said is gone; frame times, which always change, are off."""
        if self.state()["look"]["figures"]:
            self.key("t")
        self.until("no frame times", lambda s: not s["look"]["figures"])
        self.until("physics to catch up", lambda s: s["catching_up"] == self.caught_up)
        self.last = None

        def quiet():
            before, self.last = self.last, self.screenshot("settled")
            return before and difference(before, self.last) == 0
        wait_for(self.name + ": pictures that stay", quiet)

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
        still = w.canvas_shot("loaded")
        check("there is something to see", colours(still) > 200)
        w.key("space")
        w.until("playing", lambda s: s["playing"] and s["frame"] > 10)
        w.key("space")
        s = w.until("a pause", lambda s: not s["playing"])
        w.key("Right")
        w.until("the next frame", lambda t: t["frame"] == math.floor(s["frame"] + 1e-6) + 1)
        w.key("Left", "Left")
        s = w.until("two frames back", lambda t: t["frame"] <= s["frame"])
        moved = w.canvas_shot("moved")
        check("it has moved", difference(still, moved) > 0.01)
        w.key("ctrl+Home")
        w.until("the beginning", lambda s: s["frame"] == 0)
        before = w.state()["pictures"]
        w.key("l")
        w.until("a new picture", lambda s: s["pictures"] > before)
        wait_for("the picture as it began", lambda: difference(still, w.canvas_shot("again")) < 0.002)
        w.quit()
    finally:
        w.end()


def overlays_are_seen_and_gone_again():
    w = Window("overlays", "--demo", "--paused")
    try:
        w.until("the built-in character", lambda s: s["models"])
        plain = w.canvas_shot("plain")
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
        w.screenshot("error")
        w.key("space")
        w.until("playing all the same", lambda s: s["playing"] and s["frame"] > 1)
        w.quit()
    finally:
        w.end()


def speaks_japanese():
    w = Window("japanese", "--demo", "--paused", "--language", "ja")
    try:
        w.until("the built-in character", lambda s: s["models"])
        shot = w.screenshot("japanese")
        check("there is something to see", colours(shot) > 200)
        w.quit()
    finally:
        w.end()


SCENARIOS = [plays_steps_and_scrubs, overlays_are_seen_and_gone_again, a_bad_file_is_told_and_the_window_lives,
             speaks_japanese]


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
