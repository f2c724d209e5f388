import { Tabs as Primitive } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { focusableWithoutControls } from './focusable-while-scrolling.ts';

export interface TabItem<Value extends string = string> {
  value: Value;
  label: ReactNode;
  /** A number after the label, as of the rows behind the tab. */
  count?: number | undefined;
  disabled?: boolean | undefined;
}

export interface TabsProps<Value extends string> {
  /** The list's accessible name. */
  label: string;
  items: readonly TabItem<Value>[];
  /** Kept by the caller, as a rule in the URL. */
  value: Value;
  onValueChange: (value: Value) => void;
  /** One TabPanel per item. */
  children: ReactNode;
}

/** Views of one thing, one at a time. Arrow keys walk the tabs, Enter or Space opens one. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, items, value, onValueChange, children } = props;
  return (
    <Primitive.Root value={value} onValueChange={(next) => onValueChange(next as Value)}>
      <Primitive.List aria-label={label} className="scroll-sideways relative flex gap-1 border-b border-line">
        {items.map((item) => (
          <Primitive.Tab
            key={item.value}
            value={item.value}
            disabled={item.disabled}
            className="flex h-10 items-center gap-2 rounded-t-md px-1.5 text-sm font-medium whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 data-active:text-ink data-disabled:cursor-not-allowed data-disabled:opacity-50 sm:px-3"
          >
            {item.label}
            {item.count === undefined ? null : (
              <span className="rounded-full bg-hover px-1.5 py-px text-xs text-muted tabular-nums">
                {item.count}
              </span>
            )}
          </Primitive.Tab>
        ))}
        <Primitive.Indicator className="pointer-events-none absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-primary transition-[translate,width] duration-fast" />
      </Primitive.List>
      {children}
    </Primitive.Root>
  );
}

/** What is shown while its tab is open; unmounted otherwise, and out of sight in the frames that takes. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Primitive.Panel
      ref={focusableWithoutControls}
      tabIndex={undefined}
      value={value}
      className="rounded-sm pt-4 data-ending-style:hidden tight:pt-2"
    >
      {children}
    </Primitive.Panel>
  );
}
