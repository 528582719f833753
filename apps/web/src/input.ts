// Keyboard and mouse over the view, as the engine's input records. Keys count only while the focus
// is on the view, so that the page's own buttons keep theirs. Touch is touch.ts, pads gamepad.ts.
import { InputKind, type InputRecord } from "./engine";
import { keyEscape, keyOfCode } from "./keys";

// What the browser may not have while Control is down: nothing but what the ways use then.
const withControl = /^(Key[WASD]|Space|Digit\d|Control(Left|Right)|Shift(Left|Right))$/;

export interface InputHost {
  send(record: InputRecord): void;
  // Whether the way takes Escape and the bare mouse itself (command).
  usesMouseItself(): boolean;
  // Picture pixels a CSS pixel.
  pixelScale(): number;
  // Escape while the mouse is free.
  onEscape(): void;
}

export class ViewInput {
  // A click that may ask for the mouse; looked at after the next frame, once the engine knows of it.
  clicked = false;
  private readonly held = new Map<string, number>();

  constructor(
    private readonly stage: HTMLElement,
    private readonly host: InputHost,
  ) {
    stage.addEventListener("keydown", (event) => this.keyDown(event));
    stage.addEventListener("keyup", (event) => this.keyUp(event));
    stage.addEventListener("pointerdown", (event) => this.pointer(event, true));
    stage.addEventListener("pointerup", (event) => this.pointer(event, false));
    stage.addEventListener("pointermove", (event) => this.move(event));
    stage.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") host.send({ kind: InputKind.MouseLeave });
    });
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    stage.addEventListener("contextmenu", (event) => event.preventDefault());
    stage.addEventListener("blur", () => this.loseFocus());
    window.addEventListener("blur", () => this.loseFocus());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.loseFocus();
    });
  }

  loseFocus(): void {
    this.held.clear();
    this.host.send({ kind: InputKind.FocusLost });
  }

  private keyDown(event: KeyboardEvent): void {
    const key = keyOfCode(event.code);
    if (key === 0 || event.metaKey || event.code === "Tab") return;
    if (event.code === "F2") event.preventDefault();
    else if (/^F\d/.test(event.code)) return;
    if ((event.ctrlKey || event.altKey) && !withControl.test(event.code)) return;
    event.preventDefault();
    if (event.repeat) return;
    if (key === keyEscape && !this.host.usesMouseItself()) return this.host.onEscape();
    this.held.set(event.code, key);
    this.host.send({ kind: InputKind.Key, key, pressed: true });
  }

  private keyUp(event: KeyboardEvent): void {
    const key = this.held.get(event.code);
    if (key === undefined) return;
    event.preventDefault();
    this.held.delete(event.code);
    this.host.send({ kind: InputKind.Key, key, pressed: false });
  }

  private at(event: MouseEvent): { x: number; y: number } {
    const box = this.stage.getBoundingClientRect();
    const scale = this.host.pixelScale();
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  }

  private pointer(event: PointerEvent, pressed: boolean): void {
    if (event.pointerType !== "mouse") return;
    // The browser's order is left, middle, right; the engine's left, right, middle.
    const button = [0, 2, 1][event.button];
    if (button === undefined) return;
    if (pressed) {
      event.preventDefault();
      this.stage.focus({ preventScroll: true });
      // A drag that ends outside still ends.
      if (document.pointerLockElement === null) this.stage.setPointerCapture(event.pointerId);
      this.clicked ||= button === 0;
    }
    this.host.send({ kind: InputKind.MouseButton, button, pressed, ...this.at(event) });
  }

  private move(event: PointerEvent): void {
    if (event.pointerType !== "mouse") return;
    // A locked pointer turns the head by what the hand did, however fine the picture is.
    const scale = document.pointerLockElement === null ? this.host.pixelScale() : 1;
    this.host.send({
      kind: InputKind.MouseMove,
      dx: event.movementX * scale,
      dy: event.movementY * scale,
      ...this.at(event),
    });
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const pixelsANotch = [100, 3, 1][event.deltaMode] ?? 100;
    this.host.send({
      kind: InputKind.Wheel,
      dy: -event.deltaY / pixelsANotch,
      ...this.at(event),
    });
  }
}
