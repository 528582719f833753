#!/usr/bin/env python3
"""tools/check_layers.py and tools/check_style.py refuse what they are there to refuse."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parent.parent / "tools"
TABLE = "base:\ngeo: base\ncity: base geo\ngpu: base\nrender: base geo gpu\n"
HEADER = "// What it is.\n#pragma once\n"


def run(tool, files):
    """A tool's exit status and output over a tree of these files."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {"tools/layers.txt": TABLE, **files}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        result = subprocess.run([sys.executable, str(TOOLS / tool), folder], capture_output=True,
                                text=True, check=False)
        return result.returncode, result.stdout


class Layers(unittest.TestCase):
    def accepts(self, name, text):
        status, output = run("check_layers.py", {name: text})
        self.assertEqual(status, 0, output)

    def refuses(self, name, text, reason):
        status, output = run("check_layers.py", {name: text})
        self.assertEqual(status, 1, output)
        self.assertIn(reason, output)
        self.assertIn(name, output)

    def test_accepts_what_the_table_allows(self):
        self.accepts("src/terrane/city/a.cpp", '#include "terrane/geo/frame.h"\n#include <map>\n')
        self.accepts("src/terrane/city/a.cpp", '#include "terrane/city/detail/b.h"\n')
        self.accepts("src/terrane/city/a.cpp", "double time_s = at_time(3); // time( is a word\n")

    def test_refuses_a_part_above(self):
        self.refuses("src/terrane/geo/a.h", '#include "terrane/city/lots.h"\n',
                     "may not include city")
        self.refuses("src/terrane/city/a.cpp", '#include "terrane/render/view.h"\n',
                     "may not include render")
        self.refuses("src/terrane/city/a_test.cpp", '#include "terrane/gpu/types.h"\n',
                     "may not include gpu")

    def test_refuses_unknown_parts(self):
        self.refuses("src/terrane/city/a.cpp", '#include "terrane/utils/a.h"\n', "does not name")
        self.refuses("src/terrane/utils/a.cpp", "\n", "not in tools/layers.txt")

    def test_refuses_the_details_of_another_part(self):
        self.refuses("src/terrane/city/a.cpp", '#include "terrane/geo/detail/b.h"\n', "geo alone")

    def test_refuses_clocks_in_content(self):
        self.refuses("src/terrane/city/a.cpp", "#include <chrono>\n", "no clock")
        self.refuses("src/terrane/city/a.cpp", "auto t = std::chrono::seconds(1);\n", "no clock")
        self.refuses("src/terrane/geo/a.cpp", "srand(time(nullptr));\n", "no clock")
        self.accepts("src/terrane/gpu/a.cpp", "#include <chrono>\n")

    def test_refuses_windows_and_graphics_outside_gpu(self):
        self.refuses("src/terrane/city/a.cpp", "#include <GLFW/glfw3.h>\n", "gpu alone")
        self.refuses("src/terrane/render/a.cpp", "#include <epoxy/gl.h>\n", "gpu alone")
        self.accepts("src/terrane/gpu/a.cpp", "#include <epoxy/gl.h>\n")

    def test_refuses_an_empty_tree(self):
        status, _ = run("check_layers.py", {})
        self.assertEqual(status, 1)


class Style(unittest.TestCase):
    def accepts(self, name, text):
        status, output = run("check_style.py", {name: text})
        self.assertEqual(status, 0, output)

    def refuses(self, name, text, reason):
        status, output = run("check_style.py", {name: text})
        self.assertEqual(status, 1, output)
        self.assertIn(reason, output)

    def test_accepts_good_files(self):
        self.accepts("src/terrane/city/a.h", HEADER)
        self.accepts("src/terrane/render/a.cpp", "auto s = std::sin(1.0);\n")
        self.accepts("src/terrane/city/a.cpp", "auto r = std::sqrt(2.0); // not std::sin(\n")

    def test_refuses_each_breach(self):
        self.refuses("src/terrane/city/a.cpp", "x" * 101 + "\n", "columns")
        self.refuses("src/terrane/city/a.cpp", "// TO" + "DO later\n", "left open")
        self.refuses("src/terrane/city/a.cpp", "auto s = std::sin(1.0);\n", "base/trig.h")
        self.refuses("src/terrane/city/a.cpp", "auto s = std::pow(1.0, 2.0);\n", "base/trig.h")
        self.refuses("src/terrane/city/a.cpp", "throw 1;\n", "throws")
        self.refuses("src/terrane/city/a.cpp", "int a; \n", "space")
        self.refuses("src/terrane/city/a.h", "#pragma once\n", "opens with")
        self.refuses("src/terrane/city/a.h", "// What it is.\n", "#pragma once")
        self.refuses("src/terrane/city/CamelCase.cpp", "\n", "snake_case")


if __name__ == "__main__":
    unittest.main()
