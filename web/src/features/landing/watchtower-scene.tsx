/** A watchtower over a coast of quiet contours, its light passing over them: drawn in the theme's own colours. */
export function WatchtowerScene() {
  return (
    <svg viewBox="0 0 448 400" aria-hidden className="w-full max-lg:max-h-64">
      <defs>
        <linearGradient id="beam" x1="0" x2="1">
          <stop offset="0" stopColor="var(--primary)" stopOpacity=".42" />
          <stop offset="1" stopColor="var(--primary)" stopOpacity="0" />
        </linearGradient>
        <clipPath id="frame">
          <rect width="448" height="400" rx="12" />
        </clipPath>
      </defs>
      <g clipPath="url(#frame)">
        <rect width="448" height="400" fill="var(--primary-soft)" />
        <path d="M150 122 470 8v196L150 130Z" fill="url(#beam)" />
        <path d="M150 122-40 70v92l190-32Z" fill="url(#beam)" opacity=".35" transform="rotate(180 55 126)" />
        <Contours />
        <g fill="var(--primary)">
          <path d="m140 72 44 30H96l44-30Z" />
          <path d="M104 106h72v32a6 6 0 0 1-6 6h-60a6 6 0 0 1-6-6v-32Z" opacity=".3" />
          <circle cx="140" cy="125" r="10" />
          <path d="M116 150h48l22 170h-34l-6-52h-12l-6 52H94l22-170Z" />
        </g>
      </g>
    </svg>
  );
}

const LINES = [
  'M0 318c70-34 150-30 224-6s160 22 224-14',
  'M0 340c80-28 150-22 224-2s150 18 224-10',
  'M0 362c80-22 160-14 224 0s150 12 224-8',
  'M0 384c90-16 160-8 224 2s160 6 224-6',
];

function Contours() {
  return (
    <>
      <path d="M0 306c70-36 150-30 224-4s160 22 224-16v120H0Z" fill="var(--surface)" />
      <g fill="none" stroke="var(--line)" strokeWidth="1.5">
        {LINES.map((line) => (
          <path key={line} d={line} />
        ))}
      </g>
    </>
  );
}
