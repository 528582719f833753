// The script of a message worker: a second instance of the engine that builds what it is sent.
// The engine's own messages are ArrayBuffers both ways; see ports.ts for the rest.
import type { ping, WorkerNews, WorkerStart } from "./ports";

interface WorkerModule {
  _malloc(size: number): number;
  _free(at: number): void;
  _terrane_worker_receive(at: number, size: number): void;
  HEAPU8: Uint8Array;
}
declare function importScripts(...urls: string[]): void;

const say = (news: WorkerNews) => (self as unknown as { postMessage(m: unknown): void }).postMessage(news);
const waiting: ArrayBuffer[] = [];
let engine: WorkerModule | null = null;

function receive(module: WorkerModule, message: ArrayBuffer): void {
  try {
    const at = module._malloc(message.byteLength);
    module.HEAPU8.set(new Uint8Array(message), at);
    module._terrane_worker_receive(at, message.byteLength);
    module._free(at);
  } catch (error) {
    say({ failed: String(error) });
  }
}

function start({ script, compiled }: WorkerStart): void {
  const fail = (error: unknown) => say({ failed: String(error) });
  try {
    importScripts(script);
    const create = (self as unknown as { createTerrane?: (o: object) => Promise<WorkerModule> })
      .createTerrane;
    if (create === undefined) throw new Error("its script is no engine");
    create({
      instantiateWasm(
        imports: WebAssembly.Imports,
        done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
      ) {
        WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled), fail);
        return {};
      },
    }).then((module) => {
      engine = module;
      say({ loaded: true });
      for (const message of waiting.splice(0)) receive(module, message);
    }, fail);
  } catch (error) {
    fail(error);
  }
}

self.onmessage = (event: MessageEvent<WorkerStart | ArrayBuffer | typeof ping>) => {
  if (event.data === "ping") say({ pong: true });
  else if (!(event.data instanceof ArrayBuffer)) start(event.data);
  else if (engine === null) waiting.push(event.data);
  else receive(engine, event.data);
};
