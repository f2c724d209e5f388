import type { ReactNode } from 'react';

/** One thing that is known, in a list of such; `children` say more of it. */
export function Fact({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-0.5 wrap-anywhere">
        {value}
        {children ? <span className="block text-sm text-muted">{children}</span> : null}
      </dd>
    </div>
  );
}
