import { Select as Primitive } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { FieldMessage } from './field-message.tsx';
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
  hideLabel?: boolean | undefined;
  options: readonly SelectOption<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  placeholder?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  /** `lg` is as high as a finger needs. */
  size?: 'sm' | 'md' | 'lg' | undefined;
  name?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  className?: string | undefined;
}

const sizeClasses = { sm: 'h-8 px-2 text-sm', md: 'h-9 px-3', lg: 'h-11 px-3' };

const popupClass =
  'max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-lg bg-raised p-1 text-ink shadow-float outline-none';

function Options<Value extends string>({ options }: { options: readonly SelectOption<Value>[] }) {
  return options.map((option) => (
    <Primitive.Item
      key={option.value}
      value={option.value}
      disabled={option.disabled}
      className="grid cursor-default grid-cols-[1rem_1fr] items-center gap-x-2 rounded-sm px-2 py-1.5 text-sm select-none -outline-offset-2 data-disabled:opacity-50 data-highlighted:bg-hover"
    >
      <Primitive.ItemIndicator className="col-start-1">
        <Check aria-hidden className="size-4 text-primary-ink" />
      </Primitive.ItemIndicator>
      <span className="col-start-2 flex items-center gap-2">
        {option.icon}
        <Primitive.ItemText>{option.label}</Primitive.ItemText>
      </span>
      {option.description ? (
        <span className="col-start-2 text-xs text-muted">{option.description}</span>
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
  const { label, hideLabel, options, value, onValueChange, hint, error } = props;
  const typeAhead = useSelectTypeAhead(props);
  const messageId = useId();
  const hasMessage = Boolean(error ?? hint);
  return (
    // Its longest choice makes no form wider than its window.
    <div className={classNames('min-w-0', props.className)}>
      <Primitive.Root
        items={options}
        value={value}
        name={props.name}
        required={props.required}
        disabled={props.disabled}
        onValueChange={(next) => {
          if (next !== null) onValueChange(next);
        }}
      >
        <Primitive.Label className={hideLabel ? 'sr-only' : 'field-label'}>{label}</Primitive.Label>
        <Primitive.Trigger
          aria-invalid={error ? true : undefined}
          aria-describedby={hasMessage ? messageId : undefined}
          onKeyDownCapture={typeAhead.closed}
          onBlur={props.onBlur}
          className={classNames(
            'field-box flex w-full items-center justify-between gap-2 text-start data-placeholder:text-muted',
            sizeClasses[props.size ?? 'md'],
          )}
        >
          <Primitive.Value className="truncate" placeholder={props.placeholder} />
          <ChevronsUpDown aria-hidden size={16} className="shrink-0 text-muted" />
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
            <Primitive.Popup onKeyDownCapture={typeAhead.open} className={popupClass}>
              <Primitive.List>
                <Options options={options} />
              </Primitive.List>
            </Primitive.Popup>
          </Primitive.Positioner>
        </Primitive.Portal>
      </Primitive.Root>
      <FieldMessage id={messageId} error={error} hint={hint} />
    </div>
  );
}
