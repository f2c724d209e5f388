import { Modal } from '@atalaya/ui/modal';
import { TabPanel, Tabs } from '@atalaya/ui/tabs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { LoadingDialog } from '../../shared/loading-dialog.tsx';
import { GuidePanel } from './guide-panel.tsx';
import { SetupPanel } from './setup-panel.tsx';
import type { Kind } from './sign-on-values.ts';
import { signOnQuery } from './sso.api.ts';
import { ssoTexts } from './sso.es.ts';
import { TestPanel } from './test-panel.tsx';
import type { Returned } from './test-window.ts';
import { useTesting } from './use-testing.ts';

const VIEWS = ['setup', 'test', 'guide'] as const;

type SignOnDialogProps = {
  id: string;
  /** What a test has come back with to this page; null: none has. */
  returned: Returned | null;
  onClose: () => void;
};

/** How the people of a connection, by its id, sign in: set up, tested, on or off. */
export function SignOnDialog({ id, returned, onClose }: SignOnDialogProps) {
  const t = useTexts(ssoTexts);
  const [view, setView] = useState<(typeof VIEWS)[number]>(returned ? 'test' : 'setup');
  const [chosen, setChosen] = useState<Kind | null>(null);
  const { data, error, refetch } = useQuery(signOnQuery(id));
  // Here, and not in its panel: it goes on while another is looked at.
  const testing = useTesting(id, returned);
  if (!data)
    return (
      <LoadingDialog
        size="lg"
        // As below.
        position="top"
        title={t('title')}
        closeLabel={t('close')}
        loading={t('loading')}
        gone={{ title: t('gone.title'), text: t('gone.text'), all: t('gone.all') }}
        failed={t('loadFailed')}
        error={error}
        onRetry={refetch}
        onClose={onClose}
      />
    );
  const kind = chosen ?? data.settings?.kind ?? 'oidc';
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      // Its end alone moves as it fills.
      position="top"
      title={t('title')}
      description={t('description')}
      closeLabel={t('close')}
    >
      <Tabs
        label={t('sections')}
        value={view}
        onValueChange={setView}
        items={VIEWS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      >
        <TabPanel value="setup">
          <SetupPanel signOn={data} kind={kind} onKind={setChosen} />
        </TabPanel>
        <TabPanel value="test">
          <TestPanel signOn={data} testing={testing} />
        </TabPanel>
        <TabPanel value="guide">
          <GuidePanel signOn={data} kind={kind} onKind={setChosen} />
        </TabPanel>
      </Tabs>
    </Modal>
  );
}
