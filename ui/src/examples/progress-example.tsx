import { Progress } from '../progress.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Spinner } from '../spinner.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function ProgressExample({ t }: ExampleProps) {
  return (
    <div className="grid max-w-md gap-4">
      {(['primary', 'warning', 'danger'] as const).map((tone, at) => (
        <Progress
          key={tone}
          label={t.seats}
          value={0.6 + at * 0.2}
          valueText={`${12 + at * 4} ${t.of} 20`}
          tone={tone}
        />
      ))}
      <Progress label={t.progress} value={null} />
      <Progress label={t.progress} hideLabel value={0.5} />
      <div className="flex items-center gap-3">
        <Spinner label={t.loading} />
        <Spinner size={32} />
        <Skeleton className="h-4 w-40" />
      </div>
    </div>
  );
}
