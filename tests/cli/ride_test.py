"""Rides by the command line: along roads, recorded, gone again, refused."""

import os

from terrane_cli import check, check_exit, check_refused, main, report_of, run

KEYS = ("steps", "way_m", "speed_m_s_max", "bumps", "checksum")


def rides(folder):
    path = os.path.join(folder, "drive.trd")
    drive = report_of("ride", "city:412", "--seconds", "20", "--record", path, keys=KEYS)
    check(drive.get("steps") == 2400, f"20 s are 2,400 steps: {drive}")
    check(drive.get("way_m", 0) > 120, f"the car gets along: {drive}")
    check(drive.get("bumps", 1) == 0, f"the road is free: {drive}")
    again = report_of("replay", path, "--verify", keys=("differences", "checksum"))
    check(again.get("differences") == 0 and again.get("checksums_compared") == 20,
          f"gone again: {again}")
    check(again.get("checksum") == drive.get("checksum"), "it ends elsewhere the second time")
    other = report_of("ride", "city:412", "--seconds", "20", "--seed", "3", "--at", "900,-700")
    check(other.get("checksum") != drive.get("checksum"), "place and seed do not matter")
    walk = report_of("ride", "osm:", "--seconds", "20", "--mover", "walker", keys=KEYS)
    check(24 < walk.get("way_m", 0) < 33, f"20 s at a walking pace: {walk}")


def refusals(folder):
    path = os.path.join(folder, "drive.trd")
    check_exit(run("ride", "city:412", "--seconds", "2", "--record", path), 0, "a short ride")
    with open(path, "rb") as file:
        whole = file.read()
    cases = {"cut.trd": whole[:-9], "flipped.trd": whole[:60] + b"\xff" + whole[61:],
             "later.trd": whole[:4] + b"\x09" + whole[5:], "magic.trd": whole[:4]}
    for name, content in cases.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
        check_refused("replay", os.path.join(folder, name), cwd=folder, what=name)
    check_refused("replay", path, "--seek", "20", cwd=folder, what="a seek in a drive")
    check_refused("ride", "city:412", "--seconds", "nan", cwd=folder, what="no time")
    check_refused("ride", "city:412", "--mover", "horse", cwd=folder, what="no mover")
    check_refused("ride", "city:412", "--at", "here", cwd=folder, what="no place")
    check_refused("ride", "osm:none.osm", cwd=folder, what="no world")
    check_refused("ride", "city:412", "--record", "no/such/folder/d.trd", cwd=folder,
                  what="an output that cannot be written")


def test(folder):
    rides(folder)
    refusals(folder)


main(test)
