import { Button } from '@atalaya/ui/button';
import { Menu, MenuItem } from '@atalaya/ui/menu';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';

export type RowAction = {
  /** As an item of the menu, which names the row. */
  word: string;
  /** As a button beside those of other rows. */
  label: string;
  icon: ReactNode;
  tone?: 'danger';
  disabled?: boolean;
  /** Why it is disabled. */
  reason?: string | undefined;
  run: () => void;
};

type RowActionsProps = {
  /** Names the menu. */
  label: string;
  actions: readonly RowAction[];
  /** Items of the menu that have no button of their own. */
  children?: ReactNode;
};

/** What can be done with a row: a button each, and a menu of all; a card has the menu alone. */
export function RowActions({ label, actions, children }: RowActionsProps) {
  return (
    <span className="flex justify-end">
      {actions.map((action) => (
        <Button
          key={action.word}
          variant="ghost"
          size="sm"
          iconOnly
          aria-label={action.label}
          disabled={action.disabled}
          title={action.reason ?? action.label}
          onClick={action.run}
          className="cards:hidden"
        >
          {action.icon}
        </Button>
      ))}
      <span className={children ? '' : 'hidden cards:block'}>
        <Menu
          trigger={
            <Button variant="ghost" size="sm" iconOnly aria-label={label}>
              <Ellipsis size={16} />
            </Button>
          }
        >
          {actions.map(({ word, icon, tone, disabled, reason, run }) => (
            <MenuItem key={word} {...{ icon, tone, disabled, reason }} onSelect={run}>
              {word}
            </MenuItem>
          ))}
          {children}
        </Menu>
      </span>
    </span>
  );
}
