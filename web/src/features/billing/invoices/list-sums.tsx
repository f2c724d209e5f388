type ListSumsProps<Sum> = {
  sums: readonly Sum[] | undefined;
  /** Said where there is nothing to add up. */
  none: string;
  textOf: (sum: Sum) => string;
  className?: string;
};

/** What all that match come to, by currency; on a phone a line for each. */
export function ListSums<Sum extends { currency: string }>(props: ListSumsProps<Sum>) {
  const { sums, none, textOf, className = '' } = props;
  // The line is kept free from the start, so that the table below does not move when the sums arrive.
  return (
    <span className={`block min-h-5 tabular-nums ${className}`}>
      {sums?.length === 0 ? none : null}
      {sums?.map((sum) => (
        <span key={sum.currency} className="me-4 inline-block max-sm:block">
          {sums.length > 1 ? `${sum.currency}: ` : null}
          {textOf(sum)}
        </span>
      ))}
    </span>
  );
}
