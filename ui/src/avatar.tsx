import { useState } from 'react';
import { classNames } from './class-names.ts';

export interface AvatarProps {
  /** The custom image, where there is one. */
  src?: string | null | undefined;
  /** The generated image, shown without a custom one or when that fails to load. */
  identiconUrl?: string | undefined;
  /** Shown while, and where, no image can be. At most two letters. */
  initials: string;
  /** Name of the person; empty where it is shown beside the picture anyway. */
  alt: string;
  /** Width and height in pixels. */
  size?: number | undefined;
  className?: string | undefined;
}

/** The picture of a person: the custom image, else the identicon, else the initials. */
export function Avatar({ src, identiconUrl, initials, alt, size = 32, className }: AvatarProps) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const image = [src, identiconUrl].find((url) => url && !failed.includes(url));
  const named = image ? {} : { role: 'img', 'aria-label': alt || undefined, 'aria-hidden': alt === '' };

  return (
    <span
      {...named}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38) }}
      className={classNames(
        'relative inline-grid shrink-0 place-items-center overflow-hidden rounded-full',
        'bg-primary-soft font-semibold text-primary-ink uppercase select-none',
        className,
      )}
    >
      <span aria-hidden>{initials}</span>
      {image ? (
        <img
          key={image}
          src={image}
          alt={alt}
          width={size}
          height={size}
          onError={() => setFailed([...failed, image])}
          className="absolute inset-0 size-full bg-surface object-cover"
        />
      ) : null}
    </span>
  );
}
