// Queries of a live place as the engine reaches them (apps/web/engine/page_fetch.h): the browser's
// fetch(), without cookies, with a limit of time and size. How often and how politely it is asked
// is the engine's affair. What arrives waits here until the engine takes it.
import { netCut, netOffline, netTooLarge, netTooSlow } from "./strings";

// As fetch::HttpEnd.
export const NetEnd = { Answered: 0, TimedOut: 1, TooLarge: 2, Cut: 3, Unreachable: 4 } as const;

export interface NetReply {
  id: number;
  end: number;
  status: number;
  retryAfterS: number;
  body: Uint8Array;
  why: string; // a part of a sentence; empty when it was answered
}

// As fetch::CurlOptions.
const replyLimitMs = 90_000;
const bodyBytesMax = 64 * 1024 * 1024;

export class Net {
  reply: NetReply | null = null; // the one that was taken last
  private arrived: NetReply[] = [];
  private readonly flying = new Map<number, AbortController>();

  send(id: number, url: string): void {
    const abort = new AbortController();
    this.flying.set(id, abort);
    void this.ask(id, url, abort).then((reply) => {
      if (this.flying.get(id) !== abort) return; // called off meanwhile
      this.flying.delete(id);
      this.arrived.push(reply);
    });
  }

  cancel(id: number): void {
    this.flying.get(id)?.abort();
    this.flying.delete(id);
    this.arrived = this.arrived.filter((reply) => reply.id !== id);
  }

  next(): boolean {
    this.reply = this.arrived.shift() ?? null;
    return this.reply !== null;
  }

  private async ask(id: number, url: string, abort: AbortController): Promise<NetReply> {
    const ended = (end: number, why: string, status = 0): NetReply => ({
      id,
      end,
      status,
      retryAfterS: 0,
      body: new Uint8Array(),
      why,
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      abort.abort();
    }, replyLimitMs);
    let status = 0;
    try {
      const response = await fetch(url, { credentials: "omit", mode: "cors", signal: abort.signal });
      status = response.status;
      const body = await readBody(response, abort);
      if (body === null) return ended(NetEnd.TooLarge, netTooLarge(bodyBytesMax / 1024 / 1024), status);
      const retryAfterS = Number(response.headers.get("Retry-After") ?? 0);
      return {
        id,
        end: NetEnd.Answered,
        status,
        retryAfterS: Number.isFinite(retryAfterS) ? Math.max(0, retryAfterS) : 0,
        body,
        why: "",
      };
    } catch (error) {
      if (isLate) return ended(NetEnd.TimedOut, netTooSlow(replyLimitMs / 1000), status);
      const why = error instanceof Error ? error.message : String(error);
      if (status !== 0) return ended(NetEnd.Cut, netCut(why), status);
      return ended(NetEnd.Unreachable, navigator.onLine ? why : netOffline);
    } finally {
      clearTimeout(timer);
    }
  }
}

// Null when there is more than is taken.
async function readBody(response: Response, abort: AbortController): Promise<Uint8Array | null> {
  if (response.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > bodyBytesMax) {
      abort.abort();
      return null;
    }
    chunks.push(value);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
  }
  return body;
}
