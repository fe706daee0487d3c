"""Drops files on a window like a file manager: the source's side of XDND, version 5."""
import time
from urllib.parse import quote

from Xlib import X, Xatom, display
from Xlib.protocol import event


class Source:
    """Offers text/uri-list to one window."""

    def __init__(self, target, paths):
        self.display = display.Display()
        self.atom = self.display.intern_atom
        self.target = self.display.create_resource_object("window", target)
        self.own = self.display.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        self.list = "".join("file://" + quote(path) + "\r\n" for path in paths).encode()
        self.told = {}  # the last message of each kind

    def send(self, kind, *data):
        message = event.ClientMessage(window=self.target, client_type=self.atom(kind),
                                      data=(32, [self.own.id, *data, 0, 0, 0][:5]))
        self.target.send_event(message)
        self.display.flush()

    def hand_over(self, request):
        """Answers the target's requests for the selection."""
        kind = self.atom("text/uri-list")
        if request.target == self.atom("TARGETS"):
            request.requestor.change_property(request.property, Xatom.ATOM, 32, [kind])
        elif request.target == kind:
            request.requestor.change_property(request.property, kind, 8, self.list)
        else:
            request.property = X.NONE
        request.requestor.send_event(event.SelectionNotify(
            time=request.time, requestor=request.requestor, selection=request.selection, target=request.target,
            property=request.property))
        self.display.flush()

    def answered(self, kind, patience=20):
        """The target's message of that kind; None: there is none."""
        end = time.monotonic() + patience
        while kind not in self.told and time.monotonic() < end:
            if not self.display.pending_events():
                time.sleep(0.01)
                continue
            e = self.display.next_event()
            if e.type == X.SelectionRequest:
                self.hand_over(e)
            elif e.type == X.ClientMessage:
                self.told[self.display.get_atom_name(e.client_type)] = e.data[1]
        return self.told.pop(kind, None)

    def drop(self, x, y):
        """Drops at a place of the screen. False: the window refused it, or did not finish."""
        self.own.set_selection_owner(self.atom("XdndSelection"), X.CurrentTime)
        self.send("XdndEnter", 5 << 24, self.atom("text/uri-list"))
        self.send("XdndPosition", 0, x << 16 | y, X.CurrentTime, self.atom("XdndActionCopy"))
        accepts = False
        while not accepts:  # a target may refuse at first, until it has checked the offer
            status = self.answered("XdndStatus", 5)
            if status is None:
                return False
            accepts = status[1] & 1
        self.send("XdndDrop", 0, X.CurrentTime)
        finished = self.answered("XdndFinished")
        return finished is not None and bool(finished[1] & 1)


def drop(target, paths, x, y):
    source = Source(target, paths)
    try:
        return source.drop(x, y)
    finally:
        source.display.close()
