import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import '../styles.css';

/** Puts `element` on the page, as the web application would, until the test ends. */
export function render(element: ReactNode): { rerender: (next: ReactNode) => void } {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const show = (next: ReactNode) =>
    flushSync(() => root.render(<CSPProvider disableStyleElements>{next}</CSPProvider>));
  onTestFinished(() => {
    flushSync(() => root.unmount());
    container.remove();
  });
  show(element);
  return { rerender: show };
}
