"""Reports carry the keys of the contract, and commands do what they say."""

import json
import os

from terrane_cli import check, check_exit, main, report_of, run

TOUR_KEYS = (
    "frames", "main_thread_ms_p50", "main_thread_ms_p99", "main_thread_ms_p999",
    "main_thread_ms_max", "first_world_ms", "pieces_built", "pieces_built_per_second",
    "stale_results", "overflow_pieces", "failed_pieces", "missing_at_view_ratio",
    "resident_bytes_peak", "bytes_committed", "pieces_wanted_p50", "built_on_workers_ratio",
    "queries", "bytes_fetched")


def info(_folder):
    keys = ("pieces", "bbox", "buildings", "roads", "bridges", "warnings")
    city = report_of("info", "city:412", keys=keys)
    check(city.get("pieces", 0) > 0 and len(city.get("bbox", ())) == 4, f"info city:412: {city}")
    town = report_of("info", "osm:", keys=keys)
    check(town.get("buildings", 0) >= 200, f"the town has 200 buildings: {town.get('buildings')}")
    check(town.get("bridges", 0) >= 1, "the town has a bridge")


def tour(folder):
    for world in ("city:412", "osm:"):
        report = report_of("tour", world, "--seconds", "4", "--speed", "20", keys=TOUR_KEYS)
        check(report.get("frames") == 240, f"tour {world}: frames {report.get('frames')}")
        check(report.get("failed_pieces") == 0, f"tour {world}: failed pieces")
        check(report.get("overflow_pieces") == 0, f"tour {world}: overflow")
        check(report.get("first_world_ms") is not None, f"tour {world}: no first world")
    trace = os.path.join(folder, "trace.json")
    check_exit(run("tour", "osm:", "--seconds", "1", "--workers", "inline", "--trace", trace), 0,
               "tour with a trace")
    with open(trace, encoding="utf-8") as file:
        check(len(json.load(file)["traceEvents"]) == 120, "a Chrome trace of two events a frame")
    route = os.path.join(folder, "route.txt")
    with open(route, "w", encoding="utf-8") as file:
        file.write("# three places\n0,0\n200,0\n\n200,200\n")
    report = report_of("tour", "city:412", "--seconds", "1", "--route", route, keys=TOUR_KEYS)
    check(report.get("frames") == 60, "a tour along a route")


def render(folder):
    out = os.path.join(folder, "town.png")
    report = report_of("render", "osm:", "--height", "60", "--pitch", "-30", "--size", "160x90",
                       "--out", out, keys=("pieces", "triangles", "draw_calls", "frame_ms"))
    check(report.get("pieces", 0) > 0 and report.get("triangles", 0) > 0, f"render: {report}")
    with open(out, "rb") as file:
        head = file.read(24)
    size = (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big"))
    check(head[:8] == b"\x89PNG\r\n\x1a\n" and size == (160, 90), f"a PNG of 160x90: {size}")


def extract(folder):
    out = os.path.join(folder, "part.json")
    town = report_of("info", "osm:")
    west, south, east, north = town["bbox"]
    box = f"{west:.7f},{south:.7f},{east:.7f},{north:.7f}"
    report = report_of("extract", "osm:", "--bbox", box, "--out", out,
                       keys=("nodes", "ways", "relations"))
    check(report.get("ways", 0) > 200, f"extract: {report}")
    digests = [run("digest", world).stdout for world in ("osm:", "osm:" + out)]
    check(digests[0] == digests[1], "the town's extract as JSON has the town's digest")


def seeds(_folder):
    drawn = run("info", "city:")
    check_exit(drawn, 0, "info city:")
    check("city:" in drawn.stderr, "a drawn seed is printed")
    texts = [run("digest", "city:Springfield", "--around", "0,0", "--radius", "60").stdout
             for _ in range(2)]
    check(texts[0] == texts[1] and texts[0], "a text seed names one world")


def help_texts(_folder):
    for name in ("info", "render", "tour", "digest", "verify", "extract", "drive", "walk", "match"):
        result = run(name, "--help")
        check_exit(result, 0, f"{name} --help")
        check("Example: terrane" in result.stdout, f"{name} --help has an example")
    check_exit(run("--version"), 0, "--version")


def test(folder):
    info(folder)
    tour(folder)
    render(folder)
    extract(folder)
    seeds(folder)
    help_texts(folder)


main(test)
