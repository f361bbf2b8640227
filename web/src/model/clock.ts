import type { Clock, ClockReading, Seat } from "../generated";
import { language, texts } from "../texts";

/** A clock reading of the server, and the local time at which it arrived. */
export interface TimedReading {
  reading: ClockReading;
  receivedAt: number;
}

/** The remaining time of a seat in milliseconds; null in an untimed game. Never below zero: the server decides who lost. */
export function timeLeft(timed: TimedReading, seat: Seat, localNow: number): number | null {
  const { reading, receivedAt } = timed;
  if (reading.left === null) return null;
  const left = reading.left[seat];
  if (reading.running !== seat) return left;
  const elapsed = Math.max(0, localNow - receivedAt - reading.waits);
  return Math.max(0, left - elapsed);
}

/** `4:07`, `1:02:33`, `2 d 3 h`, and tenths below ten seconds: `9.4`. */
export function formatTime(milliseconds: number): string {
  if (milliseconds < 10_000) return tenths(Math.floor(milliseconds / 100) / 10);
  const seconds = Math.floor(milliseconds / 1000);
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60),
  ];
  const two = (n: number) => String(n).padStart(2, "0");
  if (days > 0) return texts.clocks.daysAndHours(days, hours % 24);
  if (hours > 0) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

let format: Intl.NumberFormat | null = null;

function tenths(value: number): string {
  format ??= new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  });
  return format.format(value);
}

/** `5+3` for a time control, as players say it. */
export function formatClock(clock: Clock): string {
  const minutes = (ms: number) => {
    const value = ms / 60_000;
    return Number.isInteger(value) ? String(value) : tenths(value);
  };
  switch (clock.type) {
    case "untimed":
      return "∞";
    case "fischer":
      return `${minutes(clock.initial)}+${clock.increment / 1000}`;
    case "delay":
      return `${minutes(clock.initial)} d${clock.delay / 1000}`;
    case "correspondence":
      return texts.clocks.days(clock.days);
  }
}
