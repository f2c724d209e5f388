import { defineTexts } from '../../../platform/messages/define-texts.ts';
import { financialReportWordsEs } from '@atalaya/contract/report-words.es';

export const financialReportsEs = {
  title: 'Reportes financieros',
  reports: {
    indicators: 'Indicadores',
    mrr: 'Evolución del MRR',
    plans: 'Ingresos por plan',
    countries: 'Ingresos por país',
    overdue: 'Deuda vencida',
    debtors: 'Quién debe más',
    collections: 'Facturación y cobros',
  },
  hints: {
    indicators: 'Al final del periodo; lo perdido, sobre lo que había al empezar',
    mrr: 'Del MRR inicial al final; el número son empresas que pagan, o cambios',
    plans: 'Por el plan del día de la factura',
    countries: 'Por el país de la factura',
    overdue: 'Ahora, por los días que han pasado desde el vencimiento',
    debtors: 'Ahora: las empresas con más por pagar, y el total de todas',
    collections: 'Facturado, cobrado y devuelto, con impuestos',
  },
  columns: financialReportWordsEs.columns,
  rows: financialReportWordsEs.rows,
  noCountry: 'Sin país',
  figures: { overdue: 'Deuda vencida', collected: 'Cobrado' },
} as const;

export const financialReportsTexts = defineTexts(financialReportsEs, () =>
  import('./financial-reports.en.ts').then((file) => file.financialReportsEn),
);
