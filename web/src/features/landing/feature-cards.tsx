import { Card } from '@atalaya/ui/card';
import { ChartNoAxesColumn, ShieldCheck, UsersRound } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { landingTexts } from './landing.es.ts';

const FEATURES = [
  { key: 'users', Icon: UsersRound },
  { key: 'security', Icon: ShieldCheck },
  { key: 'reports', Icon: ChartNoAxesColumn },
] as const;

/** The three things that the product is for. */
export function FeatureCards() {
  const t = useTexts(landingTexts);
  return (
    <section aria-labelledby="features" className="pb-12">
      <h2 id="features" className="sr-only">
        {t('featuresTitle')}
      </h2>
      <div className="grid gap-4 md:grid-cols-3">
        {FEATURES.map(({ key, Icon }) => (
          <Card key={key} className="p-1 sm:p-2">
            <span className="grid size-9 place-items-center rounded-md bg-primary-soft text-primary-ink">
              <Icon size={18} aria-hidden />
            </span>
            <h3 className="mt-4 text-lg font-semibold">{t(`features.${key}.title`)}</h3>
            <p className="mt-1 text-muted text-pretty">{t(`features.${key}.text`)}</p>
          </Card>
        ))}
      </div>
    </section>
  );
}
