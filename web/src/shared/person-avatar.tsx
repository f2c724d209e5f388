import { Avatar } from '@atalaya/ui/avatar';
import { useIdenticon } from './identicon.ts';
import { type Person, displayName, initials } from './person.ts';

type PersonAvatarProps = {
  person: Person & { avatar_url: string | null };
  /** Pixels; 32 in bars and lists. */
  size?: number;
  /** Says the name, where it does not stand beside the picture. */
  named?: boolean;
};

/** The picture of a person: their own, else the one drawn from their e-mail, else their initials. */
export function PersonAvatar({ person, size = 32, named = false }: PersonAvatarProps) {
  const drawn = useIdenticon(person.email, size);
  return (
    <Avatar
      src={person.avatar_url}
      identiconUrl={drawn}
      initials={initials(person)}
      alt={named ? displayName(person) : ''}
      size={size}
    />
  );
}
