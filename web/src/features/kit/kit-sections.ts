import type { ExampleProps } from '@atalaya/ui/examples/sample-texts';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

type Source = () => Promise<{ default: string }>;

export interface KitSection {
  /** Names the section's note in kit.es.ts, and its place on the page. */
  key: string;
  Example: LazyExoticComponent<ComponentType<ExampleProps>>;
  /** The text of the example's file. */
  code: Source;
  /** The texts of the files of the parts shown, of which the props are read. */
  parts: Record<string, Source>;
}

/** Every part of the kit in the order of the page; each is fetched when its section is drawn. */
export const kitSections = [
  {
    key: 'theme',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/theme-example')).ThemeExample,
    })),
    code: () => import('@atalaya/ui/examples/theme-example?raw'),
    parts: {
      ThemeProvider: () => import('@atalaya/ui/theme?raw'),
    },
  },
  {
    key: 'button',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/button-example')).ButtonExample,
    })),
    code: () => import('@atalaya/ui/examples/button-example?raw'),
    parts: {
      Button: () => import('@atalaya/ui/button?raw'),
    },
  },
  {
    key: 'textInput',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/text-input-example')).TextInputExample,
    })),
    code: () => import('@atalaya/ui/examples/text-input-example?raw'),
    parts: {
      TextInput: () => import('@atalaya/ui/text-input?raw'),
      Textarea: () => import('@atalaya/ui/textarea?raw'),
      StrengthMeter: () => import('@atalaya/ui/strength-meter?raw'),
    },
  },
  {
    key: 'checkbox',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/checkbox-example')).CheckboxExample,
    })),
    code: () => import('@atalaya/ui/examples/checkbox-example?raw'),
    parts: {
      Checkbox: () => import('@atalaya/ui/checkbox?raw'),
    },
  },
  {
    key: 'switch',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/switch-example')).SwitchExample,
    })),
    code: () => import('@atalaya/ui/examples/switch-example?raw'),
    parts: {
      Switch: () => import('@atalaya/ui/switch?raw'),
    },
  },
  {
    key: 'select',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/select-example')).SelectExample,
    })),
    code: () => import('@atalaya/ui/examples/select-example?raw'),
    parts: {
      Select: () => import('@atalaya/ui/select?raw'),
    },
  },
  {
    key: 'combobox',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/combobox-example')).ComboboxExample,
    })),
    code: () => import('@atalaya/ui/examples/combobox-example?raw'),
    parts: {
      Combobox: () => import('@atalaya/ui/combobox?raw'),
    },
  },
  {
    key: 'dateRange',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/date-range-example')).DateRangeExample,
    })),
    code: () => import('@atalaya/ui/examples/date-range-example?raw'),
    parts: {
      DateRange: () => import('@atalaya/ui/date-range?raw'),
      DayField: () => import('@atalaya/ui/day-field?raw'),
    },
  },
  {
    key: 'fileDrop',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/file-drop-example')).FileDropExample,
    })),
    code: () => import('@atalaya/ui/examples/file-drop-example?raw'),
    parts: {
      FileDrop: () => import('@atalaya/ui/file-drop?raw'),
    },
  },
  {
    key: 'dataTable',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/data-table-example')).DataTableExample,
    })),
    code: () => import('@atalaya/ui/examples/data-table-example?raw'),
    parts: {
      DataTable: () => import('@atalaya/ui/data-table-props?raw'),
      DataTableView: () => import('@atalaya/ui/data-table-view?raw'),
      Pagination: () => import('@atalaya/ui/pagination?raw'),
    },
  },
  {
    key: 'tabs',
    Example: lazy(async () => ({ default: (await import('@atalaya/ui/examples/tabs-example')).TabsExample })),
    code: () => import('@atalaya/ui/examples/tabs-example?raw'),
    parts: {
      Tabs: () => import('@atalaya/ui/tabs?raw'),
    },
  },
  {
    key: 'menu',
    Example: lazy(async () => ({ default: (await import('@atalaya/ui/examples/menu-example')).MenuExample })),
    code: () => import('@atalaya/ui/examples/menu-example?raw'),
    parts: {
      Menu: () => import('@atalaya/ui/menu?raw'),
      MenuItem: () => import('@atalaya/ui/menu?raw'),
      MenuCheckboxItem: () => import('@atalaya/ui/menu?raw'),
      MenuRadioGroup: () => import('@atalaya/ui/menu?raw'),
    },
  },
  {
    key: 'modal',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/modal-example')).ModalExample,
    })),
    code: () => import('@atalaya/ui/examples/modal-example?raw'),
    parts: {
      Modal: () => import('@atalaya/ui/modal?raw'),
    },
  },
  {
    key: 'confirmDialog',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/confirm-dialog-example')).ConfirmDialogExample,
    })),
    code: () => import('@atalaya/ui/examples/confirm-dialog-example?raw'),
    parts: {
      ConfirmDialog: () => import('@atalaya/ui/confirm-dialog?raw'),
    },
  },
  {
    key: 'popover',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/popover-example')).PopoverExample,
    })),
    code: () => import('@atalaya/ui/examples/popover-example?raw'),
    parts: {
      Popover: () => import('@atalaya/ui/popover?raw'),
    },
  },
  {
    key: 'drawer',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/drawer-example')).DrawerExample,
    })),
    code: () => import('@atalaya/ui/examples/drawer-example?raw'),
    parts: {
      Drawer: () => import('@atalaya/ui/drawer?raw'),
    },
  },
  {
    key: 'toast',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/toast-example')).ToastExample,
    })),
    code: () => import('@atalaya/ui/examples/toast-example?raw'),
    parts: {
      Toast: () => import('@atalaya/ui/toast?raw'),
      ToastArea: () => import('@atalaya/ui/toast?raw'),
    },
  },
  {
    key: 'tooltip',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/tooltip-example')).TooltipExample,
    })),
    code: () => import('@atalaya/ui/examples/tooltip-example?raw'),
    parts: {
      Tooltip: () => import('@atalaya/ui/tooltip?raw'),
      ShortcutHint: () => import('@atalaya/ui/shortcut-hint?raw'),
    },
  },
  {
    key: 'badge',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/badge-example')).BadgeExample,
    })),
    code: () => import('@atalaya/ui/examples/badge-example?raw'),
    parts: {
      Badge: () => import('@atalaya/ui/badge?raw'),
      Avatar: () => import('@atalaya/ui/avatar?raw'),
    },
  },
  {
    key: 'card',
    Example: lazy(async () => ({ default: (await import('@atalaya/ui/examples/card-example')).CardExample })),
    code: () => import('@atalaya/ui/examples/card-example?raw'),
    parts: {
      Card: () => import('@atalaya/ui/card?raw'),
      StatCard: () => import('@atalaya/ui/stat-card?raw'),
    },
  },
  {
    key: 'banner',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/banner-example')).BannerExample,
    })),
    code: () => import('@atalaya/ui/examples/banner-example?raw'),
    parts: {
      Banner: () => import('@atalaya/ui/banner?raw'),
    },
  },
  {
    key: 'emptyState',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/empty-state-example')).EmptyStateExample,
    })),
    code: () => import('@atalaya/ui/examples/empty-state-example?raw'),
    parts: {
      EmptyState: () => import('@atalaya/ui/empty-state?raw'),
    },
  },
  {
    key: 'progress',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/progress-example')).ProgressExample,
    })),
    code: () => import('@atalaya/ui/examples/progress-example?raw'),
    parts: {
      Progress: () => import('@atalaya/ui/progress?raw'),
      Skeleton: () => import('@atalaya/ui/skeleton?raw'),
      Spinner: () => import('@atalaya/ui/spinner?raw'),
    },
  },
  {
    key: 'breadcrumb',
    Example: lazy(async () => ({
      default: (await import('@atalaya/ui/examples/breadcrumb-example')).BreadcrumbExample,
    })),
    code: () => import('@atalaya/ui/examples/breadcrumb-example?raw'),
    parts: {
      Breadcrumb: () => import('@atalaya/ui/breadcrumb?raw'),
    },
  },
] as const satisfies readonly KitSection[];
