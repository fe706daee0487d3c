"""A window of hone-view as a person has it: keys, mouse, what is on the screen, and what it says of itself.

Nothing waits for a time: every wait is for a state (HONE_VIEW_STATE), a widget or pixels, and gives up after PATIENCE.
A script of scenarios is run by window.sh as SCRIPT BUILD_DIR WORK_DIR [SCENARIO...]."""
import json
import math
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
import traceback
import warnings

import gi
import numpy
from Xlib import X, display

import xdnd
from hands import LEFT, Hands

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

warnings.simplefilter("ignore")
PATIENCE = float(os.environ.get("PATIENCE", 90))
BUILD, WORK = sys.argv[1:3]
HONE = os.path.join(BUILD, "hone")
MADE = os.path.join(BUILD, "samples", "made")
CHARACTER, DANCE = os.path.join(MADE, "character.pmx"), os.path.join(MADE, "dance.vmd")


class Failure(Exception):
    pass


def check(what, holds):
    if not holds:
        raise Failure(what)


def wait_for(what, look):
    """Waits for a true value of look() and returns it; fails after PATIENCE seconds."""
    end = time.monotonic() + PATIENCE
    while True:
        value = look()
        if value:
            return value
        check("in vain waited for " + what, time.monotonic() < end)
        time.sleep(0.03)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


# ---- pictures: (width, height, bytes of RGB) ----

def read_picture(path):
    data = subprocess.run(["convert", path, "-alpha", "off", "-depth", "8", "ppm:-"], check=True,
                          capture_output=True).stdout
    head = data.split(None, 4)
    check("no picture: " + path, head[0] == b"P6")
    width, height = int(head[1]), int(head[2])
    return width, height, data[-3 * width * height:]


def pixels(picture):
    """As numbers: [height, width, 3]."""
    width, height, data = picture
    return numpy.frombuffer(data, numpy.uint8).reshape(height, width, 3)


def colours(picture):
    return len(numpy.unique(pixels(picture).astype(numpy.uint32) @ (1, 256, 65536)))


def changed(one, other, most=16):
    """The pixels where two pictures differ by more than `most` in any channel: (x, y), ..."""
    check("pictures of one size", one[:2] == other[:2])
    apart = abs(pixels(one).astype(numpy.int16) - pixels(other)).max(axis=2)
    return [(x, y) for y, x in numpy.argwhere(apart > most).tolist()]


def difference(one, other):
    """The share of pixels that differ; 1 for pictures of different sizes."""
    return 1 if one[:2] != other[:2] else len(changed(one, other)) / (one[0] * one[1])


def at(picture, x, y):
    i = 3 * (round(y) * picture[0] + round(x))
    return tuple(picture[2][i:i + 3])


# ---- the window ----

class Window:
    """One run of the viewer. As a context it ends with Ctrl+Q, which must succeed, or, after a failure, by force."""

    def __init__(self, name, *arguments, save="", fresh=True, quits=True, size="820x560", environment=None,
                 log=True):
        self.name, self.shots, self.quits, self.border, self.known = name, 0, quits, None, {}
        self.folder = os.path.join(WORK, name)
        os.makedirs(self.folder, exist_ok=True)
        self.state_path = os.path.join(self.folder, "state.json")
        if os.path.exists(self.state_path):
            os.remove(self.state_path)
        self.saved = os.path.join(self.folder, save)
        changes = {"HONE_VIEW_STATE": self.state_path, **({"HONE_VIEW_LOG": "1"} if log else {}),
                   **(environment or {})}
        if save:
            changes["HONE_VIEW_SAVE"] = self.saved
        command = [HONE, "view", *(["--fresh"] if fresh else []), *(["--size", size] if size else []), *arguments]
        self.errors = open(os.path.join(self.folder, "stderr"), "w+b")
        self.process = subprocess.Popen(command, env={**os.environ, **changes}, stderr=self.errors)
        self.display = display.Display()
        self.hands = Hands(self.display)
        try:
            self.id = int(wait_for("a window", self.find))
            run("xdotool", "windowactivate", "--sync", str(self.id))
            self.until("a first picture", lambda s: s.get("pictures", 0) > 0)
        except BaseException:
            self.end()
            raise
        self.x = self.display.create_resource_object("window", self.id)

    def __enter__(self):
        return self

    def __exit__(self, kind, failure, trace):
        try:
            if kind:
                self.keep_last()
            elif self.quits:
                self.quit()
        finally:
            self.end()

    def find(self):
        self.check_alive()
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
                               capture_output=True, text=True).stdout.split()
        return found[-1] if found else None

    def said(self):
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")

    def check_alive(self):
        check(f"{self.name}: the viewer ended with {self.process.poll()}: {self.said()!r}",
              self.process.poll() is None)

    def quit(self):
        """Quits with Ctrl+Q, and checks that this succeeds: at once, or after a question about unsaved changes."""
        run("xdotool", "windowactivate", "--sync", str(self.id))
        self.key("ctrl+q")
        if wait_for(f"{self.name}: its end", lambda: self.process.poll() is not None or self.asks()) == "asks":
            self.click_dialog("Discard changes")
        self.ended_well()

    def asks(self):
        """Whether the question is open: "asks", or False."""
        try:
            return "asks" if self.state().get("asking") else False
        except Failure:  # the viewer has ended meanwhile
            return False

    def click_dialog(self, name):
        """A button of the question that is open."""
        forms = name, f"{name} {name}", f"_{name} {name}"  # GTK 4.8 names such buttons twice
        found = wait_for(f"{self.name}: button {name!r}", lambda: next(self.widgets("push button", *forms), None))
        found.get_action_iface().do_action(0)

    def ended_well(self, status=0):
        self.process.wait(PATIENCE)
        check(f"{self.name}: it ended with {self.process.returncode}: {self.said()!r}",
              self.process.returncode == status)
        check(f"{self.name}: it said on stderr: {self.said()!r}", not self.said())

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        self.errors.close()
        self.display.close()

    # its state file

    def state(self):
        self.check_alive()
        try:
            with open(self.state_path, encoding="utf-8") as file:
                return json.load(file)
        except (FileNotFoundError, json.JSONDecodeError):
            return {}

    def until(self, what, look):
        last = {}

        def there():
            last.update(self.state())
            return last if last and look(last) else None
        try:
            return wait_for(f"{self.name}: {what}", there)
        except Failure as failure:
            raise Failure(f"{failure}; its state: {last}") from None

    def characters(self, count=1):
        return self.until(f"{count} characters", lambda s: len(s["models"]) == count)

    def look(self, name, value):
        return self.until(f"{name} {value}", lambda s: s["look"][name] == value)

    def switch(self, key, name, value):
        self.key(key)
        return self.look(name, value)

    # keys and mouse

    def key(self, *keys):
        self.hands.key(*keys)

    def type(self, text):
        if text.isascii():
            self.hands.type(text)
        else:
            run("xdotool", "type", "--", text)

    def corner(self):
        place = self.display.screen().root.translate_coords(self.x, 0, 0)
        return place.x, place.y

    def move_in_window(self, x, y):
        left, top = self.corner()
        self.hands.move(left + x, top + y)

    def move(self, x, y):
        """Moves to a place in the picture, in pixels from its upper left corner."""
        left, top = self.state()["canvas"][:2]
        self.move_in_window(left + x, top + y)

    def press(self, button=1):
        self.hands.press(button)

    def release(self, button=1):
        self.hands.release(button)

    def click_here(self):
        self.hands.click(LEFT)

    def scroll(self, wheel, times):
        """wheel: WHEEL_UP or WHEEL_DOWN."""
        for _ in range(times):
            self.hands.click(wheel)

    def click(self, x, y):
        self.move(x, y)
        self.click_here()

    def drag(self, begin, end, button=1, steps=4):
        """Drags in the picture."""
        self.move(*begin)
        self.press(button)
        for i in range(1, steps + 1):
            self.move(*(b + (e - b) * i / steps for b, e in zip(begin, end)))
        self.release(button)

    def drop(self, paths, x=200, y=200):
        left, top = self.corner()
        return xdnd.drop(self.id, [os.path.abspath(path) for path in paths], left + x, top + y)

    # widgets, by their accessible names

    def program(self):
        """The viewer as Atspi knows it; None: it is not there yet."""
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            program = desktop.get_child_at_index(i)
            if program and program.get_process_id() == self.process.pid:
                program.clear_cache()
                return program
        return None

    def found(self, role, *names):
        """Yields (path, widget) of the current widgets, without those that disappear meanwhile."""
        try:
            program = self.program()
            if program:
                yield from descendants(program, role, names)
        except GLib.Error:
            return

    def widgets(self, role, *names):
        return (widget for _, widget in self.found(role, *names))

    def first_widget(self, role, name):
        """Keeps the path for windows to come."""
        for path, widget in self.found(role, name):
            paths[role, name] = path
            return widget
        return None

    def widget_at_path(self, role, name):
        """The widget at the path that an earlier window has kept, if it has that name; or None."""
        path = paths.get((role, name))
        try:
            widget = path and self.program()
            for i in path or ():
                widget = widget and widget.get_child_at_index(i)
            return widget if widget and (widget.get_role_name(), widget.get_name()) == (role, name) else None
        except GLib.Error:
            return None

    def widget(self, role, name):
        """The one of that name where an earlier window had it, or the first. It is looked up again only when it is
        gone: a search asks the viewer about hundreds of widgets."""
        if not exists(self.known.get((role, name)), name):
            self.known[role, name] = self.widget_at_path(role, name) or wait_for(
                f"{self.name}: {role} {name!r}", lambda: self.first_widget(role, name))
        return self.known[role, name]

    def has_focus(self, role, name):
        return any(widget.get_state_set().contains(Atspi.StateType.FOCUSED) for widget in self.widgets(role, name))

    def is_checked(self, role, name):
        return self.widget(role, name).get_state_set().contains(Atspi.StateType.CHECKED)

    def box(self, widget):
        """Left, top, width, height in the window's surface, which may have a border that Atspi does not know."""
        if not self.border:
            left, top = self.state()["canvas"][:2]
            picture = extents(self.widget("filler", "Picture"))
            self.border = left - picture.x, top - picture.y
        e = extents(widget)
        return e.x + self.border[0], e.y + self.border[1], e.width, e.height

    def click_widget(self, role, name):
        """Its extents when it no longer moves, as after sliding in."""
        last = [None]

        def stands():
            before, last[0] = last[0], self.box(self.widget(role, name))
            return last[0] == before and before[2] > 0 and before[3] > 0
        wait_for(f"{self.name}: {name} to stand still", stands)
        x, y, width, height = last[0]
        self.move_in_window(x + width / 2, y + height / 2)
        self.click_here()

    def click_field(self, role, name):
        """Clicks what is typed into next: it has the focus only some time after the click."""
        self.click_widget(role, name)
        self.painted()

    def click_a_bone(self):
        """Clicks the second row of the tree of bones until a bone is selected: if frames are slow, a click on a list
        that is still being filled selects none."""
        def rows():
            tree = self.widget("list", "Bones")
            return tree.get_child_count() > 1 and self.box(tree)
        last, next_click = [None], [0]

        def selected():
            before, last[0] = last[0], rows()
            if last[0] and before == last[0] and time.monotonic() > next_click[0]:
                self.move_in_window(last[0][0] + 60, last[0][1] + 40)
                self.click_here()
                next_click[0] = time.monotonic() + 10
            return self.state().get("bone", {}).get("index", -1) >= 0
        wait_for(f"{self.name}: a bone", selected)

    def page(self, name):
        """A page of the side pane; that of the scene counts its warnings."""
        count = self.state()["warnings"]
        self.click_widget("page tab", f"{name} ({count} ⚠)" if name == "Scene" and count else name)

    # pictures of the screen

    def grab(self, x, y, width, height):
        data = self.x.get_image(round(x), round(y), round(width), round(height), X.ZPixmap, 0xffffffff).data
        rgb = bytearray(3 * (len(data) // 4))
        for c in range(3):
            rgb[c::3] = data[2 - c::4]
        return round(width), round(height), bytes(rgb)

    def canvas_shot(self, what="picture"):
        """A screenshot of the picture only."""
        picture = self.grab(*self.state()["canvas"])
        self.shots += 1
        keep(f"{self.name}-{self.shots}-{what}", picture)
        return picture

    def window_shot(self, what="window"):
        size = self.x.get_geometry()
        picture = self.grab(0, 0, size.width, size.height)
        self.shots += 1
        keep(f"{self.name}-{self.shots}-{what}", picture)
        return picture

    def keep_last(self):
        try:
            self.window_shot("failed")
        except Exception:  # the widget is gone
            pass

    def painted(self):
        """Waits until the state read so far is also on the screen: it is written before a frame is painted."""
        for _ in range(2):
            before = os.stat(self.state_path).st_mtime_ns
            wait_for(self.name + ": another frame", lambda: os.stat(self.state_path).st_mtime_ns != before)

    def settle(self):
        """Waits until pictures no longer change: physics has caught up, and notes are gone. Switches off frame times,
        which always change."""
        if self.state()["look"]["figures"]:
            self.key("t")
        self.until("no frame times", lambda s: not s["look"]["figures"] and s["catching_up"] < 0 and not s["moving"])
        self.painted()
        last = [None]

        def stays():
            before, last[0] = last[0], self.canvas_shot("settled")
            return before and before == last[0]
        wait_for(self.name + ": pictures that stay", stays)
        return last[0]

    def until_picture(self, what, look):
        """Waits for a picture for which the condition holds."""
        last = [None]

        def there():
            last[0] = self.canvas_shot(what.replace(" ", "-"))
            return look(last[0])
        wait_for(f"{self.name}: {what} in the picture", there)
        return last[0]

    def project(self, point):
        """The place of a point of the model in the picture, seen from the front."""
        state = self.state()
        camera = state["camera"]
        _, _, width, height = state["canvas"]
        depth = point[2] - camera["target"][2] - camera["distance"][0]
        scale = height / 2 / math.tan(math.radians(camera["fov"][0]) / 2) / depth
        return (width / 2 + (point[0] - camera["target"][0]) * scale,
                height / 2 - (point[1] - camera["target"][1]) * scale)

    def from_the_front(self):
        self.key("alt+1")
        self.until("the front", lambda s: all(abs(a) < 1e-4 for a in s["camera"]["angles"]))


def exists(widget, name):
    if not widget:
        return False
    try:
        widget.clear_cache()
        return widget.get_name() == name
    except GLib.Error:
        return False


def extents(widget):
    return widget.get_component_iface().get_extents(Atspi.CoordType.WINDOW)


paths = {}  # of widgets by (role, name): the indices from the program down to the widget


def descendants(widget, role, names, path=()):
    """Yields (path, widget), without the content of lists: there are hundreds of bones."""
    is_of = widget.get_role_name()
    if is_of == role and widget.get_name() in names:
        yield path, widget
    if is_of == "list":
        return
    for i in range(widget.get_child_count()):
        child = widget.get_child_at_index(i)
        if child:
            yield from descendants(child, role, names, (*path, i))


def keep(name, picture):
    """Keeps a screenshot for people to look at, with KEEP=FOLDER."""
    folder = os.environ.get("KEEP")
    if not folder:
        return
    path = os.path.join(folder, name + ".ppm")
    with open(path, "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % picture[:2] + picture[2])


def distance(one, other):
    return max(abs(a - b) for a, b in zip(one, other))


def bones_of(*arguments):
    """The matrices, rows of 4, that `hone pose` gives for a frame."""
    path = os.path.join(WORK, "bones.json")
    run(HONE, "pose", *arguments, "--bones", path)
    with open(path, encoding="utf-8") as file:
        return [sum(matrix, []) for matrix in json.load(file)["values"][0]]


def copy(source, name):
    path = os.path.join(WORK, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    shutil.copy(source, path)
    return path


def short_motion(path, frames, down=0):
    """Writes a VMD that turns the head within so many frames, with the body lowered by `down`."""
    data = struct.pack("<30s20sI", b"Vocaloid Motion Data 0002", "ホネ".encode("cp932"), 3)
    for bone, frame, y, turn in (("頭", 0, 0, 0), ("頭", frames, 0, 0.5), ("センター", 0, -down, 0)):
        data += struct.pack("<15sI7f64s", bone.encode("cp932"), frame, 0, y, 0, 0, math.sin(turn), 0, math.cos(turn),
                            bytes([20] * 32 + [107] * 32))
    with open(path, "wb") as file:
        file.write(data + bytes(4 * 5))
    return path


def needs(part):
    """Marks a scenario that needs a component which not every build has: `hone --version` lists them."""
    def mark(scenario):
        scenario.needs = part
        return scenario
    return mark


def main(scenarios):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup ignores it, and so would the viewer
    wanted = sys.argv[3:]
    chosen = [s for s in scenarios if not wanted or s.__name__ in wanted]
    if not chosen:
        print("no such scenario")
        sys.exit(1)
    there = re.compile(r"^  (\S.*?)  +(?:built in$|module /)", re.M)
    built_in = set(there.findall(run(HONE, "--version")))
    failed = 0
    for scenario in chosen:
        if getattr(scenario, "needs", None) not in built_in | {None}:
            print(f"SKIPPED {scenario.__name__}: no {scenario.needs} in this build", flush=True)
            continue
        begun = time.monotonic()
        try:
            scenario()
            print(f"ok      {scenario.__name__} ({time.monotonic() - begun:.1f} s)", flush=True)
        except Failure as failure:
            failed += 1
            print(f"FAILED  {scenario.__name__}: {failure}", flush=True)
        except Exception:
            failed += 1
            print(f"FAILED  {scenario.__name__}: {traceback.format_exc()}", flush=True)
    sys.exit(failed != 0)
