#!/usr/bin/env python3
"""Checks that every #include under src/ keeps to the layer table, tools/layers.txt.

usage: tools/check_layers.py [ROOT]

One line on standard output for each breach, exit 1 if there is any. Beside the table it keeps what
cannot be said in it: `detail/` folders are their own part's, a part that makes content or simulates
knows no clock, and each library with a part of its own is seen by that part alone.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
CLOCK = re.compile(
    r"std::chrono|(?<![\w.>:])(?:std::)?(?:time|clock|gettimeofday|clock_gettime)\s*\("
)
# Parts whose results must be a function of their input alone.
PURE_PARTS = set("base geo content terrain city osm package snapshot rts drive".split())
CLOCK_HEADERS = {"chrono", "ctime", "time.h", "sys/time.h"}
# Who may see a library's headers, by the first folder or the name of the header.
LIBRARY_OWNERS = {
    "GLFW": {"gpu"},
    "epoxy": {"gpu"},
    "EGL": {"gpu"},
    "GL": {"gpu"},
    "GLES3": {"gpu"},
    "osmium": {"osm"},
    "protozero": {"osm"},
    "spdlog": {"base"},
}


def read_table(path):
    """The table as {part: set of parts it may include}."""
    table = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#", 1)[0].strip()
        if not line:
            continue
        part, separator, allowed = line.partition(":")
        if not separator or not re.fullmatch(r"[a-z]+", part):
            raise ValueError(f"{path}:{number}: not `part: what it may include`: {line}")
        table[part] = set(allowed.split())
    for part, allowed in table.items():
        for other in allowed - set(table):
            raise ValueError(f"{path}: {part} may include {other}, which the table does not have")
    return table


def include_breach(part, is_test, bracket, target, table, shared_by_tests):
    """Why a part may not include a header, or None."""
    folders = target.split("/")
    if folders[0] == "terrane":
        other = folders[1]
        if other not in table:
            return f"includes terrane/{other}, a part that tools/layers.txt does not name"
        if other != part and other not in table[part]:
            return f"{part} may not include {other} (tools/layers.txt)"
        if other != part and "detail" in folders[2:-1]:
            return f"{target} is for {other} alone"
        return None
    if bracket == '"':
        if is_test and target in shared_by_tests:
            return None
        return f'"{target}": headers of the project are included as "terrane/PART/NAME.h"'
    if part in PURE_PARTS and not is_test and target in CLOCK_HEADERS:
        return f"{part} may know no clock: <{target}>"
    owners = LIBRARY_OWNERS.get(folders[0])
    if owners is not None and part not in owners:
        return f"<{target}> is for {' and '.join(sorted(owners))} alone"
    return None


def check_file(path, part, table, shared_by_tests):
    breaches = []
    is_test = path.name.endswith("_test.cpp")
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            breach = include_breach(part, is_test, match[1], match[2], table, shared_by_tests)
            if breach:
                breaches.append((number, breach))
        elif part in PURE_PARTS and not is_test and CLOCK.search(line.split("//", 1)[0]):
            breaches.append((number, f"{part} may know no clock"))
    return breaches


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    source = root / "src" / "terrane"
    try:
        table = read_table(root / "tools" / "layers.txt")
    except (OSError, ValueError) as error:
        print(f"check_layers: {error}")
        return 1
    files = sorted(p for p in source.rglob("*") if p.suffix in (".h", ".cpp", ".inl"))
    if not files:
        print(f"check_layers: no sources under {source}")
        return 1
    shared_by_tests = {path.name for path in (root / "tests").glob("*.h")}
    count = 0
    for path in files:
        part = path.relative_to(source).parts[0]
        if part not in table:
            print(f"{path.relative_to(root)}:1: {part} is not in tools/layers.txt")
            count += 1
            continue
        for number, breach in check_file(path, part, table, shared_by_tests):
            print(f"{path.relative_to(root)}:{number}: {breach}")
            count += 1
    print(f"check_layers: {len(files)} files, {count} breaches")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
