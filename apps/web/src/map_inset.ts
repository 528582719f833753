// A small map of where one drives or walks, north up: painted tile by tile, at most one a frame and
// none for a while after one that took long, and then only shown again.
import { element, setHidden } from "./dom";
import type { MapPlace } from "./engine";
import * as strings from "./strings";

const shownM = 400; // across the inset
const tilesMax = 64; // kept, the oldest first to go
const restFactor = 12; // how much longer than a tile took the next one waits at least
const liveStaleMs = 10_000;

// content::PlanAreaKind and content::PlanLineKind, in their order.
const areaColours = ["#7d8f57", "#5b7a4c", "#71965a", "#c9b98a", "#8b8d8e", "#4f7fa3", "#b9a892"];
const lineColours = ["#6f8a5c", "#e6e2d6", "#cfcabb", "#f3efe4"];
const landColour = lineColours[0]!;
const waterColour = areaColours[5]!;
const roadColour = lineColours[1]!;

export interface MapSource {
  mapTileM(): number;
  // Numbers as terrane_map_tile() has them; empty where there is no map.
  mapTile(column: number, row: number): Float32Array;
}

interface Tile {
  picture: HTMLCanvasElement;
  paintedMs: number;
}

export class MapInset {
  readonly node: HTMLElement;
  // Engine and painting of the last tile, for the streaming panel.
  tileMs = 0;
  private readonly canvas = element("canvas", { role: "img", "aria-label": strings.mapLabel });
  private readonly none = element("p", { class: "quiet", hidden: true }, strings.mapOfGrowing);
  private readonly tiles = new Map<string, Tile>();
  private world = "";
  private pixelsAMetre = 1;
  private nextTileMs = 0;

  constructor() {
    this.node = element("div", { class: "panel map-inset", hidden: true }, this.canvas, this.none);
  }

  // Once a frame. `place` null: no map is wanted now.
  update(source: MapSource, world: string, place: MapPlace | null, nowMs: number): void {
    setHidden(this.node, place === null);
    if (place === null) return;
    const grows = world.includes("layout=grown");
    setHidden(this.none, !grows);
    setHidden(this.canvas, grows);
    if (grows) return;
    if (world !== this.world) {
      this.world = world;
      this.tiles.clear();
      this.nextTileMs = 0;
    }
    this.fit();
    if (nowMs < this.nextTileMs || !this.paintOne(source, place, nowMs)) return;
    this.nextTileMs = nowMs + this.tileMs * restFactor;
  }

  private fit(): void {
    const side = Math.round(this.canvas.clientWidth * Math.min(devicePixelRatio || 1, 2));
    if (side === 0 || side === this.canvas.width) return;
    this.canvas.width = side;
    this.canvas.height = side;
    this.pixelsAMetre = side / shownM;
    this.tiles.clear();
  }

  // Of the tiles that are to be seen, the nearest that is not painted yet.
  private paintOne(source: MapSource, place: MapPlace, nowMs: number): boolean {
    const tileM = source.mapTileM();
    const staleMs = this.world.startsWith("osm:overpass") ? liveStaleMs : Infinity;
    let best: { column: number; row: number; awayM: number } | null = null;
    this.eachTile(tileM, place, (column, row) => {
      const tile = this.tiles.get(`${column},${row}`);
      if (tile !== undefined && nowMs - tile.paintedMs < staleMs) return;
      const awayM = Math.hypot((column + 0.5) * tileM - place.x, (row + 0.5) * tileM - place.z);
      if (best === null || awayM < best.awayM) best = { column, row, awayM };
    });
    if (best === null) return false;
    const { column, row } = best as { column: number; row: number };
    const beganMs = performance.now();
    const numbers = source.mapTile(column, row);
    const side = Math.ceil(tileM * this.pixelsAMetre);
    const picture = element("canvas", { width: String(side), height: String(side) });
    const pen = picture.getContext("2d");
    if (pen !== null) paint(pen, numbers, this.pixelsAMetre, side);
    const name = `${column},${row}`;
    this.tiles.delete(name); // so that it is the youngest
    this.tiles.set(name, { picture, paintedMs: nowMs });
    for (const oldest of this.tiles.keys()) {
      if (this.tiles.size <= tilesMax) break;
      this.tiles.delete(oldest);
    }
    this.tileMs = performance.now() - beganMs;
    return true;
  }

  private eachTile(tileM: number, { x, z }: MapPlace, use: (column: number, row: number) => void): void {
    const first = (at: number) => Math.floor((at - shownM / 2) / tileM);
    const last = (at: number) => Math.floor((at + shownM / 2) / tileM);
    for (let row = first(z); row <= last(z); ++row) {
      for (let column = first(x); column <= last(x); ++column) use(column, row);
    }
  }

  // What is painted, around the place, with an arrow for who stands there.
  show(source: MapSource, place: MapPlace): void {
    const pen = this.canvas.getContext("2d");
    if (pen === null || this.node.hidden || this.canvas.hidden) return;
    const tileM = source.mapTileM();
    const side = this.canvas.width;
    const scale = this.pixelsAMetre;
    pen.fillStyle = "#2c3a33";
    pen.fillRect(0, 0, side, side);
    this.eachTile(tileM, place, (column, row) => {
      const tile = this.tiles.get(`${column},${row}`);
      if (tile === undefined) return;
      const left = Math.round((column * tileM - place.x) * scale + side / 2);
      const top = Math.round((row * tileM - place.z) * scale + side / 2);
      pen.drawImage(tile.picture, left, top);
    });
    const size = Math.max(7, side / 18);
    pen.save();
    pen.translate(side / 2, side / 2);
    pen.rotate(place.headingRad);
    pen.beginPath();
    pen.moveTo(0, -size);
    pen.lineTo(size * 0.7, size * 0.8);
    pen.lineTo(0, size * 0.4);
    pen.lineTo(-size * 0.7, size * 0.8);
    pen.closePath();
    pen.fillStyle = "#f2b544";
    pen.strokeStyle = "#16130a";
    pen.lineWidth = Math.max(1.5, side / 100);
    pen.stroke();
    pen.fill();
    pen.restore();
  }
}

function paint(pen: CanvasRenderingContext2D, numbers: Float32Array, scale: number, side: number): void {
  let at = 0;
  const next = () => numbers[at++] ?? 0;
  const trace = () => {
    const count = next();
    for (let point = 0; point < count; ++point) {
      const x = next() * scale;
      const y = next() * scale;
      if (point === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    }
  };
  pen.fillStyle = numbers.length > 0 && next() === 1 ? waterColour : landColour;
  pen.fillRect(0, 0, side, side);
  pen.lineCap = "round";
  pen.lineJoin = "round";
  while (at < numbers.length) {
    const what = next();
    pen.beginPath();
    if (what === 0) {
      pen.fillStyle = areaColours[next()] ?? landColour;
      for (let rings = next(); rings > 0; --rings) {
        trace();
        pen.closePath();
      }
      pen.fill("evenodd");
    } else if (what === 1) {
      pen.strokeStyle = lineColours[next()] ?? roadColour;
      pen.lineWidth = Math.max(1.2, next() * scale);
      trace();
      pen.stroke();
    } else {
      const radius = next() * scale;
      pen.fillStyle = roadColour;
      pen.arc(next() * scale, next() * scale, radius, 0, 2 * Math.PI);
      pen.fill();
    }
  }
}
