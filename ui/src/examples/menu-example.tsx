import { BookOpen, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { Menu, MenuCheckboxItem, MenuGroup, MenuItem, MenuRadioGroup, MenuSeparator } from '../menu.tsx';
import type { ExampleProps } from './sample-texts.tsx';

const aligns = ['start', 'center', 'end'] as const;
const sides = ['top', 'bottom', 'left', 'right'] as const;

export function MenuExample({ t }: ExampleProps) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(true);
  const [density, setDensity] = useState<'comfortable' | 'compact'>('comfortable');
  return (
    <div className="flex flex-wrap gap-2">
      <Menu
        align="start"
        open={open}
        onOpenChange={setOpen}
        trigger={<Button variant="outline">{t.actions}</Button>}
      >
        <MenuItem icon={<Pencil aria-hidden />} detail="E" onSelect={() => setOpen(false)}>
          {t.edit}
        </MenuItem>
        <MenuItem icon={<BookOpen aria-hidden />} render={<a href="#menu" />}>
          {t.view}
        </MenuItem>
        <MenuItem staysOpen detail={active ? t.active : ''} onSelect={() => setActive(!active)}>
          {t.admin}
        </MenuItem>
        <MenuGroup label={t.people}>
          <MenuItem icon={<Trash2 aria-hidden />} tone="danger">
            {t.delete}
          </MenuItem>
          <MenuItem disabled tone="neutral" reason={t.noReason}>
            {t.save}
          </MenuItem>
        </MenuGroup>
        <MenuSeparator />
        <MenuCheckboxItem checked={active} onCheckedChange={setActive}>
          {t.active}
        </MenuCheckboxItem>
        <MenuCheckboxItem checked disabled onCheckedChange={setActive}>
          {t.admin}
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
      {sides.map((side) => (
        <Menu key={side} side={side} align="start" trigger={<Button variant="ghost">{side}</Button>}>
          <MenuItem>{t.edit}</MenuItem>
        </Menu>
      ))}
      {aligns.map((align) => (
        <Menu key={align} align={align} trigger={<Button variant="ghost">{align}</Button>}>
          <MenuItem>{t.edit}</MenuItem>
        </Menu>
      ))}
    </div>
  );
}
