import { Users } from 'lucide-react';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { StatCard, StatStrip } from '../stat-card.tsx';
import type { ExampleProps } from './sample-texts.tsx';

const trends = [
  { trend: 'up', change: '+12 %' },
  { trend: 'down', change: '−3 %' },
  { trend: 'flat', change: '0 %' },
] as const;

export function CardExample({ t }: ExampleProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
      <Card
        title={t.title}
        description={t.description}
        headingLevel={3}
        actions={
          <Button size="sm" variant="outline">
            {t.edit}
          </Button>
        }
        footer={t.hint}
        className="sm:col-span-3"
      >
        {t.message}
      </Card>
      <Card title={t.title} headingLevel={3} padded={false} className="sm:col-span-3">
        <p className="border-t border-line bg-sunken p-4">
          <a href="#card" className="card-link text-primary-ink hover:underline">
            {t.select}
          </a>
        </p>
      </Card>
      {trends.map(({ trend, change }) => (
        <StatCard
          key={trend}
          label={t.people}
          value="1.234"
          {...{ trend, change }}
          caption={t.week}
          icon={<Users size={16} />}
        />
      ))}
      <StatCard label={t.seats} value="56" change="+4 %" trend="up" upIsGood={false} caption={t.week} />
      <StatCard label={t.invitations} loading caption={t.week} />
      <div className="sm:col-span-3">
        <StatStrip label={t.week}>
          {[t.people, t.seats, t.invitations].map((label, index) => (
            <StatCard
              key={label}
              label={
                <a href="#card" className="card-link">
                  {label}
                </a>
              }
              value={7 * index}
              icon={<Users size={16} />}
            />
          ))}
        </StatStrip>
      </div>
    </div>
  );
}
