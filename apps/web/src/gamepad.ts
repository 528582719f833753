// Gamepads by the browser's standard layout, polled once a frame: only what changed is sent.
import { InputKind, PadAxis, type InputRecord } from "./engine";
import { keyOfPadButton } from "./keys";

const leftTrigger = 6;
const rightTrigger = 7;

export class Gamepads {
  private readonly axes = new Array<number>(6).fill(0);
  private readonly buttons = new Array<boolean>(16).fill(false);

  constructor(private readonly send: (record: InputRecord) => void) {}

  poll(): void {
    const pad = navigator.getGamepads().find((each) => each?.connected && each.mapping === "standard");
    if (!pad) return this.release();
    for (let axis = 0; axis < 4; ++axis) this.setAxis(axis, pad.axes[axis] ?? 0);
    this.setAxis(PadAxis.LeftTrigger, pad.buttons[leftTrigger]?.value ?? 0);
    this.setAxis(PadAxis.RightTrigger, pad.buttons[rightTrigger]?.value ?? 0);
    for (let button = 0; button < 16; ++button) {
      this.setButton(button, pad.buttons[button]?.pressed ?? false);
    }
  }

  // One that was pulled out holds nothing any more.
  private release(): void {
    for (let axis = 0; axis < 6; ++axis) this.setAxis(axis, 0);
    for (let button = 0; button < 16; ++button) this.setButton(button, false);
  }

  private setAxis(axis: PadAxis, value: number): void {
    if (Math.abs(this.axes[axis]! - value) < 1e-3) return;
    this.axes[axis] = value;
    this.send({ kind: InputKind.Axis, axis, value });
  }

  private setButton(button: number, pressed: boolean): void {
    const key = keyOfPadButton(button);
    if (key === 0 || this.buttons[button] === pressed) return;
    this.buttons[button] = pressed;
    this.send({ kind: InputKind.Key, key, pressed });
  }
}
