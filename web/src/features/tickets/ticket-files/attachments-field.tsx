import { ATTACHMENTS_MAX } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { FieldMessage } from '@atalaya/ui/field-message';
import { Progress } from '@atalaya/ui/progress';
import { FileText, Image, Paperclip, RotateCw, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react';
import { useFormat } from '../../../platform/format.ts';
import { useErrorText } from '../../../platform/messages/error-text.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { detailTexts } from '../detail.es.ts';
import { ATTACHABLE, type Attached, type Attachments } from './use-attachments.ts';

/** Takes files that are dropped on, or pasted into, the elements inside. */
export function AttachArea({ attachments, children }: { attachments: Attachments; children: ReactNode }) {
  const [over, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    <div
      className={`rounded-md ${over ? 'outline-2 outline-offset-4 outline-primary' : ''}`}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        attachments.add(event.dataTransfer.files);
      }}
      onPaste={(event: ClipboardEvent) => {
        // A copied table comes as text and as a picture of it: the text is meant.
        if (event.clipboardData.files.length === 0 || event.clipboardData.types.includes('text/plain'))
          return;
        event.preventDefault();
        attachments.add(event.clipboardData.files);
      }}
    >
      {children}
    </div>
  );
}

/** The button beside a text. */
export function AttachButton({ attachments }: { attachments: Attachments }) {
  const t = useTexts(detailTexts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<Paperclip size={16} />}
        title={t('files.hint')}
        disabled={attachments.files.length >= ATTACHMENTS_MAX}
        onClick={() => input.current?.click()}
      >
        {t('files.attach')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t('files.attach')}
        accept={ATTACHABLE.join(',')}
        onChange={(event) => {
          attachments.add(event.target.files);
          // The same file again shall count as a new choice.
          event.target.value = '';
        }}
      />
    </>
  );
}

/** What goes with the message: how far it is, what is wrong with it, and the way back. */
export function AttachedFiles({ attachments }: { attachments: Attachments }) {
  const t = useTexts(detailTexts);
  const id = useId();
  const { files, tooMany, again, remove } = attachments;
  if (files.length === 0) return null;
  return (
    <>
      <ul aria-label={t('files.label')} aria-describedby={id} className="mb-1 grid grid-cols-1 gap-1">
        {files.map((file) => (
          <AttachedFile
            key={file.key}
            file={file}
            onAgain={() => again(file)}
            onRemove={() => remove(file)}
          />
        ))}
      </ul>
      {tooMany ? <FieldMessage id={id} error={t('files.tooMany', { max: String(ATTACHMENTS_MAX) })} /> : null}
    </>
  );
}

type AttachedFileProps = { file: Attached; onAgain: () => void; onRemove: () => void };

function AttachedFile({ file, onAgain, onRemove }: AttachedFileProps) {
  const t = useTexts(detailTexts);
  const format = useFormat();
  const Icon = file.name.toLowerCase().endsWith('.pdf') ? FileText : Image;
  const isGoing = file.id === null && file.error === null;
  return (
    <li className="flex flex-wrap items-center gap-x-3 rounded-md border border-line py-1 pr-1 pl-3 text-sm">
      <Icon size={16} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">{file.name}</span>
      {isGoing ? (
        <Progress
          label={t('files.sending', { name: file.name })}
          hideLabel
          value={file.progress}
          valueText={`${Math.round(file.progress * 100)} %`}
          className="w-20"
        />
      ) : (
        <span className="text-muted tabular-nums">{format.bytes(file.bytes)}</span>
      )}
      {file.error && file.file ? (
        <Button
          variant="ghost"
          size="sm"
          iconOnly
          aria-label={t('files.again', { name: file.name })}
          title={t('files.again', { name: file.name })}
          onClick={onAgain}
        >
          <RotateCw size={16} />
        </Button>
      ) : null}
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        aria-label={t('files.remove', { name: file.name })}
        onClick={onRemove}
      >
        <X size={16} />
      </Button>
      {file.error ? (
        <Suspense>
          <Refusal error={file.error} />
        </Suspense>
      ) : null}
    </li>
  );
}

function Refusal({ error }: { error: NonNullable<Attached['error']> }) {
  const text = useErrorText(error);
  return (
    <span role="alert" className="basis-full pb-1 text-danger-ink">
      {text}
    </span>
  );
}
