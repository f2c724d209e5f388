/** Eleven steps of one hue, from almost white (50) to almost black (950), as hex colours. */
export type Ramp = readonly [
  s50: string,
  s100: string,
  s200: string,
  s300: string,
  s400: string,
  s500: string,
  s600: string,
  s700: string,
  s800: string,
  s900: string,
  s950: string,
];

function ramp(steps: string): Ramp {
  const colours = steps.split(' ').map((step) => `#${step}`);
  if (colours.length !== 11) throw new Error(`a ramp has eleven steps, not ${colours.length}`);
  return colours as unknown as Ramp;
}

// Neutrals
export const cloud = ramp('f7f9f9 eff2f3 e3e7e9 cfd5d9 97a1a8 67727a 4c565d 384148 232a30 14191d 0a0e11');
export const slate = ramp('f8fafc f1f5f9 e2e8f0 cbd5e1 94a3b8 64748b 475569 334155 1e293b 0f172a 080d1a');
export const graphite = ramp('f7f8f8 eff0f2 e2e4e8 cdd0d6 989da6 696e78 4d525b 34383f 24272c 17191d 0d0e10');
export const zinc = ramp('fafafa f4f4f5 e4e4e7 d4d4d8 a1a1aa 6d6d76 52525b 3f3f46 27272a 18181b 0c0c0e');
export const stone = ramp('fafaf9 f5f5f4 e7e5e4 d6d3d1 a8a29e 736c67 57534e 44403c 292524 1c1917 0f0d0c');
export const iris = ramp('f8f8fd f1f0fa e5e3f3 d0cde6 9f9bbd 6d6890 524d74 3f3a5c 292544 1b1831 100e1f');
export const navy = ramp('f5f8fc ebf0f7 dbe4ef c3d0e0 8ca0b8 5d7390 435975 30445d 1a2b41 101d2e 08111d');

// Brand and meaning
export const green = ramp('effaf4 d9f3e4 b5e6cb 82d3a9 4bbb82 269d63 177f4e 126740 125135 10432d 072419');
export const blue = ramp('eff6ff dbeafe bfdbfe 93c5fd 60a5fa 3b82f6 2563eb 1d4ed8 1e40af 1e3a8a 142350');
export const indigo = ramp('eef2ff e0e7ff c7d2fe a5b4fc 818cf8 6366f1 4f46e5 4338ca 3730a3 312e81 1c1a47');
export const violet = ramp('f5f3ff ede9fe ddd6fe c4b5fd a78bfa 8b5cf6 7c3aed 6d28d9 5b21b6 4c1d95 271055');
export const pink = ramp('fdf2f8 fce7f3 fbcfe8 f9a8d4 f472b6 ec4899 db2777 be185d 9d174d 831843 4a0724');
export const cyan = ramp('ecfeff cffafe a5f3fc 67e8f9 22d3ee 06b6d4 0891b2 0e7490 155e75 164e63 082c3a');
export const teal = ramp('f0fdfa ccfbf1 99f6e4 5eead4 2dd4bf 14b8a6 0d9488 0f766e 115e59 134e4a 042725');
export const amber = ramp('fffbeb fef3c7 fde68a fcd34d fbbf24 f59e0b d97706 b45309 92400e 78350f 3a1a05');
export const red = ramp('fef2f2 fee2e2 fecaca fca5a5 f87171 ef4444 dc2626 b91c1c 991b1b 7f1d1d 3f0d0d');
export const sky = ramp('f0f9ff e0f2fe bae6fd 7dd3fc 38bdf8 0ea5e9 0284c7 0369a1 075985 0c4a6e 08293e');
export const orange = ramp('fff7ed ffedd5 fed7aa fdba74 fb923c f97316 ea580c c2410c 9a3412 7c2d12 3f1507');
