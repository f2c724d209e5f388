import { User } from 'lucide-react';
import { useState } from 'react';
import { Select } from '../select.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function SelectExample({ t }: ExampleProps) {
  const [role, setRole] = useState<'user' | 'admin' | null>(null);
  const options = [
    { value: 'user', label: t.user, icon: <User size={16} aria-hidden /> },
    { value: 'admin', label: t.admin, description: t.description },
    { value: 'none', label: t.nothing, disabled: true },
  ] as const;
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-3">
      <Select
        label={t.role}
        placeholder={t.choose}
        hint={t.hint}
        options={options}
        value={role}
        onValueChange={(value) => setRole(value === 'none' ? null : value)}
      />
      <Select
        label={t.role}
        options={options}
        value={null}
        placeholder={t.choose}
        error={t.invalid}
        onValueChange={() => undefined}
      />
      <Select label={t.role} options={options} value="user" disabled onValueChange={() => undefined} />
      {(['sm', 'md', 'lg'] as const).map((size) => (
        <Select
          key={size}
          label={`${t.role} (${size})`}
          hideLabel
          placeholder={t.choose}
          size={size}
          options={options}
          value={role}
          onValueChange={(value) => setRole(value === 'none' ? null : value)}
        />
      ))}
    </div>
  );
}
