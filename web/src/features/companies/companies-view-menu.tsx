import { Button } from '@atalaya/ui/button';
import { Menu, MenuCheckboxItem, MenuGroup, MenuRadioGroup } from '@atalaya/ui/menu';
import { SlidersHorizontal } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { companiesTexts } from './companies-texts.ts';
import { type CompaniesView, HIDEABLE } from './use-companies-view.ts';

const TITLES = {
  status: 'columns.status',
  max_users: 'columns.maxUsers',
  created_at: 'columns.created',
} as const;

type CompaniesViewMenuProps = { view: CompaniesView; onChange: (view: CompaniesView) => void };

/** Which columns the table shows, and how dense it is. */
export function CompaniesViewMenu({ view, onChange }: CompaniesViewMenuProps) {
  const t = useTexts(companiesTexts);
  const toggle = (key: string, shown: boolean) =>
    onChange({ ...view, hidden: shown ? view.hidden.filter((each) => each !== key) : [...view.hidden, key] });
  return (
    <Menu
      trigger={
        <Button variant="outline" icon={<SlidersHorizontal size={16} />} className="ml-auto">
          {t('look.label')}
        </Button>
      }
    >
      <MenuGroup label={t('look.columns')}>
        {HIDEABLE.map((key) => (
          <MenuCheckboxItem
            key={key}
            checked={!view.hidden.includes(key)}
            onCheckedChange={(shown) => toggle(key, shown)}
          >
            {t(TITLES[key])}
          </MenuCheckboxItem>
        ))}
      </MenuGroup>
      <MenuRadioGroup
        label={t('look.density')}
        value={view.density}
        onValueChange={(density) => onChange({ ...view, density })}
        options={[
          { value: 'comfortable', label: t('look.comfortable') },
          { value: 'compact', label: t('look.compact') },
        ]}
      />
    </Menu>
  );
}
