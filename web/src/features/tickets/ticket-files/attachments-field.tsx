import { ATTACHABLE } from '@atalaya/contract/choices';
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
import { ticketDetailTexts } from '../ticket-detail.es.ts';
import { type Attached, type Attachments, isRefused } from './use-attachments.ts';

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

type AttachButtonProps = {
  attachments: Attachments;
  /** On phones its icon alone: it is one of several tools. */
  isTool?: boolean;
};

/** The button beside a text, and what may be attached: said before anything is refused. */
export function AttachButton({ attachments, isTool = false }: AttachButtonProps) {
  const t = useTexts(ticketDetailTexts);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Button
        variant="ghost"
        size="sm"
        icon={<Paperclip size={16} />}
        title={t('files.paste')}
        aria-describedby={hint}
        disabled={attachments.files.length >= ATTACHMENTS_MAX}
        onClick={() => input.current?.click()}
      >
        <span className={isTool ? 'max-sm:sr-only' : ''}>{t('files.attach')}</span>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t('files.attach')}
        accept={ATTACHABLE.map((ending) => `.${ending}`).join(',')}
        onChange={(event) => {
          attachments.add(event.target.files);
          // The same file again shall count as a new choice.
          event.target.value = '';
        }}
      />
      <span id={hint} className={isTool ? 'text-sm text-muted max-sm:sr-only' : 'text-sm text-muted'}>
        {t('files.hint')}
      </span>
    </span>
  );
}

/** What goes with the message: how far it is, what is wrong with it, and the way back. */
export function AttachedFiles({ attachments }: { attachments: Attachments }) {
  const t = useTexts(ticketDetailTexts);
  const id = useId();
  const { files, tooMany, again, remove } = attachments;
  if (files.length === 0) return null;
  return (
    <>
      <ul aria-label={t('files.label')} aria-describedby={id} className="mt-2 grid grid-cols-1 gap-1">
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
      <WhatGoes files={files} />
    </>
  );
}

/** What the message waits for, and which files do not go with it. */
function WhatGoes({ files }: { files: readonly Attached[] }) {
  const t = useTexts(ticketDetailTexts);
  const refused = files.filter(isRefused);
  const isFailed = files.some(({ error, file }) => error !== null && file !== null);
  const isGoing = files.some(({ id, error }) => id === null && error === null);
  return (
    <p role="status" className="text-sm">
      {refused.length > 0 ? (
        <span className="block">
          {t('files.stays', { names: refused.map(({ name }) => name).join(', ') })}
        </span>
      ) : null}
      {isFailed ? <span className="block">{t('files.failed')}</span> : null}
      {isGoing && !isFailed ? <span className="block text-muted">{t('files.going')}</span> : null}
    </p>
  );
}

type AttachedFileProps = { file: Attached; onAgain: () => void; onRemove: () => void };

function AttachedFile({ file, onAgain, onRemove }: AttachedFileProps) {
  const t = useTexts(ticketDetailTexts);
  const format = useFormat();
  const Icon = /\.(png|jpe?g|webp|gif)$/i.test(file.name) ? Image : FileText;
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
