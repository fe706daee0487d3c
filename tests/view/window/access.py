"""Every button has a name that screen readers can say; windows may be narrow and low."""
import os
import subprocess
import wave

from window import CHARACTER, DANCE, HONE, WORK, Atspi, GLib, Window, check, main, run, wait_for

ROLES = "push button", "toggle button", "menu button", "check box", "radio button", "spin button", "combo box", "slider"


def nameless(widget, path=()):
    """The visible widgets of these roles without a name, with the names around them."""
    try:
        widget.clear_cache()
        role, name, states = widget.get_role_name(), widget.get_name(), widget.get_state_set()
        children = [widget.get_child_at_index(i) for i in range(widget.get_child_count())]
    except GLib.Error:
        return
    if role in ROLES and not name and states.contains(Atspi.StateType.VISIBLE):
        yield " > ".join((*path[-3:], role))
    for child in children:
        if child:
            yield from nameless(child, (*path, f"{role} {name!r}" if name else role))


def check_names(w, where):
    desktop = Atspi.get_desktop(0)
    found = set()
    for i in range(desktop.get_child_count()):
        program = desktop.get_child_at_index(i)
        if program and program.get_process_id() == w.process.pid:
            found.update(nameless(program))
    check(f"{where}: without a name: {sorted(found)}", not found)


def windows(w):
    return len(subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(w.process.pid)], capture_output=True,
                              text=True).stdout.split())


def song():
    """A second of silence, for the buttons of sound."""
    path = os.path.join(WORK, "silence.wav")
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(16000))
    return path


def every_button_has_a_name():
    with Window("names", CHARACTER, DANCE, CHARACTER, song(), os.path.join(WORK, "nowhere.pmx"), "--paused", size="1200x850",
                environment={"HONE_VIEW_ASK": "1"}, save="film.mp4") as w:
        w.characters(2)
        w.click_a_bone()
        check_names(w, "bones")
        for page in "Morphs", "Weights", "Scene", "Inspect":
            w.page(page)
            w.painted()
            check_names(w, page)
        w.switch("F7", "dopesheet", 1)
        w.until("its rows", lambda s: s["dopesheet"].get("rows"))
        check_names(w, "dopesheet")
        for key, what in ("ctrl+m", "film"), ("question", "help"):
            w.key(key)
            wait_for(what, lambda: windows(w) > 1)
            w.painted()
            check_names(w, what)
            w.key("Escape")
            wait_for("one window", lambda: windows(w) == 1)


def a_small_window_with_a_dopesheet_shows_the_picture():
    with Window("small", CHARACTER, DANCE, "--paused", size="1280x800") as w:
        w.characters()
        w.switch("F7", "dopesheet", 1)
        w.until("its rows", lambda s: s["dopesheet"].get("rows"))
        w.window_shot("large")
        run("xdotool", "windowsize", str(w.id), "880", "600")  # here the menus are folded, which makes it narrower
        w.until("folded menus", lambda s: sum(s["canvas"][::2]) < 880)
        w.painted()
        w.widget("push button", "Menu")
        run("xdotool", "windowsize", str(w.id), "640", "480")
        s = w.until("a narrow window", lambda s: s["canvas"][2] < 640 and s["dopesheet"].get("area"))
        wait_for("a window as narrow as wanted", lambda: w.x.get_geometry().width <= 660)
        s = w.until("a picture of use", lambda s: s["canvas"][3] > 200)
        check("the keys are there", s["dopesheet"]["area"][3] > 40)
        w.painted()
        w.window_shot("small")
        run("xdotool", "windowsize", "--sync", str(w.id), "1280", "800")
        w.until("a large dopesheet again", lambda s: s["dopesheet"].get("area", [0] * 4)[3] > 180)


def bones_and_morphs_are_found_by_roles_and_standard_names():
    model = os.path.join(WORK, "no-english.glb")
    run(HONE, "convert", "-q", CHARACTER, "-o", model)
    with Window("search", model, "--paused", size="1000x700") as w:
        w.characters()
        for sought, bone in (("rightUpperArm", "右腕"), ("elbow_L", "左ひじ"), ("groove", "グルーブ"), ("head", "頭")):
            w.key("ctrl+f", "ctrl+a")
            w.type(sought)
            w.key("Return")
            w.until(f"{bone} for {sought}", lambda s: s["bone"].get("name") == bone)
        w.window_shot("found")
        w.key("ctrl+f", "ctrl+a")
        w.type("no such thing")
        w.widget("label", "No bone has this name.")
        w.painted()
        w.window_shot("not-found")
        w.key("Escape")
        wait_for("the list", lambda: not [x for x in w.widgets("label", "No bone has this name.")
                                          if x.get_state_set().contains(Atspi.StateType.SHOWING)])
        w.page("Morphs")
        w.click_field("entry", "Find a morph")
        w.type("blink")
        w.widget("slider", "まばたき")
        w.window_shot("morphs")


main([bones_and_morphs_are_found_by_roles_and_standard_names, every_button_has_a_name, a_small_window_with_a_dopesheet_shows_the_picture])
