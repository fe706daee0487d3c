"""Time: playing, stepping, scrubbing, speed, sound."""
import math
import os
import wave

from window import CHARACTER, DANCE, WORK, Window, check, colours, difference, main, needs


def plays_steps_and_scrubs():
    with Window("play", "--demo", "--paused") as w:
        s = w.until("the built-in character", lambda s: s["models"] and s["length"] > 0)
        check("begins paused, at 0", not s["playing"] and s["frame"] == 0)
        still = w.settle()
        check("there is something to see", colours(still) > 200)
        w.key("space")
        w.until("playing", lambda s: s["playing"] and s["frame"] > 10)
        w.key("space")
        s = w.until("a pause", lambda s: not s["playing"])
        w.key("Right")
        w.until("the next frame", lambda t: t["frame"] == math.floor(s["frame"] + 1e-6) + 1)
        w.key("Left", "Left")
        w.until("two frames back", lambda t: t["frame"] <= s["frame"])
        w.until_picture("another moment", lambda p: difference(still, p) > 0.01)
        w.key("ctrl+Home")
        w.until("the beginning", lambda s: s["frame"] == 0)
        w.until_picture("the beginning again", lambda p: difference(still, p) < 0.002)


@needs("physics")
def the_mouse_scrubs_the_timeline():
    with Window("scrub", CHARACTER, DANCE, "--paused") as w:
        s = w.until("a dance", lambda s: s["models"] and s["length"] > 100)
        first = w.settle()
        x, y, width, height = w.box(w.widget("slider", "Time"))
        w.move_in_window(x + 5, y + height / 2)  # the knob
        w.press()
        for share in (0.25, 0.5, 0.75):
            w.move_in_window(x + width * share, y + height / 2)
            t = w.until(f"{share} of the way", lambda t: abs(t["frame"] / s["length"] - share) < 0.05)
            check("it does not play", not t["playing"])
        w.release()
        there = w.settle()
        check("another moment is seen", difference(first, there) > 0.01)
        t = w.state()
        check("with physics", t["models"][0]["simulated"])
        w.key("ctrl+Home")
        w.until("the beginning", lambda s: s["frame"] == 0)
        w.until_picture("the beginning again", lambda p: difference(first, p) < 0.002)


def keys_change_speed_place_and_looping():
    with Window("speed", CHARACTER, DANCE, "--paused") as w:
        s = w.until("a dance", lambda s: s["models"] and s["length"] > 100)
        for key, speed in (("bracketright", 1.5), ("bracketright", 2), ("backslash", 1), ("bracketleft", 0.5),
                           ("bracketleft", 0.25), ("backslash", 1)):
            w.key(key)
            w.until(f"speed {speed}", lambda s: s["speed"] == speed)
        w.key("shift+Right")
        w.until("a second on", lambda s: s["frame"] == 30)
        w.key("shift+Left")
        w.until("a second back", lambda s: s["frame"] == 0)
        w.key("End")
        w.until("the end", lambda t: abs(t["frame"] - s["length"]) < 1e-6)
        w.switch("l", "loop", 0)
        w.key("space")  # at the end: from the beginning
        w.until("playing", lambda t: t["playing"] and t["frame"] < s["length"] - 1)
        w.key("End")
        w.until("a stop at the end", lambda t: not t["playing"] and abs(t["frame"] - s["length"]) < 1e-6)
        w.switch("l", "loop", 1)
        w.key("space", "End")
        w.until("the beginning again", lambda t: t["playing"] and t["frame"] < s["length"] / 2)


@needs("physics")
def bodies_move_without_a_motion():
    with Window("alone", CHARACTER, "--paused") as w:
        s = w.until("a character", lambda s: s["models"] and s["models"][0]["simulated"])
        check("it stands still", not s["playing"] and s["frame"] == 0 and s["length"] == 0)
        w.key("space")
        s = w.until("time", lambda s: s["playing"] and s["frame"] > 10 and s["models"][0]["simulated"])
        check("nothing is caught up with", s["catching_up"] < 0)
        w.key("space")
        s = w.until("a pause", lambda s: not s["playing"])
        w.key("End")  # there is no end
        w.key("Right")
        w.until("the next frame", lambda t: t["frame"] == math.floor(s["frame"] + 1e-6) + 1)
        w.key("ctrl+Home")
        w.until("the beginning", lambda s: s["frame"] == 0)
        w.key("space")
        w.until("time again", lambda s: s["playing"] and s["frame"] > 5)
        w.drop([DANCE])
        w.until("a dance from its beginning", lambda s: s["length"] > 100 and s["frame"] < 90)


@needs("film")
def a_song_leads():
    song = os.path.join(WORK, "歌 1.wav")
    with wave.open(song, "wb") as file:
        file.setparams((1, 2, 8000, 0, "NONE", None))
        file.writeframes(bytes(2 * 8000 * 20))
    with Window("song", CHARACTER, DANCE, song, "--paused") as w:
        s = w.until("a song", lambda s: s["models"] and s["sound"])
        check("it lasts as long as the longest", abs(s["length"] - 600) < 1)
        x, y, width, height = w.box(w.widget("slider", "Volume"))
        w.move_in_window(x + width - 6, y + height / 2)  # the knob: the volume is at its maximum first
        w.press()
        w.move_in_window(x + width * 0.5, y + height / 2)
        w.until("half of the volume", lambda s: 35 <= s["volume"] <= 65)
        w.release()
        w.key("space")
        w.until("playing", lambda s: s["frame"] > 15)
        w.switch("m", "muted", 1)
    with Window("deaf", CHARACTER, DANCE, song, "--paused", environment={"SDL_AUDIODRIVER": "there-is-none"}) as w:
        w.until("a note", lambda s: "no sound device" in s["note"])
        w.key("space")
        w.until("playing all the same", lambda s: s["frame"] > 15)


main([plays_steps_and_scrubs, the_mouse_scrubs_the_timeline, keys_change_speed_place_and_looping,
      bodies_move_without_a_motion, a_song_leads])
