import { Field } from '@base-ui/react/field';
import { Select as Primitive } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTypeAhead } from './select-type-ahead.ts';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: string;
  /** A second line below the label. */
  description?: string | undefined;
  icon?: ReactNode;
  disabled?: boolean | undefined;
}

export interface SelectProps<Value extends string = string> {
  label: string;
  /** The label is for screen readers alone, as in a filter bar. */
  labelHidden?: boolean | undefined;
  options: readonly SelectOption<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  placeholder?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  size?: 'sm' | 'md' | undefined;
  name?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  className?: string | undefined;
}

const sizes = { sm: 'h-8 px-2', md: 'h-10 px-3' };

function Options<Value extends string>({ options }: { options: readonly SelectOption<Value>[] }) {
  return options.map((option) => (
    <Primitive.Item
      key={option.value}
      value={option.value}
      disabled={option.disabled}
      className="grid cursor-default grid-cols-[1rem_1fr] items-center gap-2 rounded-sm px-2 py-1.5 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-muted"
    >
      <Primitive.ItemIndicator className="col-start-1">
        <Check aria-hidden className="size-4 text-primary" />
      </Primitive.ItemIndicator>
      <span className="col-start-2 flex items-center gap-2">
        {option.icon}
        <Primitive.ItemText>{option.label}</Primitive.ItemText>
      </span>
      {option.description ? (
        <span className="col-start-2 text-xs text-ink-soft">{option.description}</span>
      ) : null}
    </Primitive.Item>
  ));
}

function optionsIn(popup: Element): HTMLElement[] {
  return [...popup.querySelectorAll<HTMLElement>('[role="option"]')];
}

function useSelectTypeAhead<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onValueChange } = props;
  const closed = useTypeAhead(
    options,
    () => options.findIndex((option) => option.value === value),
    (index) => {
      const option = options[index];
      if (option) onValueChange(option.value);
    },
  );
  // Focusing an option of the open list is what highlights it.
  const open = useTypeAhead(
    options,
    (popup) => optionsIn(popup).findIndex((item) => item.matches('[data-highlighted]')),
    (index, popup) => optionsIn(popup)[index]?.focus(),
  );
  return { closed, open };
}

/** One of a few known values. Letters typed find an option, and are forgotten after one second. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, labelHidden, options, value, onValueChange, hint, error, size = 'md', disabled } = props;
  const typeAhead = useSelectTypeAhead(props);
  return (
    <Field.Root invalid={Boolean(error)} disabled={disabled} className={props.className}>
      <Primitive.Root
        items={options}
        value={value}
        name={props.name}
        required={props.required}
        disabled={disabled}
        onValueChange={(next) => {
          if (next !== null) onValueChange(next);
        }}
      >
        <Primitive.Label className={labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium text-ink'}>
          {label}
        </Primitive.Label>
        <Primitive.Trigger
          onKeyDownCapture={typeAhead.closed}
          onBlur={props.onBlur}
          className={`flex w-full cursor-pointer items-center justify-between gap-2 rounded-md border border-line-strong bg-surface text-sm text-ink hover:bg-muted focus-visible:outline-2 focus-visible:outline-focus data-disabled:cursor-not-allowed data-disabled:opacity-50 data-invalid:border-danger-ink data-placeholder:text-ink-soft ${sizes[size]}`}
        >
          <Primitive.Value className="truncate" placeholder={props.placeholder} />
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
            <Primitive.Popup
              onKeyDownCapture={typeAhead.open}
              className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-lg outline-none"
            >
              <Primitive.List>
                <Options options={options} />
              </Primitive.List>
            </Primitive.Popup>
          </Primitive.Positioner>
        </Primitive.Portal>
      </Primitive.Root>
      {error ? (
        <Field.Error match className="mt-1.5 text-sm text-danger-ink">
          {error}
        </Field.Error>
      ) : hint ? (
        <Field.Description className="mt-1.5 text-sm text-ink-soft">{hint}</Field.Description>
      ) : null}
    </Field.Root>
  );
}
