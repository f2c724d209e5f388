import { Plus } from 'lucide-react';
import { Button, type ButtonVariant } from '../button.tsx';
import type { ExampleProps } from './sample-texts.tsx';

const variants: ButtonVariant[] = [
  'primary',
  'secondary',
  'success',
  'warning',
  'danger',
  'info',
  'neutral',
  'ghost',
  'outline',
  'link',
];

export function ButtonExample({ t }: ExampleProps) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm">{t.save}</Button>
        <Button size="md" icon={<Plus size={16} aria-hidden />}>
          {t.save}
        </Button>
        <Button size="lg" budget={1250}>
          {t.save}
        </Button>
        <Button busy>{t.busy}</Button>
        <Button disabled>{t.save}</Button>
        <Button variant="outline" iconOnly aria-label={t.save}>
          <Plus size={16} aria-hidden />
        </Button>
      </div>
    </div>
  );
}
