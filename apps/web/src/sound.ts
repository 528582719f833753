// A match's cues, played: the engine says which sound, how loud and from which side, and makes the
// samples; the browser mixes them. A browser lets no page sound before its visitor has done
// something on it, so the first gesture wakes it.
import type { Cue, CueSamples } from "./engine";
import type { Settings } from "./settings";

const voicesMax = 24;

export class Sound {
  private context: AudioContext | null = null;
  private loudness: GainNode | null = null;
  private readonly buffers = new Map<string, AudioBuffer>();
  private voices = 0;

  constructor(
    private readonly settings: Settings,
    private readonly makeSamples: (kind: number, variant: number) => CueSamples | null,
  ) {
    for (const gesture of ["pointerdown", "keydown", "touchend"]) {
      addEventListener(gesture, () => this.wake(), { capture: true, passive: true });
    }
  }

  private wake(): void {
    if (this.settings.volume === 0 || typeof AudioContext === "undefined") return;
    if (this.context === null) {
      this.context = new AudioContext();
      this.loudness = this.context.createGain();
      this.loudness.connect(this.context.destination);
      this.setVolume();
    }
    // Refused where there is no loudspeaker; the next gesture asks again.
    if (this.context.state === "suspended") this.context.resume().catch(() => {});
  }

  // As the settings have it now.
  setVolume(): void {
    if (this.loudness !== null) this.loudness.gain.value = this.settings.volume;
  }

  play(cues: Cue[]): void {
    const { context, loudness } = this;
    if (context?.state !== "running" || loudness === null || this.settings.volume === 0) return;
    for (const cue of cues) {
      const buffer = this.buffer(context, cue);
      if (buffer === null || this.voices >= voicesMax) continue;
      const voice = new AudioBufferSourceNode(context, { buffer });
      const gain = new GainNode(context, { gain: cue.gain });
      const side = new StereoPannerNode(context, { pan: Math.min(1, Math.max(-1, cue.pan)) });
      voice.connect(gain).connect(side).connect(loudness);
      this.voices += 1;
      voice.onended = () => {
        this.voices -= 1;
        side.disconnect();
      };
      voice.start();
    }
  }

  private buffer(context: AudioContext, { kind, variant }: Cue): AudioBuffer | null {
    const name = `${kind}-${variant}`;
    let buffer = this.buffers.get(name);
    if (buffer === undefined) {
      const made = this.makeSamples(kind, variant);
      if (made === null) return null;
      buffer = context.createBuffer(1, made.samples.length, made.rateHz);
      buffer.copyToChannel(made.samples, 0);
      this.buffers.set(name, buffer);
    }
    return buffer;
  }
}
