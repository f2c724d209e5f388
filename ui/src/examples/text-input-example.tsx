import { Search } from 'lucide-react';
import { TextInput } from '../text-input.tsx';
import { Textarea } from '../textarea.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function TextInputExample({ t }: ExampleProps) {
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
      <TextInput label={t.name} hint={t.hint} />
      <TextInput label={t.email} type="email" error={t.invalid} defaultValue="ana@" />
      <TextInput
        label={t.password}
        type="password"
        autoComplete="new-password"
        visibilityLabels={{ show: t.show, hide: t.hide }}
      />
      <TextInput
        label={t.select}
        hideLabel
        placeholder={t.placeholder}
        icon={<Search size={16} />}
        type="search"
      />
      <TextInput label={t.organization} defaultValue="Demo Iberia" disabled />
      <Textarea label={t.description} rows={3} />
    </div>
  );
}
