#!/usr/bin/env python3
"""Nothing that simulates or builds touches the outside: by includes and by what it links.

usage: purity_test.py ROOT ARCHIVE...

The archives are those of the pure simulation. The checker itself is tried on planted trees first.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1])
ARCHIVES = sys.argv[2:]
CHECKER = ROOT / "tools" / "check_purity.py"

# Undefined symbols that a simulation must not want, demangled.
FORBIDDEN = re.compile(
    r"^(?:glfw|gl[A-Z]|epoxy_|egl[A-Z]|emscripten_|SDL_|alc?[A-Z]"
    r"|(?:clock_gettime|gettimeofday|time|clock|nanosleep|rand|srand|random|arc4random"
    r"|fopen|fopen64|open|open64|creat|socket|connect|getenv)$"
    r"|std::chrono::|std::random_device|std::basic_[io]?f(?:stream|ilebuf)|std::filesystem"
    r"|pthread_create|std::thread)")


def check(root):
    result = subprocess.run([sys.executable, str(CHECKER), str(root)], capture_output=True,
                            text=True, check=False)
    return result.returncode, result.stdout


class Checker(unittest.TestCase):
    def planted(self, text):
        files = {"rts/a.cpp": '#include "terrane/base/b.h"\n', "base/b.h": "#pragma once\n",
                 "base/b.cpp": '#include "terrane/base/c.h"\n', "base/c.h": text}
        with tempfile.TemporaryDirectory() as folder:
            for name, words in files.items():
                path = pathlib.Path(folder) / "src" / "terrane" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(words)
            return check(folder)

    def test_finds_each_kind_four_levels_down_and_says_how_it_got_there(self):
        for text in ("#include <chrono>\n", "auto x = glGetString(3);\n", "#include <random>\n",
                     '#include <fstream>\n', "void f(GLFWwindow* w);\n", "int x = rand();\n"):
            status, output = self.planted(text)
            self.assertEqual(status, 1, text + output)
            self.assertIn("always fatal", output)
            self.assertIn("base/c.h <- src/terrane/base/b.cpp <- "
                          "src/terrane/rts/a.cpp", output)

    def test_conditional_names_are_listed_and_pass(self):
        status, output = self.planted("thread_local int x = 0;\n")
        self.assertEqual(status, 0, output)
        self.assertIn("conditional: thread-local state", output)

    def test_comments_and_strings_are_no_names(self):
        status, output = self.planted('// std::chrono is not used\nconst char* a = "fopen";\n')
        self.assertEqual(status, 0, output)
        self.assertIn("4 files reached, 0 always fatal, 0 conditional", output)

    def test_nothing_reached_is_no_success(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(check(folder)[0], 1)


class Engine(unittest.TestCase):
    def test_sources_are_pure(self):
        status, output = check(ROOT)
        print(output, end="")
        self.assertEqual(status, 0, output)

    def test_archives_want_nothing_of_the_outside(self):
        self.assertTrue(ARCHIVES)
        for archive in ARCHIVES:
            names = subprocess.run(["nm", "-C", "-u", archive], capture_output=True, text=True,
                                   check=True).stdout
            wanted = {line.split(None, 1)[1].split("@")[0]
                      for line in names.splitlines() if line.strip().startswith("U ")}
            self.assertGreater(len(wanted), 10, f"{archive} was not read")
            self.assertEqual([name for name in sorted(wanted) if FORBIDDEN.search(name)], [],
                             archive)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
