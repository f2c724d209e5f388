import { lazyPart } from '../../../platform/lazy-part.tsx';
import { Button } from '@atalaya/ui/button';
import { Camera, Trash2 } from 'lucide-react';
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { useSession } from '../../../platform/session.ts';
import { PersonAvatar } from '../../../shared/person-avatar.tsx';
import { profileTexts } from './profile.es.ts';
import { refuseFile } from './profile.api.ts';
import { useRemoveAvatar } from './use-remove-avatar.ts';

/** Loaded with the first picture that is chosen. */
const CropDialog = lazyPart(() => import('./crop-dialog.tsx'), 'CropDialog');

/** While the picture is pointed at or focused; always where nothing can hover. */
const SHOWN =
  'opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100';

/** One's own picture: changed by choosing, dropping or pasting another, or taken away. */
export function AvatarEditor() {
  const t = useTexts(profileTexts);
  const { profile } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const { picture, take, close } = useChosenPicture();
  const remove = useRemoveAvatar();
  const [over, setOver] = useState(false);
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer.files);
    },
  };
  return (
    <div role="group" aria-label={t('avatar.label')} className="group grid justify-items-center" {...drop}>
      <div className={`relative rounded-full ${over ? 'outline-2 outline-offset-4 outline-primary' : ''}`}>
        <button
          type="button"
          title={t('avatar.upload')}
          onClick={() => input.current?.click()}
          className="relative block rounded-full"
        >
          <span className="sr-only">{t('avatar.upload')}</span>
          <PersonAvatar person={profile} size={128} />
          <span
            className={`absolute inset-x-0 bottom-2 mx-auto grid size-8 place-items-center rounded-md bg-raised text-ink shadow-float ${SHOWN}`}
          >
            <Camera size={16} aria-hidden />
          </span>
        </button>
        {profile.avatar_url ? (
          <Button
            variant="danger"
            size="sm"
            iconOnly
            aria-label={t('avatar.remove')}
            title={t('avatar.remove')}
            busy={remove.isPending}
            onClick={() => remove.mutate()}
            className={`absolute -right-1 bottom-0 shadow-float ${SHOWN}`}
          >
            <Trash2 size={16} aria-hidden />
          </Button>
        ) : null}
      </div>
      <p className="mt-3 text-center text-sm text-balance text-muted">{t('avatar.hint')}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={t('avatar.upload')}
        onChange={(event) => {
          take(event.target.files);
          // The same file again shall count as a new choice.
          event.target.value = '';
        }}
      />
      {picture ? <CropDialog picture={picture} onClose={close} /> : null}
    </div>
  );
}

/** The picture that was chosen, decoded; what is none, or too large, is told. Pasting counts anywhere on the page. */
function useChosenPicture() {
  const t = useTexts(profileTexts);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (!file || picture) return;
    const refusal = refuseFile(file);
    if (refusal) {
      notify.error(t(`avatar.${refusal}`));
      return;
    }
    void createImageBitmap(file, { imageOrientation: 'from-image' }).then(setPicture, () =>
      notify.error(t('avatar.notImage')),
    );
  };
  const paste = useEffectEvent((event: ClipboardEvent) => take(event.clipboardData?.files ?? null));
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
  const close = () => {
    picture?.close();
    setPicture(null);
  };
  return { picture, take, close };
}
