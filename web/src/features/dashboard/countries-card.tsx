import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../platform/format.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { paymentsLink } from './dashboard-layout.ts';
import { dashboardTexts } from './dashboard.es.ts';
import type { Country } from './dashboard.api.ts';
import { PartFailed } from './part-failed.tsx';

type CountriesCardProps = { countries: Country[] | null | undefined; onRetry: () => void };

/** Sales by Country. */
export function CountriesCard({ countries, onRetry }: CountriesCardProps) {
  const t = useTexts(dashboardTexts);
  return (
    <Card
      title={
        <Link {...paymentsLink(countries?.[0]?.currency)} className="press-around relative">
          {t('countries.title')}
        </Link>
      }
      description={t('countries.span')}
      className="break-inside-avoid"
    >
      <div className="min-h-52">
        {countries === undefined ? <Skeleton className="h-52 w-full" /> : null}
        {countries === null ? <PartFailed onRetry={onRetry} /> : null}
        {countries?.length === 0 ? <p className="text-muted">{t('countries.empty')}</p> : null}
        {countries && countries.length > 0 ? <CountryTable countries={countries} /> : null}
      </div>
    </Card>
  );
}

const FIGURES = ['sales', 'value', 'bounce'] as const;

function CountryTable({ countries }: { countries: Country[] }) {
  const t = useTexts(dashboardTexts);
  const format = useFormat();
  const { language } = useLanguage();
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="border-b border-line text-left text-muted">
          <th scope="col" className="py-2 font-medium">
            {t('countries.country')}
          </th>
          {FIGURES.map((figure) => (
            <th key={figure} scope="col" className="py-2 pl-3 text-right font-medium">
              {t(`countries.${figure}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {countries.map(({ country, sales, value_cents, currency, bounce }) => (
          <tr key={country ?? ''} className="border-b border-line last:border-0">
            <th scope="row" className="py-2 text-left font-medium">
              {country === null ? t('countries.none') : (names.of(country) ?? country)}
            </th>
            <td className="py-2 pl-3 text-right">{format.number(sales)}</td>
            <td className="py-2 pl-3 text-right">{format.money(value_cents, currency)}</td>
            <td className="py-2 pl-3 text-right">{bounce === null ? '–' : format.percent(bounce)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
