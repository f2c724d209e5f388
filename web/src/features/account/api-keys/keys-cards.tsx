import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { areAnswered } from '../../../shared/together.ts';
import { ApiKeysCard } from './api-keys-card.tsx';
import { apiKeysQuery } from './api-keys.api.ts';
import { AssistantsCard } from './assistants-card.tsx';

/** Both kinds of keys that a person has. Together: keys that came later would move the assistants below them. */
export function KeysCards() {
  const keys = useQuery(apiKeysQuery);
  if (!areAnswered(keys)) return <Skeleton className="h-72" />;
  return (
    <div className="grid gap-4">
      <ApiKeysCard />
      <AssistantsCard />
    </div>
  );
}
