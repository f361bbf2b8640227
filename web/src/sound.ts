import type { BoardEvent } from "./generated";

/** Sounds are made here, from a few oscillators: nothing to load and nothing to license. */
export type Sound = "move" | "capture" | "check" | "end" | "notify" | "error" | "lowTime";

let context: AudioContext | null = null;

/** Sounds wait this long, so that the frame is painted first. */
const AFTER_SIGHT_MS = 50;
/** The audio device is opened this long after the first gesture, when its handlers are done. */
const AFTER_GESTURE_MS = 1000;

interface Tone {
  frequency: number;
  at: number;
  length: number;
  volume: number;
  shape: OscillatorType;
}

const tone = (
  frequency: number,
  at: number,
  length: number,
  volume = 0.2,
  shape: OscillatorType = "triangle",
): Tone => ({ frequency, at, length, volume, shape });

const WOOD: Record<Sound, Tone[]> = {
  move: [tone(210, 0, 0.07), tone(140, 0.01, 0.09, 0.25, "sine")],
  capture: [tone(180, 0, 0.05, 0.25, "square"), tone(95, 0.02, 0.14, 0.3, "sine")],
  check: [tone(520, 0, 0.09), tone(660, 0.09, 0.12)],
  end: [tone(392, 0, 0.2), tone(494, 0.16, 0.2), tone(587, 0.32, 0.4)],
  notify: [tone(587, 0, 0.12), tone(784, 0.12, 0.2)],
  error: [tone(160, 0, 0.16, 0.2, "sawtooth")],
  lowTime: [tone(880, 0, 0.06, 0.15, "square"), tone(880, 0.12, 0.06, 0.15, "square")],
};

const BELLS: Record<Sound, Tone[]> = {
  move: [tone(1047, 0, 0.35, 0.1, "sine"), tone(2093, 0, 0.15, 0.04, "sine")],
  capture: [tone(784, 0, 0.4, 0.13, "sine"), tone(1175, 0.03, 0.35, 0.08, "sine")],
  check: [tone(1319, 0, 0.3, 0.12, "sine"), tone(1568, 0.1, 0.4, 0.1, "sine")],
  end: [
    tone(523, 0, 0.6, 0.14, "sine"),
    tone(659, 0.2, 0.6, 0.14, "sine"),
    tone(784, 0.4, 0.9, 0.14, "sine"),
  ],
  notify: [tone(880, 0, 0.4, 0.12, "sine"), tone(1319, 0.14, 0.5, 0.1, "sine")],
  error: [tone(233, 0, 0.3, 0.16, "sine")],
  lowTime: [tone(1760, 0, 0.15, 0.1, "sine"), tone(1760, 0.18, 0.15, 0.1, "sine")],
};

const DIGITAL: Record<Sound, Tone[]> = {
  move: [tone(440, 0, 0.04, 0.08, "square")],
  capture: [tone(330, 0, 0.04, 0.1, "square"), tone(220, 0.05, 0.06, 0.1, "square")],
  check: [tone(660, 0, 0.05, 0.09, "square"), tone(880, 0.06, 0.08, 0.09, "square")],
  end: [
    tone(440, 0, 0.1, 0.09, "square"),
    tone(554, 0.11, 0.1, 0.09, "square"),
    tone(659, 0.22, 0.25, 0.09, "square"),
  ],
  notify: [tone(880, 0, 0.05, 0.08, "square"), tone(1175, 0.07, 0.09, 0.08, "square")],
  error: [tone(110, 0, 0.14, 0.12, "sawtooth")],
  lowTime: [tone(1320, 0, 0.04, 0.08, "square"), tone(1320, 0.1, 0.04, 0.08, "square")],
};

const SETS = { wood: WOOD, bells: BELLS, digital: DIGITAL };
export type SoundSet = keyof typeof SETS;

let chosen: SoundSet = "wood";

/** From now on sounds are these. */
export function chooseSoundSet(set: SoundSet): void {
  chosen = set;
}

/** Opening the device can stop the page for a tenth of a second, so that it is done before there is anything to hear. */
export function prepare(isWanted: () => boolean): void {
  const open = () => {
    if (isWanted()) context ??= device();
  };
  const listen = (gesture: string) =>
    document.addEventListener(gesture, () => setTimeout(open, AFTER_GESTURE_MS), {
      once: true,
      capture: true,
    });
  for (const gesture of ["pointerdown", "keydown"]) listen(gesture);
}

/** Plays a sound a moment later, with a timer, which also runs in a background tab. */
export function play(sound: Sound): void {
  setTimeout(() => {
    context ??= device();
    for (const one of SETS[chosen]?.[sound] ?? WOOD[sound])
      if (context !== null) playTone(context, one, context.currentTime);
  }, AFTER_SIGHT_MS);
}

/** Without a sound device the game goes on in silence. */
function device(): AudioContext | null {
  try {
    return new AudioContext();
  } catch {
    return null;
  }
}

function playTone(
  audio: AudioContext,
  { frequency, at, length, volume, shape }: Tone,
  now: number,
): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = shape;
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(volume, now + at);
  gain.gain.exponentialRampToValueAtTime(0.001, now + at + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(now + at);
  oscillator.stop(now + at + length);
}

/** The sound of what happened on the board. */
export function soundOf(events: BoardEvent[], isCheck: boolean): Sound {
  if (isCheck) return "check";
  return events.some((event) => event.type === "removed") ? "capture" : "move";
}
