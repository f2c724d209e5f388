import { Search } from 'lucide-react';
import { useState } from 'react';
import { ShortcutHint } from '../shortcut-hint.tsx';
import { StrengthMeter } from '../strength-meter.tsx';
import { TextInput } from '../text-input.tsx';
import { Textarea } from '../textarea.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function TextInputExample({ t }: ExampleProps) {
  const [password, setPassword] = useState('torre');
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
      <TextInput label={t.name} hint={t.hint} />
      <TextInput label={t.email} type="email" error={t.invalid} defaultValue="ana@" />
      <div>
        <TextInput
          label={t.password}
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          visibilityLabels={{ show: t.show, hide: t.hide }}
        />
        <StrengthMeter
          password={password}
          label={t.strength}
          levels={[t.weak, t.fair, t.good, t.strong]}
          className="mt-2"
        />
      </div>
      <TextInput
        label={t.select}
        hideLabel
        placeholder={t.placeholder}
        icon={<Search size={16} />}
        trailing={<ShortcutHint keys={['/']} />}
        type="search"
      />
      <TextInput label={t.organization} defaultValue="Demo Iberia" disabled />
      <Textarea label={t.comment} rows={3} hint={t.hint} />
      <Textarea label={t.comment} rows={3} error={t.invalid} />
    </div>
  );
}
