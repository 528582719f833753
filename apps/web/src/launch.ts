// Starts the engine in the best way this browser gives: with threads, else with message workers,
// else alone; and the workers of each way that is opened. Says why where it is not the best.
import {
  Engine,
  fetchEngine,
  fetchEngineList,
  loadEngineScript,
  type EngineList,
  type Variant,
  type WorkerKind,
} from "./engine";
import { WorkerPort, type Port } from "./ports";
import * as strings from "./strings";

// For the pool of threads. Message workers have the engine's own watch.
const poolLimitMs = 2000;
const engineLimitMs = 30_000;
const poolSize = 4; // PTHREAD_POOL_SIZE of apps/web/CMakeLists.txt

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function workerCount(): number {
  // One core is the page's own; but a page of two cores mostly waits for its graphics.
  return Math.min(poolSize, Math.max(2, (navigator.hardwareConcurrency || 2) - 1));
}

function waitMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

// With threads, unless the page is not isolated or its address asks for something else.
export function wantedVariant(): Variant {
  const asked = new URLSearchParams(location.search).get("workers");
  return crossOriginIsolated && asked !== "messages" && asked !== "inline" ? "threads" : "messages";
}

export class Launched {
  // Why building is not done as well as it might be; sentences.
  notes: string[] = [];
  private ports: WorkerPort[] = [];

  private constructor(
    readonly engine: Engine,
    private readonly compiled: WebAssembly.Module,
    public kind: WorkerKind,
  ) {}

  static async start(say: (text: string, part: number | null) => void): Promise<Launched> {
    say(strings.loadingEngine, 0);
    const list = await fetchEngineList();
    const notes: string[] = [];
    if (!crossOriginIsolated) notes.push(strings.notIsolated);
    if (list.threads !== undefined && wantedVariant() === "threads") {
      try {
        return await Launched.variant("threads", "threads", list, say);
      } catch (error) {
        notes.push(strings.threadsFailed(sentence(error)));
      }
    }
    const asked = new URLSearchParams(location.search).get("workers");
    const kind = asked === "inline" ? "inline" : "messages";
    const launched = await Launched.variant("messages", kind, list, say);
    launched.notes = notes;
    return launched;
  }

  private static async variant(
    variant: Variant,
    kind: WorkerKind,
    list: EngineList,
    say: (text: string, part: number | null) => void,
  ): Promise<Launched> {
    const bytes = list[variant]?.wasm_bytes ?? 0;
    const [compiled] = await Promise.all([
      fetchEngine(variant, bytes, (part) => say(strings.loadingEngine, part)),
      loadEngineScript(variant),
    ]);
    say(strings.startingWorkers, null);
    // The workers' instances are made while the page makes its own.
    const ports: WorkerPort[] = [];
    if (kind === "messages") {
      while (ports.length < workerCount()) ports.push(new WorkerPort(variant, compiled));
    }
    const limitMs = variant === "threads" ? poolLimitMs : engineLimitMs;
    const engine = await Engine.start(variant, compiled, limitMs);
    const launched = new Launched(engine, compiled, kind);
    launched.ports = ports;
    return launched;
  }

  // For the way that is opened next; the last one must be closed. A world must be open.
  async startWorkers(): Promise<void> {
    if (this.kind === "threads") return this.startThreads();
    if (this.kind === "inline") return this.engine.startWorkers("inline", [], 0);
    this.engine.startWorkers("messages", this.freshPorts(), workerCount());
  }

  // Those that were started and not used, else new ones: a worker knows one world.
  private freshPorts(): Port[] {
    const unused = this.ports;
    this.ports = [];
    if (unused.length > 0) return unused;
    return Array.from({ length: workerCount() }, () => new WorkerPort("messages", this.compiled));
  }

  private async startThreads(): Promise<void> {
    // Threads of the last way go back to the pool in tasks of their own.
    for (let attempt = 0; ; ++attempt) {
      try {
        return this.engine.startWorkers("threads", [], workerCount());
      } catch (error) {
        if (attempt < 10) {
          await waitMs(100);
          continue;
        }
        this.notes.push(strings.threadsFailed(sentence(error)));
        this.kind = "inline";
        return this.engine.startWorkers("inline", [], 0);
      }
    }
  }
}
