"""Runs the program as a user does and says what is wrong, for the tests beside this file.

A test is a script: `NAME_test.py PATH-OF-TERRANE`. It prints what fails and exits 1."""

import json
import os
import re
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
SOURCE_FOLDER = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ERROR_LINE = re.compile(r"^terrane: error: .+ \(.+\): .+$")

failures = []


def shared_data(path):
    """A file of the shared test data, or None where there is none."""
    folder = os.environ.get("TERRANE_SHARED_DATA")
    folder = folder or os.path.join(SOURCE_FOLDER, "..", "shared", "data")
    full = os.path.abspath(os.path.join(folder, path))
    return full if os.path.exists(full) else None


def skipped(what):
    print(f"SKIPPED: {what} (shared data absent)")


def run(*arguments, cwd=None, stdout=None, timeout=250):
    return subprocess.run([PROGRAM, *arguments], cwd=cwd, stdout=stdout or subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=timeout, check=False)


def check(condition, sentence):
    if not condition:
        failures.append(sentence)
        print("FAILED:", sentence)


def check_exit(result, code, what):
    check(result.returncode == code,
          f"{what}: exit {result.returncode} instead of {code}: {result.stderr.strip()[-400:]}")
    return result.returncode == code


def check_refused(*arguments, cwd, what, says=None, **options):
    """One line, exit 2, nothing left behind in `cwd`."""
    before = sorted(os.listdir(cwd))
    result = run(*arguments, cwd=cwd, **options)
    lines = result.stderr.splitlines()
    check_exit(result, 2, what)
    check(len(lines) == 1 and ERROR_LINE.match(lines[0]),
          f"{what}: not one line WHAT (WHERE): EXPECTED but {result.stderr!r}")
    check(not result.stdout, f"{what}: printed on standard output: {(result.stdout or '')[:200]!r}")
    check(sorted(os.listdir(cwd)) == before,
          f"{what}: left {sorted(set(os.listdir(cwd)) - set(before))} behind")
    if says:
        check(says in result.stderr, f"{what}: does not say {says!r} but {result.stderr.strip()!r}")


def report_of(*arguments, keys=(), cwd=None, code=0):
    """The JSON report on standard output, with at least these keys."""
    result = run(*arguments, "--json", "-", cwd=cwd)
    what = " ".join(arguments)
    if not check_exit(result, code, what):
        return {}
    try:
        report = json.loads(result.stdout)
    except ValueError:
        check(False, f"{what}: not JSON: {result.stdout[:200]!r}")
        return {}
    for key in keys:
        check(key in report, f"{what}: the report lacks {key}")
    return report


def main(test):
    with tempfile.TemporaryDirectory() as folder:
        test(folder)
    sys.exit(1 if failures else 0)
