import { existsSync, globSync } from 'node:fs';

/** Where Debian puts it. */
export const RSYSLOGD = '/usr/sbin/rsyslogd';

/** It and what it speaks TLS by, which is a package of its own. */
export const hasRsyslog = (): boolean =>
  existsSync(RSYSLOGD) && globSync('/usr/lib/*/rsyslog/lmnsd_gtls.so').length > 0;

export const NO_RSYSLOG =
  'No rsyslog was found (Debian: rsyslog rsyslog-gnutls): the test beside a receiver of syslog that others have written ' +
  'is left out.';
