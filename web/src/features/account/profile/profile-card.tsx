import { Badge } from '@atalaya/ui/badge';
import { Card } from '@atalaya/ui/card';
import type { ReactNode } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useSession } from '../../../platform/session.ts';
import { displayName } from '../../../shared/person.ts';
import { DateOnly } from '../../../shared/date-and-time.tsx';
import { RoleBadge } from '../../../shared/role-badge.tsx';
import { AvatarEditor } from './avatar-editor.tsx';
import { profileTexts } from './profile.es.ts';

/** Who one is: picture, name, e-mail, role, state, and since when. */
export function ProfileCard() {
  const t = useTexts(profileTexts);
  const { profile, organization } = useSession();
  return (
    <Card aria-label={t('card.label')}>
      <AvatarEditor />
      <div className="mt-4 text-center">
        <p className="text-lg font-semibold break-words">{displayName(profile)}</p>
        <p className="break-words text-muted">{profile.email}</p>
      </div>
      <dl className="mt-4 grid gap-2 border-t border-line pt-4">
        <Fact name={t('card.role')}>
          <RoleBadge role={profile.role} />
        </Fact>
        <Fact name={t('card.state')}>
          <Badge tone="success" dot>
            {t('card.active')}
          </Badge>
        </Fact>
        {organization ? <Fact name={t('card.organization')}>{organization.name}</Fact> : null}
        <Fact name={t('card.memberSince')}>
          <DateOnly value={profile.created_at} />
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right break-words">{children}</dd>
    </div>
  );
}
