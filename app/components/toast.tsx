import { useEffect, useRef, useState, type FocusEvent } from "react";
import { useSite } from "./site";

/** How long a toast stays (docs/product.md#errors-and-messages), in milliseconds. */
const lifetimeMs = 5000;

/** A message that comes and goes (docs/product.md#errors-and-messages). */
export interface ToastEntry {
  id: number;
  message: string;
  type: "info" | "success" | "error";
}

/** Goes by itself after its time, which stands still while it is pointed at or has the focus (WCAG 2.2.1). */
export function Toast({ id, message, type, onGone }: ToastEntry & { onGone: (id: number) => void }) {
  const { t } = useSite();
  const [pointedAt, setPointedAt] = useState(false);
  const [focused, setFocused] = useState(false);
  const left = useRef(lifetimeMs);
  const held = pointedAt || focused;

  useEffect(() => {
    if (held) return;
    const since = performance.now();
    const timer = setTimeout(() => onGone(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [held, id, onGone]);

  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));

  return (
    <div
      className="toast"
      data-type={type}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={onBlur}
    >
      <p id={`toast-${id}`}>{message}</p>
      <button
        type="button"
        className="toast-dismiss"
        aria-describedby={`toast-${id}`}
        onClick={() => onGone(id)}
      >
        {t("common:toast.dismiss")}
      </button>
    </div>
  );
}
