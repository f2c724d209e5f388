import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { Menu, MenuCheckboxItem, MenuItem, MenuRadioGroup, MenuSeparator } from '../menu.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function MenuExample({ t }: ExampleProps) {
  const [active, setActive] = useState(true);
  const [density, setDensity] = useState<'comfortable' | 'compact'>('comfortable');
  return (
    <Menu align="start" trigger={<Button variant="outline">{t.actions}</Button>}>
      <MenuItem icon={<Pencil aria-hidden />} detail="E">
        {t.edit}
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden />} tone="danger">
        {t.delete}
      </MenuItem>
      <MenuItem disabled reason={t.noReason}>
        {t.save}
      </MenuItem>
      <MenuSeparator />
      <MenuCheckboxItem checked={active} onCheckedChange={setActive}>
        {t.active}
      </MenuCheckboxItem>
      <MenuRadioGroup
        label={t.density}
        value={density}
        onValueChange={setDensity}
        options={[
          { value: 'comfortable', label: t.comfortable },
          { value: 'compact', label: t.compact },
        ]}
      />
    </Menu>
  );
}
