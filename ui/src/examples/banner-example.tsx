import { Banner, type BannerTone } from '../banner.tsx';
import { Button } from '../button.tsx';
import type { ExampleProps } from './sample-texts.tsx';

const tones: BannerTone[] = ['info', 'success', 'warning', 'danger'];

export function BannerExample({ t }: ExampleProps) {
  return (
    <div className="grid gap-2">
      {tones.map((tone) => (
        <Banner
          key={tone}
          tone={tone}
          title={t.title}
          action={
            tone === 'warning' ? (
              <Button size="sm" variant="outline">
                {t.save}
              </Button>
            ) : null
          }
        >
          {t.message}
        </Banner>
      ))}
    </div>
  );
}
