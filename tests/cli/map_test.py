"""The labelled map, and what `info` says of how full pieces are."""

import os

from terrane_cli import check, check_refused, main, report_of

MAP_KEYS = ("pieces", "areas", "labels", "triangles", "draw_calls", "frame_ms", "uri", "out")
SIZE_KEYS = (
    "vertices_per_piece_p50", "vertices_per_piece_p90", "vertices_per_piece_p99",
    "vertices_per_piece_max", "fullest_piece", "mesh_bytes_180_nearest",
    "mesh_bytes_180_nearest_with_levels", "vertices_per_piece", "vertices_histogram")


def png_size(path):
    with open(path, "rb") as file:
        head = file.read(24)
    check(head[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is no PNG")
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def maps(folder):
    out = os.path.join(folder, "city.png")
    report = report_of("render", "city:412", "--map", "--around", "0,0", "--radius", "800",
                       "--out", out, keys=MAP_KEYS)
    check(report.get("pieces", 0) > 50 and report.get("labels", 0) > 10, f"a city's map: {report}")
    check(report.get("triangles") == 0 and report.get("draw_calls") == 0, "a map has no triangles")
    check(png_size(out) == (1440, 1200), f"a map's own size: {png_size(out)}")

    report = report_of("render", "city:412", "--map", "--bbox=-300,-200,300,200", "--size",
                       "320x200", "--out", out, keys=MAP_KEYS)
    check(png_size(out) == (320, 200), f"the size asked for: {png_size(out)}")
    # Far out, and the smallest picture there is.
    report_of("render", "city:412", "--map", "--around", "1e7,-1e7", "--radius", "300", "--size",
              "16x16", "--out", out, keys=MAP_KEYS)
    check(png_size(out) == (16, 16), "a map of 16x16")

    report = report_of("render", "osm:", "--map", "--out", out, keys=MAP_KEYS)
    check(report.get("labels", 0) >= 10 and report.get("areas", 0) > 100, f"the town: {report}")


def bad_maps(folder):
    def refused(*arguments, what, says=None):
        check_refused("render", *arguments, cwd=folder, what=what, says=says)

    refused("city:412", "--map", "--at", "0,0", "--out", "a.png", what="an eye for a map",
            says="--at")
    refused("city:412", "--around", "0,0", "--radius", "100", "--out", "a.png",
            what="an area without --map", says="--map")
    refused("city:412", "--map", "--around", "0,0", "--radius", "30000", "--out", "a.png",
            what="a map of 60 km", says="40 km")
    refused("city:412", "--map", "--around", "nan,0", "--radius", "100", "--out", "a.png",
            what="a map around nothing")
    refused("city:412", "--map", "--bbox=10,10,0,0", "--out", "a.png", what="a turned area")
    refused("city:412", "--map", "--around", "0,0", "--radius", "100", "--size", "9x9", "--out",
            "a.png", what="a map of 9 x 9")
    refused("city:412", "--map", "--around", "0,0", "--radius", "100", "--out", "none/a.png",
            what="a map into no folder")


def sizes(_folder):
    report = report_of("info", "city:412", "--around", "0,0", "--radius", "200", keys=SIZE_KEYS)
    p50, p90, p99, most = (report.get(key, 0) for key in SIZE_KEYS[:4])
    check(0 < p50 <= p90 <= p99 <= most, f"percentiles in order: {p50}, {p90}, {p99}, {most}")
    check(f": {most} vertices" in report.get("fullest_piece", ""),
          f"the fullest piece is named with its vertices: {report.get('fullest_piece')}")
    full = report.get("mesh_bytes_180_nearest", 0)
    less = report.get("mesh_bytes_180_nearest_with_levels", 0)
    check(0 < less <= full, f"levels of detail never cost more: {less} of {full} bytes")
    check(report.get("vertices_per_building_segment_p50", 0) >= p50,
          "segments with buildings are fuller than others")
    kinds = " ".join(report.get("vertices_per_piece", ()))
    for kind in ("segment at level 0", "junction at level 0", "segment at level 2"):
        check(kind in kinds, f"no row for {kind}")
    other = report_of("info", "city:412", "--around", "0,0", "--radius", "300")
    check(other.get("pieces", 0) > report.get("pieces", 0), "a larger area has more pieces")


def test(folder):
    maps(folder)
    bad_maps(folder)
    sizes(folder)


if __name__ == "__main__":
    main(test)
