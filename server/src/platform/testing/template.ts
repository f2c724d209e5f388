/** Name of the migrated database that each test copies. Apart, since the set-up of a run cannot load what tests inject. */
export const TEMPLATE = 'atalaya_template';
