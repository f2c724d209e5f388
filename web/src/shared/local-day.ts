/** The day where the person is, so many days from today: '2027-01-31'. */
export function localDay(ahead = 0): string {
  const day = new Date();
  day.setDate(day.getDate() + ahead);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(day.getFullYear())}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
