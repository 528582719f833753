"""The digest does not depend on order or threads; verify agrees, and finds what is planted."""

from terrane_cli import check, check_exit, main, report_of, run

AREA = ("--around", "0,0", "--radius", "200")


def digest_lines(*arguments):
    result = run("digest", *arguments)
    check_exit(result, 0, "digest " + " ".join(arguments))
    return result.stdout.splitlines()


def digests(_folder):
    lines = digest_lines("city:412", *AREA)
    pieces = [line.split() for line in lines[:-1]]
    check(len(pieces) > 20, f"the area holds pieces: {len(pieces)}")
    check(pieces == sorted(pieces), "lines are sorted by key")
    check(all(len(piece) == 2 and len(piece[1]) == 16 for piece in pieces), "lines are KEY DIGEST")
    check(lines[-1].startswith("world "), "the last line is the world's")
    for option in (("--threads", "2"), ("--threads", "8"), ("--order", "reverse"),
                   ("--order", "random:7"), ("--order", "random:7", "--threads", "8")):
        same = digest_lines("city:412", *AREA, *option) == lines
        check(same, f"the city's digest changes with {option}")
    other = {line.split()[-1] for line in digest_lines("city:413", *AREA)}
    shared = sum(1 for piece in pieces if piece[1] in other)
    check(shared < 0.01 * len(pieces), f"two seeds share {shared} of {len(pieces)} digests")
    report = report_of("digest", "city:412", *AREA)
    check(report.get("world") == lines[-1].split()[1], "the JSON report names another digest")


def map_digests(_folder):
    lines = digest_lines("osm:")
    check(len(lines) > 2, "the town has two sectors or more")
    for option in (("--threads", "8"), ("--order", "random:7")):
        check(digest_lines("osm:", *option) == lines, f"the town's digest changes with {option}")


def verify(_folder):
    keys = ("pieces", "borders", "border_points", "differences", "unowned", "owned_twice")
    city = ("city:412", *AREA)
    for world, plants in ((city, ("station", "level", "owner")), (("osm:",), ("road", "owner"))):
        report = report_of("verify", *world, keys=keys)
        for key in ("differences", "unowned", "owned_twice"):
            check(report.get(key) == 0, f"verify {world[0]}: {key} is {report.get(key)}")
        check(report.get("border_points", 0) > 0, f"verify {world[0]}: nothing was compared")
        for plant in plants:
            result = run("verify", *world, "--plant", plant)
            check_exit(result, 1, f"verify {world[0]} --plant {plant}")
            check("terrane: difference: " in result.stderr, f"{plant} in {world[0]} is not named")


def test(folder):
    digests(folder)
    map_digests(folder)
    verify(folder)


main(test)
