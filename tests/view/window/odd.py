"""Unusual situations: tiny windows, two windows, signals, a display that disconnects, no display, two actions at
once."""
import os
import shutil
import signal
import subprocess

from window import CHARACTER, DANCE, HONE, MADE, WORK, Window, check, main, run, wait_for


def any_size_is_drawn():
    with Window("size", "--demo", "--paused") as w:
        w.characters()
        for size in (("200", "150"), ("1200", "300"), ("330", "850"), ("1000", "700")):
            before = w.state()
            run("xdotool", "windowsize", str(w.id), *size)
            w.until("another size", lambda s: s["canvas"] != before["canvas"] and s["pictures"] > before["pictures"])
            w.key("d")
            w.key("d")
        check("no error", not w.state()["error"])
        w.key("F11")
        w.until("all of the screen", lambda s: s["canvas"][3] > 750)
        w.key("F11")
        w.until("a window again", lambda s: s["canvas"][3] < 750)
        w.switch("F9", "panel", 0)
        w.until("a wider picture", lambda s: s["canvas"][2] > 900)


def narrow_windows_keep_their_picture():
    for size, least in (("640x480", 0.5), ("400x300", 0.9)):
        with Window("narrow" + size, CHARACTER, "--paused", size=size) as w:
            s = w.characters()
            width = w.x.get_geometry().width
            check(f"asked for {size} it is {width} wide", width <= int(size.split("x")[0]))
            check(f"the picture has {s['canvas'][2]} of {width}", s["canvas"][2] > least * width)
            w.window_shot("narrow")
    with Window("shrunk", CHARACTER, "--paused", size="1200x700") as w:
        w.characters()
        pane = 1200 - w.state()["canvas"][2]
        run("xdotool", "windowsize", str(w.id), "640", "480")
        w.until("a narrow window", lambda s: 320 < s["canvas"][2] < 640)
        w.click_widget("push button", "Menu")
        w.widget("menu item", "Skinning")
        w.key("Escape")
        run("xdotool", "windowsize", str(w.id), "1200", "700")
        w.until("a side pane as before", lambda s: abs(1200 - s["canvas"][2] - pane) < 4)


def two_windows_do_not_meet():
    with Window("one", CHARACTER, DANCE) as one:
        one.until("playing", lambda s: s["playing"] and s["frame"] > 3)
        with Window("other", "--demo", "--paused") as other:
            other.characters()
            other.key("space")
            other.until("playing", lambda s: s["frame"] > 3)
        frame = one.state()["frame"]
        one.until("playing on", lambda s: s["playing"] and s["frame"] != frame)


def a_signal_ends_it():
    for number in (signal.SIGINT, signal.SIGTERM):
        with Window(f"signal-{int(number)}", CHARACTER, DANCE, quits=False, log=False) as w:
            w.until("playing", lambda s: s["playing"])
            w.process.send_signal(number)
            check("it ends by the signal", w.process.wait(30) in (-number, 128 + number))
            check(f"without a word: {w.said()!r}", not w.said())


def a_display_that_goes_takes_it_along():
    with Window("gone", CHARACTER, DANCE, quits=False, log=False) as w:
        w.until("playing", lambda s: s["playing"])
        run("xdotool", "windowkill", str(w.id))
        wait_for("its end", lambda: w.process.poll() is not None)
        check(f"it failed: {w.process.returncode}", w.process.returncode == 1)
        check(f"with no more than a line: {w.said()!r}", w.said().count("\n") <= 1)


def without_a_display_there_is_one_line():
    bare = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    for environment in (bare, {**bare, "DISPLAY": ":12345"}):
        done = subprocess.run([HONE, "view", "--demo"], env=environment, capture_output=True, text=True)
        check(f"it says so: {done.stderr!r}", done.returncode == 1 and done.stderr == "hone: view: no display\n")


def a_dialog_does_not_leave_the_mouse_held():
    with Window("held", CHARACTER, DANCE, "--paused") as w:
        w.characters()
        w.move(60, 300)
        w.press(3)
        w.move(90, 300)
        w.key("ctrl+o")  # a dialog takes the mouse
        wait_for("a dialog", lambda: len(run("xdotool", "search", "--onlyvisible", "--pid",
                                            str(w.process.pid)).split()) > 1)
        w.release(3)
        w.key("Escape")
        run("xdotool", "windowactivate", "--sync", str(w.id))
        w.painted()
        before = w.state()["camera"]["angles"]
        w.move(200, 320)  # without a pressed button
        w.move(220, 340)
        w.painted()
        check("the camera stays", w.state()["camera"]["angles"] == before)
        w.drag((60, 300), (160, 330), 3)
        w.until("a turn", lambda s: abs(s["camera"]["angles"][1] - before[1]) > 0.1)


def a_textureless_copy_and_a_huge_frame():
    alone = os.path.join(WORK, "alone.pmx")
    shutil.copy(CHARACTER, alone)
    with Window("alone", alone, os.path.join(MADE, "camera.vmd"), "--frame", "1000000000", "--paused") as w:
        w.characters()
        w.until("warnings of textures or none", lambda s: s["pictures"] > 1 and not s["error"])


main([any_size_is_drawn, narrow_windows_keep_their_picture, two_windows_do_not_meet, a_signal_ends_it, a_display_that_goes_takes_it_along,
      without_a_display_there_is_one_line, a_dialog_does_not_leave_the_mouse_held,
      a_textureless_copy_and_a_huge_frame])
