import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Kbd } from './plain/Kbd.tsx';
import styles from './TooltipHost.module.css';

const FIRST_DELAY_MS = 500;
const NEIGHBOUR_DELAY_MS = 80;
const GAP_PX = 6;
const EDGE_PX = 8;

/** After a tooltip has closed, tooltips of other elements open quickly for this time. */
const NEIGHBOUR_MS = 400;

const ownerOf = (target: EventTarget | null): HTMLElement | undefined => {
  const owner = target instanceof Element ? target.closest('[data-tip]') : null;
  return owner instanceof HTMLElement ? owner : undefined;
};

type ShownTooltip = { owner: HTMLElement; text: string; keys: string | undefined };

/** Undefined if the element has no tooltip any longer, or is gone itself. */
function shownOf(owner: HTMLElement): ShownTooltip | undefined {
  const { tip, tipKeys } = owner.dataset;
  return tip && owner.isConnected ? { owner, text: tip, keys: tipKeys } : undefined;
}

const isSame = (a: ShownTooltip | undefined, b: ShownTooltip): boolean =>
  a?.owner === b.owner && a.text === b.text && a.keys === b.keys;

/**
 * Shows the tooltip of the element with `tip(…)` attributes, for pointer and keyboard focus. One host for the whole
 * page, so that ten thousand rows cost nothing. Escape, a press, typing and scrolling hide it. The pointer may rest on
 * it. It follows changes of the attributes, and closes with its element.
 */
export function TooltipHost() {
  const [tip, setTip] = useState<ShownTooltip>();
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hiddenAt = -Infinity;
    let shownElement: HTMLElement | undefined;
    const show = (next: HTMLElement | undefined) => {
      clearTimeout(timer);
      if (shownElement && !next) hiddenAt = performance.now();
      shownElement = next;
      watcher.disconnect();
      if (!next) return setTip(undefined);
      watcher.observe(next, { attributeFilter: ['data-tip', 'data-tip-keys'] });
      watcher.observe(document.body, { childList: true, subtree: true });
      follow();
    };
    const follow = () => {
      const next = shownElement && shownOf(shownElement);
      if (next) setTip((before) => (isSame(before, next) ? before : next));
      else show(undefined);
    };
    // A button that is removed while hovered or focused fires no leave event.
    const watcher = new MutationObserver(follow);
    const consider = (next: HTMLElement | undefined) => {
      if (next === shownElement) return clearTimeout(timer);
      const delay = shownElement || performance.now() - hiddenAt < NEIGHBOUR_MS ? NEIGHBOUR_DELAY_MS : FIRST_DELAY_MS;
      clearTimeout(timer);
      timer = setTimeout(() => show(next), next || shownElement ? delay : 0);
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
    document.addEventListener('input', hide, quietly);
    document.addEventListener('scroll', hide, quietly);
    document.addEventListener('keydown', hideOnEscape, quietly);
    // The host is mounted after the first rows, so an element may already be hovered or focused.
    const hovered = [...document.querySelectorAll(':hover')].at(-1) ?? null;
    consider(ownerOf(hovered) ?? ownerOf(document.querySelector(':focus-visible')));
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
      controller.abort();
    };
  }, []);

  useLayoutEffect(() => {
    const { current } = box;
    if (!tip || !current) return;
    const at = tip.owner.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = current;
    const below = at.bottom + GAP_PX + height < window.innerHeight;
    const left = Math.min(Math.max(at.left + at.width / 2 - width / 2, EDGE_PX), window.innerWidth - width - EDGE_PX);
    current.style.translate = `${left}px ${below ? at.bottom + GAP_PX : at.top - GAP_PX - height}px`;
  }, [tip]);

  if (!tip) return null;
  return (
    <div ref={box} role="tooltip" className={styles.tip}>
      {tip.text}
      {tip.keys && <Kbd keys={tip.keys} small />}
    </div>
  );
}
