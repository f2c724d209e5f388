import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { Answer, CallParts } from '../../platform/api/route-shapes.ts';
import { organizationQuery } from '../../shared/use-organization-name.ts';

export type Settings = Answer<'readSettings'>;
export type Organization = Answer<'readOrganization'>;
export type Trial = Answer<'sendTestMail'>;

/** '' is the system. */
const which = (organization: string) => (organization === '' ? {} : { organization_id: organization });

export function settingsQuery(organization: string) {
  return queryOptions({
    queryKey: ['settings', organization],
    queryFn: ({ signal }) => call('readSettings', { query: which(organization), signal }),
  });
}

export function storedQuery(organization: string) {
  return queryOptions({
    queryKey: ['settings', organization, 'stored'],
    queryFn: ({ signal }) => call('readStored', { query: which(organization), signal }),
    // Files come and go on other screens.
    staleTime: 0,
  });
}

export const saveOrganization = (id: string, body: CallParts<'updateOrganization'>['body']) =>
  call('updateOrganization', { params: { id }, body });
export const saveDefaults = (body: CallParts<'updateSystemDefaults'>['body']) =>
  call('updateSystemDefaults', { body });
export const saveSecurity = (
  organization: string,
  body: CallParts<'updateSecuritySettings'>['body'],
): Promise<Settings> => call('updateSecuritySettings', { query: which(organization), body });
export const saveMail = (
  organization: string,
  body: CallParts<'updateMailSettings'>['body'],
): Promise<Settings> => call('updateMailSettings', { query: which(organization), body });
export const saveNotifications = (
  organization: string,
  body: CallParts<'updateNotificationSettings'>['body'],
): Promise<Settings> => call('updateNotificationSettings', { query: which(organization), body });
export const sendTestMail = (organization: string): Promise<Trial> =>
  call('sendTestMail', { query: which(organization), body: {} });

/** What was saved is what is shown next; names and zones are shown on other screens too. */
export function useSettingsSaved() {
  const client = useQueryClient();
  return {
    settings: (organization: string, saved: Settings) => {
      client.setQueryData(settingsQuery(organization).queryKey, saved);
      // The currency that new plans begin with.
      if (organization === '') void client.invalidateQueries({ queryKey: ['plans'] });
    },
    organization: (saved: Organization) => {
      client.setQueryData(organizationQuery(saved.id).queryKey, saved);
      for (const key of ['settings', 'organizations', 'billing', 'session', 'dashboard'])
        void client.invalidateQueries({ queryKey: [key] });
    },
  };
}
