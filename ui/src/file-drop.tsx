import { Upload } from 'lucide-react';
import type { ClipboardEvent, DragEvent, ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { FieldMessage } from './field-message.tsx';
import { Progress } from './progress.tsx';

export interface FileDropTexts {
  label: string;
  /** On the button. */
  choose: string;
  /** Beside it: that one may drop or paste as well. */
  instructions: string;
  /** While busy. */
  busy?: string | undefined;
  cancel?: string | undefined;
}

export interface FileDropProps {
  texts: FileDropTexts;
  accept?: readonly string[] | undefined;
  maxBytes: number;
  multiple?: boolean | undefined;
  /** Only files that fit; none of them when one does not. */
  onFiles: (files: readonly File[]) => void;
  onReject: (reason: FileRejection) => void;
  hint?: string | undefined;
  error?: string | undefined;
  /** An upload is under way: nothing else is taken. */
  busy?: boolean | undefined;
  /** From 0 to 1; null while busy without a measure. */
  progress?: number | null | undefined;
  onCancel?: (() => void) | undefined;
  disabled?: boolean | undefined;
  /** A picture of what is there now, in place of the icon. */
  preview?: ReactNode;
}

/** Takes files by choosing, dropping or pasting, and refuses those of the wrong kind or size. */
export function FileDrop(props: FileDropProps) {
  const { texts, accept = [], maxBytes, multiple = false, onFiles, onReject, hint, error } = props;
  const { busy = false, disabled = false } = props;
  const [over, setOver] = useState(false);
  const messageId = useId();

  function take(list: FileList | null) {
    const files = [...(list ?? [])];
    if (busy || disabled || files.length === 0) return;
    const reason = rejectFiles(files, { accept, maxBytes, multiple });
    if (reason) onReject(reason);
    else onFiles(files);
  }

  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(!busy && !disabled);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer.files);
    },
    onPaste: (event: ClipboardEvent) => take(event.clipboardData.files),
  };

  return (
    <div>
      <div
        role="group"
        aria-label={texts.label}
        aria-describedby={error || hint ? messageId : undefined}
        aria-disabled={disabled || undefined}
        className={classNames(
          'flex flex-col items-center gap-2 rounded-lg border border-dashed p-6 text-center transition-colors',
          over ? 'border-primary bg-primary-soft' : 'border-line-strong',
          disabled && 'opacity-50',
        )}
        {...drop}
      >
        {props.preview ?? <Upload size={20} aria-hidden className="text-muted" />}
        {busy ? <Working {...props} /> : <Chooser {...props} accept={accept} onChoose={take} />}
      </div>
      {/* What comes after an upload is read out: the button that began it has gone by then. */}
      <div role={error ? 'alert' : undefined}>
        <FieldMessage id={messageId} error={error} hint={hint} />
      </div>
    </div>
  );
}

function Working({ texts, progress = null, onCancel }: FileDropProps) {
  return (
    <>
      <Progress
        label={texts.busy ?? texts.label}
        value={progress}
        valueText={progress === null ? undefined : `${Math.round(progress * 100)} %`}
        className="w-full max-w-64"
      />
      {onCancel ? (
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {texts.cancel}
        </Button>
      ) : null}
    </>
  );
}

interface ChooserProps extends FileDropProps {
  accept: readonly string[];
  onChoose: (files: FileList | null) => void;
}

function Chooser({ texts, accept, multiple, disabled, onChoose }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="outline" size="sm" disabled={disabled} onClick={() => input.current?.click()}>
        {texts.choose}
      </Button>
      <span className="text-sm text-muted">{texts.instructions}</span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.label}
        accept={accept.join(',')}
        multiple={multiple}
        onChange={(event) => {
          onChoose(event.target.files);
          // The same file again shall count as a new choice.
          event.target.value = '';
        }}
      />
    </>
  );
}

export type FileRejection = 'type' | 'size' | 'count';

export interface FileRules {
  /** As in an input's `accept`: 'image/*', 'text/csv', '.csv'. Empty takes anything. */
  accept: readonly string[];
  /** Largest size of one file in bytes, itself allowed. */
  maxBytes: number;
  multiple: boolean;
}

function matches(file: File, pattern: string): boolean {
  if (pattern.startsWith('.')) return file.name.toLowerCase().endsWith(pattern.toLowerCase());
  if (pattern.endsWith('/*')) return file.type.startsWith(pattern.slice(0, -1));
  return file.type === pattern;
}

/** Why these files cannot be taken, or null when they can. The server must check again. */
export function rejectFiles(files: readonly File[], rules: FileRules): FileRejection | null {
  if (files.length > 1 && !rules.multiple) return 'count';
  const accepted = (file: File) =>
    rules.accept.length === 0 || rules.accept.some((pattern) => matches(file, pattern));
  if (!files.every(accepted)) return 'type';
  return files.some((file) => file.size > rules.maxBytes) ? 'size' : null;
}
