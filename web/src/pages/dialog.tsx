import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface DialogProps {
  title: string;
  className?: string;
  style?: Record<string, string>;
  /** Without it the dialog cannot be dismissed. */
  onClose?: () => void;
  children: ComponentChildren;
}

/** A modal dialog. The browser's own element keeps the focus inside and gives it back afterwards. */
export function Dialog({ title, className = "", style, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  // It opens before the browser paints: an effect would come a frame later.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const cancel = (event: Event) => {
    event.preventDefault();
    onClose?.();
  };
  return (
    <dialog
      ref={element}
      class={`dialog ${className}`}
      style={style}
      aria-label={title}
      onCancel={cancel}
    >
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}
