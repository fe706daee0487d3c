"""Mouse and keys by X's extension XTEST: what xdotool does, without a process for each event."""
import time
from contextlib import contextmanager

from Xlib import X, XK
from Xlib.ext import xtest

LEFT, WHEEL_UP, WHEEL_DOWN = 1, 4, 5  # buttons
PACE = 0.02  # seconds between what a quick hand does
MODIFIERS = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L"}


class Hands:
    def __init__(self, display):
        self.display = display

    def send(self, kind, detail=0, **place):
        """An event of a button, of a key by its code, or of the mouse at a place of the screen."""
        xtest.fake_input(self.display, kind, detail, **place)
        self.display.sync()
        time.sleep(PACE)

    def move(self, x, y):
        self.send(X.MotionNotify, x=round(x), y=round(y))

    def press(self, button):
        self.send(X.ButtonPress, button)

    def release(self, button):
        self.send(X.ButtonRelease, button)

    def click(self, button):
        self.press(button)
        self.release(button)

    def codes(self, symbol):
        """The keys that make a symbol, in the order of pressing."""
        code, level = min(self.display.keysym_to_keycodes(symbol), key=lambda pair: pair[1])
        return [*(self.codes(XK.XK_Shift_L) if level == 1 else []), code]

    def codes_named(self, name):
        return self.codes(XK.string_to_keysym(MODIFIERS.get(name, name)))

    @contextmanager
    def pressed(self, codes):
        for code in codes:
            self.send(X.KeyPress, code)
        try:
            yield
        finally:
            for code in reversed(codes):
                self.send(X.KeyRelease, code)

    def holding(self, *names):
        """A context in which keys are held down."""
        return self.pressed([code for name in names for code in self.codes_named(name)])

    def key(self, *keys):
        """Each as xdotool names it: "a", "Return", "ctrl+shift+p"."""
        for key in keys:
            with self.holding(*key.split("+")):
                pass

    def type(self, text):
        """ASCII only."""
        for letter in text:
            with self.pressed(self.codes(ord(letter))):
                pass
