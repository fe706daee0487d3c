"""Files: dropped, opened again, bad, changed meanwhile; saved pictures; saved settings; languages."""
import gettext
import glob
import os
import shutil
import zipfile

from editing import choose_below
from window import (BUILD, CHARACTER, DANCE, HONE, MADE, WORK, Window, changed, check, colours, difference, main,
                    needs, read_picture, run, short_motion, wait_for)


def files_are_dropped_on_the_window():
    folder = os.path.join(WORK, "新しい フォルダー #1 100%")
    shutil.copytree(MADE, folder)
    model, motion = os.path.join(folder, "ホネ 少女.pmx"), os.path.join(folder, "踊り &.vmd")
    os.rename(os.path.join(folder, "character.pmx"), model)
    os.rename(os.path.join(folder, "dance.vmd"), motion)
    bad = os.path.join(folder, "空.pmx")
    open(bad, "wb").close()
    with Window("drop", "--paused") as w:
        w.painted()
        empty = colours(w.canvas_shot())
        check("the window takes a drop", w.drop([model, motion]))
        s = w.until("both", lambda s: s["models"] and s["motions"])
        check("their names", s["models"][0]["name"] == "ホネ 少女.pmx" and s["motions"][0]["name"] == "踊り &.vmd")
        check("no error", not s["error"])
        w.until_picture("the character", lambda p: colours(p) > 2 * empty)
        check("and another", w.drop([DANCE], 300, 300))
        w.until("one more motion", lambda s: len(s["motions"]) == 2)
        check("and a bad one", w.drop([bad, os.path.join(folder, "nowhere.vmd")]))
        s = w.until("an error", lambda s: s["error"])
        check("it names the file and counts the others: " + s["error"],
              "空.pmx" in s["error"] and "1 more" in s["error"])
        check("all is still there", len(s["models"]) == 1 and len(s["motions"]) == 2)
        check("and a good one", w.drop([model]))
        s = w.until("two", lambda s: len(s["models"]) == 2)
        check("the error is gone", not s["error"])


def names_need_not_be_text():
    name = os.path.join(os.fsencode(WORK), "踊る.pmx".encode("cp932"))
    shutil.copy(os.fsencode(CHARACTER), name)
    with Window("bytes", os.fsdecode(name), DANCE, "--paused", fresh=False,
                environment={"XDG_CONFIG_HOME": os.path.join(WORK, "bytes-config")}) as w:
        s = w.characters()
        check("it is read as Japanese: " + s["models"][0]["name"], s["models"][0]["name"] == "踊る.pmx")
        w.page("Scene")
        w.widget("check box", "踊る.pmx")
        w.key("F5")
        w.until("it read again", lambda s: s["note"] and not s["error"])


def a_bad_file_is_told_and_the_window_lives():
    bad = os.path.join(WORK, "bad.pmx")
    with open(bad, "wb") as file:
        file.write(b"PMX \0\0\0\x40 and then nothing that makes sense")
    with Window("bad", "--demo", "--paused", bad, log=False) as w:
        s = w.until("an error", lambda s: s["error"])
        check("it names the file: " + s["error"], "bad.pmx" in s["error"])
        w.settle()
        shown = w.window_shot("error")
        w.key("Escape")
        w.until("no error", lambda s: not s["error"])
        wait_for("no bar", lambda: difference(shown, w.window_shot("no-error")) > 0.005)
        w.key("space")
        w.until("playing all the same", lambda s: s["playing"] and s["frame"] > 1)


def scroll_panes_around(widget):
    count = 0
    while widget:
        count += widget.get_role_name() == "scroll pane"
        widget = widget.get_parent()
    return count


def warnings_are_seen():
    alone = os.path.join(WORK, "bare", "alone.pmx")
    os.makedirs(os.path.dirname(alone))
    shutil.copy(CHARACTER, alone)
    with Window("warned", alone, "--paused", size="1000x700") as w:
        count = w.until("warnings", lambda s: s["warnings"] > 1 and "warning" in s["note"])["warnings"]
        w.until("all of them", lambda s: s["note"] == f"{s['warnings']} warnings")
        w.click_widget("push button", "Show")
        label = w.widget("label", "alone.pmx: texture hair.tga: not found")
        check("only the page scrolls, not the box", scroll_panes_around(label) == 2)  # the page and the pane
        w.window_shot("warnings")
        w.widget("page tab", f"Scene ({count} ⚠)")
        for name in os.listdir(MADE):
            if name.endswith(".tga"):
                shutil.copy(os.path.join(MADE, name), os.path.dirname(alone))
        w.key("F5")  # now they are found
        w.until("no warnings", lambda s: s["warnings"] == 0)
        w.widget("page tab", "Scene")


def folders_and_archives_are_dropped():
    folder = os.path.join(WORK, "鞄")
    shutil.copytree(MADE, os.path.join(folder, "model"))
    archive, notes = os.path.join(WORK, "model.zip"), os.path.join(WORK, "notes.zip")
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(CHARACTER, "inside/character.pmx")
    with zipfile.ZipFile(notes, "w") as packed:
        packed.writestr("readme.txt", "no model")
    with Window("folder", "--paused") as w:
        w.painted()
        check("the window takes a drop", w.drop([folder]))
        s = w.until("its model", lambda s: s["models"])
        check("its name: " + s["models"][0]["name"], s["models"][0]["name"] == "character.pmx" and not s["error"])
        check("and another", w.drop([notes]))
        s = w.until("an error", lambda s: "contains no model" in s["error"])
        shutil.copy(CHARACTER, os.path.join(folder, "other.pmx"))
        check("and another", w.drop([folder, notes]))
        s = w.until("another error", lambda s: "2 models (" in s["error"])
        check("it counts the others: " + s["error"], s["error"].endswith("(and 1 more file)"))
        check("the model is still there", len(s["models"]) == 1)
        check("and another", w.drop([archive]))
        w.until("the model of the archive", lambda s: len(s["models"]) == 2)


def dialogs_begin_where_the_model_is():
    folder = os.path.join(WORK, "home of the model")
    shutil.copytree(MADE, folder)
    with Window("beside", os.path.join(folder, "character.pmx"), os.path.join(folder, "dance.vmd"), "--frame", "40",
                "--paused", quits=False) as w:
        w.characters()

        def windows():
            return len(run("xdotool", "search", "--onlyvisible", "--pid", str(w.process.pid)).split())
        w.key("ctrl+shift+p")
        wait_for("a dialog", lambda: windows() > 1)
        w.painted()
        w.painted()
        w.key("Return")
        wait_for("a pose beside its model", lambda: os.path.exists(os.path.join(folder, "character-0040.vpd")))
        w.until("a word", lambda s: s["note"] and not s["error"])
        w.key("ctrl+q")
        w.ended_well()


def nameless_materials_are_counted():
    path = os.path.join(WORK, "nameless.x")
    material = "Material { 1;0.5;0.2;1;; 5; 0;0;0;; 0;0;0;; }"
    with open(path, "w", encoding="ascii") as file:
        file.write("xof 0303txt 0032\nMesh { 4; 0;0;0;, 9;0;0;, 9;20;0;, 0;20;0;; 2; 3;0,1,2;, 3;0,2,3;;"
                   f"MeshMaterialList {{ 2; 2; 0, 1;; {material} {material} }} }}\n")
    with Window("nameless", path, "--paused", size="1000x780") as w:
        w.characters()
        w.settle()
        w.page("Scene")
        w.widget("check box", "Material 1")
        x, y, width, height = w.box(w.widget("check box", "Material 2"))
        plain = w.settle()
        w.move_in_window(x + width / 2, y + height / 2)
        w.until_picture("a lit material", lambda p: difference(plain, p) > 0.005)
        w.move_in_window(200, 300)
        w.until_picture("none lit", lambda p: difference(plain, p) < 0.0005)


def characters_come_and_go_while_it_plays():
    with Window("several", CHARACTER, DANCE, CHARACTER, DANCE) as w:
        s = w.characters(2)
        check("bones are counted", s["models"][0]["bones"] > 50)
        check("a motion each", len(s["motions"]) == 2)
        w.until("playing", lambda s: s["playing"] and s["frame"] > 5)
        w.key("ctrl+w")
        w.until("one, and its motion", lambda s: len(s["models"]) == 1 and len(s["motions"]) == 1)
        w.key("ctrl+d")
        w.until("the built-in one, too", lambda s: len(s["models"]) == 2 and len(s["motions"]) == 3)
        w.key("ctrl+w", "ctrl+w")
        w.until("nobody", lambda s: not s["models"])
        w.key("ctrl+w", "space", "Right", "F5", "Delete", "ctrl+z", "ctrl+s", "F12", "F2", "a", "period")  # no character
        w.until("nobody still", lambda s: not s["models"] and not s["error"])


def a_file_that_changed_is_read_again():
    motion = short_motion(os.path.join(WORK, "turn.vmd"), 30)
    with Window("again", CHARACTER, motion, "--paused") as w:
        w.characters()
        w.until("a second", lambda s: abs(s["length"] - 30) < 1e-6)
        short_motion(motion, 90)
        w.key("F5")
        w.until("three seconds", lambda s: abs(s["length"] - 90) < 1e-6)
        with open(motion, "wb") as file:
            file.write(b"no motion any more")
        w.key("F5")
        s = w.until("an error", lambda s: "turn.vmd" in s["error"])
        check("the old one stays", len(s["motions"]) == 1 and abs(s["length"] - 90) < 1e-6)


def files_that_change_are_read_again_by_themselves():
    folder = os.path.join(WORK, "watched")
    shutil.copytree(MADE, folder)
    model, motion = os.path.join(folder, "character.pmx"), short_motion(os.path.join(folder, "turn.vmd"), 30)
    hair = os.path.join(folder, "hair.tga")
    with Window("watched", model, motion, "--paused") as w:
        w.characters()
        w.until("a second", lambda s: abs(s["length"] - 30) < 1e-6)
        before = w.settle()
        short_motion(motion, 90)
        w.until("three seconds", lambda s: abs(s["length"] - 90) < 1e-6 and "turn.vmd" in s["note"])
        with open(motion, "wb") as file:
            file.write(b"no motion any more")
        w.until("an error", lambda s: "turn.vmd" in s["error"])
        short_motion(motion, 60)
        w.until("two seconds", lambda s: abs(s["length"] - 60) < 1e-6 and not s["error"])
        os.remove(hair)
        shutil.copy(os.path.join(folder, "skirt.tga"), hair)
        w.until_picture("other hair", lambda p: difference(before, p) > 0.005)
        check("no warning", w.state()["warnings"] == 0)
        w.window_shot("other-hair")


@needs("physics")
def a_saved_picture_is_what_the_command_renders():
    with Window("shot", CHARACTER, DANCE, os.path.join(MADE, "camera.vmd"), "--paused", "--frame", "60",
                save="saved.png") as w:
        w.characters()
        w.switch("g", "grid", 0)
        seen = w.settle()
        w.key("F12")
        wait_for("a picture", lambda: os.path.exists(w.saved))
        w.until("a note", lambda s: "saved.png" in s["note"])
        saved = read_picture(w.saved)
        width, height = saved[:2]
        check("it is as wide and high as the window's", (width, height) == seen[:2])
        check("and shows the same", difference(saved, seen) < 0.002)
        rendered = os.path.join(w.folder, "rendered.png")
        run(HONE, "render", "-q", CHARACTER, DANCE, os.path.join(MADE, "camera.vmd"), "--frame", "60", "--physics", "on",
            "--size", f"{width}x{height}", "--background", "1b1d21", "-o", rendered)
        off = len(changed(saved, read_picture(rendered), 12)) / (width * height)
        check(f"the command renders the same: {off}", off < 0.005)


def what_was_is_remembered():
    config = {"XDG_CONFIG_HOME": os.path.join(WORK, "config")}
    with Window("first", CHARACTER, "--paused", fresh=False, size="", environment=config) as w:
        w.characters()
        w.switch("g", "grid", 0)
        w.switch("z", "wireframe", 1)
        run("xdotool", "windowsize", "--sync", str(w.id), "900", "640")
        w.until("another size", lambda s: sum(s["canvas"][1::2]) < 640)
        size = w.x.get_geometry()
    with Window("second", "--paused", fresh=False, size="", environment=config) as w:
        s = w.until("its switches", lambda s: s["look"]["grid"] == 0 and s["look"]["wireframe"] == 1)
        again = w.x.get_geometry()
        check("its size", (again.width, again.height) == (size.width, size.height))
        check("nobody is there", not s["models"])
        w.click_widget("push button", "Recent files")
        wait_for("a menu", lambda: w.has_focus("menu item", "character.pmx"))
        w.key("Return")
        w.characters()
    with Window("third", "--paused") as w:  # --fresh
        check("nothing of it", w.state()["look"]["grid"] == 1)
    with open(os.path.join(WORK, "config", "hone", "view.ini"), "w", encoding="utf-8") as file:
        file.write("[look]\nkeys=15\nmethod=15\nway=15\nphysics=15\ncolours=15\nbone-style=15\ngizmo=15\naxes=15\n"
                   "bones=15\nloop=-7\n[window]\nwidth=99999\nheight=-5\nrecent=;;;\n[nonsense")
    with Window("broken", CHARACTER, "--paused", fresh=False, environment=config) as w:
        w.characters()
        w.from_the_front()
        w.click(200, 300)
        w.until("no error", lambda s: not s["error"] and s["pictures"] > 3)


def it_speaks_japanese():
    folder = os.path.join(BUILD, "locale")
    if not glob.glob(os.path.join(folder, "ja", "LC_MESSAGES", "hone.mo")):
        print("SKIPPED: 1 scenario: no Japanese texts are built")
        return
    texts = gettext.translation("hone", folder, ["ja"])
    for arguments, environment in (["--language", "ja"], {}), ([], {"LANGUAGE": "ja"}):
        with Window("ja", "--demo", "--paused", *arguments, size="1000x700", environment=environment) as w:
            w.characters()
            for role, text in (("push button", "Open"), ("page tab", "Morphs"), ("push button", "Display settings")):
                check("there is a translation of " + text, texts.gettext(text) != text)
                w.widget(role, texts.gettext(text))
            w.settle()
            w.window_shot("japanese")
    bad = os.path.join(WORK, "bad-ja.pmx")
    with open(bad, "wb") as file:
        file.write(b"hello")
    with Window("ja-error", "--paused", "--language", "ja") as w:
        w.drop([bad])
        s = w.until("an error", lambda s: s["error"])
        check("it is Japanese: " + s["error"], s["error"] == "bad-ja.pmx: honeで読める形式ではありません")
    with Window("en", "--demo", "--paused", "--language", "en") as w:
        w.widget("page tab", "Morphs")


def a_second_character_is_looked_at_and_gets_the_dance():
    with Window("second", CHARACTER, DANCE, "--paused") as w:
        w.characters()
        w.settle()
        framed = w.state()["camera"]["distance"][0]
        w.key(*["KP_Add"] * 6)
        w.until("it from near by", lambda s: abs(s["camera"]["distance"][0]) < 0.8 * abs(framed))
        w.drop([CHARACTER])
        s = w.characters(2)
        w.until("both seen", lambda s: abs(s["camera"]["distance"][0] - framed) < 0.05 * abs(framed))
        check("the title names both", run("xdotool", "getwindowname", str(w.id)).strip() ==
              "character.pmx, character.pmx – hone")
        check("the first dances", s["motions"][0]["target"] == s["models"][0]["id"])
        w.page("Scene")
        choose_below(w, "Plays on", 2)
        w.until("the other one dancing", lambda t: t["motions"][0]["target"] == s["models"][1]["id"])
        w.settle()
        w.window_shot("given")


main([files_are_dropped_on_the_window, names_need_not_be_text, a_bad_file_is_told_and_the_window_lives,
      warnings_are_seen, folders_and_archives_are_dropped, dialogs_begin_where_the_model_is,
      nameless_materials_are_counted, characters_come_and_go_while_it_plays,
      a_second_character_is_looked_at_and_gets_the_dance, a_file_that_changed_is_read_again,
      files_that_change_are_read_again_by_themselves,
      a_saved_picture_is_what_the_command_renders, what_was_is_remembered,
      it_speaks_japanese])
