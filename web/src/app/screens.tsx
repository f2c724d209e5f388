import type { Permission } from '@atalaya/contract/permissions';
import type { AsyncRouteComponent } from '@tanstack/react-router';
import { LoginPage } from '../features/account/accounts/login/login-page.tsx';
import type { ReadAhead } from '../shared/read-ahead.ts';
import { lazyPage, lazyScreen } from './lazy-page.ts';

/** Where the sidebar lists a screen. */
export type MenuSection = 'dashboards' | 'administration';

export type Screen = {
  /** Also names the screen's texts in layouts/admin/admin.es.ts and its icon in layouts/admin/screen-icons.ts. */
  key: string;
  path: `/${string}`;
  page: AsyncRouteComponent<unknown>;
  readAhead: ReadAhead;
  /** Absent: every person who belongs to an organization, and every super_admin. */
  permission?: Permission;
  /** Also for people who belong to no organization yet. */
  withoutOrganization?: true;
  menu?: MenuSection;
  /** The screen of those who may not see this one and have one of their own for it. */
  instead?: string;
  /** People with this permission have a better entry for it: the menu leaves this one out. */
  menuUnless?: Permission;
};

/** Every screen under /admin, in the order of the menu. */
export const adminScreens = [
  {
    key: 'dashboard',
    path: '/admin',
    ...lazyScreen(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
    menu: 'dashboards',
  },
  {
    key: 'users',
    path: '/admin/users',
    ...lazyScreen(() => import('../features/users/users-page.tsx'), 'UsersPage'),
    permission: 'users.list',
    menu: 'administration',
  },
  {
    key: 'companies',
    path: '/admin/companies',
    ...lazyScreen(() => import('../features/organizations/organizations-page.tsx'), 'OrganizationsPage'),
    permission: 'organizations.list',
    instead: 'my-companies',
    menu: 'administration',
  },
  {
    key: 'my-companies',
    path: '/admin/my-companies',
    ...lazyScreen(() => import('../features/organizations/my-organization-page.tsx'), 'MyOrganizationPage'),
    permission: 'organizations.read',
    menu: 'administration',
    menuUnless: 'organizations.list',
  },
  {
    key: 'plans',
    path: '/admin/plans',
    ...lazyScreen(() => import('../features/plans/plans-page.tsx'), 'PlansPage'),
    permission: 'plans.list',
    menu: 'administration',
  },
  {
    key: 'billing',
    path: '/admin/billing',
    ...lazyScreen(() => import('../features/billing/billing-page.tsx'), 'BillingPage'),
    permission: 'subscription.read',
    menu: 'administration',
  },
  {
    key: 'verifactu',
    path: '/admin/verifactu',
    ...lazyScreen(() => import('../features/billing/verifactu/verifactu-page.tsx'), 'VerifactuPage'),
    permission: 'verifactu.read',
  },
  {
    key: 'mandates',
    path: '/admin/mandates',
    ...lazyScreen(() => import('../features/billing/mandates/mandates-page.tsx'), 'MandatesPage'),
    permission: 'mandates.list',
  },
  {
    key: 'debit-runs',
    path: '/admin/debit-runs',
    ...lazyScreen(() => import('../features/billing/debit-runs/debit-runs-page.tsx'), 'DebitRunsPage'),
    permission: 'debitRuns.read',
  },
  {
    key: 'bank-statements',
    path: '/admin/bank-statements',
    ...lazyScreen(
      () => import('../features/billing/bank-statements/bank-statements-page.tsx'),
      'BankStatementsPage',
    ),
    permission: 'bankStatements.read',
  },
  {
    key: 'tickets',
    path: '/admin/tickets',
    ...lazyScreen(() => import('../features/tickets/tickets-page.tsx'), 'TicketsPage'),
    permission: 'tickets.list',
    menu: 'administration',
  },
  {
    key: 'reports',
    path: '/admin/reports',
    ...lazyScreen(() => import('../features/reports/reports-page.tsx'), 'ReportsPage'),
    permission: 'reports.read',
    menu: 'dashboards',
  },
  {
    key: 'financial-reports',
    path: '/admin/financial-reports',
    ...lazyScreen(
      () => import('../features/reports/financial-reports/financial-reports-page.tsx'),
      'FinancialReportsPage',
    ),
    permission: 'financialReports.read',
    menu: 'dashboards',
  },
  {
    key: 'audit',
    path: '/admin/audit',
    ...lazyScreen(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
    permission: 'audit.list',
    menu: 'administration',
  },
  {
    key: 'settings',
    path: '/admin/settings',
    ...lazyScreen(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
    permission: 'settings.read',
    menu: 'administration',
  },
  {
    key: 'transfers',
    path: '/admin/transfers',
    ...lazyScreen(() => import('../features/transfers/transfers-page.tsx'), 'TransfersPage'),
    permission: 'transfers.use',
    menu: 'administration',
  },
  {
    key: 'notifications',
    path: '/admin/notifications',
    ...lazyScreen(() => import('../features/notifications/notifications-page.tsx'), 'NotificationsPage'),
    withoutOrganization: true,
  },
  {
    key: 'profile',
    path: '/admin/profile',
    ...lazyScreen(() => import('../features/account/profile/profile-page.tsx'), 'ProfilePage'),
    withoutOrganization: true,
  },
] as const satisfies readonly Screen[];

export type ScreenKey = (typeof adminScreens)[number]['key'];

/** Every screen outside the administration; the sign-in, where most begin, comes with the application. `guest`: a signed-in person is sent on; `demo`: demo mode only;
 * `signedIn`: for who is signed in, and comes back to it; `factorless`: for those who must set up a second factor. */
export const publicScreens = [
  {
    path: '/',
    page: lazyPage(() => import('../features/landing/landing-page.tsx'), 'LandingPage'),
  },
  {
    path: '/app',
    page: lazyPage(() => import('../features/app-home/app-home-page.tsx'), 'AppHomePage'),
  },
  {
    path: '/admin/login',
    page: LoginPage,
    guest: true,
  },
  {
    path: '/admin/register',
    page: lazyPage(() => import('../features/account/accounts/register/register-page.tsx'), 'RegisterPage'),
    guest: true,
  },
  {
    path: '/admin/reset-password',
    page: lazyPage(
      () => import('../features/account/accounts/reset-password/reset-password-page.tsx'),
      'ResetPasswordPage',
    ),
  },
  {
    path: '/invitation/accept/$token',
    page: lazyPage(() => import('../features/invitations/accept-page.tsx'), 'AcceptInvitationPage'),
  },
  {
    path: '/unsubscribe/$token',
    page: lazyPage(() => import('../features/notifications/unsubscribe-page.tsx'), 'UnsubscribePage'),
  },
  {
    path: '/admin/two-factor',
    page: lazyPage(() => import('../features/account/two-factor/required-page.tsx'), 'RequiredPage'),
    factorless: true,
  },
  {
    path: '/admin/verify-email',
    page: lazyPage(
      () => import('../features/account/accounts/verify-email/verify-email-page.tsx'),
      'VerifyEmailPage',
    ),
  },
  {
    path: '/oauth/authorize',
    page: lazyPage(() => import('../features/assistants/consent-page.tsx'), 'ConsentPage'),
    signedIn: true,
  },
  {
    path: '/kit',
    page: lazyPage(() => import('../features/kit/kit-page.tsx'), 'KitPage'),
    demo: true,
  },
] as const satisfies readonly {
  path: `/${string}`;
  page: Screen['page'];
  guest?: true;
  demo?: true;
  factorless?: true;
  signedIn?: true;
}[];
