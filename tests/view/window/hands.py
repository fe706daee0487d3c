"""Mouse and keys by X's extension XTEST: what xdotool does, without a process for each event."""
import time

from Xlib import X, XK
from Xlib.ext import xtest

PACE = 0.02  # seconds between what a quick hand does
MODIFIERS = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L"}


class Hands:
    def __init__(self, display):
        self.display = display

    def send(self, *events):
        """Each is a kind with its detail, a button or a key's code."""
        for kind, detail in events:
            xtest.fake_input(self.display, kind, detail)
        self.display.sync()
        time.sleep(PACE)

    def move(self, x, y):
        xtest.fake_input(self.display, X.MotionNotify, x=round(x), y=round(y))
        self.display.sync()
        time.sleep(PACE)

    def press(self, button):
        self.send((X.ButtonPress, button))

    def release(self, button):
        self.send((X.ButtonRelease, button))

    def click(self, button, times):
        for _ in range(times):
            self.send((X.ButtonPress, button), (X.ButtonRelease, button))

    def codes(self, symbol):
        """The keys that make a symbol, in the order of pressing."""
        found = self.display.keysym_to_keycodes(symbol)
        code, level = min(found, key=lambda pair: pair[1])
        return [*([self.codes(XK.XK_Shift_L)[0]] if level == 1 else []), code]

    def strike(self, codes):
        self.send(*((X.KeyPress, code) for code in codes))
        self.send(*((X.KeyRelease, code) for code in reversed(codes)))

    def key(self, *keys):
        """Each as xdotool names it: "a", "Return", "ctrl+shift+p"."""
        for key in keys:
            names = [MODIFIERS.get(name, name) for name in key.split("+")]
            self.strike([code for name in names for code in self.codes(XK.string_to_keysym(name))])

    def type(self, text):
        """ASCII only."""
        for letter in text:
            self.strike(self.codes(ord(letter)))
