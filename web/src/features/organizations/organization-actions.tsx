import { Button } from '@atalaya/ui/button';
import { Eye, Pencil, Trash2, Undo2 } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { companiesTexts } from './organizations.es.ts';
import { type Company, useRestoreCompany } from './organizations.api.ts';

export type CompanyHandlers = {
  onView: (company: Company) => void;
  onEdit: (company: Company) => void;
  onRemove: (company: Company) => void;
};

/** What can be done to one company; in the bin, only taking it back out. */
export function CompanyActions({ company, ...handlers }: { company: Company } & CompanyHandlers) {
  const t = useTexts(companiesTexts);
  if (company.deleted_at !== null) return <RestoreButton company={company} />;
  const { name } = company;
  const actions = [
    { label: t('view', { name }), icon: <Eye size={16} />, run: handlers.onView },
    { label: t('edit', { name }), icon: <Pencil size={16} />, run: handlers.onEdit },
    { label: t('remove', { name }), icon: <Trash2 size={16} />, run: handlers.onRemove },
  ];
  return (
    <span className="flex justify-end">
      {actions.map(({ label, icon, run }) => (
        <Button
          key={label}
          variant="ghost"
          size="sm"
          iconOnly
          aria-label={label}
          title={label}
          onClick={() => run(company)}
        >
          {icon}
        </Button>
      ))}
    </span>
  );
}

function RestoreButton({ company }: { company: Company }) {
  const t = useTexts(companiesTexts);
  const { restore, busy } = useRestoreCompany();
  return (
    <Button
      variant="outline"
      size="sm"
      icon={<Undo2 size={16} />}
      busy={busy}
      aria-label={t('restoreOne', { name: company.name })}
      onClick={() => void restore(company.id)}
    >
      {t('restore')}
    </Button>
  );
}
