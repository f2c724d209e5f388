import { type ImportField, importFields, requiredImportFields } from '@atalaya/contract/import-fields';
import { Button } from '@atalaya/ui/button';
import { Select } from '@atalaya/ui/select';
import { useState } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useSession } from '../../../platform/session.ts';
import { ImportFooter } from './import-footer.tsx';
import { importsTexts } from './imports.es.ts';
import type { Import, Mapping } from './use-import.ts';

const NONE = 'none';
type Chosen = Partial<Record<ImportField, number>>;
type ImportColumnsStepProps = {
  read: Import;
  busy: boolean;
  onCheck: (mapping: Mapping) => void;
  onOtherFile: () => void;
};

/** Which column is what: as guessed from its title, until one says otherwise. */
export function ImportColumnsStep({ read, busy, onCheck, onOtherFile }: ImportColumnsStepProps) {
  const t = useTexts(importsTexts);
  const { profile } = useSession();
  const fields = importFields(read.resource, profile.role);
  const required = requiredImportFields(read.resource, profile.role);
  const [chosen, setChosen] = useState<Chosen>(
    Object.fromEntries(read.mapping.map(({ field, column }) => [field, column])),
  );
  const [isTold, setTold] = useState(false);
  const submit = () => {
    setTold(true);
    if (required.every((field) => chosen[field] !== undefined))
      onCheck(
        fields.flatMap((field) => {
          const column = chosen[field];
          return column === undefined ? [] : [{ field, column }];
        }),
      );
  };
  const { encoding, file_name, rows } = read;
  return (
    <>
      <p className="mb-1">
        {t('columns.read', { rows, file: file_name })}{' '}
        <span className="text-muted">{t(`columns.encodings.${encoding}`)}</span>
      </p>
      <p className="mb-3 text-muted">{t('columns.intro')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) => (
          <ColumnSelect
            key={field}
            field={field}
            columns={read.columns}
            column={chosen[field]}
            isRequired={required.includes(field)}
            isTold={isTold}
            onChange={(column) => setChosen((before) => ({ ...before, [field]: column }))}
          />
        ))}
      </div>
      <ImportFooter>
        <Button variant="outline" disabled={busy} onClick={onOtherFile}>
          {t('columns.otherFile')}
        </Button>
        <Button busy={busy} onClick={submit}>
          {t('columns.check')}
        </Button>
      </ImportFooter>
    </>
  );
}

type ColumnSelectProps = {
  field: ImportField;
  columns: Import['columns'];
  column: number | undefined;
  isRequired: boolean;
  isTold: boolean;
  onChange: (column: number | undefined) => void;
};

function ColumnSelect({ field, columns, column, isRequired, isTold, onChange }: ColumnSelectProps) {
  const t = useTexts(importsTexts);
  const name = t(`fields.${field}`);
  const examples = column === undefined ? [] : (columns[column]?.examples.filter(Boolean) ?? []);
  return (
    <Select
      label={isRequired ? t('columns.required', { field: name }) : name}
      options={[
        { value: NONE, label: t('columns.none') },
        ...columns.map(({ title }, at) => ({
          value: String(at),
          label: title || t('columns.unnamed', { number: String(at + 1) }),
        })),
      ]}
      value={column === undefined ? NONE : String(column)}
      onValueChange={(value) => onChange(value === NONE ? undefined : Number(value))}
      hint={examples.length ? t('columns.example', { examples: examples.slice(0, 2).join(', ') }) : undefined}
      error={isTold && isRequired && column === undefined ? t('columns.missing') : undefined}
    />
  );
}
