"""Unsaved work survives the end of the program: signals, and kill -9."""
import glob
import json
import math
import os
import re
import shutil
import signal
import struct
import time
import wave

from editing import bend_a_bone
from window import BUILD, CHARACTER, DANCE, WORK, Window, check, main, needs, run, wait_for

STATE = os.path.join(WORK, "state")
KEPT = os.path.join(STATE, "hone", "recovery")


def kept():
    return sorted(glob.glob(os.path.join(KEPT, "*", "recovery.json")))


def forget():
    shutil.rmtree(STATE, ignore_errors=True)


def window(name, *arguments, environment=None, **more):
    return Window(name, *arguments, environment={"XDG_STATE_HOME": STATE,
                                                 "XDG_CONFIG_HOME": os.path.join(WORK, "config"), **(environment or {})},
                  **more)


def write_song(path):
    with wave.open(path, "wb") as song:
        song.setnchannels(1)
        song.setsampwidth(2)
        song.setframerate(8000)
        song.writeframes(b"".join(struct.pack("<h", round(8000 * math.sin(i / 3))) for i in range(80000)))


def end_by(w, number, seconds=10):
    """Sends a signal; the program ends soon, with 128 + the signal."""
    begun = time.monotonic()
    w.process.send_signal(number)
    w.ended_well(128 + number)
    check(f"{w.name}: it ended at once", time.monotonic() - begun < seconds)


@needs("film")
def a_signal_ends_a_window_with_sound():
    forget()
    song = os.path.join(WORK, "song.wav")
    write_song(song)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        with window(f"sound-{number}", CHARACTER, song, quits=False) as w:
            w.until("a sound", lambda s: s["sound"])
            end_by(w, number)
    check("nothing was unsaved", not kept())


def a_signal_ends_it_while_a_dialog_is_open():
    with window("dialog", CHARACTER, "--paused", quits=False) as w:
        w.characters()
        bend_a_bone(w)
        w.key("ctrl+q")
        w.until("a question", lambda s: s["asking"])
        end_by(w, signal.SIGTERM)
    check("the work is kept", len(kept()) == 1)
    forget()


def a_signal_ends_it_while_a_model_is_loading():
    models = []
    for vertices in range(29000, 27000, -100):
        folder = os.path.join(WORK, f"dense-{vertices}")
        os.makedirs(folder)
        run(os.path.join(BUILD, "tests", "dense_character"), folder, str(vertices))
        models.append(os.path.join(folder, "character.pmx"))
    with window("loading", CHARACTER, "--paused", quits=False) as w:
        w.characters()
        bend_a_bone(w)
        w.drop(models)
        wait_for("the work of before it", kept)
        end_by(w, signal.SIGTERM, 2)
        with open(w.state_path, encoding="utf-8") as file:
            check("it was loading", len(json.load(file)["models"]) == 1)
    check("the work is kept", len(kept()) == 1)
    forget()


@needs("film")
def a_signal_leaves_no_part_of_a_film():
    folder = os.path.join(WORK, "films")
    os.makedirs(folder)
    with window("film", CHARACTER, DANCE, "--paused", save=os.path.join(folder, "film.mp4"), quits=False, log=False) as w:
        w.characters()
        w.key("ctrl+m")
        w.until("a film that is made", lambda s: s["filming"])
        wait_for("its temporary file", lambda: os.listdir(folder))
        end_by(w, signal.SIGTERM, 20)
    check(f"nothing is left: {os.listdir(folder)}", not os.listdir(folder))


@needs("physics")
def a_signal_ends_it_while_physics_catches_up():
    with window("physics", CHARACTER, DANCE, "--paused", quits=False) as w:
        w.characters()
        w.key("End")
        w.until("physics that catches up", lambda s: s["catching_up"] >= 0)
        end_by(w, signal.SIGHUP)


def killed_with_work(name):
    """A window with a key that is not saved, which writes every second, and is killed."""
    with window(name, CHARACTER, DANCE, "--frame", "20", "--paused", quits=False,
                environment={"HONE_VIEW_RECOVERY": "1"}) as w:
        w.characters()
        bend_a_bone(w)
        w.click_widget("push button", "Register")
        w.until("a key", lambda s: s["undo"] == "Register keys")
        bend_a_bone(w, "11")
        matrix = w.state()["bone"]["matrix"]
        bone = w.state()["bone"]["index"]
        wait_for("its work", kept)
        before = os.stat(kept()[0]).st_mtime_ns
        w.key("KP_Add")  # the camera is no change
        bend_a_bone(w, "12")
        matrix = w.until("the bend", lambda s: s["bone"]["matrix"] != matrix)["bone"]["matrix"]
        wait_for("its work again", lambda: os.stat(kept()[0]).st_mtime_ns != before)
        time.sleep(1.5)
        w.process.kill()
        w.process.wait()
    return bone, matrix


def work_is_offered_after_kill_9_and_recovered():
    forget()
    bone, matrix = killed_with_work("killed")
    with window("fresh", "--paused") as w:  # --fresh
        w.painted()
        check("nothing is asked", not w.state()["asking"])
    check("nothing is harmed", len(kept()) == 1)
    with window("recovered", "--paused", fresh=False, quits=False) as w:
        w.until("a question", lambda s: s["asking"])
        title = next(t for t in run("sh", "-c", "for i in $(xdotool search --onlyvisible --pid "
                                    f"{w.process.pid}); do xdotool getwindowname $i; done").splitlines() if "?" in t)
        check("it names the time: " + title, re.fullmatch(r"Recover unsaved work of \d\d:\d\d\?", title))
        w.window_shot("question")
        with window("beside", "--paused", fresh=False) as other:
            other.painted()
            check("only one window asks", not other.state()["asking"])
        w.click_dialog("Recover")
        s = w.characters()
        check("it is unsaved", s["modified"] and s["models"][0]["edited"] and not s["error"])
        check("its motion", s["motions"][0]["name"] == "dance.vmd")
        w.until("its frame", lambda s: s["frame"] == 20)
        w.click_a_bone()
        w.until("the bone as it was", lambda s: s["bone"]["index"] == bone and
                max(abs(a - b) for a, b in zip(s["bone"]["matrix"], matrix)) < 1e-4)
        check("the work is still kept", len(kept()) == 1)
        w.window_shot("recovered")
        w.key("ctrl+q")
        w.until("a question", lambda s: s["asking"])
        w.click_dialog("Discard changes")
        w.ended_well()
    check("a clean end leaves nothing", not os.listdir(KEPT))


def later_keeps_and_discard_removes():
    forget()
    killed_with_work("killed-again")
    with window("later", "--paused", fresh=False) as w:
        w.until("a question", lambda s: s["asking"])
        w.painted()
        w.key("Escape")
        w.until("no question", lambda s: not s["asking"])
    check("it is kept", len(kept()) == 1)
    path = kept()[0]
    with open(path, "r+b") as file:
        file.truncate(30)
    with window("damaged", "--paused", fresh=False) as w:
        w.until("a question", lambda s: s["asking"])
        w.click_dialog("Recover")
        s = w.until("an error", lambda s: s["error"] and not s["asking"])
        check("it is told: " + s["error"], "is kept" in s["error"] and not s["models"])
        w.window_shot("damaged")
    check("it is kept", len(kept()) == 1)
    with window("discard", "--paused", fresh=False) as w:
        w.until("a question", lambda s: s["asking"])
        w.click_dialog("Discard")
        w.until("no question", lambda s: not s["asking"])
        wait_for("nothing", lambda: not os.listdir(KEPT))


main([a_signal_ends_a_window_with_sound, a_signal_ends_it_while_a_dialog_is_open,
      a_signal_ends_it_while_a_model_is_loading, a_signal_leaves_no_part_of_a_film,
      a_signal_ends_it_while_physics_catches_up, work_is_offered_after_kill_9_and_recovered,
      later_keeps_and_discard_removes])
