import { Modal } from '@atalaya/ui/modal';
import { TabPanel, Tabs } from '@atalaya/ui/tabs';
import { useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { RECEIVERS } from './receiver-samples.ts';
import { webhooksTexts } from './webhooks.es.ts';

const CHECKS = ['signature', 'time', 'once', 'order'] as const;

/** What a receiver has to check, and how. */
export function GuideDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(webhooksTexts);
  const [language, setLanguage] = useState<string>(RECEIVERS[0].language);
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      position="top"
      title={t('guide.title')}
      closeLabel={t('close')}
      startsAtTitle
    >
      <p>{t('guide.intro')}</p>
      <h3 className="mt-4 font-medium">{t('guide.checks')}</h3>
      <ul className="mt-1 mb-4 list-disc pl-5">
        {CHECKS.map((check) => (
          <li key={check}>{t(`guide.check.${check}`)}</li>
        ))}
      </ul>
      <Tabs
        label={t('guide.languages')}
        value={language}
        onValueChange={setLanguage}
        items={RECEIVERS.map((one) => ({ value: one.language, label: one.language }))}
      >
        {RECEIVERS.map((one) => (
          <TabPanel key={one.language} value={one.language}>
            <pre
              aria-label={t('guide.code', { language: one.language })}
              className="rounded-md border border-line bg-hover p-3 text-xs wrap-anywhere whitespace-pre-wrap"
            >
              {one.code}
            </pre>
          </TabPanel>
        ))}
      </Tabs>
    </Modal>
  );
}
