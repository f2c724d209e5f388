import { Progress } from '../progress.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Spinner } from '../spinner.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function ProgressExample({ t }: ExampleProps) {
  return (
    <div className="grid max-w-md gap-4">
      <Progress label={t.seats} value={0.6} valueText={`12 ${t.of} 20`} />
      <Progress label={t.seats} value={0.95} valueText={`19 ${t.of} 20`} tone="warning" />
      <Progress label={t.progress} value={null} />
      <div className="flex items-center gap-3">
        <Spinner label={t.loading} />
        <Skeleton className="h-4 w-40" />
      </div>
    </div>
  );
}
