import { Users } from 'lucide-react';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { StatCard } from '../stat-card.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function CardExample({ t }: ExampleProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Card
        title={t.title}
        description={t.description}
        headingLevel={3}
        actions={
          <Button size="sm" variant="outline">
            {t.edit}
          </Button>
        }
        className="sm:col-span-3"
      >
        {t.message}
      </Card>
      <StatCard
        label={t.people}
        value="1.234"
        change="+12 %"
        trend="up"
        caption={t.week}
        icon={<Users size={16} />}
      />
      <StatCard label={t.seats} value="56" change="+4 %" trend="up" upIsGood={false} caption={t.week} />
      <StatCard label={t.invitations} loading caption={t.week} />
    </div>
  );
}
