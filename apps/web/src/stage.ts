// The picture's element: a canvas that fills the window, at a resolution that the quality allows.
import { element } from "./dom";
import { stageLabel } from "./strings";

const canvasId = "view";
export const canvasSelector = `#${canvasId}`;

export class Stage {
  // Takes the focus and the input, so that the canvas can be replaced under it.
  readonly node = element("div", {
    id: "stage",
    tabindex: "0",
    role: "application",
    "aria-label": stageLabel,
  });
  canvas = this.makeCanvas();
  ratioMax = 1;
  private software: boolean | null = null;

  constructor(
    private readonly onLost: () => void,
    private readonly onRestored: () => void,
  ) {
    this.node.append(this.canvas);
  }

  private makeCanvas(): HTMLCanvasElement {
    const canvas = element("canvas", { id: canvasId });
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault(); // else it never comes back
      if (canvas === this.canvas) this.onLost();
    });
    canvas.addEventListener("webglcontextrestored", () => {
      if (canvas === this.canvas) this.onRestored();
    });
    return canvas;
  }

  // A new one gets a new graphics device from the browser.
  replaceCanvas(): void {
    const old = this.canvas;
    this.canvas = this.makeCanvas();
    this.software = null;
    old.replaceWith(this.canvas);
  }

  get pixelScale(): number {
    return Math.min(devicePixelRatio || 1, this.ratioMax);
  }

  // Whole pixels, never none.
  fit(): { width: number; height: number } {
    const width = Math.max(1, Math.round(this.node.clientWidth * this.pixelScale));
    const height = Math.max(1, Math.round(this.node.clientHeight * this.pixelScale));
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    return { width, height };
  }

  // Whether the processor draws: the engine is not told, since browsers hide the name. Asked once a
  // canvas, since the answer comes after everything that is still to be drawn.
  get isSoftware(): boolean {
    this.software ??= drawnBySoftware(this.canvas);
    return this.software;
  }

  get isLost(): boolean {
    return this.canvas.getContext("webgl2")?.isContextLost() ?? false;
  }
}

function drawnBySoftware(canvas: HTMLCanvasElement): boolean {
  const gl = canvas.getContext("webgl2");
  const names = gl?.getExtension("WEBGL_debug_renderer_info");
  if (!gl || !names) return false;
  const name = String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL));
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
