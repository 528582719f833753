// Fingers on the view: on the left half a stick where the finger went down, on the right half the
// head; a car has two pedals. They become the records of a gamepad and a mouse. In command a finger
// taps and drags as the left button does, and one that rests gives the order of the right.
import { element, setHidden } from "./dom";
import { InputKind, PadAxis, type InputRecord } from "./engine";
import { pedals } from "./strings";

const stickReach = 56; // CSS pixels from the middle to the edge
const tapPixels = 8;
const restMs = 450;

interface Finger {
  down: PointerEvent;
  is: "waiting" | "dragging" | "ordered";
  timer: number;
}

export class Touch {
  readonly overlay: HTMLElement;
  private readonly ring = element("div", { class: "stick", hidden: true }, element("div"));
  private readonly pedalBox: HTMLElement;
  private stick: { id: number; x: number; y: number } | null = null;
  private look: { id: number; x: number; y: number; moved: number } | null = null;
  // In command: what the finger has become.
  private finger: Finger | null = null;
  private used = false;

  constructor(
    stage: HTMLElement,
    private readonly send: (record: InputRecord) => void,
    private readonly usesMouseItself: () => boolean,
    private readonly pixelScale: () => number,
  ) {
    this.pedalBox = element(
      "div",
      { class: "pedals", hidden: true },
      this.pedal(pedals.brake, PadAxis.LeftTrigger),
      this.pedal(pedals.go, PadAxis.RightTrigger),
    );
    this.overlay = element("div", { class: "touch" }, this.ring, this.pedalBox);
    stage.addEventListener("pointerdown", (event) => this.down(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"] as const) {
      stage.addEventListener(end, (event) => this.up(event));
    }
  }

  showPedals(isCar: boolean): void {
    setHidden(this.pedalBox, !isCar || !this.used);
  }

  private pedal(label: string, axis: PadAxis): HTMLElement {
    const made = element("button", { type: "button", class: "pedal" }, label);
    const press = (value: number) => (event: Event) => {
      event.preventDefault();
      this.send({ kind: InputKind.Axis, axis, value });
    };
    made.addEventListener("pointerdown", (event) => {
      made.setPointerCapture(event.pointerId);
      press(1)(event);
    });
    for (const end of ["pointerup", "pointercancel", "blur"]) made.addEventListener(end, press(0));
    const isPress = (event: KeyboardEvent) => event.code === "Space" || event.code === "Enter";
    made.addEventListener("keydown", (event) => isPress(event) && press(1)(event));
    made.addEventListener("keyup", (event) => isPress(event) && press(0)(event));
    return made;
  }

  private down(event: PointerEvent): void {
    if (event.pointerType === "mouse") return;
    event.preventDefault();
    this.used = true;
    const stage = event.currentTarget as HTMLElement;
    stage.focus({ preventScroll: true });
    stage.setPointerCapture(event.pointerId);
    const held = { id: event.pointerId, x: event.clientX, y: event.clientY };
    if (this.usesMouseItself()) {
      this.look = { ...held, moved: 0 };
      const finger: Finger = { down: event, is: "waiting", timer: 0 };
      // On a slow page its movements may still be on their way: they come before the next frame.
      finger.timer = window.setTimeout(() => requestAnimationFrame(() => this.rest(finger)), restMs);
      this.finger = finger;
    } else if (this.stick === null && event.clientX < innerWidth / 2) {
      this.stick = held;
      this.ring.style.left = `${held.x}px`;
      this.ring.style.top = `${held.y}px`;
      setHidden(this.ring, false);
      this.moveStick(0, 0);
    } else if (this.look === null) {
      this.look = { ...held, moved: 0 };
      // The engine turns the head by movements once the view was clicked.
      this.sendButton(event, true);
      this.sendButton(event, false);
    }
  }

  private move(event: PointerEvent): void {
    if (event.pointerId === this.stick?.id) {
      this.moveStick(event.clientX - this.stick.x, event.clientY - this.stick.y);
    } else if (event.pointerId === this.look?.id) {
      const dx = event.clientX - this.look.x;
      const dy = event.clientY - this.look.y;
      this.look.moved += Math.abs(dx) + Math.abs(dy);
      if (this.finger !== null) {
        if (this.look.moved < tapPixels || this.finger.is === "ordered") return;
        if (this.finger.is === "waiting") this.drag(this.finger);
      }
      this.look.x = event.clientX;
      this.look.y = event.clientY;
      this.send({ kind: InputKind.MouseMove, dx, dy, ...this.at(event) });
    }
  }

  private up(event: PointerEvent): void {
    if (event.pointerId === this.stick?.id) {
      this.stick = null;
      setHidden(this.ring, true);
      this.moveStick(0, 0);
    } else if (event.pointerId === this.look?.id) {
      this.look = null;
      if (this.finger !== null) this.lift(event);
    }
  }

  private drag(finger: Finger): void {
    clearTimeout(finger.timer);
    finger.is = "dragging";
    this.sendButton(finger.down, true);
  }

  private rest(finger: Finger): void {
    if (this.finger !== finger || finger.is !== "waiting") return;
    finger.is = "ordered";
    this.sendButton(finger.down, true, 1);
    this.sendButton(finger.down, false, 1);
  }

  private lift(event: PointerEvent): void {
    const finger = this.finger!;
    this.finger = null;
    clearTimeout(finger.timer);
    if (finger.is === "waiting") this.sendButton(finger.down, true);
    if (finger.is !== "ordered") this.sendButton(event, false);
    // A finger that is gone scrolls at no edge.
    this.send({ kind: InputKind.MouseLeave });
  }

  private moveStick(dx: number, dy: number): void {
    const long = Math.hypot(dx, dy);
    const shorten = long > stickReach ? stickReach / long : 1;
    const x = (dx * shorten) / stickReach;
    const y = (dy * shorten) / stickReach;
    const knob = this.ring.firstElementChild as HTMLElement;
    knob.style.transform = `translate(${x * stickReach}px, ${y * stickReach}px)`;
    this.send({ kind: InputKind.Axis, axis: PadAxis.LeftX, value: x });
    this.send({ kind: InputKind.Axis, axis: PadAxis.LeftY, value: y });
  }

  private at(event: PointerEvent): { x: number; y: number } {
    const scale = this.pixelScale();
    return { x: event.clientX * scale, y: event.clientY * scale };
  }

  private sendButton(event: PointerEvent, pressed: boolean, button = 0): void {
    this.send({ kind: InputKind.MouseButton, button, pressed, ...this.at(event) });
  }
}
