import { useState } from 'react';
import { Combobox, type ComboboxOption } from '../combobox.tsx';
import type { ExampleProps } from './sample-texts.tsx';

const organizations = ['Demo Iberia', 'Demo Atlántica', 'Cafés Lúa', 'Óptica Norte'].map((label) => ({
  value: label,
  label,
}));

/** Used in place of a request to the server. */
async function search(query: string): Promise<ComboboxOption[]> {
  return organizations.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()));
}

export function ComboboxExample({ t }: ExampleProps) {
  const [organization, setOrganization] = useState<ComboboxOption | null>(null);
  const texts = {
    label: t.organization,
    placeholder: t.placeholder,
    loading: t.loading,
    empty: t.nothing,
    failed: t.failed,
    retry: t.retry,
    clear: t.clear,
  };
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
      <Combobox
        texts={texts}
        value={organization}
        onValueChange={setOrganization}
        load={search}
        hint={t.hint}
      />
      <Combobox texts={texts} value={null} onValueChange={() => undefined} load={search} error={t.invalid} />
      <Combobox
        texts={texts}
        hideLabel
        value={organization}
        onValueChange={setOrganization}
        load={() => Promise.reject(new Error(t.failed))}
      />
      <Combobox
        texts={texts}
        hideLabel
        disabled
        value={organizations[0] ?? null}
        onValueChange={() => undefined}
        load={search}
      />
    </div>
  );
}
