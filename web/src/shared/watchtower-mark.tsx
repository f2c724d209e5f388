/** The mark of Atalaya: a watchtower with its light on. Takes the colour of the text around it. */
export function WatchtowerMark({ size = 24, className }: { size?: number; className?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden className={className}>
      <path d="M16 2.5 25 9H7l9-6.5Z" fill="currentColor" />
      <path d="M8.5 10.5h15V16a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-5.5Z" fill="currentColor" fillOpacity=".28" />
      <circle cx="16" cy="13.5" r="2" fill="currentColor" />
      <path d="M11 18.5h10l2.6 11h-4.4L18 24.5h-4l-1.2 5H8.4l2.6-11Z" fill="currentColor" />
    </svg>
  );
}
