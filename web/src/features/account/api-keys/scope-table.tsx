import type { KeyScope } from '@atalaya/contract/key-scopes';
import { Checkbox } from '@atalaya/ui/checkbox';
import { FieldMessage } from '@atalaya/ui/field-message';
import { type Ref, useId } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { apiKeyListTexts } from './api-key-list.es.ts';
import { apiKeysTexts } from './api-keys.es.ts';
import type { OfferedResource } from './api-keys.api.ts';

type ScopeTableProps = {
  offered: OfferedResource[];
  value: KeyScope[];
  onChange: (value: KeyScope[]) => void;
  error: string | undefined;
  /** The first box: where the focus goes when a scope is missing. */
  ref: Ref<HTMLInputElement>;
};

/** Resources in rows; to read and to change in columns. */
export function ScopeTable({ offered, value, onChange, error, ref }: ScopeTableProps) {
  const t = useTexts(apiKeysTexts);
  const words = useTexts(apiKeyListTexts);
  const id = useId();
  const toggle = (scope: KeyScope) =>
    onChange(value.includes(scope) ? value.filter((one) => one !== scope) : [...value, scope]);
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1 text-sm font-medium">{t('dialog.scopes')}</legend>
      <table className="w-full text-left">
        <thead className="text-sm text-muted">
          <tr>
            <th />
            <th scope="col" className="w-24 py-1 font-normal">
              {words('read')}
            </th>
            <th scope="col" className="w-24 py-1 font-normal">
              {words('write')}
            </th>
          </tr>
        </thead>
        <tbody>
          {offered.map(({ resource, read, write }, at) => (
            <tr key={resource} className="border-t border-line pointer-coarse:h-12">
              <th scope="row" className="py-1.5 pr-2 font-normal">
                {words(`resources.${resource}`)}
              </th>
              {[read, write].map((scope, column) => (
                <td key={column === 0 ? 'read' : 'write'} className="py-1.5">
                  {scope ? (
                    <Checkbox
                      hideLabel
                      label={t(column === 0 ? 'dialog.readOf' : 'dialog.writeOf', {
                        resource: words(`resources.${resource}`),
                      })}
                      checked={value.includes(scope)}
                      onChange={() => toggle(scope)}
                      ref={at === 0 && column === 0 ? ref : undefined}
                    />
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <FieldMessage id={id} error={error} />
    </fieldset>
  );
}
