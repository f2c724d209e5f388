import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { Checkbox } from '../checkbox.tsx';
import { Progress } from '../progress.tsx';
import { TextInput } from '../text-input.tsx';
import { offeredThemes, themeNames } from '../themes/theme-list.ts';
import type { ExampleProps, SampleTexts } from './sample-texts.tsx';

const series = [1, 2, 3, 4, 5, 6];

/** The name and the description of those that the admin layout offers. */
function offered(theme: string): string {
  const found = offeredThemes.find(({ key }) => key === theme);
  return found ? `${found.name}: ${found.description}` : '';
}

/** A part of a page may have another theme than the rest: the two attributes work on any element. */
export function ThemeExample({ t }: ExampleProps) {
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {themeNames.flatMap((theme) =>
        (['light', 'dark'] as const).map((mode) => (
          <div
            key={`${theme} ${mode}`}
            role="group"
            aria-label={`${theme} ${mode}`}
            data-theme={theme}
            data-mode={mode}
            className="flex overflow-hidden rounded-lg border border-line bg-canvas text-ink"
          >
            <Sidebar t={t} />
            <div className="min-w-0 flex-1 p-4">
              <p className="font-semibold">
                {theme} <span className="font-normal text-muted">{mode}</span>
              </p>
              <p className="mb-3 min-h-5 text-sm text-muted">{offered(theme)}</p>
              <Sample t={t} />
            </div>
          </div>
        )),
      )}
    </div>
  );
}

function Sidebar({ t }: { t: SampleTexts }) {
  return (
    <div className="sidebar-surface hidden w-28 shrink-0 border-r border-sidebar-line p-2 text-sm sm:block">
      <p className="rounded-md bg-sidebar-active px-2 py-1 font-medium text-sidebar-active-ink">{t.people}</p>
      <p className="px-2 py-1">{t.invitations}</p>
      <p className="px-2 py-1 text-sidebar-muted">{t.seats}</p>
    </div>
  );
}

function Sample({ t }: { t: SampleTexts }) {
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-surface p-3">
      <div className="flex flex-wrap gap-2">
        <Button size="sm">{t.save}</Button>
        <Button size="sm" variant="secondary">
          {t.edit}
        </Button>
        <Button size="sm" variant="outline">
          {t.cancel}
        </Button>
        <Button size="sm" variant="danger">
          {t.delete}
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">
        <Badge>{t.user}</Badge>
        <Badge tone="info">{t.admin}</Badge>
        <Badge tone="success" dot>
          {t.active}
        </Badge>
        <Badge tone="warning">{t.invitations}</Badge>
        <Badge tone="danger">{t.failed}</Badge>
      </div>
      <TextInput label={t.email} placeholder={t.placeholder} hint={t.hint} />
      <Checkbox label={t.select} defaultChecked />
      <Progress label={t.seats} value={0.6} valueText={`12 ${t.of} 20`} />
      <div aria-hidden className="flex h-2 gap-1">
        {series.map((number) => (
          <span key={number} style={{ background: `var(--chart-${number})` }} className="flex-1 rounded-sm" />
        ))}
      </div>
    </div>
  );
}
