import { Combobox as Primitive } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown, RotateCw, X } from 'lucide-react';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useComboboxItems, type LoadOptions } from './combobox-items.ts';
import { FieldMessage } from './field-message.tsx';
import { Spinner } from './spinner.tsx';

export interface ComboboxOption {
  value: string;
  label: string;
  description?: string | undefined;
  icon?: ReactNode;
}

export interface ComboboxTexts {
  label: string;
  placeholder?: string | undefined;
  loading: string;
  /** Nothing matches what was typed. */
  empty: string;
  /** The options could not be fetched. */
  failed: string;
  /** The button that tries again; without it, opening the list does. */
  retry?: string | undefined;
  clear: string;
}

export interface ComboboxProps<Option extends ComboboxOption> {
  texts: ComboboxTexts;
  hideLabel?: boolean | undefined;
  value: Option | null;
  onValueChange: (value: Option | null) => void;
  /** The options for what was typed ('' on opening); called after a pause of 250 ms, aborted when out of date. */
  load: LoadOptions<Option>;
  hint?: string | undefined;
  error?: string | undefined;
  name?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  className?: string | undefined;
}

type State = 'loading' | 'ready' | 'failed';
type InputKeyEvent = KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler: () => void };

/**
 * Where its list is closed, Escape belongs to the dialog around it; the primitive would throw the value away. Where it
 * still shows the options of before, Enter would choose one that does not match what was typed: it does nothing. Where
 * there are no options since they could not be fetched, it tries again.
 */
function handleKeys(event: InputKeyEvent, state: State, retry: () => void) {
  const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true';
  if (event.key === 'Escape' && !isOpen) event.preventBaseUIHandler();
  if (event.key === 'Enter' && isOpen && state !== 'ready') {
    event.preventBaseUIHandler();
    event.preventDefault();
    if (state === 'failed') retry();
  }
}

/** One of many values, found by typing; the options come from wherever `load` gets them. */
export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { texts, hideLabel, value, onValueChange, hint, error } = props;
  const { items, state, search, retry } = useComboboxItems(props.load);
  const id = useId();
  const messageId = `${id}-message`;
  const hasMessage = Boolean(error ?? hint);
  return (
    <div className={props.className}>
      <label id={`${id}-label`} htmlFor={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        {texts.label}
      </label>
      <Primitive.Root
        items={items}
        filter={null}
        value={value}
        onValueChange={onValueChange}
        isItemEqualToValue={(a: Option, b: Option) => a.value === b.value}
        autoHighlight
        name={props.name}
        required={props.required}
        disabled={props.disabled}
        onOpenChange={(open, { reason }) => {
          // Typing opens it too: what was typed is being searched for already.
          if (open && reason !== 'input-change') search('', 'now');
        }}
        onInputValueChange={(query, details) => {
          if (details.reason === 'input-change') search(query, 'after-pause');
        }}
      >
        <div className="relative">
          <Primitive.Input
            id={id}
            // By reference: while the list is open all else is hidden from assistive technology, the label too.
            aria-labelledby={`${id}-label`}
            placeholder={texts.placeholder}
            aria-invalid={error ? true : undefined}
            aria-describedby={hasMessage ? messageId : undefined}
            onBlur={props.onBlur}
            onKeyDown={(event) => {
              handleKeys(event, state, retry);
            }}
            className="field-box h-9 w-full pr-9 pl-3"
          />
          <Primitive.Clear
            aria-label={texts.clear}
            className="press-around absolute inset-y-1 right-1 grid size-7 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
          >
            <X size={16} aria-hidden />
          </Primitive.Clear>
          {props.value === null ? (
            <ChevronsUpDown
              size={16}
              aria-hidden
              className="pointer-events-none absolute inset-y-0 right-3 my-auto text-muted"
            />
          ) : null}
        </div>
        <Popup items={items} state={state} texts={texts} retry={retry} />
      </Primitive.Root>
      <FieldMessage id={messageId} error={error} hint={hint} />
    </div>
  );
}

interface PopupProps<Option> {
  items: readonly Option[];
  state: State;
  texts: ComboboxTexts;
  retry: () => void;
}

function Popup<Option extends ComboboxOption>({ items, state, texts, retry }: PopupProps<Option>) {
  const message = state === 'ready' ? (items.length === 0 ? texts.empty : null) : texts[state];
  return (
    <Primitive.Portal>
      <Primitive.Positioner sideOffset={4} className="z-50 outline-none">
        <Primitive.Popup className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) min-w-56 overflow-y-auto rounded-lg bg-raised p-1 text-ink shadow-float">
          <Primitive.Status
            className={classNames(
              'items-center gap-2 px-2 py-1.5 text-sm text-muted',
              message ? 'flex' : 'sr-only',
            )}
          >
            {state === 'loading' ? <Spinner /> : null}
            {message}
          </Primitive.Status>
          {state === 'failed' && texts.retry ? (
            <button
              type="button"
              // The focus stays in the field, where Enter does the same.
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={retry}
              className="flex w-full items-center gap-2 rounded-sm px-2 py-1.5 text-sm font-medium hover:bg-hover"
            >
              <RotateCw size={14} aria-hidden />
              {texts.retry}
            </button>
          ) : null}
          <Primitive.List>
            {(option: Option) => (
              <Primitive.Item
                key={option.value}
                value={option}
                className="flex items-center gap-2 rounded-sm px-2 py-1.5 text-sm select-none -outline-offset-2 outline-ring data-highlighted:bg-hover data-highlighted:outline-2"
              >
                {option.icon}
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{option.label}</span>
                  {option.description ? (
                    <span className="block truncate text-xs text-muted">{option.description}</span>
                  ) : null}
                </span>
                <Primitive.ItemIndicator>
                  <Check size={16} aria-hidden className="text-primary-ink" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            )}
          </Primitive.List>
        </Primitive.Popup>
      </Primitive.Positioner>
    </Primitive.Portal>
  );
}
