import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Kbd } from './plain/Kbd.tsx';
import styles from './TooltipHost.module.css';

const FIRST_DELAY_MS = 500;
const NEIGHBOUR_DELAY_MS = 80;
const GAP_PX = 6;
const EDGE_PX = 8;

/** How long after one tooltip has gone its neighbours still come quickly. */
const NEIGHBOUR_MS = 400;

const ownerOf = (target: EventTarget | null): HTMLElement | undefined => {
  const owner = target instanceof Element ? target.closest('[data-tip]') : null;
  return owner instanceof HTMLElement ? owner : undefined;
};

/**
 * Shows the tooltip of whatever carries `tip(…)` attributes, for pointer and keyboard focus alike. One host for the
 * whole page: ten thousand rows cost nothing. Escape, a press and scrolling hide it; the pointer may rest on it.
 */
export function TooltipHost() {
  const [owner, setOwner] = useState<HTMLElement>();
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hiddenAt = -Infinity;
    let shown: HTMLElement | undefined;
    const show = (next: HTMLElement | undefined) => {
      clearTimeout(timer);
      if (shown && !next) hiddenAt = performance.now();
      shown = next;
      setOwner(next);
    };
    const consider = (next: HTMLElement | undefined) => {
      if (next === shown) return clearTimeout(timer);
      const delay = shown || performance.now() - hiddenAt < NEIGHBOUR_MS ? NEIGHBOUR_DELAY_MS : FIRST_DELAY_MS;
      clearTimeout(timer);
      timer = setTimeout(() => show(next), next || shown ? delay : 0);
    };
    const over = (event: PointerEvent) => {
      const onTip = event.target instanceof Node && box.current?.contains(event.target);
      if (event.pointerType !== 'touch' && !onTip) consider(ownerOf(event.target));
    };
    const focus = (event: FocusEvent) => {
      const next = ownerOf(event.target);
      if (next?.matches(':focus-visible')) consider(next);
    };
    const hide = () => show(undefined);
    const hideOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    const controller = new AbortController();
    const quietly = { signal: controller.signal, capture: true, passive: true };
    document.addEventListener('pointerover', over, quietly);
    document.addEventListener('focusin', focus, quietly);
    document.addEventListener('focusout', hide, quietly);
    document.addEventListener('pointerdown', hide, quietly);
    document.addEventListener('scroll', hide, quietly);
    document.addEventListener('keydown', hideOnEscape, quietly);
    // The host comes behind the first rows: the pointer may rest on an owner, or the focus stand on one, already.
    const hovered = [...document.querySelectorAll(':hover')].at(-1) ?? null;
    consider(ownerOf(hovered) ?? ownerOf(document.querySelector(':focus-visible')));
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, []);

  useLayoutEffect(() => {
    const tip = box.current;
    if (!owner || !tip) return;
    const at = owner.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = tip;
    const below = at.bottom + GAP_PX + height < window.innerHeight;
    const left = Math.min(Math.max(at.left + at.width / 2 - width / 2, EDGE_PX), window.innerWidth - width - EDGE_PX);
    tip.style.translate = `${left}px ${below ? at.bottom + GAP_PX : at.top - GAP_PX - height}px`;
  }, [owner]);

  if (!owner?.isConnected || !owner.dataset.tip) return null;
  return (
    <div ref={box} role="tooltip" className={styles.tip}>
      {owner.dataset.tip}
      {owner.dataset.tipKeys && <Kbd keys={owner.dataset.tipKeys} small />}
    </div>
  );
}
