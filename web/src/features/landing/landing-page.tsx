import { buttonClass } from '@atalaya/ui/button';
import { useTheme } from '@atalaya/ui/theme';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { LanguageSwitch } from '../../shared/language-switch.tsx';
import { WatchtowerMark } from '../../shared/watchtower-mark.tsx';
import { FeatureCards } from './feature-cards.tsx';
import { landingTexts } from './landing.es.ts';
import productDark from './product-dark.webp';
import productLight from './product-light.webp';
import { WatchtowerScene } from './watchtower-scene.tsx';

export function LandingPage() {
  const t = useTexts(landingTexts);
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-4 sm:px-8">
      <title>{t('title')}</title>
      <LandingHeader />
      <main className="flex-1">
        <section className="grid items-center gap-10 py-10 lg:grid-cols-[1fr_minmax(0,26rem)] lg:gap-16 lg:py-12">
          <div>
            <h1 className="max-w-xl text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
              {t('headline')}
            </h1>
            <p className="mt-4 max-w-lg text-lg text-muted text-pretty">{t('lead')}</p>
            <div className="mt-8 flex flex-wrap gap-3">
              <Link to="/admin" className={buttonClass({ size: 'lg' })}>
                {t('admin')}
                <ArrowRight size={18} aria-hidden />
              </Link>
              <Link to="/app" className={buttonClass({ size: 'lg', variant: 'outline' })}>
                {t('app')}
              </Link>
            </div>
          </div>
          <WatchtowerScene />
        </section>
        <ProductPicture />
        <FeatureCards />
      </main>
      <footer className="border-t border-line py-6 text-sm text-muted">{t('footer')}</footer>
    </div>
  );
}

function LandingHeader() {
  const t = useTexts(landingTexts);
  return (
    <header className="flex h-topbar items-center justify-between gap-4">
      <Link to="/" className="press flex items-center gap-2 rounded-sm text-lg font-semibold">
        <WatchtowerMark size={24} className="text-primary" />
        Atalaya
      </Link>
      <div className="flex items-center gap-3">
        <LanguageSwitch />
        <Link to="/admin/login" className={buttonClass({ variant: 'ghost' })}>
          {t('signIn')}
        </Link>
      </div>
    </header>
  );
}

/** The product itself with its sample data, light or dark as the page is; a phone sees its upper left part. */
function ProductPicture() {
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
