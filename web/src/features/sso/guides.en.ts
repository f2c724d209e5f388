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
  saml: {
    entra: {
      create:
        'At entra.microsoft.com open Enterprise applications → New application → Create your own application. Choose the one that is not in the gallery, and open Single sign-on → SAML.',
      entity: 'In Basic SAML Configuration paste this value into Identifier (Entity ID).',
      acs: 'Paste this address into Reply URL (Assertion Consumer Service URL) and press Save.',
      claims:
        'In Attributes & Claims set user.objectid as the Unique User Identifier: it stays when the e-mail changes. The claim emailaddress has user.mail already.',
      groups:
        'For roles by group: Add a group claim → Security groups. Entra ID sends the Object ID of each group: enter that one in the connection.',
      metadata: 'In SAML Certificates copy the App Federation Metadata Url.',
      people: 'In Users and groups assign those who may come in.',
    },
    okta: {
      create:
        'In the Okta console open Applications → Applications → Create App Integration and choose SAML 2.0.',
      acs: 'Paste this address into Single sign-on URL.',
      entity: 'Paste this value into Audience URI (SP Entity ID).',
      claims:
        'In Attribute Statements add email, firstName and lastName with the values user.email, user.firstName and user.lastName. Leave Response and Assertion Signature at Signed and Assertion Encryption at Unencrypted.',
      groups:
        'For roles by group: in Group Attribute Statements add groups with the filter Matches regex and .*',
      people: 'In Assignments choose who may come in.',
      metadata: 'In the Sign On tab copy the Metadata URL.',
    },
    google: {
      create: 'At admin.google.com open Apps → Web and mobile apps → Add app → Add custom SAML app.',
      metadata: 'Press Download metadata: Google has no address for them, so upload that file here.',
      acs: 'Paste this address into ACS URL.',
      entity:
        'Paste this value into Entity ID. Do not tick Signed response: then Google signs the assertion. As the Name ID choose Basic Information → Primary email.',
      claims:
        'In Attribute mapping add Primary email as email, First name as firstName and Last name as lastName. For roles by group, choose the groups in Group membership and enter groups as the attribute.',
      people: 'In User access switch the application on for those who may come in.',
    },
    keycloak: {
      create:
        'In the console of your realm open Clients → Create client, choose SAML and paste this value into Client ID.',
      acs: 'Paste this address into Valid redirect URIs and press Save.',
      signing:
        'In Settings switch Sign assertions on, and choose persistent as Name ID format with Force name ID format. In the Keys tab switch Client signature required and Encrypt assertions off.',
      claims:
        'In Client scopes → the one that ends in -dedicated add the X500 email, givenName and surname with Add predefined mapper. For roles by group add a Group list mapper with the name groups and Full group path off.',
      logout:
        'In Settings → Logout settings switch Front channel logout on, and in Advanced paste this address into Logout Service Redirect Binding URL.',
      metadata:
        'The address of the metadata is https://YOUR-SERVER/realms/YOUR-REALM/protocol/saml/descriptor',
    },
  },
} as const satisfies Translation<typeof guidesEs>;
