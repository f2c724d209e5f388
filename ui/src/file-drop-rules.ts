export type FileRejection = 'type' | 'size' | 'count';

export interface FileRules {
  /** As in an input's `accept`: 'image/*', 'text/csv', '.csv'. Empty takes anything. */
  accept: readonly string[];
  /** Largest size of one file in bytes, itself allowed. */
  maxBytes: number;
  multiple: boolean;
}

function matches(file: File, pattern: string): boolean {
  if (pattern.startsWith('.')) return file.name.toLowerCase().endsWith(pattern.toLowerCase());
  if (pattern.endsWith('/*')) return file.type.startsWith(pattern.slice(0, -1));
  return file.type === pattern;
}

/** Why these files cannot be taken, or null when they can. The server must check again. */
export function rejectFiles(files: readonly File[], rules: FileRules): FileRejection | null {
  if (files.length > 1 && !rules.multiple) return 'count';
  const accepted = (file: File) =>
    rules.accept.length === 0 || rules.accept.some((pattern) => matches(file, pattern));
  if (!files.every(accepted)) return 'type';
  return files.some((file) => file.size > rules.maxBytes) ? 'size' : null;
}
