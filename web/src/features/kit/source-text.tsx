import { Skeleton } from '@atalaya/ui/skeleton';
import { type ReactNode, useEffect, useState } from 'react';

type SourceTextProps = {
  load: () => Promise<{ default: string }>;
  children: (source: string) => ReactNode;
};

/** Fetches the text of a source file and hands it on; a grey place holder until then. */
export function SourceText({ load, children }: SourceTextProps) {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    let wanted = true;
    void load().then((file) => {
      if (wanted) setSource(file.default);
    });
    return () => {
      wanted = false;
    };
  }, [load]);
  return source === undefined ? <Skeleton className="m-4 h-24" /> : children(source);
}
