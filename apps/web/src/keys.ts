// KeyboardEvent.code and a gamepad's buttons to gpu::Key (src/terrane/gpu/input.h).

const named: Record<string, number> = {
  Space: 32,
  Escape: 256,
  Enter: 257,
  NumpadEnter: 257,
  Tab: 258,
  ArrowLeft: 259,
  ArrowRight: 260,
  ArrowUp: 261,
  ArrowDown: 262,
  PageUp: 263,
  PageDown: 264,
  ShiftLeft: 265,
  ShiftRight: 265,
  ControlLeft: 266,
  ControlRight: 266,
  AltLeft: 267,
  AltRight: 267,
  Home: 268,
  End: 269,
  Delete: 270,
  Backspace: 271,
  Equal: 272,
  NumpadAdd: 272,
  Minus: 273,
  NumpadSubtract: 273,
};

export const keySpace = 32;
export const keyEscape = 256;
export const keyDelete = 270;
const firstFunctionKey = 300;
const firstPadKey = 320;

// 0 where the engine knows no such key.
export function keyOfCode(code: string): number {
  const letter = /^Key([A-Z])$/.exec(code) ?? /^(?:Digit|Numpad)([0-9])$/.exec(code);
  if (letter) return letter[1]!.charCodeAt(0);
  const fn = /^F([1-9]|1[0-2])$/.exec(code);
  if (fn) return firstFunctionKey + Number(fn[1]) - 1;
  return named[code] ?? 0;
}

// By the button's number in the browser's standard layout; 0 for the triggers, which are axes.
const padOrder = [0, 1, 2, 3, 4, 5, null, null, 6, 7, 8, 9, 10, 12, 13, 11];
export function keyOfPadButton(button: number): number {
  const order = padOrder[button];
  return order === null || order === undefined ? 0 : firstPadKey + order;
}
