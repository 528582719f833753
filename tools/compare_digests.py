#!/usr/bin/env python3
"""Builds the same worlds with several builds of the program and compares every digest.

usage: tools/compare_digests.py NAME=COMMAND...

For example `g++=build/release/terrane "wasm=node build/web/terrane-node.js"`. Each build makes each
world with 1, 2 and 8 threads, forward, in reverse and in a random order: the first build in each
combination, the others with each count and each order once; every piece must have the same digest
each time. A build whose name begins with wasm reads Overpass JSON alone. Then each
plays the same matches to the same checksum, verifies the replays in tests/golden and goes the same
recorded rides. The first
difference is named, exit 1. Monaco is compared where the shared data is present
(TERRANE_SHARED_DATA, or ../shared/data beside the project), else a line SKIPPED says so.
"""
import itertools
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
THREADS = ("1", "2", "8")
ORDERS = ("forward", "reverse", "random:7")


def run(command, *arguments):
    result = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False,
                            cwd=ROOT, timeout=600)
    if result.returncode != 0:
        sys.exit(f"compare_digests: exit {result.returncode} of {shlex.join(command)} "
                 f"{shlex.join(arguments)}: {result.stderr.strip()[-500:]}")
    return result.stdout


def first_difference(reference, lines):
    expected, found = dict(reference), dict(lines)
    for key in sorted(expected.keys() | found.keys()):
        if expected.get(key) != found.get(key):
            return f"piece {key} is {found.get(key)} instead of {expected.get(key)}"
    return "the pieces agree, their order or the world's digest does not"


def compare(builds, title, sources, area):
    """`sources` are the URIs of one world, the last of them one that every build can read."""
    reference, first, runs = None, None, 0
    for name, command in builds:
        is_first = name == builds[0][0]
        combinations = itertools.product(THREADS, ORDERS) if is_first else zip(THREADS, ORDERS)
        readable = sources[-1:] if name.startswith("wasm") else sources
        for uri, (threads, order) in itertools.product(readable, combinations):
            text = run(command, "digest", uri, *area, "--threads", threads, "--order", order)
            lines = [tuple(line.split()) for line in text.splitlines()]
            what = f"{name} {uri} --threads {threads} --order {order}"
            if reference is None:
                reference, first = lines, what
                if len(lines) < 2 or lines[-1][0] != "world":
                    sys.exit(f"compare_digests: {what}: no pieces: {text[-200:]!r}")
            if lines != reference:
                sys.exit(f"compare_digests: {what} differs from {first}: "
                         f"{first_difference(reference, lines)}")
            runs += 1
    print(f"{title}: {runs} runs agree on {len(reference) - 1} pieces, world {reference[-1][1]}",
          flush=True)


def compare_monaco(builds, folder):
    data = pathlib.Path(os.environ.get("TERRANE_SHARED_DATA") or ROOT.parent / "shared" / "data")
    extract = data / "osm" / "monaco-2025-02-15.osm.pbf"
    if not extract.exists():
        print("SKIPPED: digests of Monaco (shared data absent)")
        return
    native = next(command for name, command in builds if not name.startswith("wasm"))
    uri = f"osm:{extract.resolve()}"
    bbox = json.loads(run(native, "info", uri, "--json", "-"))["bbox"]
    cut = str(pathlib.Path(folder) / "monaco.json")
    run(native, "extract", uri, "--bbox", ",".join(str(value) for value in bbox), "--out", cut)
    compare(builds, "Monaco, as PBF and as its extract in JSON", [uri, f"osm:{cut}"], [])


MATCHES = (
    ["--units", "60", "--seed", "7", "--ticks", "2400", "--players", "hard,drawn"],
    ["city:412", "--around", "0,0", "--radius", "200", "--units", "120", "--ticks", "1200"],
)


def compare_matches(builds):
    for match in MATCHES:
        checksums = {}
        for name, command in builds:
            report = json.loads(run(command, "match", *match, "--thread", "shadow", "--json", "-"))
            if report["shadow_differences"] != 0 or report["ticks"] != int(
                    match[match.index("--ticks") + 1]):
                sys.exit(f"compare_digests: {name} match {shlex.join(match)}: {report}")
            checksums[name] = report["checksum"]
        if len(set(checksums.values())) != 1:
            sys.exit(f"compare_digests: match {shlex.join(match)} ends differently: {checksums}")
        print(f"match {shlex.join(match)}: {len(checksums)} builds agree on "
              f"{next(iter(checksums.values()))}", flush=True)
    replays = sorted((ROOT / "tests" / "golden" / "replay").glob("*.trr"))
    for name, command in builds:
        for replay in replays:
            run(command, "replay", str(replay), "--verify")  # exits with 1 when it differs
    print(f"{len(replays)} replays verify in each build", flush=True)


RIDES = (
    ["city:412", "--seconds", "40"],
    ["city:412?layout=grown", "--seconds", "20"],
    ["osm:data/town.json", "--seconds", "40", "--mover", "walker"],
)


def compare_rides(builds, folder):
    """What the first build recorded is gone again by all."""
    path = str(pathlib.Path(folder) / "ride.trd")
    for ride in RIDES:
        run(builds[0][1], "ride", *ride, "--record", path)
        sums = {}
        for name, command in builds:
            report = json.loads(run(command, "replay", path, "--verify", "--json", "-"))
            sums[name] = report["checksum"]
        if len(set(sums.values())) != 1:
            sys.exit(f"compare_digests: ride {shlex.join(ride)} ends differently: {sums}")
        print(f"ride {shlex.join(ride)}: {len(sums)} builds agree on {next(iter(sums.values()))}",
              flush=True)


def main():
    builds = []
    for argument in sys.argv[1:]:
        name, separator, command = argument.partition("=")
        if not separator:
            sys.exit(__doc__)
        builds.append((name, shlex.split(command)))
    if not builds:
        sys.exit(__doc__)
    around = ["--around", "0,0", "--radius"]
    for uri in ("city:412", "city:412?layout=grown"):
        compare(builds, uri, [uri], [*around, "1500"])
        for lod in ("1", "2"):
            compare(builds, f"{uri} at level {lod}", [uri], [*around, "400", "--lod", lod])
    compare_matches(builds)
    compare(builds, "The made-up town", ["osm:data/town.osm", "osm:data/town.json"], [])
    with tempfile.TemporaryDirectory() as folder:
        compare_rides(builds, folder)
        compare_monaco(builds, folder)


if __name__ == "__main__":
    main()
