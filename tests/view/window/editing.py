"""Editing in the window, for several scripts: choosing and bending bones, typing numbers, going to a frame."""
import math
import time

from window import Atspi, Failure, wait_for


def select_a_bone(w, bones):
    """Clicks at the places of bones until one is selected."""
    for index in (4, 6, 5, 3, 7):
        matrix = bones[index]
        w.click(*w.project((matrix[3], matrix[7], matrix[11])))
        w.painted()
        state = w.state()
        if state["bone"]["index"] >= 0 and state["bone"]["handles"]:
            return state
    raise Failure("no bone could be selected")


def turned(bone):
    return 2 * math.degrees(math.acos(min(1, abs(bone["edit_rotation"][3]))))


def turn_by_the_ring(w, bone, degrees, look=lambda s: None):
    """Drags the ring that faces the camera; look gets the state at each step."""
    x, y = w.project((bone["matrix"][3], bone["matrix"][7], bone["matrix"][11]))
    ring = 1.2 * 90
    w.move(x, y - ring)
    w.press()
    w.until("a drag", lambda s: s["bone"]["dragging"])
    for at in range(5, degrees + 5, 5):
        angle = math.radians(at)
        w.move(x + ring * math.sin(angle), y - ring * math.cos(angle))
        look(w.state())
    w.until("a bend", lambda s: turned(s["bone"]) > degrees / 2)
    w.release()
    return w.until("its end", lambda s: not s["bone"]["dragging"] and s["undo"])


def choose_bone(w, english):
    """Chooses the first bone that the search finds."""
    w.key("ctrl+f")
    w.type(english)
    w.key("Return")
    w.until("a bone", lambda s: s["bone"]["index"] >= 0)
    w.key("Escape")


def type_number(w, name, number):
    w.click_field("spin button", name)
    w.key("ctrl+a")
    w.type(number)
    w.key("Return")


def go_to(w, frame):
    type_number(w, "Current frame", str(frame))
    w.until(f"frame {frame}", lambda s: s["frame"] == frame and s["catching_up"] < 0)


def focused_row(widget):
    """Whether a row of a list below this widget has the focus."""
    widget.clear_cache()
    if widget.get_role_name() == "list item":
        return widget.get_state_set().contains(Atspi.StateType.FOCUSED)
    below = (widget.get_child_at_index(i) for i in range(widget.get_child_count()))
    return any(child and focused_row(child) for child in below)


def choose_below(w, name, rows):
    """Chooses in a list that opens: so many rows below the one that has the focus. Clicks again if no list opens: on a
    busy machine the page may be laid out between a look at the button and the click."""
    w.click_widget("combo box", name)
    next_click = [time.monotonic() + 10]

    def is_open():
        if focused_row(w.widget("combo box", name)):
            return True
        if time.monotonic() > next_click[0]:
            w.click_widget("combo box", name)
            next_click[0] = time.monotonic() + 10
        return False
    wait_for(f"{w.name}: the rows of {name}", is_open)
    w.key(*["Down"] * rows, "Return")


def bend_a_bone(w, degrees="30"):
    """Turns the bone in the second row of the tree by its number."""
    w.click_a_bone()
    w.click_field("spin button", "Rotation X")
    w.key("ctrl+a")
    w.type(degrees)
    w.key("Return")
    w.until("a change", lambda s: s["modified"] and s["models"][0]["edited"])
