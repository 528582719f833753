// A small map of where one drives or walks, north up. Its tiles are asked of the engine here, at most
// one a frame and none for a while after one that took long; a worker paints and shows them (see
// map_painter.ts).
import { element, setHidden } from "./dom";
import type { MapPlace } from "./engine";
import * as strings from "./strings";

const shownM = 400; // across the inset
const tilesMax = 64; // kept, the oldest first to go
const restFactor = 12; // how much longer than a tile took the next one waits at least
const liveStaleMs = 10_000;

// To the painter: first its canvas, then in any order; `clear` forgets every tile and sets the side
// in pixels. Numbers as terrane_map_tile() has them.
export type MapMessage =
  | { what: "canvas"; canvas: OffscreenCanvas }
  | { what: "clear"; side: number; tileM: number; shownM: number }
  | { what: "tile"; column: number; row: number; numbers: Float32Array }
  | { what: "drop"; name: string }
  | { what: "show"; x: number; z: number; headingRad: number };
// From it, after each that was shown: the page sends the next place then, so that none queue up.
export type MapNews = "shown";

export interface MapSource {
  mapTileM(): number;
  // Numbers as terrane_map_tile() has them; empty where there is no map.
  mapTile(column: number, row: number): Float32Array;
}

export class MapInset {
  readonly node: HTMLElement;
  // The engine's part of the last tile, for the streaming panel: what this thread spent.
  tileMs = 0;
  private readonly canvas = element("canvas", { role: "img", "aria-label": strings.mapLabel });
  private readonly none = element("p", { class: "quiet", hidden: true });
  private readonly askedMs = new Map<string, number>(); // of the tiles that the painter has
  private painter: Worker | null = null;
  private failed = false;
  private shows = false; // a place is on its way to the painter
  private world = "";
  private side = 0;
  private nextTileMs = 0;

  constructor() {
    this.node = element("div", { class: "panel map-inset", hidden: true }, this.canvas, this.none);
  }

  // Once a frame. `place` null: no map is wanted now.
  update(source: MapSource, world: string, place: MapPlace | null, nowMs: number): void {
    setHidden(this.node, place === null);
    if (place === null) return;
    const grows = world.includes("layout=grown");
    setHidden(this.none, !grows && !this.failed);
    setHidden(this.canvas, grows || this.failed);
    if (grows || this.failed) {
      const why = grows ? strings.mapOfGrowing : strings.mapFailed;
      if (this.none.textContent !== why) this.none.textContent = why;
      return;
    }
    this.start();
    this.fit(source, world);
    if (nowMs >= this.nextTileMs && this.askOne(source, place, nowMs)) {
      this.nextTileMs = nowMs + this.tileMs * restFactor;
    }
  }

  // What is painted, around the place.
  show({ x, z, headingRad }: MapPlace): void {
    if (this.shows || this.side === 0 || this.node.hidden) return;
    this.shows = true;
    this.send({ what: "show", x, z, headingRad });
  }

  private start(): void {
    if (this.painter !== null) return;
    try {
      const canvas = this.canvas.transferControlToOffscreen();
      this.painter = new Worker(new URL("./map_painter.ts", import.meta.url));
      this.painter.onmessage = () => (this.shows = false);
      this.painter.onerror = (event) => {
        event.preventDefault();
        this.failed = true;
      };
      this.send({ what: "canvas", canvas }, [canvas]);
    } catch {
      this.failed = true; // a browser without such canvases, or without workers
    }
  }

  private send(message: MapMessage, given: Transferable[] = []): void {
    this.painter?.postMessage(message, given);
  }

  private fit(source: MapSource, world: string): void {
    const side = Math.round(this.canvas.clientWidth * Math.min(devicePixelRatio || 1, 2));
    if (side === 0 || (side === this.side && world === this.world)) return;
    this.side = side;
    this.world = world;
    this.askedMs.clear();
    this.nextTileMs = 0;
    this.send({ what: "clear", side, tileM: source.mapTileM(), shownM });
  }

  // Of the tiles that are to be seen, the nearest that is not painted yet. False: there is none.
  private askOne(source: MapSource, { x, z }: MapPlace, nowMs: number): boolean {
    const tileM = source.mapTileM();
    const staleMs = this.world.startsWith("osm:overpass") ? liveStaleMs : Infinity;
    const first = (at: number) => Math.floor((at - shownM / 2) / tileM);
    const last = (at: number) => Math.floor((at + shownM / 2) / tileM);
    let best: { column: number; row: number } | null = null;
    let bestM = Infinity;
    for (let row = first(z); row <= last(z); ++row) {
      for (let column = first(x); column <= last(x); ++column) {
        if (nowMs - (this.askedMs.get(`${column},${row}`) ?? -Infinity) < staleMs) continue;
        const awayM = Math.hypot((column + 0.5) * tileM - x, (row + 0.5) * tileM - z);
        if (awayM >= bestM) continue;
        best = { column, row };
        bestM = awayM;
      }
    }
    if (best === null) return false;
    const beganMs = performance.now();
    const numbers = source.mapTile(best.column, best.row).slice();
    this.tileMs = performance.now() - beganMs;
    const name = `${best.column},${best.row}`;
    this.askedMs.delete(name); // so that it is the youngest
    this.askedMs.set(name, nowMs);
    this.send({ what: "tile", ...best, numbers }, [numbers.buffer as ArrayBuffer]);
    for (const oldest of this.askedMs.keys()) {
      if (this.askedMs.size <= tilesMax) break;
      this.askedMs.delete(oldest);
      this.send({ what: "drop", name: oldest });
    }
    return true;
  }
}
