import { Button } from '@atalaya/ui/button';
import { Menu, MenuItem, MenuSeparator } from '@atalaya/ui/menu';
import { useQuery } from '@tanstack/react-query';
import { MessageSquareText, RotateCw, Settings2 } from 'lucide-react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { ticketDetailTexts } from '../ticket-detail.es.ts';
import { cannedRepliesQuery } from '../tickets.api.ts';

type CannedRepliesMenuProps = { onChoose: (body: string) => void; onManage: () => void };

/** Replies written in advance, to begin with. */
export function CannedRepliesMenu({ onChoose, onManage }: CannedRepliesMenuProps) {
  const t = useTexts(ticketDetailTexts);
  const replies = useQuery(cannedRepliesQuery);
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <Button variant="ghost" size="sm" icon={<MessageSquareText size={16} aria-hidden />}>
          <span className="max-sm:sr-only">{t('canned.open')}</span>
        </Button>
      }
    >
      {replies.data?.items.map(({ id, title, body }) => (
        <MenuItem key={id} onSelect={() => onChoose(body)}>
          {title}
        </MenuItem>
      ))}
      {replies.data?.items.length === 0 ? <MenuItem disabled>{t('canned.none')}</MenuItem> : null}
      {replies.isPending ? <MenuItem disabled>{t('canned.loading')}</MenuItem> : null}
      {replies.isError && !replies.data ? (
        <>
          <MenuItem disabled>{t('canned.failed')}</MenuItem>
          <MenuItem icon={<RotateCw />} staysOpen onSelect={() => void replies.refetch()}>
            {t('retry')}
          </MenuItem>
        </>
      ) : null}
      <MenuSeparator />
      <MenuItem icon={<Settings2 />} onSelect={onManage}>
        {t('canned.manage')}
      </MenuItem>
    </Menu>
  );
}
