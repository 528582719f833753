"""Live places against a server on loopback: the town by an Overpass query a tile, the same bytes as
from its file, and what is said when the server hangs, cuts, lies or refuses. Long waits belong to
the unit tests (service_fetcher_test.cpp): here they are only seen not to be gone round."""

import json
import os
import re
import tempfile
import time

from overpass_mock import Mock
from terrane_cli import SOURCE_FOLDER, check, check_exit, check_refused, main, report_of, run

TOWN = os.path.join(SOURCE_FOLDER, "data", "town.json")
BOX = "--bbox=-10.003,-30.002,-9.992,-29.993"
SQUARE = "-29.99748,-9.99763"


def world(mock):
    return f"osm:overpass?endpoint={mock.url}"


def lines_of(text):
    return {line.split()[0]: line.split()[1] for line in text.splitlines() if " " in line}


def same_as_the_file(_folder):
    of_file = run("digest", f"osm:{TOWN}")
    with Mock(TOWN) as mock:
        live = run("digest", world(mock), BOX, "--threads", "2")
        check_exit(live, 0, "digest of a live place")
        wanted, found = lines_of(of_file.stdout), lines_of(live.stdout)
        wanted.pop("world", None)
        check(len(wanted) >= 4, f"the town has sectors: {of_file.stdout[:200]}")
        for key, digest in wanted.items():
            check(found.get(key) == digest,
                  f"sector {key} of live tiles: {found.get(key)} != {digest}")
        boxes = [q[1] for q in mock.queries]
        check(len(boxes) == len(set(boxes)), "a tile was asked for twice")
        check(mock.at_once_most <= 2, f"{mock.at_once_most} queries at once")
        for _, _, agent, _ in mock.queries:
            check(agent and agent.startswith("terrane/"), f"the User-Agent says who asks: {agent}")
        report = report_of("verify", world(mock), BOX, keys=("pieces", "differences", "unowned"))
        check(report.get("differences") == 0, f"verify of a live place: {report}")
        check(report.get("unowned") == 0 and report.get("owned_twice") == 0,
              f"owners of a live place: {report}")
        info = report_of("info", world(mock), BOX, keys=("buildings", "roads", "bridges"))
        check(info.get("buildings", 0) > 50 and info.get("roads", 0) > 20, f"info: {info}")


def tours(_folder):
    with Mock(TOWN) as mock:
        report = report_of("tour", world(mock), "--at", SQUARE, "--seconds", "6", "--speed", "10",
                           "--load-radius", "500", "--workers", "2",
                           keys=("queries", "bytes_fetched", "failed_pieces"))
        check(report.get("queries") == len(mock.queries),
              f"the report counts the queries: {report.get('queries')} of {len(mock.queries)}")
        check(0 < report.get("queries", 0) < 100, f"few queries: {report.get('queries')}")
        check(report.get("bytes_fetched", 0) > 50000, f"bytes: {report.get('bytes_fetched')}")
        check(report.get("failed_pieces") == 0, f"nothing fails: {report.get('failed_pieces')}")
        check(report.get("distance_m", 0) > 5, f"the tour moves: {report.get('distance_m')}")
        check(report.get("first_world_ms") is not None, "the first world stands")


def renders(folder):
    pictures = []
    with Mock(TOWN) as mock:
        mock.delay_s = 0.05
        for uri in (f"osm:{TOWN}", world(mock)):
            out = os.path.join(folder, f"square{len(pictures)}.png")
            report = report_of("render", uri, "--at", SQUARE, "--heading", "200", "--size",
                               "320x180", "--load-radius", "400", "--out", out)
            pictures.append((report.get("triangles", 0), out))
        check(pictures[0][0] > 1000 and pictures[1][0] == pictures[0][0],
              f"the same triangles: {pictures}")
        with open(pictures[0][1], "rb") as first, open(pictures[1][1], "rb") as second:
            check(first.read() == second.read(), "the picture of live tiles is the file's")
        out = os.path.join(folder, "map.png")
        report = report_of("render", world(mock), "--map", BOX, "--out", out)
        check(report.get("labels", 0) >= 5, f"the map of a live place: {report}")


# What each fault is called on the way to whoever looks.
SENTENCES = {
    "cut": "cut short", "cut-length": "cut short", "remark": "no memory left", "html": "a page",
    "empty": "empty", "429": "429", "429-retry": "429", "406": "User-Agent `terrane/",
    "500": "HTTP 500", "drop": "cut short",
}


def least_gap_s(queries):
    """Between two queries for the same box."""
    last, least = {}, float("inf")
    for at_s, box, _, _ in queries:
        least = min(least, at_s - last.get(box, float("-inf")))
        last[box] = at_s
    return least


def faults_are_said(_folder):
    with Mock(TOWN) as mock:
        for fault, sentence in SENTENCES.items():
            mock.set_fault(fault)
            mock.queries.clear()
            began = time.monotonic()
            result = run("tour", world(mock), "--at", SQUARE, "--seconds", "3", "--realtime",
                         "--load-radius", "300", "--json", "-")
            check_exit(result, 0, f"a tour through {fault}")
            check(sentence in result.stderr, f"{fault} is said: {result.stderr[-300:]!r}")
            check(re.search(r"map tile 15/\d+/\d+ from 127\.0\.0\.1", result.stderr) is not None,
                  f"{fault}: the tile is named: {result.stderr[-300:]!r}")
            check(re.search(r"asked for again in \d+ s", result.stderr) is not None,
                  f"{fault}: it is said when it is tried again: {result.stderr[-300:]!r}")
            report = json.loads(result.stdout) if result.stdout else {}
            check(report.get("failed_pieces", 0) > 0, f"{fault}: pieces are listed: {report}")
            check(time.monotonic() - began < 20, f"{fault}: nobody waits for the server")
            if fault in ("429", "429-retry", "406"):
                check(len(mock.queries) <= 2, f"{fault}: it was asked {len(mock.queries)} times")
            # libcurl itself repeats a query whose kept connection turns out to be closed.
            if fault != "drop":
                check(least_gap_s(mock.queries) > 4, f"{fault}: a tile was asked again at once")


def faults_pass(folder):
    """Some faults, then the server is well: everything is there in the end, and the same."""
    wanted = lines_of(run("digest", f"osm:{TOWN}").stdout)
    wanted.pop("world", None)
    with Mock(TOWN) as mock:
        for fault in ("413*1", "504*2", "remark-timeout*1", "html*1"):
            mock.set_fault(fault)
            mock.queries.clear()
            found = lines_of(run("digest", world(mock), BOX).stdout)
            for key, digest in wanted.items():
                check(found.get(key) == digest, f"after {fault} sector {key} is another")
            if fault != "html*1":
                sides = {round((q[1][2] - q[1][0]) * 1e7) for q in mock.queries}
                check(min(sides) * 3 < max(sides) * 2,
                      f"after {fault} the query was split: {sides}")
        # A picture waits for the retry.
        mock.set_fault("cut*1")
        out = os.path.join(folder, "again.png")
        report = report_of("render", world(mock), "--at", SQUARE, "--size", "64x64",
                           "--load-radius", "200", "--out", out)
        check(report.get("triangles", 0) > 1000, f"after a cut body all is drawn: {report}")


def a_silent_server_keeps_nobody(_folder):
    with Mock(TOWN, fault="hang") as mock:
        began = time.monotonic()
        report = report_of("tour", world(mock), "--at", SQUARE, "--seconds", "2", "--realtime",
                           "--load-radius", "300")
        check(report.get("frames") == 120, f"a hanging server stops no frame: {report}")
        check(report.get("main_thread_ms_max", 1e9) < 1000, f"nor makes one long: {report}")
        check(time.monotonic() - began < 30, "nor keeps the program from ending")
        check(mock.at_once_most <= 2, f"{mock.at_once_most} queries at once")


def bad_input(folder):
    def refused(*arguments, says):
        check_refused(*arguments, cwd=folder, what=" ".join(arguments), says=says)

    refused("digest", "osm:overpass", says="--bbox")
    refused("info", "osm:overpass", says="--bbox")
    refused("digest", "osm:overpass", "--bbox=0,40,10,50", says="too large")
    refused("digest", "osm:overpass?endpoint=file:///etc/passwd", "--bbox=0,0,0.01,0.01",
            says="http or https")
    refused("digest", "osm:overpass?endpoint=http://a/&elevation=http://b/{z}", says="ground")
    refused("extract", "osm:overpass", "--bbox=0,0,0.01,0.01", "--out", "a.json", says="osm:FILE")


def nobody_there(folder):
    began = time.monotonic()
    result = run("walk", "osm:overpass?endpoint=http://127.0.0.1:1/", "--at", "500,0", cwd=folder)
    check_exit(result, 2, "a place off the earth")
    result = run("tour", "osm:overpass?endpoint=http://127.0.0.1:1/", "--at", SQUARE, "--seconds",
                 "1", "--load-radius", "200")
    check_exit(result, 0, "a tour without a server")
    check("cannot be reached" in result.stderr, f"it is said: {result.stderr!r}")
    check(time.monotonic() - began < 60, "a refused connection is soon known")


def test(folder):
    tempfile.tempdir = folder
    same_as_the_file(folder)
    tours(folder)
    renders(folder)
    faults_are_said(folder)
    faults_pass(folder)
    a_silent_server_keeps_nobody(folder)
    bad_input(folder)
    nobody_there(folder)


main(test)
