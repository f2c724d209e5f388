import { useEffect, useState } from 'react';

/** `value`, once it has stayed the same for a while: a search waits for a pause in typing (250 ms). */
export function useDelayed<T>(value: T, milliseconds = 250): T {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return delayed;
}
