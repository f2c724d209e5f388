import type { Translation } from '../../platform/messages/translation.ts';
import type { guidesEs } from './guides.es.ts';

export const guidesEn = {
  entra: {
    register:
      'At entra.microsoft.com open Entra ID → App registrations → New registration. Enter a name and choose the accounts in this organizational directory only (single tenant).',
    redirect: 'Under Redirect URI choose Web, paste this address and press Register.',
    ids: 'In Overview copy the Application (client) ID: it is the client ID. The Directory (tenant) ID makes the issuer: https://login.microsoftonline.com/DIRECTORY-ID/v2.0',
    secret:
      'In Certificates & secrets → New client secret create one and copy its Value (not the Secret ID): it is the secret. Note when it expires.',
    email: 'In Token configuration → Add optional claim → ID tick email.',
    groups:
      'For roles by group: in Token configuration → Add groups claim choose Security groups. Entra ID sends the Object ID of each group: enter that one in the connection.',
    people:
      'If not all may come in: in Enterprise applications → your application → Properties require assignment, and assign it in Users and groups. Entra ID tells no server that somebody has signed out: the logout address is not needed.',
  },
  okta: {
    create:
      'In the Okta console open Applications → Applications → Create App Integration. Choose OIDC - OpenID Connect and Web Application.',
    redirect: 'Leave Authorization Code in Grant type and paste this address into Sign-in redirect URIs.',
    people: 'In Assignments choose which groups may come in and press Save.',
    ids: 'In the General tab copy Client ID and Client secret. The issuer is the address of your company at Okta: https://YOUR-COMPANY.okta.com',
    groups:
      'For roles by group: in Sign On → OpenID Connect ID Token → Edit set Groups claim type to Filter and Groups claim filter to groups, Matches regex, .* Okta tells no server that somebody has signed out: the logout address is not needed.',
  },
  google: {
    audience:
      'At console.cloud.google.com choose a project of your company, open Google Auth Platform and set the audience to Internal: then only the accounts of your Workspace come in.',
    create: 'Open Clients → Create client and choose Web application.',
    redirect: 'Under Authorized redirect URIs paste this address and press Create.',
    ids: 'Copy the client ID and the client secret: the secret is shown at that moment only. The issuer is https://accounts.google.com',
    groups:
      'Google sends no groups and does not tell when somebody signs out: everybody gets the default role of the connection, and the logout address is not needed.',
  },
  keycloak: {
    create:
      'In the console of your realm open Clients → Create client. Choose OpenID Connect and enter a Client ID: it is the client ID.',
    capability: 'Switch Client authentication on and leave Standard flow alone.',
    redirect: 'Under Valid redirect URIs paste this address and press Save.',
    ids: 'In the Credentials tab copy Client Secret. The issuer is https://YOUR-SERVER/realms/YOUR-REALM',
    groups:
      'For roles by group: in Client scopes → the one that ends in -dedicated → Add mapper → By configuration choose Group Membership, enter groups as Token Claim Name and switch Full group path off.',
    logout:
      'In Settings → Logout settings switch Front channel logout off, paste this address into Backchannel logout URL and switch Backchannel logout session required on.',
  },
} as const satisfies Translation<typeof guidesEs>;
