type ListSumsProps<Sum> = {
  sums: readonly Sum[] | undefined;
  /** Said where there is nothing to add up. */
  none: string;
  textOf: (sum: Sum) => string;
  /** The same in a line of a phone, where there are several currencies. */
  shortOf: (sum: Sum) => string;
};

/** What all that match come to, by currency; on a phone a line for each. */
export function ListSums<Sum extends { currency: string }>({
  sums,
  none,
  textOf,
  shortOf,
}: ListSumsProps<Sum>) {
  const several = sums !== undefined && sums.length > 1;
  // The lines are kept free from the start, so that the table below does not move when the sums arrive.
  return (
    <span className="block min-h-5 tabular-nums max-sm:min-h-10">
      {sums?.length === 0 ? none : null}
      {sums?.map((sum) => (
        <span key={sum.currency} className="me-4 inline-block max-sm:block">
          <span className={several ? 'max-sm:hidden' : undefined}>
            {several ? `${sum.currency}: ` : null}
            {textOf(sum)}
          </span>
          {several ? <span className="sm:hidden">{shortOf(sum)}</span> : null}
        </span>
      ))}
    </span>
  );
}
