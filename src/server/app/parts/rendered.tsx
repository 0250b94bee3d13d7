import { useEffect, useRef } from 'preact/hooks';

import { showRendered } from '../trusted.ts';
import { tick } from '../writes.ts';

/** A page's text as the server rendered it; ticks in it are written. */
export function Rendered({ html, page, fixed }: { html: string; page: string; fixed: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = element.current;
    if (root === null) return;
    const line = focusedLine(root);
    showRendered(root, html);
    for (const box of root.querySelectorAll<HTMLInputElement>('input')) box.disabled = fixed;
    // Drawn anew after a tick, the keyboard must be where it was.
    if (line !== undefined) boxOfLine(root, line)?.focus();
  }, [html, fixed]);

  const press = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement)) return;
    const { line, text } = target.dataset;
    if (line === undefined) return;
    const what = { page, line: Number(line), ...(text === undefined ? {} : { expect: text }) };
    void tick(what, target.checked, text ?? `line ${line}`).then(({ kind }) => {
      if (kind === 'refused') target.checked = !target.checked;
    });
  };

  return <div ref={element} class="prose" onChange={press} />;
}

function focusedLine(root: HTMLElement): string | undefined {
  const focused = document.activeElement;
  return focused instanceof HTMLInputElement && root.contains(focused)
    ? focused.dataset['line']
    : undefined;
}

function boxOfLine(root: HTMLElement, line: string): HTMLInputElement | null {
  return root.querySelector<HTMLInputElement>(`input[data-line="${line}"]`);
}
