import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useSession } from '../../../platform/session.ts';
import { adminTexts } from '../admin/admin.es.ts';
import { type Entry, type EntryGroup, matching } from './palette-entries.ts';
import { paletteTexts } from './palette.es.ts';
import { remember } from './recent-places.ts';
import { usePaletteEntries } from './use-palette-entries.ts';

type CommandPaletteProps = {
  /** What is searched for; typing may have begun before it opened. */
  typed: string;
  onType: (typed: string) => void;
  onClose: () => void;
  /** Takes what had the focus before the shortcut, where it was opened by that. */
  focusAfter: () => Element | null;
};

/** Search over pages, people and actions, by keyboard: arrows choose, Enter runs, Escape closes. */
export function CommandPalette({ typed, onType, onClose, focusAfter }: CommandPaletteProps) {
  const t = useTexts(adminTexts);
  const { profile } = useSession();
  const { groups, failed, searching } = usePaletteEntries(typed);
  const highlighted = useRef<{ entry: Entry; byHand: boolean } | undefined>(undefined);
  const run = (entry: Entry) => {
    remember(profile.id, entry);
    onClose();
    entry.run();
  };
  // What was found before stays until the answer is here: of it Enter runs what was chosen by hand, or still matches.
  const chosen = () => {
    const { entry = groups[0]?.items[0], byHand = false } = highlighted.current ?? {};
    return entry && (!searching || byHand || matching([entry], typed).length > 0) ? entry : null;
  };
  // Enter may come before anything is found for what was typed: then it runs the first of it once it is.
  const isEntered = useRef(false);
  useEffect(() => {
    const entry = isEntered.current ? chosen() : null;
    if (entry || !searching) isEntered.current = false;
    if (entry) run(entry);
  });
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-overlay" />
        <Dialog.Popup
          aria-label={t('search.label')}
          finalFocus={() => {
            const element = focusAfter();
            return element instanceof HTMLElement ? element : true;
          }}
          className="fixed inset-x-4 top-[12dvh] z-40 mx-auto flex max-h-[70dvh] max-w-xl flex-col overflow-hidden rounded-xl bg-raised shadow-modal outline-none"
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            items={groups}
            autoHighlight="always"
            itemToStringValue={(entry: Entry) => entry.label}
            value={typed}
            onItemHighlighted={(entry, { reason }) => {
              highlighted.current = entry && { entry, byHand: reason !== 'none' };
            }}
            onValueChange={(value, { reason }) => {
              if (reason === 'item-press') return;
              isEntered.current = false;
              onType(value);
            }}
          >
            <div className="relative border-b border-line">
              <Search
                size={18}
                aria-hidden
                className="pointer-events-none absolute inset-y-0 left-4 my-auto text-muted"
              />
              <Autocomplete.Input
                aria-label={t('search.label')}
                placeholder={t('search.placeholder')}
                onKeyDown={(event) => {
                  isEntered.current = false;
                  // Enter that ends what an input method composes chooses a word.
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                  event.preventBaseUIHandler();
                  const entry = chosen();
                  if (entry) run(entry);
                  else isEntered.current = searching;
                }}
                className="h-12 w-full bg-transparent pr-4 pl-11 text-lg outline-none"
              />
            </div>
            <Autocomplete.Empty className="px-4 py-8 text-center text-muted empty:hidden">
              {searching ? t('search.searching') : t('search.empty', { search: typed })}
            </Autocomplete.Empty>
            <EntryList onRun={run} />
          </Autocomplete.Root>
          <PaletteStatus failed={failed} searching={searching && groups.length > 0} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Says which groups could not be searched, and that more may come. */
function PaletteStatus({ failed, searching }: { failed: string[]; searching: boolean }) {
  const t = useTexts(adminTexts);
  const tPalette = useTexts(paletteTexts);
  if (failed.length === 0 && !searching) return null;
  return (
    <div role="status" className="border-t border-line px-4 py-2 text-sm text-muted">
      {searching ? <p>{t('search.searching')}</p> : null}
      {failed.length > 0 ? (
        <p className="text-danger-ink">{tPalette('failed', { groups: failed.join(', ') })}</p>
      ) : null}
    </div>
  );
}

/** Its name, and below what tells it apart: beside it a long name would leave no room for that on a phone. */
function EntryText({ entry: { label, detail, now } }: { entry: Entry }) {
  const said = [detail, now].filter(Boolean).join(' · ');
  return (
    <span className="min-w-0">
      <span className="block truncate">{label}</span>
      {said ? <span className="line-clamp-2 text-sm wrap-anywhere text-muted">{said}</span> : null}
    </span>
  );
}

function EntryList({ onRun }: { onRun: (entry: Entry) => void }) {
  return (
    <Autocomplete.List className="min-h-0 overflow-y-auto p-2 empty:hidden">
      {(group: EntryGroup) => (
        <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
          <Autocomplete.GroupLabel className="px-2 py-1.5 text-xs font-medium text-muted">
            {group.value}
          </Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(entry: Entry) => (
              <Autocomplete.Item
                key={entry.id}
                value={entry}
                onClick={() => onRun(entry)}
                className="flex min-h-9 cursor-default items-center gap-3 rounded-md px-2 py-1.5 data-highlighted:bg-hover"
              >
                {entry.icon ? <entry.icon size={16} aria-hidden className="shrink-0 text-muted" /> : null}
                <EntryText entry={entry} />
              </Autocomplete.Item>
            )}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  );
}
