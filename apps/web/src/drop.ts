// A map or a replay dropped anywhere on the page, or chosen: read here, judged by the engine.
import { element, setHidden } from "./dom";
import { droppedFolder } from "./link";
import * as strings from "./strings";

const bytesMax = 64 * 1024 * 1024;

export interface DroppedMap {
  name: string; // in the engine's file system, below droppedFolder
  title: string; // as the file was called
  bytes: Uint8Array;
}

export function isReplayFile(file: File): boolean {
  return /\.trr$/i.test(file.name);
}

// Rejects with a sentence.
export async function readBytes(file: File): Promise<Uint8Array> {
  if (file.size > bytesMax) {
    throw new Error(strings.fileTooLarge(file.name, Math.ceil(file.size / (1024 * 1024))));
  }
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new Error(strings.fileUnreadable(file.name));
  }
}

// Rejects with a sentence.
export async function readMapFile(file: File): Promise<DroppedMap> {
  if (!/\.json$/i.test(file.name)) throw new Error(strings.fileNotJson(file.name));
  const bytes = await readBytes(file);
  // A name that a link can hold; no folders, nothing hidden.
  const stem = file.name.slice(0, -".json".length).replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 60);
  return { name: `${stem || "map"}.json`, title: file.name, bytes };
}

export function worldOfFile(name: string): string {
  return `osm:${droppedFolder}/${name}`;
}

export function listenForDrops(onFile: (file: File) => void): HTMLElement {
  const veil = element("div", { class: "drop-veil", hidden: true }, element("p", {}, strings.dropHere));
  const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => {
    // Even what is no file must not make the browser leave the page.
    event.preventDefault();
    setHidden(veil, !holdsFile(event));
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) setHidden(veil, true);
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    setHidden(veil, true);
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) onFile(file);
  });
  return veil;
}
