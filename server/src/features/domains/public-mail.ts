/** Where every person can get an address: no organization can prove one of them to be its own. */
const PUBLIC_MAIL = new Set(
  `gmail.com googlemail.com outlook.com outlook.es hotmail.com hotmail.es hotmail.co.uk hotmail.fr live.com live.es
  msn.com passport.com yahoo.com yahoo.es yahoo.co.uk yahoo.fr yahoo.de yahoo.it ymail.com rocketmail.com aol.com
  aim.com icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.io
  tuta.com gmx.com gmx.de gmx.net gmx.es gmx.at gmx.ch web.de mail.com email.com mail.ru bk.ru inbox.ru list.ru
  yandex.com yandex.ru ya.ru rambler.ru zoho.com zohomail.com fastmail.com fastmail.fm hey.com hushmail.com
  mailfence.com posteo.de posteo.net mailbox.org disroot.org riseup.net telefonica.net terra.es terra.com ono.com
  orange.es orange.fr wanadoo.es wanadoo.fr movistar.es vodafone.es jazztel.es jazzfree.com euskaltel.net ya.com
  latinmail.com eresmas.com free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it t-online.de freenet.de
  arcor.de qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net rediffmail.com uol.com.br
  bol.com.br terra.com.br comcast.net verizon.net att.net sbcglobal.net cox.net btinternet.com sky.com
  mailinator.com guerrillamail.com 10minutemail.com yopmail.com temp-mail.org duck.com simplelogin.com
  onmicrosoft.com`
    .split(/\s+/)
    .filter(Boolean),
);

/** Whether addresses of a domain, or of the one above it, are given to every person. */
export const isPublicMail = (domain: string) =>
  domain.split('.').some((_label, at, labels) => PUBLIC_MAIL.has(labels.slice(at).join('.')));
