import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '@atalaya/ui/menu';
import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';

type FilterButtonProps<Value extends string> = {
  /** What it filters by: its name, with what is chosen. */
  name: string;
  /** What it says while something is chosen. */
  named: (label: string) => string;
  /** The choice that filters nothing, as it says while that is on. */
  all: string;
  value: Value | null;
  onChange: (value: Value | null) => void;
  options: readonly { value: Value; label: string }[];
  onOpen?: () => void;
  /** The options, or some of them, could not be read. */
  failed?: { text: string; retry: string; onRetry: () => void } | null;
};

const ALL = 'all';

/** A button that opens the values of one filter and says which is on; it looks like the selects of other lists. */
export function FilterButton<Value extends string>(props: FilterButtonProps<Value>) {
  const { name, named, all, value, onChange, options, onOpen, failed } = props;
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  return (
    <Menu
      align="start"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) onOpen?.();
      }}
      trigger={
        <button
          type="button"
          aria-label={chosen ? undefined : `${name}: ${all}`}
          className="field-box flex h-9 items-center justify-between gap-2 px-3"
        >
          <span className="truncate">{chosen ? named(chosen.label) : all}</span>
          <ChevronsUpDown aria-hidden size={16} className="shrink-0 text-muted" />
        </button>
      }
    >
      <MenuRadioGroup<Value | typeof ALL>
        label={name}
        value={value ?? ALL}
        onValueChange={(next) => {
          setOpen(false);
          onChange(next === ALL ? null : next);
        }}
        options={[{ value: ALL, label: all }, ...options]}
      />
      {failed ? (
        <>
          <MenuSeparator />
          <MenuItem detail={failed.retry} onSelect={failed.onRetry}>
            {failed.text}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}
