import { Card } from '@atalaya/ui/card';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { BinEntries } from './bin-entries.tsx';
import { binTexts } from './bin.es.ts';

type BinSectionProps = {
  organization: string;
  page: number;
  onPageChange: (page: number, options?: { replace: boolean }) => void;
};

/** What was deleted in the last 30 days, with its way back. */
export function BinSection({ organization, page, onPageChange }: BinSectionProps) {
  const t = useTexts(binTexts);
  return (
    <Card title={t('title')} description={t('description')}>
      <BinEntries asked={{ organization, page }} onPageChange={onPageChange} />
    </Card>
  );
}
