import { defineTexts } from '../../platform/messages/define-texts.ts';

/** Of its own: it comes with the guides, which are opened once. */
export const guidesEs = {
  entra: {
    register:
      'En entra.microsoft.com abre Entra ID → Registros de aplicaciones → Nuevo registro. Escribe un nombre y elige las cuentas de este directorio organizativo (inquilino único).',
    redirect: 'En URI de redirección elige Web, pega esta dirección y pulsa Registrar.',
    ids: 'En Información general copia el Id. de aplicación (cliente): es el ID de cliente. Con el Id. de directorio (inquilino) forma el emisor: https://login.microsoftonline.com/ID-DE-DIRECTORIO/v2.0',
    secret:
      'En Certificados y secretos → Nuevo secreto de cliente crea uno y copia su Valor (no el Id. de secreto): es el secreto. Apunta cuándo expira.',
    email: 'En Configuración de token → Agregar notificación opcional → Id. marca email.',
    groups:
      'Para dar roles por grupo: en Configuración de token → Agregar notificación de grupos elige Grupos de seguridad. Entra ID envía el Id. de objeto de cada grupo: escribe ese en la conexión.',
    people:
      'Si no todos deben entrar: en Aplicaciones empresariales → tu aplicación → Propiedades exige la asignación, y asígnala en Usuarios y grupos. Entra ID no avisa de los cierres de sesión a un servidor: la dirección de cierre no hace falta.',
  },
  okta: {
    create:
      'En la consola de Okta abre Applications → Applications → Create App Integration. Elige OIDC - OpenID Connect y Web Application.',
    redirect: 'Deja Authorization Code en Grant type y pega esta dirección en Sign-in redirect URIs.',
    people: 'En Assignments elige qué grupos pueden entrar y pulsa Save.',
    ids: 'En la pestaña General copia Client ID y Client secret. El emisor es la dirección de tu empresa en Okta: https://TU-EMPRESA.okta.com',
    groups:
      'Para dar roles por grupo: en Sign On → OpenID Connect ID Token → Edit pon en Groups claim type Filter y en Groups claim filter groups, Matches regex, .* Okta no avisa de los cierres de sesión a un servidor: la dirección de cierre no hace falta.',
  },
  google: {
    audience:
      'En console.cloud.google.com elige un proyecto de tu empresa, abre Google Auth Platform y pon el público en Interno: así solo entran las cuentas de tu Workspace.',
    create: 'Abre Clientes → Crear cliente y elige Aplicación web.',
    redirect: 'En URI de redireccionamiento autorizados pega esta dirección y pulsa Crear.',
    ids: 'Copia el ID de cliente y el secreto de cliente: el secreto solo se muestra en ese momento. El emisor es https://accounts.google.com',
    groups:
      'Google no envía grupos ni avisa de los cierres de sesión: todos reciben el rol por defecto de la conexión y la dirección de cierre no hace falta.',
  },
  keycloak: {
    create:
      'En la consola de tu realm abre Clients → Create client. Elige OpenID Connect y escribe un Client ID: es el ID de cliente.',
    capability: 'Activa Client authentication y deja solo Standard flow.',
    redirect: 'En Valid redirect URIs pega esta dirección y pulsa Save.',
    ids: 'En la pestaña Credentials copia Client Secret. El emisor es https://TU-SERVIDOR/realms/TU-REALM',
    groups:
      'Para dar roles por grupo: en Client scopes → el que acaba en -dedicated → Add mapper → By configuration elige Group Membership, pon groups en Token Claim Name y desactiva Full group path.',
    logout:
      'En Settings → Logout settings desactiva Front channel logout, pega esta dirección en Backchannel logout URL y activa Backchannel logout session required.',
  },
  saml: {
    entra: {
      create:
        'En entra.microsoft.com abre Aplicaciones empresariales → Nueva aplicación → Crear su propia aplicación. Elige la que no está en la galería y abre Inicio de sesión único → SAML.',
      entity: 'En Configuración básica de SAML pega este valor en Identificador (id. de entidad).',
      acs: 'En URL de respuesta (URL del Servicio de consumidor de aserciones) pega esta dirección y pulsa Guardar.',
      claims:
        'En Atributos y notificaciones pon user.objectid como Identificador de usuario único: no cambia aunque cambie el email. La notificación emailaddress ya lleva user.mail.',
      groups:
        'Para dar roles por grupo: Agregar una notificación de grupo → Grupos de seguridad. Entra ID envía el Id. de objeto de cada grupo: escribe ese en la conexión.',
      metadata: 'En Certificados de SAML copia la Dirección URL de metadatos de federación de aplicación.',
      people: 'En Usuarios y grupos asigna a quienes deben entrar.',
    },
    okta: {
      create:
        'En la consola de Okta abre Applications → Applications → Create App Integration y elige SAML 2.0.',
      acs: 'En Single sign-on URL pega esta dirección.',
      entity: 'En Audience URI (SP Entity ID) pega este valor.',
      claims:
        'En Attribute Statements añade email, firstName y lastName con los valores user.email, user.firstName y user.lastName. Deja Response y Assertion Signature en Signed y Assertion Encryption en Unencrypted.',
      groups:
        'Para dar roles por grupo: en Group Attribute Statements añade groups con el filtro Matches regex y .*',
      people: 'En Assignments elige quién puede entrar.',
      metadata: 'En la pestaña Sign On copia Metadata URL.',
    },
    google: {
      create:
        'En admin.google.com abre Aplicaciones → Aplicaciones web y móviles → Añadir aplicación → Añadir aplicación SAML personalizada.',
      metadata:
        'Pulsa Descargar metadatos: Google no los ofrece en una dirección, así que sube aquí ese archivo.',
      acs: 'En URL de ACS pega esta dirección.',
      entity:
        'En ID de entidad pega este valor. No marques Respuesta firmada: así Google firma la aserción. Como Name ID elige Basic Information → Primary email.',
      claims:
        'En Asignación de atributos añade Primary email como email, First name como firstName y Last name como lastName. Para dar roles por grupo, en Pertenencia a grupos elige los grupos y escribe groups como atributo.',
      people: 'En Acceso de usuarios activa la aplicación para quienes deben entrar.',
    },
    keycloak: {
      create:
        'En la consola de tu realm abre Clients → Create client, elige SAML y pega este valor en Client ID.',
      acs: 'En Valid redirect URIs pega esta dirección y pulsa Save.',
      signing:
        'En Settings activa Sign assertions y pon persistent en Name ID format con Force name ID format. En la pestaña Keys desactiva Client signature required y Encrypt assertions.',
      claims:
        'En Client scopes → el que acaba en -dedicated añade con Add predefined mapper los X500 email, givenName y surname. Para dar roles por grupo añade un mapper Group list con groups como nombre y Full group path desactivado.',
      logout:
        'En Settings → Logout settings activa Front channel logout, y en Advanced pega esta dirección en Logout Service Redirect Binding URL.',
      metadata:
        'La dirección de los metadatos es https://TU-SERVIDOR/realms/TU-REALM/protocol/saml/descriptor',
    },
  },
} as const;

export const guidesTexts = defineTexts(guidesEs, () =>
  import('./guides.en.ts').then((file) => file.guidesEn),
);
