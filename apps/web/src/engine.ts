// The engine as the page sees it: fetched with progress, compiled once, called by typed functions.
// The calls themselves are apps/web/engine/page_main.cpp. Knows no HUD and no input device.
import { Net } from "./fetch_net";
import type { Port } from "./ports";

export type Variant = "threads" | "messages";
export type WorkerKind = "threads" | "messages" | "inline";

// What Emscripten makes of the options that createTerrane() is given.
interface Module {
  ccall(name: string, result: string | null, types: string[], values: unknown[]): unknown;
  FS: {
    mkdirTree(path: string): void;
    writeFile(path: string, bytes: Uint8Array): void;
  };
  HEAPU8: Uint8Array;
  terranePorts: Port[];
  terraneNet: Net;
}

declare global {
  // Defined by engine/terrane-*.js.
  var createTerrane: ((options: Record<string, unknown>) => Promise<Module>) | undefined;
}

export class EngineError extends Error {}

// Of what engine.json lists; the sizes are of the uncompressed files.
export type EngineList = Partial<Record<Variant, { wasm_bytes: number }>>;

export function engineUrl(file: string): string {
  return new URL(`engine/${file}`, document.baseURI).href;
}

// What was asked for before anybody needed it.
const early = new Map<string, Promise<Response>>();

function fetchFile(file: string): Promise<Response> {
  const response = early.get(file) ?? fetch(engineUrl(file));
  early.delete(file);
  return response;
}

// Lets the files of a variant come while the page is still being made.
export function prefetchEngine(variant: Variant): void {
  for (const file of ["engine.json", `terrane-${variant}.wasm`]) {
    const response = fetch(engineUrl(file));
    response.catch(() => {}); // whoever takes it says so
    early.set(file, response);
  }
}

export async function fetchEngineList(): Promise<EngineList> {
  const response = await fetchFile("engine.json");
  if (!response.ok) throw new EngineError(`engine/engine.json answered ${response.status}`);
  return (await response.json()) as EngineList;
}

// Compiles while the bytes arrive. `onProgress` gets 0 ... 1.
export async function fetchEngine(
  variant: Variant,
  wasmBytes: number,
  onProgress: (part: number) => void,
): Promise<WebAssembly.Module> {
  const file = `terrane-${variant}.wasm`;
  const response = await fetchFile(file);
  if (!response.ok || response.body === null) {
    throw new EngineError(`engine/${file} answered ${response.status}`);
  }
  let arrived = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        arrived += chunk.byteLength;
        onProgress(Math.min(1, arrived / Math.max(1, wasmBytes)));
        out.enqueue(chunk);
      },
    }),
  );
  const headers = { "Content-Type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(counted, { headers }));
}

// Defines createTerrane().
export function loadEngineScript(variant: Variant): Promise<void> {
  const file = `terrane-${variant}.js`;
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = engineUrl(file);
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new EngineError(`engine/${file} did not load`)));
    document.head.append(script);
  });
}

export class Engine {
  private constructor(
    readonly variant: Variant,
    private readonly module: Module,
  ) {}

  // After its script. Rejects when the engine cannot start within `limitMs`, counted while the page's thread is free.
  // The variant with threads starts its pool of workers here.
  static async start(
    variant: Variant,
    compiled: WebAssembly.Module,
    limitMs: number,
  ): Promise<Engine> {
    const file = `terrane-${variant}.js`;
    const create = globalThis.createTerrane;
    if (create === undefined) throw new EngineError(`engine/${file} is no engine`);

    let giveUp: (error: Error) => void = () => {};
    const failed = new Promise<never>((_, reject) => (giveUp = reject));
    // Emscripten throws a pool worker's failure out of an event handler, where only this sees it.
    const onError = (event: ErrorEvent) => giveUp(new EngineError(event.message));
    const onRejection = (event: PromiseRejectionEvent) =>
      giveUp(new EngineError(String(event.reason)));
    let waited = 0;
    const timer = setInterval(() => {
      waited += 100;
      if (waited >= limitMs) giveUp(new EngineError(`no answer within ${limitMs / 1000} s`));
    }, 100);
    window.addEventListener("error", onError);
    window.addEventListener("unhandledrejection", onRejection);
    try {
      const options = {
        locateFile: (name: string) => engineUrl(name),
        mainScriptUrlOrBlob: engineUrl(file),
        terranePorts: [],
        terraneNet: new Net(),
        print: (text: string) => console.info(text),
        printErr: (text: string) => console.warn(text),
        onAbort: (why: unknown) => giveUp(new EngineError(String(why))),
        instantiateWasm(
          imports: WebAssembly.Imports,
          receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
        ) {
          WebAssembly.instantiate(compiled, imports).then(
            (instance) => receive(instance, compiled),
            (error: unknown) => giveUp(new EngineError(String(error))),
          );
          return {};
        },
      };
      const module = await Promise.race([create(options), failed]);
      return new Engine(variant, module);
    } finally {
      clearInterval(timer);
      window.removeEventListener("error", onError);
      window.removeEventListener("unhandledrejection", onRejection);
      failed.catch(() => {});
    }
  }

  private text(name: string): string {
    return this.module.ccall(name, "string", [], []) as string;
  }
  private number(name: string): number {
    return this.module.ccall(name, "number", [], []) as number;
  }
  private attempt(name: string, types: string[], values: unknown[]): void {
    if (this.module.ccall(name, "number", types, values) === 1) return;
    throw new EngineError(this.text("terrane_error"));
  }

  openWorld(uri: string): void {
    this.attempt("terrane_open_world", ["string"], [uri]);
  }
  // Asks for the map at a place of a live world, or its start; of others nothing.
  wantPlace(place: readonly [number, number] | null): void {
    const [first, second] = place ?? [0, 0];
    const types = ["number", "number", "number"];
    this.module.ccall("terrane_want_place", null, types, [place === null ? 0 : 1, first, second]);
  }
  // Empty once it has come, "waiting", or why it does not come.
  arrival(): string {
    return this.text("terrane_arrival");
  }
  stopWaiting(): void {
    this.module.ccall("terrane_stop_waiting", null, [], []);
  }
  worldUri(): string {
    return this.text("terrane_world_uri");
  }
  startWorkers(kind: WorkerKind, ports: Port[], count: number): void {
    this.module.terranePorts = ports;
    this.attempt("terrane_start_workers", ["string", "number"], [kind, count]);
  }
  openDevice(selector: string): void {
    this.attempt("terrane_open_device", ["string"], [selector]);
  }
  // A device whose requests lie in memory until somebody carries them out: frameWords().
  openWordDevice(name: string, isSoftware: boolean, maxTextureSize: number): void {
    this.attempt(
      "terrane_open_word_device",
      ["string", "number", "number"],
      [name, isSoftware ? 1 : 0, maxTextureSize],
    );
  }
  // What was asked of it since the last call.
  frameWords(): { memory: ArrayBufferLike; pointer: number; count: number } {
    const count = this.number("terrane_take_gpu_words");
    return { memory: this.memory(), pointer: this.number("terrane_gpu_words"), count };
  }
  // As it is now: it may have grown.
  private memory(): ArrayBufferLike {
    this.text("terrane_device_name"); // sees to it that HEAPU8 is up to date
    return this.module.HEAPU8.buffer;
  }
  deviceName(): string {
    return this.text("terrane_device_name");
  }
  deviceIsSoftware(): boolean {
    return this.number("terrane_device_is_software") === 1;
  }
  // `place`: X, Z of a city, latitude and longitude of a map; `headingDeg`: compass.
  openWay(
    way: string,
    quality: string,
    place: readonly [number, number] | null,
    headingDeg: number,
    hour: number,
  ): void {
    const [first, second] = place ?? [0, 0];
    this.attempt(
      "terrane_open_way",
      ["string", "string", "number", "number", "number", "number", "number", "number"],
      [way, quality, place === null ? 0 : 1, first, second, headingDeg, hour, 0],
    );
  }
  // Of the next "command", and of the next arena that is opened; see page_match.h.
  setMatch(players: string, units: number, seed: number, inWorker: boolean): void {
    const types = ["string", "number", "number", "number"];
    this.module.ccall("terrane_set_match", null, types, [players, units, seed, inWorker ? 1 : 0]);
  }
  // The next "command" shows the replay of this file, in the world that replayWorld() names.
  openReplay(path: string): void {
    this.attempt("terrane_open_replay", ["string"], [path]);
  }
  replayWorld(): string {
    return this.text("terrane_replay_world");
  }
  forgetReplay(): void {
    this.module.ccall("terrane_forget_replay", null, [], []);
  }
  // Of the open match up to now; empty when it keeps none.
  replay(): Uint8Array<ArrayBuffer> {
    const size = this.number("terrane_take_replay");
    const at = this.number("terrane_replay_bytes");
    return new Uint8Array(this.memory()).slice(at, at + size);
  }
  // What the last frame sounds like.
  cues(): Cue[] {
    const count = this.number("terrane_cue_count");
    if (count === 0) return [];
    const numbers = new Float32Array(this.memory(), this.number("terrane_cues"), count * 4);
    return Array.from({ length: count }, (_, cue) => {
      const [kind, variant, gain, pan] = numbers.subarray(cue * 4, cue * 4 + 4);
      return { kind: kind!, variant: variant!, gain: gain!, pan: pan! };
    });
  }
  // Null where the engine knows no such cue.
  cueSamples(kind: number, variant: number): CueSamples | null {
    const types = ["number", "number"];
    const count = this.module.ccall("terrane_make_cue", "number", types, [kind, variant]) as number;
    if (count === 0) return null;
    const at = this.number("terrane_cue_samples");
    const words = new Int16Array(this.memory(), at, count);
    return { samples: Float32Array.from(words, (word) => word / 32768), rateHz: this.number("terrane_cue_rate") };
  }
  // As the native window stores them (src/terrane/play/settings.h).
  defaultSettings(): string {
    return this.text("terrane_default_settings");
  }
  // Sentences about what could not be meant.
  setSettings(json: string): string[] {
    const said = this.module.ccall("terrane_set_settings", "string", ["string"], [json]) as string;
    return said.split("\n").filter((line) => line !== "");
  }
  keyName(key: number): string {
    return this.module.ccall("terrane_key_name", "string", ["number"], [key]) as string;
  }
  // Of the map inset: the side of its tiles, one of them as numbers (see page_map.cpp), and where
  // the open way stands among them.
  mapTileM(): number {
    return this.number("terrane_map_tile_m");
  }
  mapTile(column: number, row: number): Float32Array {
    const types = ["number", "number"];
    const count = this.module.ccall("terrane_map_tile", "number", types, [column, row]) as number;
    if (count === 0) return new Float32Array();
    return new Float32Array(this.memory(), this.number("terrane_map_floats"), count);
  }
  mapPlace(): MapPlace {
    const at = this.number("terrane_map_here");
    const [x, z, headingRad] = new Float64Array(this.memory(), at, 3);
    return { x: x!, z: z!, headingRad: headingRad! };
  }
  closeWay(): void {
    this.module.ccall("terrane_close_way", null, [], []);
  }
  input(record: InputRecord): void {
    this.module.ccall(
      "terrane_input",
      null,
      inputTypes,
      [
        record.kind,
        record.key ?? 0,
        record.button ?? 0,
        record.pressed ? 1 : 0,
        record.axis ?? 0,
        record.value ?? 0,
        record.x ?? 0,
        record.y ?? 0,
        record.dx ?? 0,
        record.dy ?? 0,
        record.action ?? 0,
      ],
    );
  }
  frame(elapsedS: number, width: number, height: number): void {
    this.attempt("terrane_frame", ["number", "number", "number"], [elapsedS, width, height]);
  }
  hud(): string {
    return this.text("terrane_hud");
  }
  place(): string {
    return this.text("terrane_place");
  }
  setHour(hour: number): void {
    this.module.ccall("terrane_set_hour", null, ["number"], [hour]);
  }
  wantsPointerLock(): boolean {
    return this.number("terrane_wants_pointer_lock") === 1;
  }
  releasePointer(): void {
    this.module.ccall("terrane_release_pointer", null, [], []);
  }
  takePhotoWish(): boolean {
    return this.number("terrane_take_photo_wish") === 1;
  }
  writeFile(folder: string, name: string, bytes: Uint8Array): void {
    this.module.FS.mkdirTree(folder);
    this.module.FS.writeFile(`${folder}/${name}`, bytes);
  }
}

export interface Cue {
  kind: number; // play::CueKind
  variant: number;
  gain: number; // 0 ... 1
  pan: number; // -1 left ... 1 right
}

export interface MapPlace {
  x: number; // metres to the east
  z: number; // metres to the south
  headingRad: number; // clockwise from north
}

export interface CueSamples {
  samples: Float32Array<ArrayBuffer>;
  rateHz: number;
}

const inputTypes = new Array<string>(11).fill("number");

// gpu::InputKind, in its order.
export enum InputKind {
  Key,
  MouseButton,
  MouseMove,
  MouseLeave,
  Wheel,
  Axis,
  Panel,
  Resize,
  FocusLost,
  Close,
}

// gpu::PadAxis, in its order.
export enum PadAxis {
  LeftX,
  LeftY,
  RightX,
  RightY,
  LeftTrigger,
  RightTrigger,
}

export interface InputRecord {
  kind: InputKind;
  key?: number;
  button?: number;
  pressed?: boolean;
  axis?: PadAxis;
  value?: number;
  x?: number;
  y?: number;
  dx?: number;
  dy?: number;
  action?: number;
}
