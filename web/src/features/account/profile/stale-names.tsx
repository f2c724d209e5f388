import { useTexts } from '../../../platform/messages/use-texts.ts';
import { StaleNotice } from '../../../shared/stale-notice.tsx';
import { profileTexts } from './profile.es.ts';

export type Names = { first_name: string; last_name: string };

type StaleNamesProps = {
  stored: Names;
  mine: Names;
  onKeepMine: () => void;
  onTakeStored: () => void;
};

/** What another person, or another device, has saved of one's own name while the form was open. */
export function StaleNames({ stored, mine, ...choice }: StaleNamesProps) {
  const t = useTexts(profileTexts);
  return (
    <StaleNotice
      lines={[
        [t('form.firstName'), mine.first_name, stored.first_name],
        [t('form.lastName'), mine.last_name, stored.last_name],
      ]}
      {...choice}
    />
  );
}
