import { useNavigate, useSearch } from '@tanstack/react-router';
import { isApiError } from '../../../platform/api/api-error.ts';

/**
 * For whom a company lets in through its own sign-in alone: leads to the sign-in page, which says so and goes on to
 * there. false for any other failure.
 */
export function useCompanyOnly(): (error: unknown) => boolean {
  const navigate = useNavigate();
  const { redirect }: { redirect?: unknown } = useSearch({ strict: false });
  return (error) => {
    if (!isApiError(error, 'sso.required')) return false;
    const kept = typeof redirect === 'string' ? { redirect } : {};
    const search = { ...kept, provider_error: error.code, start: String(error.params['start'] ?? '') };
    void navigate({ to: '/admin/login', search, replace: true });
    return true;
  };
}
