/** Signs of buttons, drawn here since fonts differ in what they have. */
const ICONS = {
  first: "M5 4v16M19 4 8 12l11 8z",
  back: "M17 4 6 12l11 8z",
  play: "M5 4l8 8-8 8zM13 4l8 8-8 8z",
  pause: "M7 4v16M17 4v16",
  forward: "M7 4l11 8-11 8z",
  last: "M19 4v16M5 4l11 8-11 8z",
  flip: "M7 20V5M3 9l4-4 4 4M17 4v15M13 15l4 4 4-4",
  sound: "M4 9v6h4l6 5V4L8 9zM17.5 8a5.5 5.5 0 0 1 0 8M19.5 5a9.5 9.5 0 0 1 0 14",
  mute: "M4 9v6h4l6 5V4L8 9zM17 9l6 6M23 9l-6 6",
  settings: "M4 6h9M17 6h3M4 12h3M11 12h9M4 18h9M17 18h3M13 4v4M7 10v4M13 16v4",
  text: "M2 18 7.5 5 13 18M4 13.5h7M22 11.5V18M22 14.7a3 3 0 1 0 0 .1",
  zen: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  resign: "M6 21V4M6 5c4-2.5 7 2.5 12 0v9c-5 2.5-8-2.5-12 0",
  draw: "M6 9h12M6 15h12",
  takeback: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  rematch: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  abort: "M6 6l12 12M18 6 6 18",
  claim: "M8 21h8M12 17v4M7 4h10v6a5 5 0 0 1-10 0zM7 6H4v2a3 3 0 0 0 3 3M17 6h3v2a3 3 0 0 1-3 3",
  plus: "M12 5v14M5 12h14",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  hint: "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-.8.7-1 1.3-1 2H9c0-.7-.2-1.3-1-2z",
  bolt: "M13 3 5 14h6l-1 7 8-11h-6z",
  friend:
    "M9 11a4 4 0 1 0-.01 0M2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 11a3.5 3.5 0 1 0-1-6.8M17 14c2.5.3 4.2 2.3 4.5 6",
  person: "M12 11.5a4 4 0 1 0-.01 0M4.5 20.5c.6-4.2 3.5-6 7.5-6s6.9 1.8 7.5 6",
  computer: "M4 5h16v11H4zM9 20h6M12 16v4",
  check: "M5 13l5 5L19 7",
  open: "M4 7v12h16V9h-9L9 7z",
  pen: "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4",
} as const;

export type IconName = keyof typeof ICONS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}
