import { useState } from 'react';
import { TabPanel, Tabs } from '../tabs.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function TabsExample({ t }: ExampleProps) {
  const [tab, setTab] = useState('people');
  return (
    <Tabs
      label={t.people}
      value={tab}
      onValueChange={setTab}
      items={[
        { value: 'people', label: t.people, count: 24 },
        { value: 'invitations', label: t.invitations },
        { value: 'seats', label: t.seats, disabled: true },
      ]}
    >
      <TabPanel value="people">{t.message}</TabPanel>
      <TabPanel value="invitations">{t.nothing}</TabPanel>
    </Tabs>
  );
}
