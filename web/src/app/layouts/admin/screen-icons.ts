import {
  Building,
  Building2,
  ChartLine,
  CircleUser,
  CreditCard,
  FileDown,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  Receipt,
  ScrollText,
  Settings,
  Tags,
  Users,
} from 'lucide-react';
import type { ScreenKey } from '../../screens.tsx';

export const screenIcons: Record<ScreenKey, LucideIcon> = {
  dashboard: LayoutDashboard,
  users: Users,
  companies: Building2,
  'my-companies': Building,
  plans: Tags,
  billing: CreditCard,
  tickets: LifeBuoy,
  reports: ChartLine,
  'financial-reports': Receipt,
  audit: ScrollText,
  transfers: FileDown,
  settings: Settings,
  profile: CircleUser,
};
