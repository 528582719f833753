#!/usr/bin/env python3
"""Checks that what simulates and what builds touches no window, GL, audio, clock, chance or file.

usage: tools/check_purity.py [ROOT]

Walks every include from the sources of `rts` and `snapshot` and from the files that hold a
provider's build, into the source beside each header of the pure parts, and looks for forbidden
names in each file it reaches. It is no parser: a name that is there counts, whether it is reached
or not. Always-fatal names fail the check; conditional ones, which are there on some platforms only,
are listed. Each finding comes with the chain of includes that leads to it. Exit 1 if anything fatal
is found or nothing is reached.
"""
import collections
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
ENTRY_PARTS = ("rts", "snapshot")
BUILD = re.compile(r"\bbuild_on_worker\s*\(")
PROVIDER_PARTS = ("city", "osm", "package")
# Parts whose sources are followed as well as their headers. What fetches is not among them: its
# bytes are an input of a build.
PURE_PARTS = set("base geo content terrain city osm package snapshot rts drive".split())

FATAL = {
    "a window": r"\bglfw\w*|\bGLFW\w*|<SDL|<X11/|\bImGui\b",
    "GL": r"<(?:GL|GLES\d|EGL|epoxy)/|\bgl[A-Z]\w+\s*\(|\bepoxy_\w+",
    "audio": r"<(?:AL|alsa|pulse|portaudio)\b|\balcOpenDevice|\bminiaudio\b",
    "a page": r"<emscripten|\bEM_(?:ASM|JS)\b",
    "a clock": r"<chrono>|<ctime>|<(?:sys/)?time\.h>|std::chrono|\bclock_gettime\b|\bgettimeofday",
    "chance": r"<random>|\brandom_device\b|\bmt19937|\bstd::rand\b|(?<![\w.>:])s?rand\s*\(",
    "a file": r"<fstream>|<filesystem>|\bfopen\b|\b[io]fstream\b|<(?:unistd|fcntl)\.h>|\bFILE\s*\*",
    "a network": r"<sys/socket\.h>|<netdb\.h>|<curl/",
}
CONDITIONAL = {
    "threads": r"<thread>|<mutex>|<condition_variable>|std::thread\b|\bpthread_",
    "thread-local state": r"\bthread_local\b",
    "a log sink": r"<spdlog/",
    "an environment": r"\bgetenv\b",
}


def text_of(path):
    """A source without comments and the insides of strings; includes stay whole."""
    lines = COMMENT.sub(" ", path.read_text()).split("\n")
    return "\n".join(line if INCLUDE.match(line) else STRING.sub('""', line) for line in lines)


def is_test(path):
    return path.stem.endswith("_test") or path.stem.startswith("testing")


def entries(source):
    """The sources to begin with, in order."""
    found = []
    for part in ENTRY_PARTS:
        found += sorted((source / part).rglob("*.cpp"))
    for part in PROVIDER_PARTS:
        sources = sorted((source / part).rglob("*.cpp"))
        found += [path for path in sources if BUILD.search(path.read_text())]
    return [path for path in found if not is_test(path)]


def neighbours(path, source):
    """Files of the project that a file leads to."""
    for _, target in INCLUDE.findall(path.read_text()):
        header = source.parent / target
        if target.startswith("terrane/") and header.is_file():
            yield header
            beside = header.with_suffix(".cpp")
            if header.relative_to(source).parts[0] in PURE_PARTS and beside.is_file():
                yield beside


def walk(source):
    """{file: the file that led to it}, breadth first, so that chains are short."""
    came_from = {path: None for path in entries(source)}
    waiting = collections.deque(came_from)
    while waiting:
        path = waiting.popleft()
        for other in neighbours(path, source):
            if other not in came_from and not is_test(other):
                came_from[other] = path
                waiting.append(other)
    return came_from


def chain(path, came_from, root):
    names = []
    while path is not None:
        names.append(str(path.relative_to(root)))
        path = came_from[path]
    return " <- ".join(names)


def findings(came_from, kinds):
    for path in came_from:
        text = text_of(path)
        for kind, pattern in kinds.items():
            match = re.search(pattern, text)
            if match:
                yield path, kind, match.group(0).strip()


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    source = root / "src" / "terrane"
    came_from = walk(source)
    fatal = list(findings(came_from, FATAL))
    conditional = list(findings(came_from, CONDITIONAL))
    for title, found in (("always fatal", fatal), ("conditional", conditional)):
        for path, kind, name in found:
            print(f"{title}: {kind}: {name}: {chain(path, came_from, root)}")
    print(f"{len(came_from)} files reached, {len(fatal)} always fatal, "
          f"{len(conditional)} conditional")
    return 1 if fatal or not came_from else 0


if __name__ == "__main__":
    sys.exit(main())
