import { useTheme } from '@atalaya/ui/theme';
import type { ThemeName } from '@atalaya/ui/themes/presets';
import { useMutation } from '@tanstack/react-query';
import { call } from '../platform/api/call.ts';
import { useNotifyFailure } from '../platform/notify.ts';
import { useAdoptSession } from '../platform/session.ts';

/** The theme of the interface, and a change of it that the person's other devices follow. */
export function useOwnTheme() {
  const { theme, setTheme } = useTheme();
  const adopt = useAdoptSession();
  const notifyFailure = useNotifyFailure();
  const save = useMutation({
    mutationFn: (chosen: ThemeName) => call('updateProfile', { body: { theme: chosen } }),
    // One after the other, so that the last choice is the one that is kept.
    scope: { id: 'own-theme' },
    onSuccess: ({ session }) => adopt(session),
    onError: (error) => notifyFailure(error),
  });
  return {
    theme,
    setTheme(chosen: ThemeName) {
      setTheme(chosen);
      save.mutate(chosen);
    },
  };
}
