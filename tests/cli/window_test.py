"""The native window under a virtual display, by a scripted user: opens, drives, takes pictures, is
resized, keeps settings, quits cleanly; the drive that it recorded is gone again without it."""

import json
import os
import re
import struct
import subprocess
import time

from terrane_cli import PROGRAM, check, check_exit, check_refused, main, report_of, run

PATIENCE_S = 150  # drawn by the processor, beside other tests


class Display:
    def __enter__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "900x700x24", "-nolisten", "tcp"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = ":" + pipe.readline().strip()
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()

    def xdotool(self, *arguments):
        result = subprocess.run(["xdotool", *arguments], env=dict(os.environ, DISPLAY=self.name),
                                capture_output=True, text=True, timeout=60, check=False)
        return result.stdout.strip()


class Window:
    def __init__(self, display, folder, *arguments):
        self.display = display
        self.errors = open(os.path.join(folder, "errors.txt"), "w+", encoding="utf-8")
        environment = dict(os.environ, DISPLAY=display.name, XDG_CONFIG_HOME=folder)
        environment.pop("WAYLAND_DISPLAY", None)
        self.process = subprocess.Popen([PROGRAM, *arguments], cwd=folder, env=environment,
                                        stdout=subprocess.DEVNULL, stderr=self.errors)
        self.id = None

    def title(self):
        if self.id is None:
            found = self.display.xdotool("search", "--name", "^Terrane").split()
            self.id = found[-1] if found else None
        return self.display.xdotool("getwindowname", self.id) if self.id else ""

    # Waits for something and says whether it came; ends early with the program.
    def wait_for(self, came):
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until and self.process.poll() is None:
            if came():
                return True
            time.sleep(0.2)
        return bool(came())

    def speed(self):
        found = re.search(r"(\d+) km/h", self.title())
        return int(found.group(1)) if found else 0

    def keys(self, action, *names):
        self.display.xdotool("windowfocus", self.id)
        for name in names:
            self.display.xdotool(action, name)

    def end(self, what):
        try:
            code = self.process.wait(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = "none: it had to be killed"
        self.errors.seek(0)
        check(code == 0, f"{what}: exit {code}: {self.errors.read()[-400:]}")
        self.errors.close()


def png_size(path):
    with open(path, "rb") as file:
        head = file.read(24)
    check(head[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is no PNG")
    return struct.unpack(">II", head[16:24])


def small(*arguments):
    return [*arguments, "--reach", "220", "--piece-limit", "900", "--load-radius", "200",
            "--unload-radius", "250"]


def drives(display, folder):
    recording = os.path.join(folder, "window.trd")
    window = Window(display, folder, *small("drive", "city:412", "--record", recording))
    check(window.wait_for(lambda: "pieces" in window.title()), "no window opened")
    window.keys("keydown", "w")
    check(window.wait_for(lambda: window.speed() >= 5), f"it does not drive: {window.title()!r}")
    window.keys("keyup", "w")
    window.display.xdotool("windowsize", window.id, "480", "300")
    picture = os.path.join(folder, "terrane-1.png")

    def resized():
        window.keys("key", "F2")
        pictures = [name for name in os.listdir(folder) if name.endswith(".png")]
        return any(png_size(os.path.join(folder, name)) == (480, 300) for name in pictures)

    check(window.wait_for(resized), "the picture does not have the window's new size")
    check(os.path.exists(picture), "F2 saved no picture")
    window.keys("key", "F3")
    window.keys("key", "Escape", "Escape")
    window.end("drive")
    with open(os.path.join(folder, "terrane", "settings.json"), encoding="utf-8") as file:
        check(json.load(file).get("streaming_panel") is True, "F3 was not kept in the settings")
    again = report_of("replay", recording, "--verify", keys=("differences", "steps"))
    check(again.get("differences") == 0, f"the window's drive gone again: {again}")


def walks(display, folder):
    with open(os.path.join(folder, "terrane", "settings.json"), "w", encoding="utf-8") as file:
        file.write('{"hour": 30, "keys": {"ahead": ["I"]}}')
    window = Window(display, folder, *small("walk", "osm:"))
    check(window.wait_for(lambda: "pieces" in window.title()), "no window opened")
    window.keys("keydown", "i")
    check(window.wait_for(lambda: window.speed() >= 3), "the key of the settings does not walk")
    window.keys("keyup", "i")
    window.keys("key", "Escape", "Escape")
    window.end("walk")
    with open(os.path.join(folder, "errors.txt"), encoding="utf-8") as file:
        check("hour: expected" in file.read(), "nonsense in the settings is not named")


def test(folder):
    with Display() as display:
        drives(display, folder)
        walks(display, folder)
        timed = dict(os.environ, DISPLAY=display.name, XDG_CONFIG_HOME=folder)
        result = subprocess.run([PROGRAM, *small("drive", "city:412", "--seconds", "1")], env=timed,
                                capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        check_exit(result, 0, "a window that closes by itself")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        os.environ.pop(name, None)
    check_refused("drive", "city:412", cwd=folder, what="no display", says="terrane render")
    check_refused("drive", "city:412", "--reach", "80", cwd=folder, what="too short a reach",
                  says="--reach")
    check_exit(run("drive", "--help"), 0, "help")


main(test)
