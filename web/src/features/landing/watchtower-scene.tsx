/** A watchtower over a coast of quiet contours, its light passing over them: drawn in the theme's own colours. */
export function WatchtowerScene() {
  return (
    <svg viewBox="0 0 448 360" aria-hidden className="w-full max-lg:hidden">
      <defs>
        <linearGradient id="sky" x2="0" y2="1">
          <stop offset="0" stopColor="var(--primary)" stopOpacity=".2" />
          <stop offset="1" stopColor="var(--primary)" stopOpacity=".04" />
        </linearGradient>
        <linearGradient id="beam">
          <stop offset="0" stopColor="var(--primary)" stopOpacity=".5" />
          <stop offset="1" stopColor="var(--primary)" stopOpacity="0" />
        </linearGradient>
        <clipPath id="frame">
          <rect width="448" height="360" rx="12" />
        </clipPath>
      </defs>
      <g clipPath="url(#frame)">
        <rect width="448" height="360" fill="var(--surface)" />
        <rect width="448" height="360" fill="url(#sky)" />
        <path d="M150 106 470 12v188L150 114Z" fill="url(#beam)" />
        <Contours />
        <Tower />
      </g>
    </svg>
  );
}

function Tower() {
  return (
    <g fill="var(--primary)">
      <circle cx="140" cy="110" r="40" opacity=".14" />
      <path d="M138.5 50h3v12h-3zM140 58l34 30h-68Z" />
      <path d="M114 88h52v44h-52Z" fill="var(--surface)" />
      <path d="M114 88h3v44h-3zM131 88h3v44h-3zM146 88h3v44h-3zM163 88h3v44h-3z" opacity=".55" />
      <circle cx="140" cy="110" r="9" />
      <path d="M100 132h80v7h-80z" />
      <path d="M116 139h48l14 152h-76Z" />
      <path d="M113.5 170h53l1.4 16h-55.8zM109.6 213h60.8l1.4 16h-63.6z" fill="var(--surface)" opacity=".3" />
      <path d="M131 291v-22a9 9 0 0 1 18 0v22Z" fill="var(--surface)" />
    </g>
  );
}

const LINES = [
  'M0 300c70-30 150-28 224-6s160 20 224-12',
  'M0 318c80-24 150-20 224-2s150 16 224-9',
  'M0 336c80-18 160-12 224 0s150 10 224-7',
];

function Contours() {
  return (
    <>
      <path d="M0 262c60-26 120-16 190 4s170 30 258-14v120H0Z" fill="var(--primary)" opacity=".14" />
      <path d="M0 288c70-32 150-28 224-5s160 20 224-14v100H0Z" fill="var(--surface)" />
      <g fill="none" stroke="var(--line)" strokeWidth="1.5">
        {LINES.map((line) => (
          <path key={line} d={line} />
        ))}
      </g>
    </>
  );
}
