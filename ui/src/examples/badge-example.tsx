import { Avatar } from '../avatar.tsx';
import { Badge, type BadgeTone } from '../badge.tsx';
import type { ExampleProps } from './sample-texts.tsx';

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
        <Avatar initials="LO" alt="Lucía Ortega" size={32} />
        <Avatar initials="AD" alt="" size={80} />
        {t.user}
      </div>
    </div>
  );
}
