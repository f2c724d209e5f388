import { Menu as Primitive } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

export interface MenuProps {
  /** The button that opens the menu; it must pass on its props and ref. */
  trigger: ReactElement;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  children: ReactNode;
}

const itemClass =
  'flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1.5 text-sm no-underline select-none -outline-offset-2 data-disabled:text-muted data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0';

/** Actions behind a button, walked with the arrow keys. */
export function Menu({ trigger, align = 'end', side = 'bottom', open, onOpenChange, children }: MenuProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Primitive.Trigger render={trigger} />
      <Primitive.Portal>
        <Primitive.Positioner align={align} side={side} sideOffset={4} className="z-50">
          <Primitive.Popup className="max-h-(--available-height) max-w-(--available-width) min-w-44 overflow-y-auto rounded-lg bg-raised p-1 text-ink shadow-float outline-none">
            {children}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export interface MenuItemProps {
  icon?: ReactNode;
  /** Shown at the end of the line: a key, a count. */
  detail?: ReactNode;
  tone?: 'neutral' | 'danger' | undefined;
  disabled?: boolean | undefined;
  /** Why it is disabled, read and shown below. */
  reason?: string | undefined;
  onSelect?: (() => void) | undefined;
  /** The menu does not close: what was chosen changes what it offers. */
  staysOpen?: boolean | undefined;
  /** A link element (a router's or a plain one) when choosing means going somewhere. */
  render?: ReactElement | undefined;
  children: ReactNode;
}

/** One action, or with `render` one link. */
export function MenuItem(props: MenuItemProps) {
  const { icon, detail, tone = 'neutral', disabled, reason, onSelect, staysOpen, render, children } = props;
  return (
    <Primitive.Item
      closeOnClick={!staysOpen}
      disabled={disabled}
      onClick={onSelect}
      render={render}
      className={`${itemClass} ${tone === 'danger' ? 'text-danger-ink' : ''}`}
    >
      {icon}
      <span className="flex-1">
        {children}
        {disabled && reason ? <span className="block text-xs text-muted">{reason}</span> : null}
      </span>
      {detail ? <span className="text-xs text-muted">{detail}</span> : null}
    </Primitive.Item>
  );
}

export interface MenuCheckboxItemProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  children: ReactNode;
}

/** A choice that is on or off; the menu stays open. */
export function MenuCheckboxItem({ checked, onCheckedChange, disabled, children }: MenuCheckboxItemProps) {
  return (
    <Primitive.CheckboxItem
      checked={checked}
      onCheckedChange={(next) => onCheckedChange(next)}
      disabled={disabled}
      className={itemClass}
    >
      <span className="size-4">
        <Primitive.CheckboxItemIndicator>
          <Check aria-hidden className="text-primary-ink" />
        </Primitive.CheckboxItemIndicator>
      </span>
      {children}
    </Primitive.CheckboxItem>
  );
}

export interface MenuRadioGroupProps<Value extends string> {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode }[];
}

/** One of several, under a heading; the menu stays open. */
export function MenuRadioGroup<Value extends string>(props: MenuRadioGroupProps<Value>) {
  return (
    <MenuGroup label={props.label}>
      <Primitive.RadioGroup
        value={props.value}
        onValueChange={(value) => props.onValueChange(value as Value)}
      >
        {props.options.map((option) => (
          <Primitive.RadioItem key={option.value} value={option.value} className={itemClass}>
            <span className="size-4">
              <Primitive.RadioItemIndicator>
                <Check aria-hidden className="text-primary-ink" />
              </Primitive.RadioItemIndicator>
            </span>
            {option.label}
          </Primitive.RadioItem>
        ))}
      </Primitive.RadioGroup>
    </MenuGroup>
  );
}

/** Items under a heading. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Primitive.Group>
      <Primitive.GroupLabel className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
        {label}
      </Primitive.GroupLabel>
      {children}
    </Primitive.Group>
  );
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}
