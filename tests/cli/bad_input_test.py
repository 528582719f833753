"""Each bad input: one clear line, exit 2, nothing half-written, no crash."""

import os

from terrane_cli import SOURCE_FOLDER, check, check_exit, check_refused, main, report_of, run, \
    shared_data, skipped

TOWN = os.path.join(SOURCE_FOLDER, "data", "town.osm")

NODES_ABSENT = """<?xml version="1.0"?><osm version="0.6">
<node id="1" lat="43.7300" lon="7.4200"/><node id="2" lat="43.7303" lon="7.4200"/>
<node id="3" lat="43.7303" lon="7.4204"/><node id="4" lat="43.7300" lon="7.4204"/>
<way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="1"/>
<tag k="building" v="yes"/></way>
<way id="2"><nd ref="2"/><nd ref="99"/><nd ref="98"/><nd ref="3"/>
<tag k="highway" v="residential"/></way>
<way id="3"><nd ref="97"/><nd ref="96"/><tag k="highway" v="residential"/></way>
<relation id="1"><tag k="type" v="multipolygon"/><tag k="building" v="yes"/></relation>
</osm>"""


def write(folder, name, content):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return path


def bad_command_lines(cwd):
    cases = [
        ((), "no command"),
        (("fly",), "unknown command"),
        (("info",), "no world"),
        (("info", "city:1", "--nonsense"), "unknown option"),
        (("digest", "city:1", "--threads", "0"), "no threads"),
        (("digest", "city:1", "--threads", "two"), "threads not a number"),
        (("digest", "city:1", "--order", "backward"), "unknown order"),
        (("digest", "city:1", "--lod", "200"), "no such level"),
        (("digest", "city:1", "--bbox", "1,2,3"), "half a box"),
        (("digest", "city:1", "--bbox", "5,5,1,1"), "a box turned round"),
        (("digest", "city:1", "--bbox", "0,0,1,nan"), "a box that is no number"),
        (("digest", "city:1", "--around", "0,0"), "around without radius"),
        (("digest", "city:1", "--around", "0,0", "--radius", "-5"), "a negative radius"),
        (("digest", "city:1", "--around", "0,0", "--radius", "5", "--bbox", "0,0,1,1"),
         "two areas"),
        (("verify", "city:1", "--plant", "flower"), "unknown plant"),
        (("verify", "osm:", "--plant", "level"),
         "no level"),
        (("tour", "city:1", "--seconds", "-1"), "negative seconds"),
        (("tour", "city:1", "--workers", "many"), "workers not a number"),
        (("tour", "city:1", "--route", "missing.txt"), "missing route"),
        (("extract", "city:1", "--bbox", "0,0,1,1", "--out", "x.json"), "no map to cut"),
    ]
    for arguments, what in cases:
        check_refused(*arguments, cwd=cwd, what=what)
    for name in ("cook", "export", "serve"):
        check_refused(name, "--whatever", "3", cwd=cwd, what=name, says="not built yet")


def bad_worlds(cwd):
    for uri in ("", "412", "planet:1", "city:1?layout=spiral", "city:1?size=3",
                "city:18446744073709551616", "osm:x.osm?height=3"):
        check_refused("info", uri, cwd=cwd, what=f"world {uri!r}")
    for uri in ("cooked:out", "scene:a.glb", "osm:overpass?elevation=tiles"):
        check_refused("info", uri, cwd=cwd, what=uri, says="not built yet")


def bad_files(cwd):
    write(cwd, "empty.osm", b"")
    write(cwd, "empty.osm.pbf", b"")
    write(cwd, "empty.json", b"")
    write(cwd, "letter.osm", "Dear mapper, all is well.\n")
    write(cwd, "page.osm", "<html><body>not found</body></html>")
    write(cwd, "noise.osm.pbf", bytes((i * 37 + 11) % 256 for i in range(5000)))
    write(cwd, "noise.osm.gz", bytes((i * 37 + 11) % 256 for i in range(5000)))
    write(cwd, "noise.osm.bz2", bytes((i * 37 + 11) % 256 for i in range(5000)))
    write(cwd, "list.json", "[1, 2, 3]")
    write(cwd, "other.json", '{"version": 0.6}')
    write(cwd, "cut.json", '{"version": 0.6, "elements": [{"type": "node", "id": 1, "la')
    write(cwd, "picture.png", b"\x89PNG\r\n")
    os.mkdir(os.path.join(cwd, "folder.osm"))
    names = ["missing.osm", "missing.osm.pbf", "empty.osm", "empty.osm.pbf", "empty.json",
             "letter.osm", "page.osm", "noise.osm.pbf", "noise.osm.gz", "noise.osm.bz2",
             "list.json", "other.json", "cut.json", "picture.png", "folder.osm"]
    if os.path.exists(TOWN):
        with open(TOWN, "rb") as file:
            town = file.read()
        write(cwd, "cut.osm", town[:len(town) // 2])
        names.append("cut.osm")
    monaco = shared_data("osm/monaco-2025-02-15.osm.pbf")
    if monaco:
        with open(monaco, "rb") as file:
            write(cwd, "cut.osm.pbf", file.read()[:300000])
        names.append("cut.osm.pbf")
    else:
        skipped("a PBF file cut short")
    for name in names:
        check_refused("info", "osm:" + name, cwd=cwd, what=name, says=name)


def faulty_objects(cwd):
    """What is faulty is left out with a warning; the rest is there."""
    write(cwd, "absent.osm", NODES_ABSENT)
    report = report_of("info", "osm:absent.osm", cwd=cwd)
    check(report.get("buildings") == 1, f"the sound building is there: {report}")
    check(report.get("warnings", 0) > 0, "ways without nodes are remarked on")
    check_exit(run("verify", "osm:absent.osm", cwd=cwd), 0, "verify of a file with faults")


def bad_outputs(cwd):
    area = ("city:1", "--around", "0,0", "--radius", "50")
    for path in ("no/such/folder/report.json", "/proc/report.json", "folder.osm"):
        check_refused("info", "city:1", "--json", path, cwd=cwd, what=f"output {path}")
    check_refused("tour", "city:1", "--seconds", "0.2", "--trace", "no/such/t.csv", cwd=cwd,
                  what="unwritable trace")
    with open("/dev/full", "w", encoding="utf-8") as full:
        result = run("digest", *area, cwd=cwd, stdout=full)
        check_exit(result, 2, "a full disk on standard output")


def bad_pictures(cwd):
    for size in ("0x0", "100000x1", "1x100000", "15x16", "8193x16", "-1x5", "x", "640", "640x",
                 "axb", "99999999999999999999x1"):
        check_refused("render", "city:1", "--size", size, "--out", "p.png", cwd=cwd,
                      what=f"size {size}", says="--size")
    check_refused("render", "city:1", cwd=cwd, what="no picture named")
    check_refused("render", "city:1", "--out", "no/such/p.png", cwd=cwd, what="unwritable picture")
    check_refused("render", "city:1", "--fov", "0", "--out", "p.png", cwd=cwd,
                  what="no field of view")
    check_refused("render", "city:1", "--date", "2025-02-30", "--out", "p.png", cwd=cwd,
                  what="a day that is not")


def no_display(cwd):
    os.environ.pop("DISPLAY", None)
    os.environ.pop("WAYLAND_DISPLAY", None)
    for name in ("drive", "walk"):
        check_refused(name, cwd=cwd, what=f"{name} without a display", says="render")


def test(folder):
    bad_command_lines(folder)
    bad_worlds(folder)
    bad_files(folder)
    faulty_objects(folder)
    bad_outputs(folder)
    bad_pictures(folder)
    no_display(folder)


main(test)
