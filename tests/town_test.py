#!/usr/bin/env python3
"""The made-up town: data/ is what tools/make_town.py writes, and holds what tests rely on."""
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Town(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = ET.parse(ROOT / "data" / "town.osm").getroot()
        cls.nodes = {node.get("id"): node for node in cls.root.iter("node")}
        cls.ways = list(cls.root.iter("way"))
        cls.relations = list(cls.root.iter("relation"))

    @staticmethod
    def tags(element):
        return {tag.get("k"): tag.get("v") for tag in element.iter("tag")}

    def places(self, way):
        nodes = [self.nodes[nd.get("ref")] for nd in way.iter("nd")]
        return [(float(node.get("lon")), float(node.get("lat"))) for node in nodes]

    def count(self, elements, key, value=None):
        found = [self.tags(element).get(key) for element in elements]
        return sum(tag is not None and value in (None, tag) for tag in found)

    def test_the_tool_writes_the_committed_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, str(ROOT / "tools" / "make_town.py"), folder],
                           check=True, stdout=subprocess.DEVNULL)
            for name in ("town.osm", "town.json"):
                written = (pathlib.Path(folder) / name).read_bytes()
                self.assertEqual(written, (ROOT / "data" / name).read_bytes(),
                                 f"data/{name} is not what tools/make_town.py writes: run it")

    def test_counts(self):
        things = self.ways + self.relations
        self.assertEqual(self.count(things, "building"), 200)
        self.assertEqual(self.count(self.relations, "building"), 5)
        self.assertEqual(self.count(self.ways, "building:part"), 6)
        self.assertEqual(self.count(self.ways, "bridge"), 3)
        self.assertEqual(self.count(self.ways, "natural", "coastline"), 3)
        self.assertEqual(self.count(self.relations, "natural", "water"), 1)
        self.assertGreater(self.count(self.ways, "highway"), 30)
        self.assertGreater(self.count(self.nodes.values(), "natural", "tree"), 150)
        for kind in ("house", "apartments", "church", "lighthouse"):
            self.assertGreater(self.count(things, "building", kind), 0, kind)

    def test_it_lies_over_four_sectors_about_their_common_corner(self):
        sectors = set()
        for way in self.ways:
            if "building" in self.tags(way):
                lon, lat = self.places(way)[0]
                x = math.floor((lon + 180.0) / 360.0 * 65536)
                y = math.floor((1 - math.asinh(math.tan(math.radians(lat))) / math.pi) / 2 * 65536)
                sectors.add((x, y))
        self.assertEqual(sectors, {(x, y) for x in (30947, 30948) for y in (38496, 38497)})

    def test_references_are_complete_and_ids_positive(self):
        way_ids = {way.get("id") for way in self.ways}
        for element in [*self.nodes.values(), *self.ways, *self.relations]:
            self.assertGreater(int(element.get("id")), 0)
        for way in self.ways:
            for nd in way.iter("nd"):
                self.assertIn(nd.get("ref"), self.nodes)
        for relation in self.relations:
            for member in relation.iter("member"):
                self.assertIn(member.get("ref"), way_ids)

    def test_the_coast_has_land_on_its_left(self):
        coasts = [self.places(way) for way in self.ways
                  if self.tags(way).get("natural") == "coastline"]
        closed = [ring for ring in coasts if ring[0] == ring[-1]]
        first, second = [line for line in coasts if line[0] != line[-1]]
        self.assertEqual(first[-1], second[0])
        self.assertEqual(second[-1], first[0])
        for ring in [*closed, first + second[1:]]:
            self.assertGreater(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:])), 0)

    def test_the_json_says_the_same(self):
        elements = json.loads((ROOT / "data" / "town.json").read_text(encoding="utf-8"))["elements"]
        by_kind = {kind: [e for e in elements if e["type"] == kind]
                   for kind in ("node", "way", "relation")}
        self.assertEqual(len(by_kind["node"]), len(self.nodes))
        for element in by_kind["node"]:
            node = self.nodes[str(element["id"])]
            self.assertEqual((element["lat"], element["lon"]),
                             (float(node.get("lat")), float(node.get("lon"))))
            self.assertEqual(element.get("tags", {}), self.tags(node))
        for element, way in zip(by_kind["way"], self.ways, strict=True):
            self.assertEqual(element["nodes"], [int(nd.get("ref")) for nd in way.iter("nd")])
            self.assertEqual(element.get("tags", {}), self.tags(way))
        for element, relation in zip(by_kind["relation"], self.relations, strict=True):
            self.assertEqual([member["ref"] for member in element["members"]],
                             [int(member.get("ref")) for member in relation.iter("member")])
            self.assertEqual(element.get("tags", {}), self.tags(relation))


if __name__ == "__main__":
    unittest.main()
