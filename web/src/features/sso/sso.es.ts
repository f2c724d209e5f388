import { defineTexts } from '../../platform/messages/define-texts.ts';

export const ssoEs = {
  title: 'Inicio de sesión único',
  description: 'Las personas de la empresa entran con la cuenta de su proveedor, mediante OpenID Connect.',
  close: 'Cerrar',
  loading: 'Leyendo el inicio de sesión único',
  loadFailed: 'No se ha podido leer el inicio de sesión único.',
  gone: {
    title: 'Conexión no disponible',
    text: 'Esta conexión ya no está disponible.',
    all: 'Ver las conexiones',
  },
  sections: 'Partes del inicio de sesión único',
  tabs: { setup: 'Configuración', test: 'Prueba', guide: 'Guías' },
  states: { none: 'Sin configurar', untested: 'Por probar', tested: 'Probado', on: 'Activado' },
  next: {
    none: 'Copia las direcciones en tu proveedor y configura aquí lo que te dé. En Guías tienes los pasos.',
    untested: 'Haz una prueba: con una correcta se puede activar.',
    tested: 'La prueba ha salido bien: ya se puede activar.',
    on: 'Las personas de tus dominios comprobados pueden entrar con su proveedor.',
  },
  setUp: 'Configurar',
  change: 'Cambiar',
  switchOn: 'Activar',
  switchOff: 'Desactivar',
  switchedOn: 'Inicio de sesión único activado',
  switchedOff: 'Inicio de sesión único desactivado',
  confirmOff: '¿Desactivar el inicio de sesión único?',
  offConsequence:
    'Nadie podrá entrar por esta conexión hasta que la actives otra vez. Las sesiones abiertas siguen abiertas.',
  ours: {
    title: 'Para tu proveedor',
    hint: 'Tu proveedor te pedirá estas direcciones.',
    redirect_uri: 'Dirección de redirección',
    logout_uri: 'Dirección de cierre de sesión',
  },
  form: {
    setUpTitle: 'Configurar el inicio de sesión único',
    changeTitle: 'Cambiar el inicio de sesión único',
    save: 'Guardar',
    failed: 'Error al guardar la configuración',
    saved: 'Configuración guardada',
    issuer: 'Emisor',
    issuerHint: 'La dirección de tu proveedor (issuer), sin /.well-known al final.',
    issuerMissing: 'Escribe una dirección que empiece por https://',
    clientId: 'ID de cliente',
    clientIdMissing: 'Escribe el ID de cliente',
    clientSecret: 'Secreto de cliente',
    clientSecretHint: 'Se guarda cifrado y no se vuelve a mostrar.',
    clientSecretKept: 'Déjalo en blanco para conservar el que está guardado.',
    clientSecretMissing: 'Escribe el secreto de cliente',
    newSecret: 'Uno nuevo',
    storedSecret: 'El guardado',
    switchesOff: 'Al guardar cambios se desactiva hasta que hagas otra prueba.',
  },
  test: {
    intro:
      'Entra con una cuenta de tu proveedor en otra ventana. No se abre ninguna sesión ni se cambia nada: solo verás qué datos llegan y qué pasaría.',
    notSetUp: 'Configúralo antes de probarlo.',
    begin: 'Probar en una ventana',
    again: 'Probar otra vez',
    awaited: 'La prueba sigue en la otra ventana. El resultado aparecerá aquí.',
    ended: 'La prueba no ha terminado',
    failed:
      'El proveedor no ha confirmado ninguna identidad. Revisa el ID de cliente, el secreto y la dirección de redirección, y vuelve a intentarlo.',
    result: 'Resultado de la prueba',
    at: 'Probado el {moment}.',
    changedSince: 'La configuración ha cambiado desde entonces: haz otra prueba.',
    role: 'Con el rol {role}.',
    claims: 'Datos recibidos',
  },
  outcomes: {
    known: 'Entraría con la cuenta que ya tiene vinculada',
    linked: 'Se vincularía con la cuenta de {email} y entraría',
    created: 'Se crearía una cuenta para {email} y entraría',
    refused: 'No podría entrar',
  },
  refusals: {
    noEmail: 'El proveedor no envía el email. Añade el dato email a lo que comunica.',
    foreignEmail:
      '{email} no es de un dominio comprobado de la empresa. Añade y comprueba su dominio en Dominios.',
    otherPerson: '{email} es de una persona que no es de la empresa. Invítala si debe entrar.',
    accountClosed: 'La persona de {email} está desactivada o en la papelera.',
    domainNotAllowed: 'El dominio de {email} no está entre los que admite la empresa.',
    seatsFull: 'No quedan plazas en el plan de la empresa para {email}.',
    other: 'Ahora mismo no es posible. Vuelve a intentarlo más tarde.',
  },
  guide: {
    provider: 'Proveedor',
    providers: {
      entra: 'Microsoft Entra ID',
      okta: 'Okta',
      google: 'Google Workspace',
      keycloak: 'Keycloak',
    },
    steps: 'Pasos en el proveedor',
    afterwards:
      'Después, en Configuración, guarda el emisor, el ID de cliente y el secreto, y haz una prueba.',
  },
} as const;

export const ssoTexts = defineTexts(ssoEs, () => import('./sso.en.ts').then((file) => file.ssoEn));
