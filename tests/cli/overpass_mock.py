"""A small Overpass server on loopback for tests: answers what the engine asks from a local extract
(Overpass JSON, as `terrane extract` writes it), counts what it is asked, and misbehaves on request.

Alone: `overpass_mock.py FILE.json [PORT] [FAULT]` prints its address and serves until it is ended.
A fault is one of FAULTS; `FAULT*N` misbehaves for the first N queries alone. `/fault?FAULT` and
`/heal` change it while it runs, `/stats` tells what was asked."""

import json
import re
import select
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

FAULTS = ("none", "hang", "cut", "cut-length", "remark", "remark-timeout", "html", "empty", "429",
          "429-retry", "406", "413", "504", "500", "drop")
HANG_S = 300


class Extract:
    """The elements of a file, and what a box touches of them, ways and relations complete."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            elements = json.load(file)["elements"]
        self.nodes = {e["id"]: e for e in elements if e["type"] == "node"}
        self.ways = {e["id"]: e for e in elements if e["type"] == "way"}
        self.relations = {e["id"]: e for e in elements if e["type"] == "relation"}
        self.lines = {
            way_id: [(self.nodes[n]["lat"], self.nodes[n]["lon"]) for n in way["nodes"]
                     if n in self.nodes] for way_id, way in self.ways.items()}

    def answer(self, box):
        south, west, north, east = box
        nodes = {n for n, e in self.nodes.items()
                 if south <= e["lat"] <= north and west <= e["lon"] <= east}
        ways = {w for w, line in self.lines.items() if line_touches(line, box)}
        relations = set()
        for relation_id, relation in self.relations.items():
            for member in relation["members"]:
                known = {"node": nodes, "way": ways}.get(member["type"], ())
                if member["ref"] in known:
                    relations.add(relation_id)
        kept = {n for n in nodes if self.nodes[n].get("tags")}
        for relation_id in relations:
            for member in self.relations[relation_id]["members"]:
                if member["type"] == "way" and member["ref"] in self.ways:
                    ways.add(member["ref"])
                if member["type"] == "node" and member["ref"] in self.nodes:
                    kept.add(member["ref"])
        for way_id in ways:
            kept.update(n for n in self.ways[way_id]["nodes"] if n in self.nodes)
        # As `out qt` does, in no order of ids.
        elements = [self.relations[r] for r in sorted(relations, reverse=True)]
        elements += [self.ways[w] for w in sorted(ways, reverse=True)]
        elements += [self.nodes[n] for n in sorted(kept, reverse=True)]
        return elements


def line_touches(line, box):
    if len(line) == 1:
        return inside(line[0], box)
    return any(segment_touches(a, b, box) for a, b in zip(line, line[1:]))


def inside(point, box):
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def segment_touches(a, b, box):
    """Cohen and Sutherland's: clip until it is in or out."""
    south, west, north, east = box
    low, high = 0.0, 1.0
    for start, end, least, most in ((a[0], b[0], south, north), (a[1], b[1], west, east)):
        way = end - start
        if way == 0:
            if start < least or start > most:
                return False
            continue
        first, last = sorted(((least - start) / way, (most - start) / way))
        low, high = max(low, first), min(high, last)
        if low > high:
            return False
    return True


class Mock:
    """`with Mock(path) as mock:` serves at mock.url; mock.fault may be set while it runs."""

    def __init__(self, path, port=0, fault="none"):
        self.extract = Extract(path)
        self.lock = threading.Lock()
        self.queries = []       # (time, box, User-Agent, status)
        self.at_once = 0
        self.at_once_most = 0
        self.delay_s = 0.0
        self.set_fault(fault)
        mock = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                mock.serve(self)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # a client that hangs up is no news
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/api/interpreter"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def set_fault(self, fault):
        name, _, count = fault.partition("*")
        if name not in FAULTS:
            raise ValueError(f"no such fault: {fault}")
        self.fault = name
        self.faults_left = int(count) if count else 1 << 30

    def next_fault(self):
        if self.fault == "none" or self.faults_left == 0:
            return "none"
        self.faults_left -= 1
        return self.fault

    def serve(self, request):
        url = urlsplit(request.path)
        if url.path == "/stats":
            stats = {"queries": len(self.queries), "at_once_most": self.at_once_most,
                     "boxes": [q[1] for q in self.queries]}
            return reply(request, 200, json.dumps(stats), "application/json")
        if url.path in ("/fault", "/heal"):
            self.set_fault(url.query if url.path == "/fault" else "none")
            return reply(request, 200, "{}", "application/json")
        box = box_of(parse_qs(url.query).get("data", [""])[0])
        if url.path != "/api/interpreter" or box is None:
            return reply(request, 400, "no query")
        with self.lock:
            fault = self.next_fault()
            self.at_once += 1
            self.at_once_most = max(self.at_once_most, self.at_once)
            self.queries.append((time.monotonic(), box, request.headers.get("User-Agent"), fault))
        try:
            time.sleep(self.delay_s)
            self.misbehave(request, box, fault)
        except (BrokenPipeError, ConnectionResetError):
            pass
        finally:
            with self.lock:
                self.at_once -= 1

    def text_of(self, box, **more):
        body = {"version": 0.6, "generator": "overpass_mock", "elements": self.extract.answer(box)}
        return json.dumps({**body, **more}, ensure_ascii=False)

    def misbehave(self, request, box, fault):
        if fault == "none":
            return reply(request, 200, self.text_of(box), "application/json")
        if fault == "hang":
            wait_for_hang_up(request.connection)
            request.close_connection = True
            return None
        if fault == "drop":
            request.connection.shutdown(socket.SHUT_RDWR)
            request.close_connection = True
            return None
        if fault == "cut":  # in the middle of the body, with a length that fits
            return reply(request, 200, self.text_of(box)[:-40], "application/json")
        if fault == "cut-length":  # the connection ends before the body does
            body = self.text_of(box).encode()
            reply_head(request, 200, len(body), "application/json")
            request.wfile.write(body[:len(body) // 2])
            request.close_connection = True
            return None
        if fault == "remark":
            return reply(request, 200, self.text_of(box, remark="runtime error: no memory left"),
                         "application/json")
        if fault == "remark-timeout":
            remark = 'runtime error: Query timed out in "query" at line 1 after 61 seconds.'
            return reply(request, 200, self.text_of(box, remark=remark), "application/json")
        if fault == "html":
            return reply(request, 200, "<html><body>The server is tired.</body></html>")
        if fault == "empty":
            return reply(request, 200, "", "application/json")
        retry = {"Retry-After": "40"} if fault == "429-retry" else {}
        return reply(request, int(fault[:3]), f"<html>{fault}</html>", **retry)


def wait_for_hang_up(connection):
    """As a server that computes: it notices when nobody listens any more."""
    select.select([connection], [], [], HANG_S)


def box_of(query):
    """Of the first statement with one; south, west, north, east with decimal points."""
    found = re.search(r"\((-?\d+\.\d+),(-?\d+\.\d+),(-?\d+\.\d+),(-?\d+\.\d+)\)", unquote(query))
    return tuple(float(n) for n in found.groups()) if found else None


def reply_head(request, status, length, kind, **headers):
    request.send_response(status)
    request.send_header("Content-Type", kind)
    request.send_header("Content-Length", str(length))
    request.send_header("Access-Control-Allow-Origin", "*")
    for name, value in headers.items():
        request.send_header(name, value)
    request.end_headers()


def reply(request, status, text, kind="text/html", **headers):
    body = text.encode()
    reply_head(request, status, len(body), kind, **headers)
    request.wfile.write(body)


if __name__ == "__main__":
    with Mock(sys.argv[1], *(int(p) for p in sys.argv[2:3]), *sys.argv[3:4]) as alone:
        print(alone.url, flush=True)
        alone.thread.join()
