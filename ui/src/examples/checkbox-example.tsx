import { useState } from 'react';
import { Checkbox } from '../checkbox.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function CheckboxExample({ t }: ExampleProps) {
  const [chosen, setChosen] = useState([true, false]);
  const all = chosen.every(Boolean);
  const toggle = (position: number) => setChosen(chosen.map((on, at) => (at === position ? !on : on)));
  return (
    <div className="grid gap-2">
      <Checkbox
        label={t.selectAll}
        checked={all}
        indeterminate={!all && chosen.some(Boolean)}
        onChange={() => setChosen([!all, !all])}
      />
      <Checkbox label={t.user} checked={chosen[0]} onChange={() => toggle(0)} className="ml-6" />
      <Checkbox
        label={t.admin}
        checked={chosen[1]}
        onChange={() => toggle(1)}
        className="ml-6"
        hint={t.hint}
      />
      <Checkbox label={t.active} disabled defaultChecked />
      <Checkbox label={t.select} hideLabel />
    </div>
  );
}
