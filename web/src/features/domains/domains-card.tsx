import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { DomainDialog } from './domain-dialog.tsx';
import { DomainItem } from './domain-item.tsx';
import { domainsQuery } from './domains.api.ts';
import { domainsTexts } from './domains.es.ts';

/** The domains of an organization, and what proves each. */
export function DomainsCard({ organization }: { organization: string }) {
  const t = useTexts(domainsTexts);
  const [adding, setAdding] = useState(false);
  return (
    <Card
      title={t('title')}
      description={t('description')}
      actions={
        <Button variant="outline" size="sm" icon={<Plus size={14} />} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      }
    >
      <Loaded query={domainsQuery(organization)} loading={t('loading')} failed={t('loadFailed')}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted">{t('none')}</p>
          ) : (
            <ul aria-label={t('list')} className="divide-y divide-line">
              {items.map((domain) => (
                <DomainItem key={domain.id} domain={domain} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {adding ? <DomainDialog organization={organization} onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}
