import { HELD_KINDS } from '@atalaya/contract/offboarding-kinds';
import { Badge } from '@atalaya/ui/badge';
import { useId } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import type { HeldOf, Holdings as HeldByAll } from './offboarding.api.ts';
import { offboardingTexts } from './offboarding.es.ts';

/** What one person holds by name, or several together in numbers. */
export function Holdings({ items }: { items: HeldByAll }) {
  const t = useTexts(offboardingTexts);
  const peopleId = useId();
  const heldId = useId();
  const held = items.length === 1 ? (items[0]?.held ?? []) : together(items);
  return (
    <>
      <section aria-labelledby={peopleId}>
        <h3 id={peopleId} className={items.length === 1 ? 'sr-only' : 'font-medium'}>
          {t('people')}
        </h3>
        <ul>
          {items.map(({ person: { id, name, email, is_active } }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-2 py-0.5 break-words">
              <span className="font-medium">{name}</span>
              <span className="text-muted">{email}</span>
              {is_active ? null : <Badge>{t('inactive')}</Badge>}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby={heldId}>
        <h3 id={heldId} className="font-medium">
          {t('held')}
        </h3>
        {held.length === 0 ? <p className="text-muted">{t('nothing')}</p> : <HeldList held={held} />}
      </section>
    </>
  );
}

function HeldList({ held }: { held: HeldOf }) {
  const t = useTexts(offboardingTexts);
  const { number } = useFormat();
  return (
    <ul className="grid gap-1">
      {held.map(({ kind, total, items }) => {
        const names = items.flatMap(({ name }) => name || []);
        const rest = total - names.length;
        const named = names.length > 0 && rest > 0 ? [...names, t('more', { count: number(rest) })] : names;
        return (
          <li key={kind} className="break-words">
            {kind === 'password' && total === 1
              ? t('kinds.password')
              : t('counted', { kind: t(`kinds.${kind}`), count: number(total) })}
            {named.length ? <span className="block text-sm text-muted">{named.join(', ')}</span> : null}
          </li>
        );
      })}
    </ul>
  );
}

/** How much of each kind they hold. */
function together(items: HeldByAll): HeldOf {
  const all = Map.groupBy(
    items.flatMap(({ held }) => held),
    ({ kind }) => kind,
  );
  return HELD_KINDS.flatMap((kind) => {
    const those = all.get(kind);
    if (!those) return [];
    return { kind, total: those.reduce((sum, { total }) => sum + total, 0), items: [] };
  });
}
