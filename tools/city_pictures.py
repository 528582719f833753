#!/usr/bin/env python3
"""Draws the contact sheets of the city under docs/pictures/city with a built city_gallery.

usage: tools/city_pictures.py BUILD [SHEET...]

    cmake --build --preset release --target city_gallery
    tools/city_pictures.py build/release                  # all sheets, about two minutes
    tools/city_pictures.py build/release bridges water    # these only

A sheet is one run of city_gallery (tools/city_gallery/main.cpp says what its options mean), turned
into a PNG of 256 colours, which is a third as large. Exit 1 names a sheet that is still too large.
"""
import array
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

from contact_sheet import read_rows

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "docs/pictures/city"
LARGEST_BYTES = 700_000
COLOURS = 256
LEVELS = ("--lod", "0,1,2")
PLACES = LEVELS + ("--columns", "3", "--size", "440x290", "--view")
SHEETS = {
    "styles": ("--subject", "building", "--name", "all", "--columns", "6", "--size", "240x240",
               "--view", "corner") + LEVELS,
    "districts": ("--subject", "district", "--view", "ahead", "--columns", "2", "--size",
                  "640x360"),
    "bridges": ("--subject", "bridge", *PLACES, "front"),
    "parks": ("--subject", "park", *PLACES, "over"),
    "water": ("--subject", "water", *PLACES, "over"),
    "fields": ("--subject", "field", *PLACES, "over"),
    "junction": ("--subject", "junction", "--name", "three arms,four arms", *PLACES, "top"),
    "corners": ("--subject", "corner", *PLACES, "above"),
    "dead-ends": ("--subject", "dead_end", *PLACES, "over"),
    "street-ends": ("--subject", "street_end", *PLACES, "front"),
}


class Box:
    """Colours of five bits a channel that become one colour of the palette: (count, colour)."""

    def __init__(self, entries):
        self.entries = entries
        spans = []
        for channel in range(3):
            values = [colour[channel] for _, colour in entries]
            spans.append(max(values) - min(values))
        self.channel = spans.index(max(spans))
        self.badness = max(spans) ** 2 * sum(count for count, _ in entries) ** 0.5

    def halves(self):
        entries = sorted(self.entries, key=lambda entry: entry[1][self.channel])
        half = sum(count for count, _ in entries) / 2
        seen, at = 0, 0
        while at < len(entries) - 1 and seen + entries[at][0] <= half:
            seen += entries[at][0]
            at += 1
        at = max(1, at)
        return Box(entries[:at]), Box(entries[at:])

    def mean(self):
        total = sum(count for count, _ in self.entries)
        return bytes(
            min(255, round(sum(count * colour[channel] for count, colour in self.entries) * 255 /
                           (31 * total))) for channel in range(3))


def quantised(rows):
    """Rows of palette numbers and the palette: median cut (Heckbert 1982), without dithering."""
    five = bytes(value * 31 // 255 for value in range(256))
    counts = array.array("l", bytes(array.array("l").itemsize * 32768))
    coarse = []
    for row in rows:
        small = row.translate(five)
        line = [r << 10 | g << 5 | b for r, g, b in zip(small[::3], small[1::3], small[2::3])]
        for colour in line:
            counts[colour] += 1
        coarse.append(line)
    boxes = [Box([(count, (colour >> 10, colour >> 5 & 31, colour & 31))
                  for colour, count in enumerate(counts) if count])]
    while len(boxes) < COLOURS:
        worst = max((box for box in boxes if len(box.entries) > 1), key=lambda box: box.badness,
                    default=None)
        if worst is None:
            break
        boxes.remove(worst)
        boxes += worst.halves()
    number_of = {}
    for number, box in enumerate(boxes):
        for _, (r, g, b) in box.entries:
            number_of[r << 10 | g << 5 | b] = number
    return [bytes(map(number_of.__getitem__, line)) for line in coarse], [b.mean() for b in boxes]


def write_indexed_png(path, rows, palette):
    def chunk(kind, body):
        check = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + check

    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) +
                     chunk(b"PLTE", b"".join(palette)) + chunk(b"IDAT", body) +
                     chunk(b"IEND", b""))


def main():
    if len(sys.argv) < 2 or any(name not in SHEETS for name in sys.argv[2:]):
        sys.exit(__doc__ + "\nSHEET: " + ", ".join(SHEETS))
    gallery = pathlib.Path(sys.argv[1]) / "city_gallery"
    if not gallery.exists():
        sys.exit(f"city_pictures: {gallery} is missing: build the target city_gallery")
    FOLDER.mkdir(parents=True, exist_ok=True)
    too_large = []
    for name in sys.argv[2:] or SHEETS:
        with tempfile.TemporaryDirectory() as folder:
            drawn = pathlib.Path(folder) / "sheet.png"
            subprocess.run([gallery, *SHEETS[name], "--out", drawn], check=True,
                           stdout=subprocess.DEVNULL)
            rows, palette = quantised(read_rows(drawn))
        path = FOLDER / f"{name}.png"
        write_indexed_png(path, rows, palette)
        size = path.stat().st_size
        print(f"{path.name}: {len(rows[0])}x{len(rows)}, {size} bytes", flush=True)
        if size > LARGEST_BYTES:
            too_large.append(path.name)
    if too_large:
        sys.exit(f"city_pictures: over {LARGEST_BYTES} bytes: {', '.join(too_large)}")


if __name__ == "__main__":
    main()
