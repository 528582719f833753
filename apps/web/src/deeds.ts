// What a Panel record asks of a match: play::Deed and action_of() of
// src/terrane/play/command_orders.h, whose numbers stay.
export enum Deed {
  Pause = 32,
  Speed = 33, // 256ths of the usual
  Seek = 34, // tick of a replay
  Jump = 35, // to the last alert
  Surrender = 38,
}

export function actionOf(deed: Deed, argument = 0): number {
  return deed * 2 ** 24 + (Math.round(argument) & 0xffffff);
}
