// The script of the map inset's worker: paints its tiles and shows them around a place. A canvas of
// the page's own thread would wait for the graphics process, which is busy with the world's picture:
// the first rectangle took more than a second there.
import type { MapMessage, MapNews } from "./map_inset";

// content::PlanAreaKind and content::PlanLineKind, in their order.
const areaColours = ["#7d8f57", "#5b7a4c", "#71965a", "#c9b98a", "#8b8d8e", "#4f7fa3", "#b9a892"];
const lineColours = ["#6f8a5c", "#e6e2d6", "#cfcabb", "#f3efe4"];
const landColour = lineColours[0]!;
const waterColour = areaColours[5]!;
const roadColour = lineColours[1]!;

interface Shape {
  tileM: number;
  shownM: number;
}

let canvas: OffscreenCanvas | null = null;
let shape: Shape = { tileM: 1, shownM: 1 };
const tiles = new Map<string, { column: number; row: number; picture: OffscreenCanvas }>();

const say = (news: MapNews) => (self as unknown as { postMessage(m: unknown): void }).postMessage(news);
// Of the processor: small, and nobody waits for the graphics process.
const penOf = (of: OffscreenCanvas) => of.getContext("2d", { willReadFrequently: true });
const scaleOf = () => (canvas === null ? 1 : canvas.width / shape.shownM);

function paintTile(column: number, row: number, numbers: Float32Array): void {
  const side = Math.ceil(shape.tileM * scaleOf());
  const picture = new OffscreenCanvas(side, side);
  const pen = penOf(picture);
  if (pen !== null) paint(pen, numbers, scaleOf(), side);
  tiles.set(`${column},${row}`, { column, row, picture });
}

// What is painted, around the place, with an arrow for who stands there.
function show(x: number, z: number, headingRad: number): void {
  const pen = canvas === null ? null : penOf(canvas);
  if (pen === null || canvas === null) return;
  const side = canvas.width;
  const scale = scaleOf();
  pen.fillStyle = "#2c3a33";
  pen.fillRect(0, 0, side, side);
  for (const { column, row, picture } of tiles.values()) {
    const left = Math.round((column * shape.tileM - x) * scale + side / 2);
    const top = Math.round((row * shape.tileM - z) * scale + side / 2);
    pen.drawImage(picture, left, top);
  }
  const size = Math.max(7, side / 18);
  pen.save();
  pen.translate(side / 2, side / 2);
  pen.rotate(headingRad);
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

self.onmessage = ({ data }: MessageEvent<MapMessage>) => {
  if (data.what === "canvas") {
    canvas = data.canvas;
  } else if (data.what === "clear") {
    tiles.clear();
    shape = data;
    if (canvas !== null) canvas.width = canvas.height = data.side;
  } else if (data.what === "tile") {
    paintTile(data.column, data.row, data.numbers);
  } else if (data.what === "drop") {
    tiles.delete(data.name);
  } else {
    show(data.x, data.z, data.headingRad);
    say("shown");
  }
};

function paint(pen: OffscreenCanvasRenderingContext2D, numbers: Float32Array, scale: number, side: number): void {
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
