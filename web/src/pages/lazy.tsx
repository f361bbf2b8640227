import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { loadMore } from "../texts/more";

/** A component that is loaded when it is first shown, with the texts of such parts. Until then, or if loading fails, nothing is rendered. */
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
      Promise.all([load(), loadMore()]).then(
        ([part]) => show(part),
        () => undefined,
      );
      return () => {
        isGone = true;
      };
    }, []);
    const Part = loaded.value?.part;
    return Part === undefined ? null : <Part {...props} />;
  };
}
