// Message workers as the engine reaches them (apps/web/engine/page_ports.h): each a Worker with an
// instance of the engine of its own. What arrives waits here until the engine takes it, so that a
// burst of finished pieces costs the page's thread nothing until it has time for them.
import type { Variant } from "./engine";
import { engineUrl } from "./engine";
import { workerScriptFailed, workerSilent } from "./strings";

export interface Port {
  readonly codeLoaded: boolean;
  readonly error: string; // why it is gone, as a part of a sentence; empty while it lives
  post(bytes: Uint8Array): void;
  nextSize(): number; // -1: nothing has arrived
  take(): Uint8Array;
  restart(): boolean;
  end(): void;
}

// What the worker's script posts beside the engine's own messages, which are ArrayBuffers.
export type WorkerNews = { loaded: true } | { failed: string } | { pong: true };
// Beside them, a worker is told where its engine is, and asked whether it still lives.
export const ping = "ping";
export interface WorkerStart {
  script: string;
  compiled: WebAssembly.Module;
}

// Browsers say nothing when a worker's process ends. One that was silent for a while is asked; a
// build takes far less than the time that it then has.
const silentMs = 10_000;
const answerMs = 20_000;
const lookEveryMs = 2_000;

export class WorkerPort implements Port {
  codeLoaded = false;
  error = "";
  private worker: Worker | null = null;
  private arrived: Uint8Array[] = [];
  private heardMs = 0;
  private askedMs: number | null = null;
  private watch: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly variant: Variant,
    private readonly compiled: WebAssembly.Module,
  ) {
    this.start();
  }

  private start(): void {
    this.codeLoaded = false;
    this.error = "";
    this.arrived = [];
    let worker: Worker;
    try {
      worker = new Worker(new URL("./build_worker.ts", import.meta.url));
    } catch (error) {
      this.error = String(error);
      return;
    }
    // An ended worker's late events must not reach the one that took its place.
    const current = (handle: () => void) => () => {
      if (this.worker === worker) handle();
    };
    worker.onmessage = (event: MessageEvent<ArrayBuffer | WorkerNews>) =>
      current(() => this.hear(event.data))();
    worker.onerror = (event) => {
      event.preventDefault();
      // A script that is not there gives an event without a message.
      current(() => this.fail(event.message ? event.message : workerScriptFailed))();
    };
    worker.onmessageerror = current(() => this.fail("a message of it could not be read"));
    this.worker = worker;
    const start: WorkerStart = {
      script: engineUrl(`terrane-${this.variant}.js`),
      compiled: this.compiled,
    };
    worker.postMessage(start);
    this.heardMs = performance.now();
    this.askedMs = null;
    clearInterval(this.watch);
    this.watch = setInterval(() => this.look(worker), lookEveryMs);
  }

  private look(worker: Worker): void {
    if (!this.codeLoaded || this.error !== "") return;
    const nowMs = performance.now();
    if (this.askedMs !== null) {
      if (nowMs - this.askedMs > answerMs) this.fail(workerSilent);
    } else if (nowMs - this.heardMs > silentMs) {
      this.askedMs = nowMs;
      worker.postMessage(ping);
    }
  }

  private hear(data: ArrayBuffer | WorkerNews): void {
    this.heardMs = performance.now();
    this.askedMs = null;
    if (data instanceof ArrayBuffer) {
      this.arrived.push(new Uint8Array(data));
    } else if ("loaded" in data) {
      this.codeLoaded = true;
    } else if ("failed" in data) {
      this.fail(data.failed);
    }
  }

  private fail(why: string): void {
    this.error ||= why;
    this.worker?.terminate();
  }

  post(bytes: Uint8Array): void {
    if (this.error === "") this.worker?.postMessage(bytes.buffer, [bytes.buffer as ArrayBuffer]);
  }
  nextSize(): number {
    return this.arrived[0]?.byteLength ?? -1;
  }
  take(): Uint8Array {
    return this.arrived.shift() ?? new Uint8Array();
  }
  restart(): boolean {
    this.end();
    this.start();
    return this.error === "";
  }
  end(): void {
    clearInterval(this.watch);
    this.worker?.terminate();
    this.worker = null;
    this.arrived = [];
  }
}
