import { useTheme } from '@atalaya/ui/theme';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { landingTexts } from './landing.es.ts';
import productDark from './product-dark.webp';
import productLight from './product-light.webp';

/** The product itself with its sample data, light or dark as the page is; a phone sees its upper left part. */
export function ProductPicture() {
  const t = useTexts(landingTexts);
  const { theme, dark } = useTheme();
  const isDark = dark || theme === 'darkProfessional' || theme === 'darkAnalytics';
  return (
    <div className="mb-6 overflow-hidden rounded-xl shadow-modal sm:mb-10">
      <img
        src={isDark ? productDark : productLight}
        alt={t('picture')}
        width={1440}
        height={900}
        className="h-auto w-full max-sm:w-184 max-sm:max-w-none"
      />
    </div>
  );
}
