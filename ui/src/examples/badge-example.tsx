import { Avatar } from '../avatar.tsx';
import { Badge, type BadgeTone } from '../badge.tsx';
import type { ExampleProps } from './sample-texts.tsx';

const svg = (body: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">${body}</svg>`)}`;
/** Examples of an uploaded picture, and of one that the server draws. */
const picture = svg(
  '<path fill="#93c5fd" d="M0 0h4v4H0z"/><circle cx="2" cy="1.6" r=".8" fill="#7c2d12"/><circle cx="2" cy="4" r="1.6" fill="#1e40af"/>',
);
const identicon = svg('<path fill="#177f4e" d="M1 0h2v1H1zM0 1h1v2H0zM3 1h1v2H3zM1 3h2v1H1z"/>');
const tones: BadgeTone[] = ['neutral', 'primary', 'success', 'warning', 'danger', 'info'];

export function BadgeExample({ t }: ExampleProps) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone} dot={tone !== 'neutral'}>
            {tone}
          </Badge>
        ))}
      </div>
      <div className="flex items-center gap-3">
        <Avatar src={picture} initials="LO" alt="Lucía Ortega" size={80} />
        <Avatar src="data:," identiconUrl={identicon} initials="LO" alt="Lucía Ortega" size={48} />
        <Avatar initials="LO" alt="" size={32} />
        {t.user}
      </div>
    </div>
  );
}
