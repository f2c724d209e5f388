import type { LucideIcon } from 'lucide-react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BannerTone = 'info' | 'success' | 'warning' | 'danger';

export interface BannerProps {
  tone?: BannerTone | undefined;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** With both the banner can be closed. */
  onDismiss?: (() => void) | undefined;
  dismissLabel?: string | undefined;
  className?: string | undefined;
}

const looks: Record<BannerTone, { box: string; icon: LucideIcon }> = {
  info: { box: 'bg-info-soft text-info-ink', icon: Info },
  success: { box: 'bg-success-soft text-success-ink', icon: CircleCheck },
  warning: { box: 'bg-warning-soft text-warning-ink', icon: TriangleAlert },
  danger: { box: 'bg-danger-soft text-danger-ink', icon: CircleAlert },
};

/** A notice that stays: about the page, the connection, the account. Dangers are announced at once. */
export function Banner({
  tone = 'info',
  title,
  children,
  action,
  onDismiss,
  dismissLabel,
  className,
}: BannerProps) {
  const { box, icon: Icon } = looks[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames('flex flex-wrap items-start gap-3 rounded-lg px-4 py-3', box, className)}
    >
      <Icon size={16} className="mt-0.5 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
      {action}
      {onDismiss ? (
        <button
          type="button"
          aria-label={dismissLabel}
          onClick={onDismiss}
          className="-m-1 grid size-7 place-items-center rounded-sm"
        >
          <X size={16} aria-hidden />
        </button>
      ) : null}
    </div>
  );
}
