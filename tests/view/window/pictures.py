"""Makes the pictures of docs/viewer.md: KEEP=FOLDER tests/view/window/window.sh build/release pictures writes
FOLDER/en-document.ppm and FOLDER/ja-document.ppm. It is no test."""
from window import Window, keep, main


def show_an_elbow(name, *more):
    with Window(name, "--demo", *more, "--paused", "--frame", "150", size="1280x800", quits=False,
                environment={"GTK_THEME": "Adwaita:dark"}) as w:
        w.characters()
        w.until("physics", lambda s: s["catching_up"] < 0)
        w.switch("b", "bones", 1)
        w.key("ctrl+f")
        w.type("elbow_L")
        w.painted()
        w.key("Return")
        w.until("a bone", lambda s: s["bone"]["index"] >= 0)
        w.key("Escape")
        w.key("F7")
        w.until("a dopesheet", lambda s: s["dopesheet"].get("rows") and s["dopesheet"]["area"][2] > 100)
        w.painted()
        w.move(30, 30)
        w.settle()
        keep(name + "-document", w.window_shot())


def english():
    show_an_elbow("en")


def japanese():
    show_an_elbow("ja", "--language", "ja")


main([english, japanese])
