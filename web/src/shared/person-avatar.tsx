import { Avatar } from '@atalaya/ui/avatar';
import { useIdenticon } from './identicon.ts';
import { type Person, displayName, initials } from './person.ts';

type PersonAvatarProps = {
  person: Person & { avatar_url: string | null };
  /** Pixels; 32 in bars and lists. */
  size?: number;
  /** Says the name, where it is not shown beside the picture. */
  named?: boolean;
};

/** Pixels of the stored squares; a profile keeps the address of the second. */
const SQUARES = [80, 160, 512];

/** The stored square that is sharp at this size on a dense screen. */
export function storedPicture(avatar_url: string | null, size: number): string | null {
  const square = SQUARES.find((each) => each >= size * 2) ?? 512;
  return avatar_url?.replace(/\/160\.webp$/, `/${square}.webp`) ?? null;
}

/** The picture of a person: their own, else the one drawn from their e-mail, else their initials. */
export function PersonAvatar({ person, size = 32, named = false }: PersonAvatarProps) {
  const drawn = useIdenticon(person.email, size);
  return (
    <Avatar
      src={storedPicture(person.avatar_url, size)}
      identiconUrl={drawn}
      initials={initials(person)}
      alt={named ? displayName(person) : ''}
      size={size}
    />
  );
}
