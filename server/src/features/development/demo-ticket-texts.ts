import type { TicketPriority } from '@atalaya/contract/choices';

/** What the sample conversations say: the question, the staff's answer, the customer's, and the closing message. */
export type DemoCase = {
  title: string;
  description: string;
  priority: TicketPriority;
  answer: string;
  back: string;
  closing: string;
};

const one = (
  priority: TicketPriority,
  title: string,
  description: string,
  [answer, back, closing]: [string, string, string],
): DemoCase => ({ title, description, priority, answer, back, closing });

export const DEMO_CASES: readonly DemoCase[] = [
  one(
    'urgent',
    'No podemos iniciar sesión desde esta mañana',
    'Desde las 8:30 nadie de la oficina consigue entrar. La página responde, pero el botón de acceso no hace nada.',
    [
      'Gracias por avisar. Lo estamos mirando ahora mismo. ¿Os pasa a todos o solo desde la red de la oficina?',
      'Desde el móvil con datos sí funciona, así que parece cosa de la red.',
      'Vuestro proveedor bloqueaba el dominio. Ya lo han corregido y hemos comprobado el acceso con vosotros.',
    ],
  ),
  one(
    'medium',
    'Cambiar el correo de facturación',
    'Necesitamos que las facturas lleguen a administración y no a mi correo personal.',
    [
      'Se cambia en Empresas → Datos fiscales, con el rol de administrador. ¿Lo ves en tu pantalla?',
      'Sí, ya lo he encontrado. ¿La factura de este mes se puede reenviar?',
      'Reenviada a la nueva dirección. Las próximas llegarán allí directamente.',
    ],
  ),
  one(
    'high',
    'La exportación de usuarios se queda a medias',
    'Al exportar la lista completa, el archivo se corta después de unas **2.000 filas**.',
    [
      '¿Puedes decirnos con qué navegador y si aparece algún aviso al final de la descarga?',
      'Firefox en Windows. No sale ningún aviso, simplemente termina antes de tiempo.',
      'Un antivirus cortaba la descarga. Con la excepción añadida, el archivo llega completo.',
    ],
  ),
  one(
    'low',
    '¿Se puede cambiar el idioma para todo el equipo?',
    'Tenemos compañeros en Lisboa que preferirían la interfaz en inglés.',
    [
      'Cada persona elige su idioma en Mi Perfil. Además se puede fijar uno para los correos de la empresa.',
      'Perfecto, con eso nos vale. ¿Los avisos también cambian?',
      'Sí, los avisos siguen el idioma de cada persona. Queda resuelto.',
    ],
  ),
  one(
    'high',
    'Una invitación no llega',
    'Hemos invitado a una compañera tres veces y no recibe nada, tampoco en la carpeta de correo no deseado.',
    [
      'Vemos que su servidor rechaza el mensaje. Mientras tanto puedes copiar el enlace desde Invitaciones.',
      'Le he pasado el enlace y ya ha entrado. ¿Qué hacemos con los próximos?',
      'Su departamento de sistemas ha permitido nuestro remitente. La prueba de envío ha llegado bien.',
    ],
  ),
  one(
    'medium',
    'Duda sobre las plazas del plan',
    'Nos indica que no quedan plazas, pero contamos menos personas de las contratadas.',
    [
      'Las invitaciones pendientes también reservan plaza. En vuestro caso hay cuatro sin aceptar.',
      'Entendido, cancelo las dos que sobran.',
      'Confirmado: con las dos canceladas ya tenéis plazas libres.',
    ],
  ),
  one(
    'urgent',
    'Un antiguo empleado sigue apareciendo como activo',
    'Dejó la empresa el viernes y queremos estar seguros de que no puede entrar.',
    [
      'Al desactivarlo en Usuarios se cierran sus sesiones al momento. ¿Quieres que lo revisemos juntos?',
      'Ya lo he desactivado. ¿Podéis confirmar que no ha entrado desde entonces?',
      'Confirmado en el registro: no hay ningún acceso desde el viernes y sus sesiones están cerradas.',
    ],
  ),
  one(
    'low',
    'Sugerencia: recordar las columnas de la tabla',
    'Sería útil que la lista de usuarios recordara qué columnas dejo visibles.',
    [
      '¡Buena idea! De hecho ya se guarda por persona y navegador. ¿Usas el modo de incógnito?',
      'Sí, era eso. En una ventana normal lo recuerda.',
      'Nos alegra. Lo dejamos resuelto.',
    ],
  ),
  one(
    'medium',
    'Error al subir una foto de perfil',
    'Al subir la foto dice que el archivo no es válido. Es un PNG de `3,2 MB`.',
    [
      '¿Nos puedes decir sus medidas? El límite es de 25 megapíxeles.',
      'Son 9.000 × 6.000, así que se pasa bastante.',
      'Con la imagen reducida ha subido sin problema.',
    ],
  ),
  one(
    'high',
    'Factura con el NIF equivocado',
    'La última factura lleva el NIF antiguo de la sociedad y contabilidad no la acepta.',
    [
      'Lo corregimos. Por favor, comprueba antes los datos fiscales en la ficha de la empresa.',
      'Ya están actualizados con el NIF nuevo.',
      'Factura rectificada y enviada. La anterior figura como anulada.',
    ],
  ),
  one(
    'medium',
    'Cómo dar permisos de administrador a una persona',
    'Me voy de vacaciones y quiero que otra persona gestione las altas mientras tanto.',
    [
      'En Usuarios, edita a esa persona y cambia su rol a *Administrador*. El cambio es inmediato.',
      'Hecho. ¿Puedo quitárselo al volver?',
      'Sí, del mismo modo y cuando quieras. ¡Buenas vacaciones!',
    ],
  ),
  one(
    'low',
    'El tema oscuro cansa la vista en la tabla',
    'Las filas seleccionadas se distinguen poco con el tema oscuro.',
    [
      'Gracias por el comentario. ¿En qué pantalla lo notas más?',
      'Sobre todo en Personal Interno, con la densidad compacta.',
      'Hemos subido el contraste de las filas seleccionadas en todos los temas.',
    ],
  ),
  one(
    'urgent',
    'Los correos de restablecimiento tardan una hora',
    'Varias personas esperan el enlace para cambiar la contraseña y llega cuando ya ha expirado.',
    [
      'Estamos revisando la cola de envío. ¿Nos indicas la hora exacta de un intento?',
      'El último fue a las 11:42 y llegó a las 12:38.',
      'Vuestra pasarela retenía los mensajes para analizarlos. Con la excepción llegan en segundos.',
    ],
  ),
  one(
    'medium',
    'Cambio de plan a mitad de mes',
    'Queremos pasar al plan superior. ¿Pagamos el mes completo o solo la diferencia?',
    [
      'Solo la parte proporcional de los días que quedan. Antes de confirmar verás el importe exacto.',
      'Lo he visto, es lo que esperábamos. Lo confirmamos hoy.',
      'El cambio está hecho y las plazas nuevas ya están disponibles.',
    ],
  ),
  one(
    'high',
    'Dos personas con el mismo nombre se confunden',
    'Tenemos dos «María López» y en los informes no sabemos cuál es cuál.',
    [
      'En la tabla puedes mostrar la columna de correo, que es único. ¿Os serviría?',
      'Sí, con el correo visible ya se distinguen.',
      'Perfecto. Si hace falta algo más, responde a este mensaje y lo reabrimos.',
    ],
  ),
];

/** Notes among the staff. */
export const DEMO_NOTES: readonly string[] = [
  'Ya tuvieron un caso parecido el trimestre pasado: revisar aquel ticket antes de responder.',
  'Cliente con renovación este mes. Responder hoy.',
  'He podido reproducirlo con su navegador.',
  'Pendiente de que sistemas confirme el cambio.',
];

/** What customers say once it is closed. */
export const DEMO_THANKS: readonly string[] = [
  'Muchas gracias, todo funciona.',
  'Perfecto, podéis cerrarlo.',
  '¡Gracias por la rapidez!',
];

/** Replies written in advance. */
export const DEMO_CANNED_REPLIES: readonly { title: string; body: string }[] = [
  {
    title: 'Acuse de recibo',
    body: 'Hola:\n\nHemos recibido tu consulta y la estamos revisando. Te respondemos hoy mismo.\n\nUn saludo',
  },
  {
    title: 'Falta información',
    body: 'Para poder ayudarte necesitamos:\n\n- qué navegador usas\n- la hora aproximada\n- qué mensaje aparece en pantalla\n\nGracias.',
  },
  {
    title: 'Restablecer la contraseña',
    body: 'Puedes pedir un enlace en **¿Olvidaste tu contraseña?** Llega en unos segundos y expira en una hora.',
  },
  {
    title: 'Cierre por falta de respuesta',
    body: 'Como no hemos recibido respuesta, cerramos el ticket. Puedes reabrirlo cuando quieras.',
  },
];
