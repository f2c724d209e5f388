import { Banner } from '@atalaya/ui/banner';
import { Button, buttonClass } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../platform/format.ts';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { FileLink } from '../../../shared/file-link.tsx';
import { PartFailed } from '../../../shared/read-failed.tsx';
import { type Declaration, declarationAddress, declarationQuery } from './declarations.api.ts';
import { declarationsTexts } from './declarations.es.ts';

const DeclarationDialog = lazyPart(() => import('./declaration-dialog.tsx'), 'DeclarationDialog');

type DeclarationCardProps = { isOpen: boolean; onOpenChange: (open: boolean) => void };

/** The declaration of the version that is running: who signed it, or that it is not signed. */
export function DeclarationCard({ isOpen, onOpenChange }: DeclarationCardProps) {
  const t = useTexts(declarationsTexts);
  const { data, isError, error, refetch } = useQuery(declarationQuery());
  if (!data)
    return isError ? (
      <PartFailed text={t('loadFailed')} error={error} onRetry={refetch} />
    ) : (
      <Skeleton className="h-36" />
    );
  return (
    <>
      <Card
        title={t('title')}
        description={t('description', { version: data.version })}
        actions={<Actions declaration={data} onOpen={() => onOpenChange(true)} />}
      >
        <Signed declaration={data} />
        <Earlier earlier={data.earlier} />
      </Card>
      {isOpen ? <DeclarationDialog declaration={data} onClose={() => onOpenChange(false)} /> : null}
    </>
  );
}

function Actions({ declaration, onOpen }: { declaration: Declaration; onOpen: () => void }) {
  const t = useTexts(declarationsTexts);
  const { may } = usePermissions();
  const isToSign = declaration.signed === null && declaration.is_complete && may('verifactu.update');
  return (
    <div className="flex flex-wrap gap-2">
      <FileLink href={declarationAddress()} className={buttonClass({ variant: 'outline' })}>
        {t('download')}
      </FileLink>
      <Button variant={isToSign ? 'primary' : 'outline'} onClick={onOpen}>
        {t(isToSign ? 'read' : 'readOnly')}
      </Button>
    </div>
  );
}

function Signed({ declaration: { signed, is_complete } }: { declaration: Declaration }) {
  const t = useTexts(declarationsTexts);
  const format = useFormat();
  if (signed)
    return (
      <p>
        {t('signedBy', { name: signed.name })} {t('signedOn', { day: format.date(signed.signed_at) })}
      </p>
    );
  return (
    <Banner tone="danger" title={t('unsignedTitle')}>
      {t(is_complete ? 'unsigned' : 'incomplete')}
    </Banner>
  );
}

function Earlier({ earlier }: Pick<Declaration, 'earlier'>) {
  const t = useTexts(declarationsTexts);
  const format = useFormat();
  if (earlier.length === 0) return null;
  return (
    <section aria-label={t('earlier')} className="mt-4">
      <h3 className="font-semibold">{t('earlier')}</h3>
      <ul className="mt-2 grid gap-2">
        {earlier.map(({ id, version, name, signed_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            {t('earlierOne', { version, name })} {t('signedOn', { day: format.date(signed_at) })}
            <FileLink href={declarationAddress(id)} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
              {t('download')}
            </FileLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
