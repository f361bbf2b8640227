import { useLayoutEffect, useRef } from "preact/hooks";

/** Puts an element that was made without the framework into the page. */
export function Embedded({
  make,
  of,
  className,
}: {
  make(): Element;
  of: string;
  className?: string;
}) {
  const host = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => host.current?.replaceChildren(make()), [of]);
  return <span class={className ?? "embedded"} ref={host} />;
}
