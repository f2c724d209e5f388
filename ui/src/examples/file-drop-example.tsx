import { useState } from 'react';
import { Avatar } from '../avatar.tsx';
import { FileDrop } from '../file-drop.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function FileDropExample({ t }: ExampleProps) {
  const [name, setName] = useState<string>();
  const [refused, setRefused] = useState(false);
  const texts = {
    label: t.select,
    choose: t.choose,
    instructions: t.dropHere,
    busy: t.busy,
    cancel: t.cancel,
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FileDrop
        texts={texts}
        accept={['image/*']}
        multiple
        maxBytes={5 * 1024 * 1024}
        preview={<Avatar initials="LO" alt="" size={48} />}
        hint={name ?? t.hint}
        error={refused ? t.invalid : undefined}
        onReject={() => setRefused(true)}
        onFiles={([file]) => {
          setRefused(false);
          setName(file?.name);
        }}
      />
      <FileDrop
        texts={texts}
        maxBytes={1}
        busy
        progress={0.4}
        onCancel={() => undefined}
        onFiles={() => undefined}
        onReject={() => undefined}
      />
      <FileDrop texts={texts} maxBytes={1} disabled onFiles={() => undefined} onReject={() => undefined} />
    </div>
  );
}
