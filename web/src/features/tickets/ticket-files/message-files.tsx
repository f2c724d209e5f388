import { FileText } from 'lucide-react';
import { useFormat } from '../../../platform/format.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { FileLink } from '../../../shared/file-link.tsx';
import { ticketDetailTexts } from '../ticket-detail.es.ts';
import { type TicketAttachment, fileAddress } from '../tickets.api.ts';

/** The files of a message: pictures small, with the whole behind them; others by their names. */
export function MessageFiles({ ticket, files }: { ticket: string; files: readonly TicketAttachment[] }) {
  const t = useTexts(ticketDetailTexts);
  if (files.length === 0) return null;
  return (
    <ul aria-label={t('files.label')} className="mt-3 flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.id} className="max-w-full">
          {file.type === 'image/webp' ? (
            <Picture ticket={ticket} file={file} />
          ) : (
            <Download ticket={ticket} file={file} />
          )}
        </li>
      ))}
    </ul>
  );
}

type FileProps = { ticket: string; file: TicketAttachment };

/** Its place is kept while it loads. */
function Picture({ ticket, file }: FileProps) {
  const { width, height } = file;
  return (
    <a href={fileAddress(ticket, file.id)} target="_blank" rel="noopener" title={file.name} className="block">
      <img
        src={fileAddress(ticket, file.id, 'small')}
        alt={file.name}
        loading="lazy"
        width={width ?? undefined}
        height={height ?? undefined}
        className="h-32 w-auto max-w-full rounded-md border border-line bg-sunken object-cover"
      />
    </a>
  );
}

function Download({ ticket, file }: FileProps) {
  const format = useFormat();
  return (
    <FileLink
      href={fileAddress(ticket, file.id)}
      icon={<FileText size={16} aria-hidden className="shrink-0 text-muted" />}
      className="flex max-w-full items-center gap-2 rounded-md border border-line bg-surface px-3 py-2 text-sm hover:bg-sunken"
    >
      <span className="truncate">{file.name}</span>
      <span className="shrink-0 text-muted tabular-nums">{format.bytes(file.bytes)}</span>
    </FileLink>
  );
}
