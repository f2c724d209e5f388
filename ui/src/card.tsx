import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  description?: ReactNode;
  /** Shown opposite the title. */
  actions?: ReactNode;
  /** At the bottom, also of a card that is stretched to the height of its neighbour. */
  footer?: ReactNode;
  /** Off for content that reaches the edges, as a table does. */
  padded?: boolean | undefined;
  /** Level of the title in the outline of the page. */
  headingLevel?: 2 | 3 | 4 | undefined;
}

/** A plain surface with an edge. A `.card-link` inside takes clicks on the whole of it. */
export function Card(props: CardProps) {
  const {
    title,
    description,
    actions,
    footer,
    padded = true,
    headingLevel,
    className,
    children,
    ...rest
  } = props;
  return (
    <section
      {...rest}
      className={classNames(
        'relative flex min-w-0 flex-col rounded-lg border border-line bg-surface',
        className,
      )}
    >
      {title || actions ? <CardHeader {...{ title, description, actions, headingLevel, padded }} /> : null}
      <div className={classNames('min-w-0 flex-1', padded && 'p-4', padded && Boolean(title) && 'pt-0')}>
        {children}
      </div>
      {footer ? <div className="border-t border-line px-4 py-3 text-sm text-muted">{footer}</div> : null}
    </section>
  );
}

function CardHeader({ title, description, actions, headingLevel = 2, padded }: CardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <header
      className={classNames(
        'flex flex-wrap items-start justify-between gap-x-4 gap-y-3 p-4',
        !padded && 'pb-2 tight:pt-2',
      )}
    >
      {/* A description that would become a narrow column has the actions below it instead. */}
      <div
        className={classNames(
          'min-w-0',
          description ? (padded ? 'flex-[1_1_14rem]' : 'flex-[1_1_10rem]') : 'flex-1',
        )}
      >
        <Heading className="text-base font-semibold">{title}</Heading>
        {description ? <p className="mt-0.5 text-sm text-muted">{description}</p> : null}
      </div>
      {actions ? <div className="-my-1 flex shrink-0 items-center gap-2">{actions}</div> : null}
    </header>
  );
}
