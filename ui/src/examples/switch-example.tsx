import { useState } from 'react';
import { Switch } from '../switch.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function SwitchExample({ t }: ExampleProps) {
  const [active, setActive] = useState(true);
  return (
    <div className="grid gap-3">
      <Switch
        label={t.active}
        hint={t.hint}
        checked={active}
        onChange={(event) => setActive(event.target.checked)}
      />
      <Switch label={t.invitations} disabled defaultChecked />
      <Switch label={t.admin} disabled />
      <Switch label={t.active} hideLabel defaultChecked />
    </div>
  );
}
