import { useLayoutEffect, useRef } from "preact/hooks";

/** HTML that the sheet's writer drew, in which every word of somebody else is text. */
export function Html({ of, look }: { of: string; look?: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current) place.current.innerHTML = of;
  }, [of]);
  return <div ref={place} class={look} />;
}
