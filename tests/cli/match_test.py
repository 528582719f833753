"""Matches by the command line: shadows, replays, saves, two processes, bad input."""

import json
import os
import signal
import socket
import subprocess
import time

from terrane_cli import PROGRAM, check, check_exit, check_refused, main, report_of, run

KEYS = ("ticks", "units_peak", "tick_ms_p50", "tick_ms_p99", "core_share_at_20hz", "snapshot_bytes",
        "encode_us_p50", "checksum", "winner", "shadow_differences", "cross_us_p50", "cross_us_p99",
        "decode_us_p50")
SMALL = ("--units", "40", "--seed", "5")


def threads(_folder):
    sums = {}
    for thread in ("main", "worker", "shadow"):
        report = report_of("match", *SMALL, "--ticks", "400", "--thread", thread, keys=KEYS)
        sums[thread] = report.get("checksum")
        check(report.get("shadow_differences") == 0, f"match --thread {thread}: {report}")
        check(report.get("ticks") == 400, f"match --thread {thread}: {report.get('ticks')} ticks")
        check(report.get("ending") == "time", f"the last tick ends it: {report.get('ending')}")
        check("trouble" not in report, f"match --thread {thread}: {report.get('trouble')}")
    check(len(set(sums.values())) == 1, f"threads differ: {sums}")
    posted = report_of("match", *SMALL, "--ticks", "400", "--thread", "worker", "--posted",
                       keys=KEYS)
    check(posted.get("checksum") == sums["main"], "the posted exchange differs")
    other = report_of("match", "--units", "40", "--seed", "6", "--ticks", "400", keys=KEYS)
    check(other.get("checksum") != sums["main"], "the seed does not matter")
    planted = run("match", *SMALL, "--ticks", "200", "--thread", "shadow", "--plant", "111",
                  "--json", "-")
    check_exit(planted, 1, "a planted bit")
    check("tick 111: " in planted.stderr, f"the planted bit is not named: {planted.stderr}")


def worlds(_folder):
    city = ("match", "city:412", "--around", "0,0", "--radius", "200", *SMALL)
    report = report_of(*city, "--ticks", "100", "--players", "easy,drawn:goblins", keys=KEYS)
    check(report.get("units_peak", 0) >= 40, f"a match in the city: {report}")
    town = report_of("match", "osm:", "--units", "16", "--ticks", "60", keys=KEYS)
    check(town.get("units_peak", 0) >= 16, f"a match in the town: {town}")
    four = report_of("match", "--players", "ai,easy,hard,drawn", "--units", "80", "--ticks", "60",
                     keys=KEYS)
    check(four.get("units_peak", 0) >= 80, f"four sides: {four}")


def replays(folder):
    path = os.path.join(folder, "m.trr")
    told = run("match", *SMALL, "--ticks", "700", "--players", "ai,drawn", "--record", path,
               "--report", "--json", os.path.join(folder, "m.json"))
    check_exit(told, 0, "a recorded match")
    check("it ends (time was up and the score decided)" in told.stdout,
          f"the report's end: {told.stdout[-300:]}")
    with open(os.path.join(folder, "m.json"), encoding="utf-8") as file:
        recorded = json.load(file)
    report = report_of("replay", path, "--verify", keys=("ticks", "differences"))
    check(report.get("differences") == 0 and report.get("ticks") == 700, f"replay: {report}")
    check(report.get("checksums_compared") == 35, f"a checksum every 20 ticks: {report}")
    check(report.get("checksum") == recorded.get("checksum"), "the replay ends elsewhere")
    sought = report_of("replay", path, "--seek", "650")
    check(sought.get("ticks") == 650, f"replay --seek: {sought}")
    with open(path, "rb") as file:
        whole = file.read()
    for name, data in (("cut.trr", whole[:-9]), ("flipped.trr", whole[:5000] + bytes(
            [whole[5000] ^ 4]) + whole[5001:]), ("future.trr", whole[:4] + b"\x09" + whole[5:]),
                       ("empty.trr", b""), ("text.trr", b"a text")):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
        check_refused("replay", os.path.join(folder, name), "--verify", cwd=folder, what=name)


def saves(folder):
    save = os.path.join(folder, "m.trs")
    flat = os.path.join(folder, "m.snapshot")
    straight = report_of("match", *SMALL, "--ticks", "600", "--players", "ai,hard", "--save-at",
                         "300:" + save, "--snapshot-at", "0:" + flat, keys=KEYS)
    loaded = report_of("match", *SMALL, "--ticks", "600", "--players", "ai,hard", "--load", save,
                       keys=KEYS)
    check(loaded.get("checksum") == straight.get("checksum"), "a loaded match goes another way")
    printed = run("snapshot", flat)
    check_exit(printed, 0, "snapshot")
    for word in ("core 16 ", "players ", "vision ", "resources "):
        check(word in printed.stdout, f"snapshot does not print {word!r}")
    with open(save, "rb") as file:
        whole = file.read()
    for name, data in (("cut", whole[:len(whole) // 2]), ("flipped", whole[:900] + bytes(
            [whole[900] ^ 16]) + whole[901:])):
        bad = os.path.join(folder, name)
        with open(bad, "wb") as file:
            file.write(data)
        check_refused("match", *SMALL, "--load", bad, cwd=folder, what=f"a save that is {name}")
    with open(flat, "rb") as file:
        words = file.read()
    with open(flat, "wb") as file:
        file.write(words[:-4])
    check_refused("snapshot", flat, cwd=folder, what="a snapshot that was cut")
    check_refused("match", "--units", "40", "--seed", "6", "--load", save, cwd=folder,
                  what="a save on other ground")


def killed_while_saving(folder):
    """Whatever the moment, the old or the new file stands, whole."""
    save = os.path.join(folder, "k.trs")
    arguments = (*SMALL, "--ticks", "400", "--players", "ai,hard")
    check_exit(run("match", *arguments, "--save-at", "100:" + save), 0, "the first save")
    with open(save, "rb") as file:
        old = file.read()
    for delay_ms in (5, 15, 25, 35, 50, 70, 100, 150):
        process = subprocess.Popen([PROGRAM, "match", *arguments, "--save-at", "200:" + save],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(delay_ms / 1000)
        process.send_signal(signal.SIGKILL)
        process.wait()
        with open(save, "rb") as file:
            now = file.read()
        if now != old:
            loaded = run("match", *arguments, "--load", save, "--json", "-")
            check_exit(loaded, 0, f"the save after a kill at {delay_ms} ms")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def pair(folder, host_extra=(), join_extra=(), both=()):
    port = free_port()
    common = [*SMALL, "--players", "drawn,drawn", *both, "--json", "-"]
    host = subprocess.Popen([PROGRAM, "match", "--host", port, *common, *host_extra], cwd=folder,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    address = "127.0.0.1:" + port
    joined = subprocess.Popen([PROGRAM, "match", "--join", address, *common, *join_extra],
                              cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return host, joined


def peers(folder):
    host, joined = pair(folder, both=("--ticks", "400"))
    outputs = [process.communicate(timeout=120) for process in (host, joined)]
    check(host.returncode == 0 and joined.returncode == 0, f"two processes play: {outputs}")
    sums = [json.loads(output[0] or "{}").get("checksum") for output in outputs]
    check(sums[0] == sums[1] and sums[0], f"the two end differently: {sums}")
    host, joined = pair(folder, both=("--ticks", "60"), join_extra=("--input-delay", "5"))
    outputs = [process.communicate(timeout=120) for process in (host, joined)]
    check(host.returncode == 2 and joined.returncode == 2 and "delay" in outputs[0][1],
          f"another input delay: {outputs}")


def lost_peer(folder):
    host, joined = pair(folder, both=("--ticks", "200000"))
    time.sleep(1.5)
    joined.kill()
    joined.communicate()
    output = host.communicate(timeout=60)
    check(host.returncode == 2 and "peer" in output[1], f"a lost peer: {output}")
    saves_left = [name for name in os.listdir(folder) if name.startswith("match-lost-")]
    check(len(saves_left) == 1 and saves_left[0] in output[1],
          f"its save: {saves_left} {output[1]}")
    if saves_left:
        tick = int(saves_left[0].split("-")[2])
        both = ("--ticks", str(tick + 100), "--load", saves_left[0])
        host, joined = pair(folder, both=both)
        outputs = [process.communicate(timeout=120) for process in (host, joined)]
        check(host.returncode == 0 and joined.returncode == 0, f"it goes on: {outputs}")


def bad_input(folder):
    for arguments, says in (
            (("--players", "ai"), "two to eight"), (("--players", "ai,robot"), "no such player"),
            (("--players", "ai,ai:elves"), "no such player"), (("--thread", "gpu"), "shadow"),
            (("--plant", "4"), "shadow"), (("--save-at", "x:y"), "TICK:FILE"),
            (("--save-at", "5"), "TICK:FILE"), (("--units", "9999999"), "--units"),
            (("arena:x",), "arena"), (("--load", "missing.trs"), "missing.trs"),
            (("--around", "0,0", "--radius", "100"), "arena"),
            (("--join", "nowhere", "--ticks", "5"), "ADDR:PORT"),
            (("--host", "1", "--join", "a:1"), "not both"),
            (("city:412", "--around", "0,0", "--radius", "3000"), "2048")):
        check_refused("match", *arguments, cwd=folder, what=" ".join(arguments), says=says)
    lake = ("city:412", "--bbox", "0,0,20,20")
    check_refused("match", *lake, cwd=folder, what="an area without room for two sides")


def test(folder):
    for part in (threads, worlds, replays, saves, killed_while_saving, peers, lost_peer, bad_input):
        own = os.path.join(folder, part.__name__)
        os.mkdir(own)
        part(own)


main(test)
