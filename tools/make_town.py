#!/usr/bin/env python3
"""Writes the made-up town of Suture: data/town.osm and, the same, data/town.json (Overpass JSON).

usage: tools/make_town.py [FOLDER]      (default: the project's data folder)

An island in the empty South Atlantic, drawn about the corner where four zoom-16 tiles meet, so that
it lies over four sectors. Everything is computed from integers and one seed: the same bytes every
time. Local coordinates are millimetres, u to the right and v upward of the town's plan, which is
turned by an angle whose sine is 9/41 so that nothing runs along a sector's border.
"""
import json
import pathlib
import sys
from xml.sax.saxutils import quoteattr

CORNER_LAT_E7 = -299977597  # of the tiles (16, 30947..30948, 38496..38497)
CORNER_LON_E7 = -99975585
LICENCE = ("Made up: no such place exists. To the extent possible under law, all rights are waived "
           "(CC0 1.0). Written by tools/make_town.py; edit that, not this file.")
M = 1000  # millimetres
MASK = (1 << 64) - 1


def mix(value):
    """SplitMix64's finaliser, as in src/terrane/base/hash.h."""
    value = (value + 0x9E3779B97F4A7C15) & MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def draw(low, high, *key):
    """A whole number in [low, high], named by its key."""
    state = 412
    for part in key:
        state = mix(state ^ (part & MASK))
    return low + mix(state) % (high - low + 1)


def divide(value, divisor):
    """The nearest whole number, halves upward."""
    return (2 * value + divisor) // (2 * divisor)


def circle(steps, radius_u, radius_v, centre=(0, 0), noise=0, key=0):
    """A ring, counter-clockwise; directions by the rational parametrisation of the circle."""
    points = []
    quarter = steps // 4
    for step in range(steps):
        side, place = divmod(step, quarter)
        # The point (1 - t^2, 2t) / (1 + t^2) runs through the first quarter as t goes from 0 to 1.
        t, one = place, quarter
        cosine, sine, length = one * one - t * t, 2 * one * t, one * one + t * t
        for _ in range(side):
            cosine, sine = -sine, cosine
        scale = 1000 - (draw(0, noise, key, step) if noise else 0)
        points.append((centre[0] + divide(cosine * radius_u * scale, length * 1000),
                       centre[1] + divide(sine * radius_v * scale, length * 1000)))
    return points


def box(u, v, width, depth):
    """A rectangle by its lower left corner, counter-clockwise."""
    return [(u, v), (u + width, v), (u + width, v + depth), (u, v + depth)]


class Map:
    """Nodes, ways and relations with ids in the order of their making; one node for one place."""

    def __init__(self):
        self.nodes = []
        self.ways = []
        self.relations = []
        self.node_ids = {}
        self.buildings = 0

    def node(self, point, **tags):
        u, v = point
        east = divide(40 * u - 9 * v, 41)
        north = divide(9 * u + 40 * v, 41)
        place = (CORNER_LAT_E7 + divide(north * 902101, 10**7),
                 CORNER_LON_E7 + divide(east * 1036417, 10**7))
        if place not in self.node_ids:
            self.nodes.append((place, {}))
            self.node_ids[place] = len(self.nodes)
        node_id = self.node_ids[place]
        self.nodes[node_id - 1][1].update(renamed(tags))
        return node_id

    def way(self, points, **tags):
        refs = [self.node(point) for point in points]
        self.ways.append((refs, renamed(tags)))
        return len(self.ways)

    def ring(self, points, **tags):
        return self.way([*points, points[0]], **tags)

    def relation(self, members, **tags):
        self.relations.append((members, renamed(tags)))
        return len(self.relations)

    def building(self, points, **tags):
        self.buildings += 1
        return self.ring(points, **{"building": "yes", **tags})

    def courtyard(self, outer, inner, **tags):
        self.buildings += 1
        members = [(self.ring(outer), "outer"), (self.ring(inner), "inner")]
        return self.relation(members, type="multipolygon", **tags)


def renamed(tags):
    """`building__levels` for building:levels, `ref_` for names that Python keeps; all as text."""
    return {key.rstrip("_").replace("__", ":"): str(value) for key, value in tags.items()}


# --- the plan -----------------------------------------------------------------------------------
AVENUES = [u * M for u in (-200, -120, -40, 40, 120, 200, 280)]
NORTH_STREETS = [v * M for v in (0, 80, 160, 240)]
SOUTH_STREETS = [v * M for v in (-80, -160, -240)]
AVENUE_NAMES = ["Lake Avenue", "Schist Avenue", "Market Avenue", "Bridge Street", "Gneiss Avenue",
                "Harbour Avenue", "Promenade"]
STREET_NAMES = {0: "North Quay", 80: "Basalt Street", 160: "Granite Street", 240: "Upper Street",
                -80: "South Quay", -160: "Marble Street", -240: "Lower Street"}
RIVER_NORTH, RIVER_SOUTH = -32 * M, -48 * M
MOUTH_U = 455 * M
LAKE_MOUTH_U = -243 * M
WALLS = ["#d8cfc0", "#c9a27a", "#b5543c", "#e6dfd0", "#a9b2a4", "#d4b483", "#8f9aa3", "#e3c7b3"]
ROOFS = ["#8a4b32", "#5a5f66", "#9c5a3c", "#4d5358"]


def pick(values, *key):
    return values[draw(0, len(values) - 1, *key)]


def draw_coast(town):
    ring = [point for point in circle(96, 475 * M, 425 * M, noise=60, key=1)
            if not (point[0] > 0 and -75 * M < point[1] < -5 * M)]
    mouth = [(MOUTH_U, RIVER_SOUTH), (MOUTH_U, RIVER_NORTH)]
    last_south = max(i for i, (u, v) in enumerate(ring) if u > 0 and v < 0)
    ring = ring[:last_south + 1] + mouth + ring[last_south + 1:]
    half = len(ring) // 2
    # Land on the left: counter-clockwise about the island. In two ways that join at their ends.
    town.way(ring[:half + 1], natural="coastline", source="made up")
    town.way([*ring[half:], ring[0]], natural="coastline", source="made up")
    islet = circle(16, 38 * M, 30 * M, centre=(380 * M, -395 * M), noise=200, key=2)
    town.ring(islet, natural="coastline", place="islet", name="Xenolith")
    beach = [point for point in ring if point[0] > 330 * M and 20 * M < point[1] < 260 * M]
    inland = [(u - 34 * M, v) for u, v in reversed(beach)]
    town.ring(beach + inland, natural="beach", surface="sand", name="Long Beach")


def draw_lake_and_river(town):
    lake = circle(32, 82 * M, 74 * M, centre=(-318 * M, -52 * M), noise=90, key=3)
    east = [i for i, (u, v) in enumerate(lake) if u > -300 * M and -80 * M < v < -10 * M]
    shore = [point for i, point in enumerate(lake) if i not in east]
    first_north = next(i for i, (u, v) in enumerate(shore) if v > -10 * M)
    mouth = [(LAKE_MOUTH_U, RIVER_SOUTH), (LAKE_MOUTH_U, RIVER_NORTH)]
    ring = shore[first_north:] + shore[:first_north]  # from north to south of the mouth
    half = len(ring) // 2
    outer = [town.way([mouth[1], *ring[:half + 1]]), town.way([*ring[half:], *mouth])]
    island = circle(12, 17 * M, 13 * M, centre=(-330 * M, -60 * M), noise=150, key=4)
    inner = town.ring(island, natural="wood", name="Heron Island")
    members = [(outer[0], "outer"), (outer[1], "outer"), (inner, "inner")]
    town.relation(members, type="multipolygon", natural="water", water="lake", name="Tarn")
    bends = [(LAKE_MOUTH_U, 0), (-160 * M, 3 * M), (-80 * M, 0), (0, -3 * M), (80 * M, 0),
             (160 * M, 2 * M), (240 * M, 0), (320 * M, -3 * M), (MOUTH_U, 0)]
    north = [(u, RIVER_NORTH + bend) for u, bend in bends]
    south = [(u, RIVER_SOUTH + bend) for u, bend in bends]
    town.ring(south + north[::-1], natural="water", water="river", name="Vein")
    town.way([(u, (RIVER_NORTH + RIVER_SOUTH) // 2 + bend) for u, bend in bends], waterway="river",
             name="Vein")


def draw_streets(town):
    for u, name in zip(AVENUES, AVENUE_NAMES):
        tags = {"name": name, "highway": "residential"}
        if name == "Bridge Street":
            tags.update(highway="primary", ref_="T 1", lanes="2")
        elif name in ("Harbour Avenue", "Promenade"):
            tags.update(highway="tertiary")
        elif name == "Market Avenue":
            tags.update(oneway="yes")
        elif name == "Gneiss Avenue":
            tags.update(highway="living_street")
        town.way([(u, v) for v in NORTH_STREETS], **tags)
        town.way([(u, v) for v in SOUTH_STREETS], **tags)
        if name in ("Bridge Street", "Harbour Avenue"):
            north, south = -20 * M, -60 * M
            town.way([(u, 0), (u, north)], **tags)
            town.way([(u, north), (u, south)], bridge="yes", layer="1", **tags)
            town.way([(u, south), (u, SOUTH_STREETS[0])], **tags)
    footbridge = AVENUES[1]
    path = {"highway": "footway", "name": "Ferry Steps"}
    town.way([(footbridge, 0), (footbridge, -22 * M)], **path)
    town.way([(footbridge, -22 * M), (footbridge, -58 * M)], bridge="yes", layer="1", **path)
    town.way([(footbridge, -58 * M), (footbridge, SOUTH_STREETS[0])], **path)
    for v in NORTH_STREETS + SOUTH_STREETS:
        tags = {"name": STREET_NAMES[v // M], "highway": "residential"}
        if v == 0:
            tags.update(highway="secondary", lanes="2", maxspeed="50")
        elif v == -80 * M:
            tags.update(highway="tertiary")
        elif v == 240 * M:
            tags.update(highway="unclassified")
        town.way([(u, v) for u in AVENUES], **tags)
    # Out of the grid: to the farm in the west, to the harbour in the south-east, along the beach.
    town.way([(AVENUES[0], 0), (-250 * M, 38 * M), (-320 * M, 50 * M), (-390 * M, 40 * M)],
             highway="track", surface="gravel", name="Farm Lane")
    town.way([(AVENUES[-1], -160 * M), (320 * M, -170 * M), (352 * M, -190 * M)], highway="service",
             name="Pier Road")
    town.way([(AVENUES[-1], 0), (330 * M, 20 * M), (345 * M, 80 * M), (348 * M, 160 * M),
              (320 * M, 225 * M), (AVENUES[-1], 240 * M)], highway="cycleway", name="Beach Path")
    town.way([(AVENUES[0], 240 * M), (-260 * M, 210 * M), (-300 * M, 150 * M), (-320 * M, 50 * M)],
             highway="path", name="Wood Path")
    town.way([(352 * M, -190 * M), (470 * M, -252 * M)], man_made="pier", name="Long Pier")


def draw_trees(town, points, leaf="broadleaved"):
    for point in points:
        town.node(point, natural="tree", leaf_type=leaf)


def scattered(u, v, width, depth, spacing, key):
    """A jittered grid of points in a rectangle."""
    points = []
    for row in range(depth // spacing):
        for column in range(width // spacing):
            jitter = [draw(spacing // 5, spacing * 4 // 5, key, row, column, axis)
                      for axis in (0, 1)]
            points.append((u + column * spacing + jitter[0], v + row * spacing + jitter[1]))
    return points


# --- what stands in a block of 80 x 80 m; (u, v) is its lower left junction ---------------------
def houses(town, u, v, key):
    for row in range(2):
        for column in range(6):
            lot = (key, row, column)
            width, depth = draw(7, 9, *lot, 1) * M, draw(8, 11, *lot, 2) * M
            left = u + 8 * M + column * 11 * M + draw(0, 1, *lot, 3) * M
            lower = v + 11 * M + draw(0, 2, *lot, 4) * M if row == 0 else v + 69 * M - depth
            tags = {"building": "house", "building__levels": draw(1, 3, *lot, 5),
                    "roof__shape": pick(["gabled", "hipped", "gabled", "flat"], *lot, 6),
                    "building__colour": pick(WALLS, *lot, 7), "roof__colour": pick(ROOFS, *lot, 8)}
            if row == 0:
                tags["addr__housenumber"] = 2 * column + 1
            town.building(box(left, lower, width, depth), **tags)
    draw_trees(town, scattered(u + 12 * M, v + 34 * M, 56 * M, 14 * M, 14 * M, key))


def apartments(town, u, v, key):
    colour = pick(WALLS, key, 1)
    for bar in range(4):
        levels = draw(4, 8, key, 2, bar)
        lower = v + 10 * M + bar * 16 * M
        points = box(u + 10 * M, lower, 60 * M, 11 * M)
        if bar == 3:  # an angle
            points = [(u + 10 * M, lower), (u + 70 * M, lower), (u + 70 * M, lower + 12 * M),
                      (u + 22 * M, lower + 12 * M), (u + 22 * M, lower + 8 * M),
                      (u + 10 * M, lower + 8 * M)]
        town.building(points, building="apartments", building__levels=levels, roof__shape="flat",
                      building__colour=colour)
    draw_trees(town, [(u + 15 * M + step * 10 * M, v + 23500) for step in range(6)])


def court(town, u, v, key):
    outer = box(u + 8 * M, v + 8 * M, 64 * M, 64 * M)
    inner = box(u + 22 * M, v + 22 * M, 36 * M, 36 * M)
    town.courtyard(outer, inner, building="apartments", building__levels=draw(4, 6, key, 1),
                   building__colour=pick(WALLS, key, 2), roof__colour=pick(ROOFS, key, 3),
                   name=f"Court {key}")
    town.ring(box(u + 25 * M, v + 25 * M, 30 * M, 30 * M), landuse="grass")
    draw_trees(town, [(u + 33 * M, v + 33 * M), (u + 47 * M, v + 45 * M)])


def square(town, u, v, key):
    town.ring(box(u + 5 * M, v + 5 * M, 70 * M, 70 * M), highway="pedestrian", area="yes",
              name="Fold Square")
    # A church of three parts: tower, nave and apse.
    base_u, base_v = u + 22 * M, v + 42 * M
    town.building(box(base_u, base_v, 38 * M, 14 * M), building="church", height="31",
                  amenity="place_of_worship", religion="christian", name="Saint Barbara",
                  building__colour="#cfc4ae")
    town.ring(box(base_u, base_v, 9 * M, 14 * M), building__part="tower", height="31",
              roof__shape="pyramidal", roof__height="9", building__colour="#c4b79e")
    town.ring(box(base_u + 9 * M, base_v, 24 * M, 14 * M), building__part="yes", height="16",
              roof__shape="gabled", roof__height="6", roof__colour="#8a4b32")
    town.ring(box(base_u + 33 * M, base_v + 2 * M, 5 * M, 10 * M), building__part="yes",
              height="11", roof__shape="half-hipped", roof__height="4", roof__colour="#8a4b32")
    town.ring(circle(12, 4 * M, 4 * M, centre=(u + 40 * M, v + 22 * M)), amenity="fountain",
              natural="water", water="fountain")
    town.node((u + 40 * M, v + 32 * M), place="square", name="Fold Square")
    draw_trees(town, [(u + 12 * M + step * 14 * M, v + 12 * M) for step in range(5)])


def tower(town, u, v, key):
    podium = box(u + 12 * M, v + 12 * M, 44 * M, 44 * M)
    outline = town.building(podium, building="commercial", height="74", name="Core Tower")
    parts = [
        town.ring(podium, building__part="yes", height="12", building__colour="#8f9aa3"),
        town.ring(box(u + 20 * M, v + 20 * M, 28 * M, 28 * M), building__part="yes", height="62",
                  min_height="12", building__colour="#7f93a8", building__material="glass"),
        town.ring(box(u + 26 * M, v + 26 * M, 16 * M, 16 * M), building__part="yes", height="74",
                  min_height="62", building__colour="#5f6f80"),
    ]
    town.relation([(outline, "outline"), *((part, "part") for part in parts)], type="building",
                  name="Core Tower")
    town.building(box(u + 60 * M, v + 10 * M, 12 * M, 60 * M), building="office",
                  building__levels="9", building__colour="#a9b2a4")
    town.building(box(u + 12 * M, v + 60 * M, 40 * M, 10 * M), building="retail",
                  building__levels="2")


def park(town, u, v, key):
    town.ring(box(u + 6 * M, v + 6 * M, 68 * M, 68 * M), leisure="park", name=f"Park {key}")
    town.ring(circle(16, 14 * M, 10 * M, centre=(u + 46 * M, v + 44 * M), noise=120, key=key),
              natural="water", water="pond")
    town.way([(u, v), (u + 26 * M, v + 30 * M), (u + 30 * M, v + 58 * M), (u + 80 * M, v + 80 * M)],
             highway="footway")
    town.way([(u + 26 * M, v + 30 * M), (u + 60 * M, v + 20 * M), (u + 80 * M, v)],
             highway="footway")
    trees = scattered(u + 8 * M, v + 8 * M, 64 * M, 64 * M, 13 * M, key)
    draw_trees(town, [(x, y) for x, y in trees
                      if abs(x - u - 46 * M) > 16 * M or abs(y - v - 44 * M) > 12 * M])


def school(town, u, v, key):
    shape = [(u + 10 * M, v + 12 * M), (u + 70 * M, v + 12 * M), (u + 70 * M, v + 50 * M),
             (u + 58 * M, v + 50 * M), (u + 58 * M, v + 25 * M), (u + 10 * M, v + 25 * M)]
    town.building(shape, building="school", building__levels="3", amenity="school",
                  name="School of Mines", building__colour="#b5543c")
    town.building(box(u + 10 * M, v + 56 * M, 24 * M, 14 * M), building="sports_hall", height="9")
    town.ring(box(u + 14 * M, v + 30 * M, 38 * M, 22 * M), leisure="pitch", sport="football")


def shops(town, u, v, key):
    town.building(box(u + 10 * M, v + 36 * M, 60 * M, 34 * M), building="supermarket",
                  building__levels="1", height="6.5", shop="supermarket", name="Ore & More")
    town.building(box(u + 60 * M, v + 10 * M, 8 * M, 8 * M), building="kiosk", building__levels="1")
    town.ring(box(u + 8 * M, v + 8 * M, 48 * M, 24 * M), amenity="parking")
    town.way([(u + 32 * M, v), (u + 32 * M, v + 20 * M)], highway="service", service="driveway")


def playing_fields(town, u, v, key):
    town.ring(box(u + 8 * M, v + 8 * M, 64 * M, 40 * M), leisure="pitch", sport="football")
    town.ring(box(u + 8 * M, v + 54 * M, 64 * M, 18 * M), landuse="meadow")
    row = [(u + 10 * M + step * 12 * M, v + 51 * M) for step in range(6)]
    draw_trees(town, row, "needleleaved")


# Rows from the north down, columns from the west.
BLOCKS = [
    [houses, houses, school, apartments, houses, houses],
    [houses, court, apartments, court, apartments, houses],
    [park, court, square, tower, court, shops],
    [houses, apartments, court, apartments, park, houses],
    [houses, houses, playing_fields, houses, apartments, houses],
]


def draw_blocks(town):
    rows = [160 * M, 80 * M, 0, -160 * M, -240 * M]
    for row, (v, blocks) in enumerate(zip(rows, BLOCKS)):
        for column, block in enumerate(blocks):
            block(town, AVENUES[column], v, row * 6 + column + 1)


def draw_outskirts(town):
    town.ring(circle(12, 5 * M, 5 * M, centre=(380 * M, -395 * M)), **{"name": "Xenolith Light"},
              building="lighthouse", man_made="lighthouse", height="24", building__colour="white",
              roof__shape="dome", roof__height="4")
    town.buildings += 1
    for place in range(4):
        town.building(box(292 * M, -128 * M - place * 34 * M, 22 * M, 26 * M), building="warehouse",
                      height=str(8 + place), building__colour="#8f9aa3")
    for place in range(3):
        town.building(box(-418 * M + place * 22 * M, 54 * M, 15 * M, 10 * M),
                      building="farm_auxiliary", building__levels="1", roof__shape="gabled",
                      roof__colour="#9c5a3c")
    for place in range(8):
        town.building(box(292 * M, 12 * M + place * 27 * M, 13 * M, 15 * M), building="detached",
                      building__levels=str(2 + place % 2), roof__shape="hipped",
                      building__colour=WALLS[place], roof__colour=ROOFS[place % 4])
    town.building(box(-236 * M, -14 * M, 10 * M, 7 * M), building="boathouse", height="4.5")
    town.building(box(-330 * M, 176 * M, 8 * M, 12 * M), building="chapel", height="8 m")
    town.building(box(-228 * M, -110 * M, 16 * M, 9 * M), building="roof", height="5",
                  amenity="shelter")
    wood = [(-425 * M, 75 * M), (-330 * M, 66 * M), (-225 * M, 60 * M), (-215 * M, 225 * M),
            (-250 * M, 300 * M), (-330 * M, 255 * M), (-395 * M, 180 * M)]
    town.ring(wood, natural="wood", leaf_type="needleleaved", name="Old Wood")
    town.ring([(-440 * M, 5 * M), (-400 * M, 0), (-270 * M, 30 * M), (-300 * M, 45 * M),
               (-425 * M, 68 * M)], landuse="farmland")
    town.ring([(-170 * M, -362 * M), (100 * M, -374 * M), (190 * M, -322 * M), (160 * M, -252 * M),
               (-180 * M, -252 * M), (-230 * M, -310 * M)], landuse="meadow", name="South Common")
    town.ring([(-196 * M, -28 * M), (-44 * M, -27 * M), (-44 * M, -6 * M), (-196 * M, -6 * M)],
              leisure="park", name="Quay Gardens")
    draw_trees(town, [(-190 * M + step * 15 * M, -16 * M) for step in range(10)])
    draw_trees(town, scattered(-390 * M, 90 * M, 150 * M, 110 * M, 22 * M, 77), "needleleaved")
    draw_trees(town, scattered(-160 * M, -370 * M, 270 * M, 100 * M, 45 * M, 78))
    for u in AVENUES[2:6]:
        draw_trees(town, [(u + 6500, v * M) for v in range(250, 330, 16)])
    town.node((40 * M, -10 * M), place="town", name="Suture", population="4120")


def make_town():
    town = Map()
    draw_coast(town)
    draw_lake_and_river(town)
    draw_streets(town)
    draw_blocks(town)
    draw_outskirts(town)
    return town


# --- writing ------------------------------------------------------------------------------------
def degrees(value_e7):
    sign = "-" if value_e7 < 0 else ""
    return f"{sign}{abs(value_e7) // 10**7}.{abs(value_e7) % 10**7:07d}"


def osm_text(town):
    def tag_lines(tags):
        return [f"    <tag k={quoteattr(key)} v={quoteattr(value)}/>"
                for key, value in tags.items()]

    lats = [place[0] for place, _ in town.nodes]
    lons = [place[1] for place, _ in town.nodes]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<!-- {LICENCE} -->",
             '<osm version="0.6" generator="terrane make_town">',
             f'  <bounds minlat="{degrees(min(lats))}" minlon="{degrees(min(lons))}" '
             f'maxlat="{degrees(max(lats))}" maxlon="{degrees(max(lons))}"/>']
    for number, ((lat, lon), tags) in enumerate(town.nodes, 1):
        head = f'  <node id="{number}" version="1" lat="{degrees(lat)}" lon="{degrees(lon)}"'
        lines += [head + ">", *tag_lines(tags), "  </node>"] if tags else [head + "/>"]
    for number, (refs, tags) in enumerate(town.ways, 1):
        lines.append(f'  <way id="{number}" version="1">')
        lines += [f'    <nd ref="{ref}"/>' for ref in refs]
        lines += [*tag_lines(tags), "  </way>"]
    for number, (members, tags) in enumerate(town.relations, 1):
        lines.append(f'  <relation id="{number}" version="1">')
        lines += [f'    <member type="way" ref="{ref}" role="{role}"/>' for ref, role in members]
        lines += [*tag_lines(tags), "  </relation>"]
    return "\n".join([*lines, "</osm>", ""])


def json_text(town):
    def element(kind, number, fields, tags):
        whole = {"type": kind, "id": number, **fields, **({"tags": tags} if tags else {})}
        return json.dumps(whole, separators=(",", ":"), ensure_ascii=False)

    elements = []
    for number, ((lat, lon), tags) in enumerate(town.nodes, 1):
        text = element("node", number, {"lat": 0, "lon": 0}, tags)
        # The exact digits, which a float's own printing would not promise.
        exact = f'"lat":{degrees(lat)},"lon":{degrees(lon)}'
        elements.append(text.replace('"lat":0,"lon":0', exact, 1))
    for number, (refs, tags) in enumerate(town.ways, 1):
        elements.append(element("way", number, {"nodes": refs}, tags))
    for number, (members, tags) in enumerate(town.relations, 1):
        listed = [{"type": "way", "ref": ref, "role": role} for ref, role in members]
        elements.append(element("relation", number, {"members": listed}, tags))
    head = json.dumps({"version": 0.6, "generator": "terrane make_town",
                       "osm3s": {"copyright": LICENCE}}, ensure_ascii=False)
    return head[:-1] + ', "elements": [\n' + ",\n".join(elements) + "\n]}\n"


def main():
    default = pathlib.Path(__file__).resolve().parent.parent / "data"
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
    folder.mkdir(parents=True, exist_ok=True)
    town = make_town()
    (folder / "town.osm").write_text(osm_text(town), encoding="utf-8", newline="\n")
    (folder / "town.json").write_text(json_text(town), encoding="utf-8", newline="\n")
    print(f"make_town: {len(town.nodes)} nodes, {len(town.ways)} ways, "
          f"{len(town.relations)} relations, {town.buildings} buildings")


if __name__ == "__main__":
    main()
