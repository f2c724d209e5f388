import { Select } from '@atalaya/ui/select';
import { RemoteSelect, type RemoteSelectProps } from './remote-select.tsx';

type FilterSelectProps<Value extends string> = {
  label: string;
  /** The choice that leaves all of the values: 'Todos los estados'. */
  all: string;
  /** Null: all of them. */
  value: Value | null;
  onChange: (value: Value | null) => void;
  options: readonly { value: Value; label: string }[];
  /** Where the options come from the server: what they are read with. */
  query?: RemoteSelectProps<Value>['query'];
};

/** In the bar of a list: narrows it to one of several values. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, all, value, onChange, options, query } = props;
  const select = {
    label,
    hideLabel: true,
    value: value ?? ('all' as const),
    onValueChange: (next: Value | 'all') => onChange(next === 'all' ? null : next),
    options: [{ value: 'all' as const, label: all }, ...options],
  };
  return query ? <RemoteSelect {...select} query={query} /> : <Select {...select} />;
}
