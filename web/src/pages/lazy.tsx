import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";

/** A part of the page that is loaded when it is first shown. Until then, and where it cannot be had, there is nothing. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function Lazy(props: Props) {
    const loaded = useSignal<{ part: ComponentType<Props> } | null>(null);
    useEffect(() => {
      let isGone = false;
      const show = (part: ComponentType<Props>) => {
        if (!isGone) loaded.value = { part };
      };
      load().then(show, () => undefined);
      return () => {
        isGone = true;
      };
    }, []);
    const Part = loaded.value?.part;
    return Part === undefined ? null : <Part {...props} />;
  };
}
