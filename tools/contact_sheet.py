#!/usr/bin/env python3
"""Lays pictures out in one: equal PNGs of 8 bits a channel, side by side in columns.

usage: tools/contact_sheet.py OUT.png COLUMNS PICTURE.png...
"""
import pathlib
import struct
import sys
import zlib

GAP = 8
BACKGROUND = bytes((24, 26, 30))


def chunks(data):
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + length]
        at += 12 + length


def paeth(left, up, corner):
    estimate = left + up - corner
    distances = (abs(estimate - left), abs(estimate - up), abs(estimate - corner))
    return (left, up, corner)[distances.index(min(distances))]


def unfiltered(kind, row, above, step):
    """One row of a PNG with its filter undone (PNG specification, section 9)."""
    row = bytearray(row)
    for place, value in enumerate(row):
        left = row[place - step] if place >= step else 0
        up = above[place]
        if kind == 1:
            value += left
        elif kind == 2:
            value += up
        elif kind == 3:
            value += (left + up) // 2
        elif kind == 4:
            value += paeth(left, up, above[place - step] if place >= step else 0)
        row[place] = value & 255
    return row


def read_rows(path):
    """The rows of a picture as RGB bytes."""
    data = pathlib.Path(path).read_bytes()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        sys.exit(f"contact_sheet: {path} is no PNG")
    header = next(body for kind, body in chunks(data) if kind == b"IHDR")
    width, height, depth, colours = struct.unpack(">IIBB", header[:10])
    if depth != 8 or colours not in (2, 6) or header[12] != 0:
        sys.exit(f"contact_sheet: {path}: only 8-bit RGB or RGBA, not interlaced")
    step = 3 if colours == 2 else 4
    raw = zlib.decompress(b"".join(body for kind, body in chunks(data) if kind == b"IDAT"))
    stride = width * step
    rows, above = [], bytes(stride)
    for y in range(height):
        start = y * (stride + 1)
        above = unfiltered(raw[start], raw[start + 1:start + 1 + stride], above, step)
        row = above
        if step == 4:
            row = bytearray(width * 3)
            for channel in range(3):
                row[channel::3] = above[channel::4]
        rows.append(bytes(row))
    return rows


def write_png(path, rows):
    def chunk(kind, body):
        check = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + check

    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows), 6)
    pathlib.Path(path).write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) +
                                   chunk(b"IDAT", body) + chunk(b"IEND", b""))


def main():
    if len(sys.argv) < 4 or not sys.argv[2].isdigit() or sys.argv[2] == "0":
        sys.exit(__doc__)
    columns = int(sys.argv[2])
    pictures = [read_rows(path) for path in sys.argv[3:]]
    if len({(len(rows), len(rows[0])) for rows in pictures}) != 1:
        sys.exit("contact_sheet: the pictures differ in size")
    height, stride = len(pictures[0]), len(pictures[0][0])
    across = columns * (stride + GAP * 3) + GAP * 3
    gap = [BACKGROUND * (across // 3)] * GAP
    sheet = list(gap)
    for first in range(0, len(pictures), columns):
        for y in range(height):
            cells = [rows[y] for rows in pictures[first:first + columns]]
            row = (BACKGROUND * GAP).join([b"", *cells, b""])
            sheet.append(row + BACKGROUND * ((across - len(row)) // 3))
        sheet += gap
    write_png(sys.argv[1], sheet)


if __name__ == "__main__":
    main()
