import { Button } from '@atalaya/ui/button';

type OlderLinesProps = { told: string; label: string; busy: boolean; onMore: () => void };

/** Above a list that begins somewhere in the middle: how much of it is shown, and the way to what came before. */
export function OlderLines({ told, label, busy, onMore }: OlderLinesProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
      <p role="status" className="text-sm text-muted">
        {told}
      </p>
      <Button variant="outline" size="sm" busy={busy} onClick={onMore}>
        {label}
      </Button>
    </div>
  );
}
