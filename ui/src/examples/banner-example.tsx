import { useState } from 'react';
import { Banner, type BannerTone } from '../banner.tsx';
import { Button } from '../button.tsx';
import type { ExampleProps } from './sample-texts.tsx';

const tones: BannerTone[] = ['info', 'success', 'warning', 'danger'];

export function BannerExample({ t }: ExampleProps) {
  const [dismissed, setDismissed] = useState(false);
  return (
    <div className="grid gap-2">
      {tones
        .filter((tone) => tone !== 'info' || !dismissed)
        .map((tone) => (
          <Banner
            key={tone}
            tone={tone}
            title={t.title}
            onDismiss={tone === 'info' ? () => setDismissed(true) : undefined}
            dismissLabel={t.close}
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
