#!/usr/bin/env python3
"""Checks what clang-format cannot: the house rules that a line or a file alone can break.

usage: tools/check_style.py [ROOT]

One line for each breach, exit 1 if there is any; a file over 600 lines is a remark, not a breach.
"""
import pathlib
import re
import subprocess
import sys

LINE_LIMIT = 100
FILE_LIMIT = 600
FOLDERS = ("src", "apps", "tests", "tools", "bench", "cmake")
CODE = {".h", ".cpp", ".inl"}
TEXT = CODE | {".py", ".sh", ".cmake", ".glsl", ".vert", ".frag"}
OPEN_END = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
# These give other bits from one C library to the next; base/trig.h has the stand-ins.
TRANSCENDENTAL = re.compile(
    r"\bstd::(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|expm1"
    r"|log|log2|log10|log1p|pow|hypot|cbrt)[fl]?\s*\("
)
CONTENT_PARTS = set("base geo content terrain city osm package snapshot rts drive".split())
THROW = re.compile(r"\bthrow\b")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
SNAKE = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")


def code_of(line):
    """A line without its comment and the insides of its texts."""
    return STRING.sub('""', line).split("//", 1)[0]


def check_file(path, root):
    breaches = []
    remarks = []
    relative = path.relative_to(root)
    lines = path.read_text(errors="replace").splitlines()
    is_test = path.name.endswith("_test.cpp") or relative.parts[0] == "tests"
    part = relative.parts[2] if relative.parts[:2] == ("src", "terrane") else ""
    for number, line in enumerate(lines, 1):
        if len(line) > LINE_LIMIT:
            breaches.append((number, f"{len(line)} columns, at most {LINE_LIMIT}"))
        if line != line.rstrip() or "\t" in line:
            breaches.append((number, "a tab or a space at the end of the line"))
        if path.name != "check_style.py" and OPEN_END.search(line):
            breaches.append((number, "nothing is left open in main: do it or file it"))
        if path.suffix in CODE:
            code = code_of(line)
            if part in CONTENT_PARTS and not is_test and TRANSCENDENTAL.search(code):
                breaches.append((number, "other bits on other platforms: use terrane/base/trig.h"))
            if part and not is_test and THROW.search(code):
                breaches.append((number, "nothing in src/ throws: return a Result"))
    if path.suffix == ".h":
        if not lines or not lines[0].startswith("//"):
            breaches.append((1, "a header opens with what it is, in a comment"))
        if "#pragma once" not in lines:
            breaches.append((1, "a header says #pragma once"))
    if path.suffix in CODE and not SNAKE.fullmatch(path.stem):
        breaches.append((1, "file names are snake_case"))
    if len(lines) > FILE_LIMIT and path.suffix in CODE:
        remarks.append(f"{len(lines)} lines: a file is up to about {FILE_LIMIT}")
    return breaches, remarks


def files_of(root):
    """What Git would commit, or every file where there is no Git."""
    listing = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard",
         *FOLDERS], capture_output=True, check=False)
    if listing.returncode == 0:
        paths = [root / name for name in listing.stdout.decode().split("\0") if name]
    else:
        paths = [path for folder in FOLDERS for path in (root / folder).rglob("*")]
    return sorted(path for path in paths if path.suffix in TEXT and path.is_file())


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    count = 0
    files = files_of(root)
    if not files:
        print(f"check_style: no sources under {root}")
        return 1
    for path in files:
        breaches, remarks = check_file(path, root)
        for number, breach in breaches:
            print(f"{path.relative_to(root)}:{number}: {breach}")
        for remark in remarks:
            print(f"{path.relative_to(root)}: remark: {remark}")
        count += len(breaches)
    print(f"check_style: {len(files)} files, {count} breaches")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
