import { Button } from '@atalaya/ui/button';
import { Skeleton } from '@atalaya/ui/skeleton';
import { TabPanel, Tabs } from '@atalaya/ui/tabs';

import { lazyPart } from '../../platform/lazy-part.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { OrganizationPicker } from '../organizations/organizations.face.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import { choiceField, pageField, readState, textField, useUrlState } from '../../shared/url-state.ts';
import { GeneralSection } from './general-section.tsx';
import { Loaded } from '../../shared/loaded.tsx';
import { MailSection } from './mail-section.tsx';
import { SecuritySection } from './security-section.tsx';
import { type Settings, settingsQuery } from './settings.api.ts';
import { settingsTexts } from './settings.es.ts';

/** What is in the bin and what was exported: lists, where the others are forms. */
const DataSection = lazyPart(() => import('./data-section.tsx'), 'DataSection');

/** A table of every event, where the others are a few fields. */
const NotificationsSection = lazyPart(() => import('./notifications-section.tsx'), 'NotificationsSection');

/** How people get in: set up once, where the form beside it is a few fields. */
const SignInSection = lazyPart(() => import('./sign-in-section.tsx'), 'SignInSection');

/** Whom the organization has told what happens: set up once. */
const IntegrationsSection = lazyPart(() => import('./integrations-section.tsx'), 'IntegrationsSection');

const SECTIONS = ['general', 'security', 'mail', 'notifications', 'integrations', 'data'] as const;
const fields = {
  tab: choiceField(SECTIONS, 'general'),
  /** Whose, by id: for a super_admin; '' is the system. */
  organization: textField(),
  /** Of the bin, and of the exports. */
  page: pageField(),
  exports: pageField(),
};

export const readAhead: ReadAhead = ({ client, search, session }) =>
  client.query(settingsQuery(session.organization?.id ?? readState(fields, search).organization));

const FIRST_PAGES = { page: 1, exports: 1 };

/** 'Configuración': of the own organization; for a super_admin the system's, or those of the one they choose. */
export function SettingsPage() {
  const t = useTexts(settingsTexts);
  const { organization: own } = useSession();
  const [{ tab, organization: chosen, page, exports }, setState] = useUrlState(fields);
  const organization = own?.id ?? chosen;
  return (
    <>
      <PageHeader title={t('title')} subtitle={t(own ? 'subtitle' : 'subtitleAll')} />
      <Loaded
        key={organization}
        query={settingsQuery(organization)}
        loading={t('loading')}
        failed={t('loadFailed')}
      >
        {(settings) => (
          <div className="max-w-4xl">
            {own ? null : (
              <Choice settings={settings} onChange={(id) => setState({ organization: id, ...FIRST_PAGES })} />
            )}
            <Tabs
              label={t('sections')}
              value={tab}
              onValueChange={(next) => setState({ tab: next, ...FIRST_PAGES })}
              items={SECTIONS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
            >
              <TabPanel value="general">
                <GeneralSection settings={settings} />
              </TabPanel>
              <TabPanel value="security">
                <SecuritySection settings={settings} />
                {organization === '' ? null : (
                  <SignInSection fallback={<Skeleton className="mt-4 h-72" />} organization={organization} />
                )}
              </TabPanel>
              <TabPanel value="mail">
                <MailSection settings={settings} />
              </TabPanel>
              <TabPanel value="notifications">
                <NotificationsSection fallback={<Skeleton className="h-72" />} settings={settings} />
              </TabPanel>
              <TabPanel value="integrations">
                <IntegrationsSection fallback={<Skeleton className="h-72" />} organization={organization} />
              </TabPanel>
              <TabPanel value="data">
                <DataSection
                  fallback={<Skeleton className="h-72" />}
                  organization={organization}
                  pages={{ bin: page, exports }}
                  onBinPage={(next, options) => setState({ page: next }, options)}
                  onExportsPage={(next) => setState({ exports: next })}
                />
              </TabPanel>
            </Tabs>
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Whose settings: one organization's of all, or the system's. */
function Choice({ settings, onChange }: { settings: Settings; onChange: (id: string) => void }) {
  const t = useTexts(settingsTexts);
  const { organization } = settings;
  return (
    <div className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="w-full max-w-sm">
        <OrganizationPicker
          label={t('company')}
          value={organization ? { value: organization.id, label: organization.name } : null}
          hint={organization ? undefined : t('systemNotice')}
          onValueChange={(option) => onChange(option?.value ?? '')}
        />
      </div>
      {organization ? (
        <Button variant="outline" className="mt-6" onClick={() => onChange('')}>
          {t('system')}
        </Button>
      ) : null}
    </div>
  );
}
