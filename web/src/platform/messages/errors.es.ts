import { defineTexts } from './define-texts.ts';
import type { ErrorCode, FieldCode } from '@atalaya/contract/errors';
import type { ClientCode } from '../api/api-error.ts';

type AnyCode = ErrorCode | ClientCode;
type PrefixOf<Code> = Code extends `${infer Prefix}.${string}` ? Prefix : never;
type RestOf<Code, Prefix extends string> = Code extends `${Prefix}.${infer Rest}` ? Rest : never;

/** One text for each code, nested by its prefix: a code without a text does not compile. */
type ErrorTexts = {
  readonly [Prefix in PrefixOf<AnyCode>]: { readonly [Rest in RestOf<AnyCode, Prefix>]: string };
};

export const errorsEs = {
  request: {
    invalid: 'Revisa los campos marcados.',
    timeout: 'Lo enviado ha tardado demasiado en llegar. Vuelve a intentarlo.',
    too_large: 'Lo enviado es demasiado grande.',
    unsupported_media: 'Este tipo de archivo no se admite.',
    foreign_origin: 'La petición viene de otro sitio y se ha rechazado.',
    rate_limited: 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.',
    not_found: 'No existe lo que buscas.',
    method_not_allowed: 'Esta operación no está permitida.',
  },
  server: {
    failed: 'Error inesperado del servidor. Vuelve a intentarlo.',
    unavailable: 'El servidor no está disponible en este momento. Vuelve a intentarlo en unos segundos.',
  },
  session: {
    required: 'Tu sesión ha terminado. Vuelve a iniciar sesión.',
    forbidden: 'No tienes permiso para hacer esto.',
    two_factor_required: 'Tu empresa exige la verificación en dos pasos: configúrala para continuar.',
  },
  account: {
    invalid_credentials: 'Credenciales incorrectas. Verifica tu email y contraseña.',
    password_needed: 'Escribe tu nombre y elige una contraseña para terminar de crear tu cuenta.',
    email_not_verified: 'Confirma tu email antes de iniciar sesión: revisa tu correo.',
    already_registered: 'Este email ya está registrado. Intenta iniciar sesión.',
    verification_invalid: 'El enlace de confirmación no es válido o ha expirado.',
    reset_invalid: 'El enlace para restablecer la contraseña no es válido o ha expirado.',
    wrong_password: 'La contraseña actual no es correcta.',
    common_password: 'Esta contraseña es demasiado común. Elige otra.',
  },
  network: {
    offline: 'No hay conexión con el servidor. Lo que has escrito se conserva.',
    silent: 'El servidor no responde. Si era un cambio, comprueba si se ha hecho antes de repetirlo.',
    unreadable: 'El servidor ha dado una respuesta que no se entiende.',
  },
  database: {
    too_slow:
      'La consulta tardaba demasiado y se ha detenido; no se ha cambiado nada. Acota la búsqueda o vuelve a intentarlo en unos minutos.',
  },
  storage: {
    unavailable:
      'El almacén de archivos no está disponible en este momento. Vuelve a intentarlo en unos minutos.',
  },
  object: {
    not_found: 'No existe, o ya no está disponible.',
    stale: 'Otra persona lo ha cambiado mientras tanto.',
  },
  organization: {
    required: 'Todavía no perteneces a ninguna empresa.',
    read_only: 'La suscripción de tu empresa no permite hacer cambios.',
    seats_full: 'La organización ha alcanzado el máximo de usuarios de su plan',
    seats_below_use:
      'La empresa ya usa {used} plazas, entre personas activas e invitaciones pendientes: el máximo no puede ser menor.',
    slug_taken: 'Otra empresa ya usa este identificador.',
    has_invoices: 'Esta empresa tiene facturas por pagar: elige qué pasa con ellas.',
    has_people: 'Esta empresa tiene personas o invitaciones pendientes: confirma qué pasa con ellas.',
    name_mismatch: 'El nombre escrito no es el de la empresa.',
    referred_to: 'Tiene facturas u otros registros que se conservan: se queda en la papelera.',
    domain_not_allowed: 'Esta empresa solo admite emails de: {domains}.',
  },
  provider: {
    cancelled: 'Has cancelado el acceso con el proveedor.',
    failed: 'El proveedor no ha confirmado quién eres. Vuelve a intentarlo.',
    unreachable: 'No se puede conectar con el proveedor. Vuelve a intentarlo más tarde.',
    link_first:
      'Esta cuenta no está vinculada a ninguna de aquí, o el proveedor no garantiza su email. Inicia sesión con tu contraseña y vincúlala en Mi Perfil.',
    already_linked: 'Esta cuenta ya está vinculada, o ya tienes otra de este proveedor.',
    last_way_in: 'Es tu única forma de entrar: establece antes una contraseña o vincula otra cuenta.',
  },
  api_key: {
    invalid: 'Esta clave de API no existe, ha expirado o se ha revocado.',
    forbidden: 'Una clave de API no puede hacer esto.',
    scope_missing: 'La clave de API no tiene el permiso {scope}.',
    scope_forbidden: 'Tu rol no permite dar alguno de estos permisos.',
    too_many: 'Ya tienes 20 claves de API: revoca alguna que no uses.',
  },
  assistant: {
    unknown: 'Este asistente no está registrado.',
    off: 'Tu empresa no permite asistentes.',
  },
  user: {
    email_taken: 'Ya existe un usuario con este email.',
    rank_too_low: 'No puedes actuar sobre un rol superior al tuyo.',
    self_forbidden: 'No puedes hacer esto contigo mismo.',
    last_super_admin: 'Debe quedar al menos un Super Admin activo.',
    last_admin: 'Es el último administrador de su empresa.',
    organization_required: 'Elige la empresa de este usuario.',
    inactive: 'Este usuario está inactivo: actívalo antes de enviarle un enlace.',
  },
  avatar: {
    not_image: 'Por favor selecciona un archivo de imagen',
    too_large: 'El archivo debe ser menor a 5MB',
    too_many_pixels: 'La imagen tiene demasiados píxeles: 25 megapíxeles y 10.000 por lado como máximo.',
  },
  plan: {
    name_taken: 'Ya hay un plan con este nombre.',
    currency_fixed: 'Solo se puede cambiar la moneda de un plan que siempre ha sido gratuito.',
    euros_there: 'Los planes en euros ya se han añadido.',
    subscribers_choice:
      'Este plan tiene empresas suscritas: decide qué pasa con ellas antes de cambiar el precio o el límite.',
    destination_required: 'Este plan tiene empresas suscritas: elige a qué plan pasan.',
    over_limit: 'Hay empresas que usan más plazas de las que tiene ese plan: elige otro.',
    default_plan: 'Las empresas nuevas empiezan en este plan: no se puede archivar.',
  },
  settings: { currency_fixed: 'Ya se ha emitido una factura: la moneda de la instalación no cambia.' },
  subscription: {
    not_cheaper: 'El plan elegido para el próximo periodo ya no es más barato que el actual.',
    same_plan: 'La empresa ya tiene este plan.',
    other_currency:
      'Este plan está en otra moneda que la que paga la empresa: tiene que pasar antes por un plan gratuito.',
    wrong_status: 'El estado de la suscripción no permite este cambio.',
    vat_number_required:
      'La inversión del sujeto pasivo necesita un NIF-IVA válido de otro país de la Unión Europea.',
  },
  invoice: {
    country_required: 'Falta el país en los datos de facturación de esta empresa.',
    amount_exceeds: 'El importe no puede pasar de lo que queda pendiente en la factura.',
    not_rectifiable: 'Está rectificada o anulada, o es rectificativa.',
    rectified_too_far: 'Es más de lo facturado.',
    not_annullable: 'Tiene pagos o rectificativas.',
    not_simplified: 'Una simplificada es en euros, hasta 400 €.',
    being_collected: 'Está en cobro, en la remesa {number}.',
    issuer_tax_id_missing: 'Falta la identificación fiscal del emisor en la configuración de la instalación.',
    customer_country_missing: 'Esta factura se emitió sin el país del cliente.',
    customer_tax_id_missing: 'Esta factura se emitió sin la identificación fiscal del cliente.',
    no_facturae: '{es}',
    annulled: 'Está anulada.',
  },
  payment: {
    not_refundable: 'Es una devolución, o su factura está rectificada.',
    refund_exceeds: 'Es más de lo que se puede devolver.',
  },
  mandate: {
    another_active: 'La empresa ya tiene un mandato activo.',
    reference_taken: 'Otro mandato tiene esta referencia.',
    over: 'El mandato ya no está activo.',
  },
  debit_run: {
    creditor_missing: 'Falta configurar el acreedor.',
    not_collectable: 'No se pueden cobrar ahora: {codes}.',
    no_bank_day: 'Los bancos no cobran ese día: el primero es {next}.',
    wrong_status: 'Su estado no lo permite.',
  },
  statement: {
    unreadable: 'No es un extracto camt.053 válido en euros: {detail}',
    unbalanced: 'Los saldos no cuadran con los movimientos.',
    not_proposed: 'Algo ha cambiado: vuelve a mirarlo.',
  },
  declaration: {
    incomplete: 'Faltan el NIF o la dirección del emisor.',
    changed: 'Ha cambiado: vuelve a leerla.',
  },
  verifactu: {
    begun: 'Ya hay registros.',
    certificate_needed: 'Para el entorno real hace falta un certificado que valga.',
    currency: 'VERI*FACTU es solo en euros.',
    refused: 'Error {rule} de la Agencia: {es}.',
    clock_behind: 'El reloj del servidor va atrasado.',
    chain_broken: 'La cadena de registros está rota.',
    not_correctable:
      'Este registro no se puede subsanar: la Agencia no lo ha rechazado, o ya hay otro después.',
    certificate_unreadable: 'No es un archivo PKCS#12 (.p12 o .pfx).',
    certificate_password: 'La contraseña no es la del archivo.',
    certificate_key: 'El archivo no tiene la clave privada de un certificado.',
    certificate_expired: 'El certificado ha expirado o todavía no vale.',
  },
  invitation: {
    duplicate: 'Ya existe una invitación pendiente para este email',
    already_member: 'Esta persona ya pertenece a la empresa.',
    other_organization:
      'Ya perteneces a otra empresa, o las administras todas. Para unirte a esta te pueden invitar con otro email.',
    invalid: 'Invitación inválida o expirada',
    not_pending: 'La invitación ya no está pendiente.',
    sign_in_required: 'Ya tienes una cuenta: inicia sesión para aceptar la invitación.',
    wrong_account: 'Esta invitación es para otro email. Cierra sesión y entra con esa cuenta.',
    inactive: 'Esta persona está inactiva en la empresa: actívala en Usuarios en lugar de invitarla.',
    in_bin: 'Esta persona está en la papelera de la empresa: restáurala en lugar de invitarla.',
    not_set_up:
      'Esta persona ya está en la empresa y le falta elegir su contraseña: envíale el enlace en lugar de invitarla.',
    elsewhere:
      'Esta persona pertenece a {organization}: cámbiala de empresa en Usuarios, o invítala con otro email.',
    elsewhere_inactive:
      'Esta persona está inactiva en {organization}: actívala y cámbiala de empresa en Usuarios, o invítala con otro email.',
    elsewhere_in_bin:
      'Esta persona está en la papelera de {organization}: restáurala y cámbiala de empresa en Usuarios, o invítala con otro email.',
    elsewhere_closed:
      'Esta persona pertenece a {organization}, que está en la papelera: restaura esa empresa y cámbiala de empresa en Usuarios, o invítala con otro email.',
    unassigned_inactive:
      'Esta persona no tiene empresa y está inactiva: actívala en Usuarios y vuelve a invitarla.',
    unassigned_in_bin:
      'Esta persona no tiene empresa y está en la papelera: restáurala y vuelve a invitarla.',
    super_admin:
      'Esta persona es Super Admin: ya administra todas las empresas y no necesita una invitación.',
    super_admin_inactive:
      'Esta persona es Super Admin y está inactiva: actívala en Usuarios en lugar de invitarla.',
    super_admin_in_bin:
      'Esta persona es Super Admin y está en la papelera: restáurala en lugar de invitarla.',
    set_up_first:
      'Ya hay una cuenta preparada para este email: elige primero su contraseña con el enlace que te enviamos.',
    account_closed:
      'La cuenta de este email está desactivada o en la papelera. Pide a quien la administra que la active, o que te inviten con otro email.',
    organization_closed: '{organization} no admite personas nuevas por ahora. Habla con quien te invitó.',
  },
  offboarding: {
    heir_leaves: 'Esta persona también se da de baja: elige a otra.',
  },
  connection: {
    name_taken: 'Ya hay una conexión con ese nombre.',
    too_many: 'No se pueden tener más de {max} conexiones.',
  },
  provisioning: { too_many_tokens: 'No puede haber más de {max} tokens a la vez: revoca uno.' },
  domain: {
    public_mail: 'Es un dominio de correo público: no puede ser de una empresa.',
    duplicate: 'Ya has añadido ese dominio.',
    too_many: 'No se pueden tener más de {max} dominios.',
  },
  webhook: {
    too_many: 'No se pueden tener más de {max} webhooks.',
    address_refused: 'Esa dirección no se puede usar: ha de ser pública y con https.',
  },
  sso: {
    address_refused: 'Esa dirección no se puede usar: ha de ser pública y con https.',
    unreachable: 'El proveedor no responde como se espera.',
    metadata_refused: 'Los datos del proveedor no se pueden usar.',
    not_tested: 'Antes hace falta una prueba.',
    // Why it is says the page that one comes back to.
    failed: 'No has podido entrar con tu empresa.',
    no_email: 'No has podido entrar con tu empresa.',
    foreign_email: 'No has podido entrar con tu empresa.',
    other_person: 'No has podido entrar con tu empresa.',
    account_closed: 'No has podido entrar con tu empresa.',
    required: 'Entra con tu empresa.',
  },
  enforcement: {
    not_ready: 'Todavía no se puede exigir.',
    last_person: 'Da antes acceso de emergencia a otra persona.',
    last_connection: 'Deja antes de exigir el inicio de sesión único.',
  },
  ticket: {
    answered_meanwhile: 'Alguien ha respondido mientras escribías.',
    wrong_status: 'El estado del ticket ya no permite esta acción.',
    not_assignable: 'Esta persona no puede atender este ticket.',
  },
  attachment: {
    not_accepted:
      'Solo se admiten imágenes (PNG, JPEG, WebP, GIF), PDF, CSV, TXT, XLSX y DOCX que se puedan leer.',
    active_content:
      'El documento lleva macros, objetos incrustados o datos de otros archivos. Adjúntalo sin ellos, o como PDF.',
    too_large: 'El archivo pasa de 10 MB.',
    too_many_pixels: 'La imagen tiene demasiados píxeles.',
    gone: 'Un archivo adjunto ya no está disponible. Quítalo y vuelve a adjuntarlo.',
    quota_full:
      'Tu empresa ha llegado a su límite de archivos de tickets: {max, number} MB. Pide más espacio a Soporte.',
  },
  undo: {
    done: 'Este cambio ya se ha deshecho.',
    expired: 'Han pasado más de 30 días: este cambio ya no se puede deshacer.',
  },
  data_export: {
    in_progress: 'Ya se está preparando una exportación de estos datos.',
    wrong_state: 'La exportación ya ha terminado.',
  },
  import: {
    too_large: 'El archivo pasa de 10 MB.',
    too_many_rows: 'El archivo tiene más de 50.000 filas: divídelo en varios.',
    too_many_columns: 'El archivo tiene más de 100 columnas.',
    too_many_cells: 'El archivo tiene más de {max, number} celdas: divídelo en varios.',
    not_text: 'El archivo no es un CSV de texto. Guárdalo como CSV (UTF-8) y vuelve a intentarlo.',
    malformed: 'El CSV no se puede leer a partir de la fila {line}: revisa sus comillas.',
    empty: 'El archivo no tiene ninguna fila que importar.',
    quota_full:
      'Tu empresa ha llegado a su límite de archivos importados: {max, number} MB. Cada uno se borra a los 30 días; si no puedes esperar, pide más espacio a Soporte.',
    row_ragged: 'La fila tiene {cells} columnas y la cabecera {columns}.',
    row_repeated: 'Repetida: es igual que la fila {row}.',
    value_unknown: 'Valor desconocido. Se admite: {allowed}.',
    organization_unknown: 'No existe ninguna empresa con ese nombre o identificador.',
    organization_ambiguous: 'Hay varias empresas con ese nombre: usa su identificador.',
    name_taken: 'Ya existe una empresa con ese nombre.',
    too_many_taken:
      'Demasiados de estos emails pertenecen a personas de otras empresas (hoy, como mucho {max}): la importación se ha detenido.',
  },
  transfer: {
    wrong_state: 'En su estado actual no se puede hacer esto.',
  },
  two_factor: {
    challenge_over: 'El inicio de sesión ha expirado. Vuelve a escribir tu contraseña.',
    wrong_code: 'El código no es correcto, o ya se ha usado.',
    code_needed: 'Escribe el código de tu aplicación o uno de recuperación.',
    sign_in_again: 'Vuelve a iniciar sesión para hacer este cambio.',
    already_on: 'La aplicación de verificación ya está activada.',
    not_started: 'La configuración ha expirado. Empieza de nuevo.',
    not_set_up: 'La verificación en dos pasos no está activada.',
  },
  passkey: {
    refused: 'No se ha podido comprobar la clave de acceso.',
    too_many: 'Ya tienes el máximo de claves de acceso. Elimina alguna antes de añadir otra.',
  },
} as const satisfies ErrorTexts;

export const fieldErrorsEs = {
  required: 'Este campo es obligatorio',
  too_short: 'Es demasiado corto',
  too_long: 'Es demasiado largo',
  too_small: 'El valor es demasiado pequeño',
  too_big: 'El valor es demasiado grande',
  invalid: 'El valor no es válido',
  invalid_email: 'Por favor ingresa un email válido',
  invalid_nif: 'El NIF no es correcto: la letra o el dígito de control no coincide.',
  unknown: 'Este campo no se admite',
} as const satisfies Record<FieldCode, string>;

export const errorTexts = defineTexts(errorsEs, () => import('./errors.en.ts').then((file) => file.errorsEn));

export const fieldErrorTexts = defineTexts(fieldErrorsEs, () =>
  import('./errors.en.ts').then((file) => file.fieldErrorsEn),
);
