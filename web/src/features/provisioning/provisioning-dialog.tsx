import { Modal } from '@atalaya/ui/modal';
import { TabPanel, Tabs } from '@atalaya/ui/tabs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { LoadingDialog } from '../../shared/loading-dialog.tsx';
import { AccessPanel } from './access-panel.tsx';
import { ComparisonPanel } from './comparison-panel.tsx';
import { provisioningQuery } from './provisioning.api.ts';
import { provisioningTexts } from './provisioning.es.ts';
import { RequestsPanel } from './requests-panel.tsx';

const VIEWS = ['access', 'requests', 'comparison'] as const;

/** How the provider of a connection, by its id, tells of people: its tokens, what it has asked, and what differs. */
export function ProvisioningDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(provisioningTexts);
  const [view, setView] = useState<(typeof VIEWS)[number]>('access');
  const { data, error, refetch } = useQuery(provisioningQuery(id));
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
        <TabPanel value="access">
          <AccessPanel id={id} provisioning={data} />
        </TabPanel>
        <TabPanel value="requests">
          <RequestsPanel id={id} />
        </TabPanel>
        <TabPanel value="comparison">
          <ComparisonPanel id={id} />
        </TabPanel>
      </Tabs>
    </Modal>
  );
}
