// Photos of the picture, and films of it. The HUD is not on them.
import { photoFailed } from "./strings";

function stamp(): string {
  return new Date().toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// The file's name.
export function saveFile(blob: Blob, ending: string): string {
  const name = `terrane-${stamp()}.${ending}`;
  save(blob, name);
  return name;
}

// To be called in the task that drew the picture: afterwards the browser may have thrown it away.
// Resolves to the file's name.
export function takePhoto(canvas: HTMLCanvasElement): Promise<string> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) return reject(new Error(photoFailed));
      const name = `terrane-${stamp()}.png`;
      save(blob, name);
      resolve(name);
    }, "image/png");
  });
}

export class Recorder {
  private recorder: MediaRecorder | null = null;

  static get available(): boolean {
    return typeof MediaRecorder !== "undefined" && MediaRecorder.isTypeSupported("video/webm");
  }
  get running(): boolean {
    return this.recorder !== null;
  }

  start(canvas: HTMLCanvasElement, onSaved: (name: string) => void): void {
    const chunks: Blob[] = [];
    const recorder = new MediaRecorder(canvas.captureStream(30), {
      mimeType: "video/webm",
      videoBitsPerSecond: 12_000_000,
    });
    recorder.addEventListener("dataavailable", (event) => chunks.push(event.data));
    recorder.addEventListener("stop", () => {
      const name = `terrane-${stamp()}.webm`;
      save(new Blob(chunks, { type: "video/webm" }), name);
      onSaved(name);
    });
    // A chunk a second, so that a long film is not held twice at the end.
    recorder.start(1000);
    this.recorder = recorder;
  }

  stop(): void {
    const recorder = this.recorder;
    this.recorder = null;
    if (recorder === null || recorder.state === "inactive") return;
    recorder.stop();
    for (const track of recorder.stream.getTracks()) track.stop();
  }
}
