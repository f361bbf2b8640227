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
  settings: "M12 8.5a3.5 3.5 0 1 0 .01 0M12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.8 2.8M16.2 16.2 19 19M19 5l-2.8 2.8M7.8 16.2 5 19",
} as const;

export function Icon({ name }: { name: keyof typeof ICONS }) {
  return <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d={ICONS[name]} /></svg>;
}
