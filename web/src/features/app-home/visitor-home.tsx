import { Button, buttonClass } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { TextInput } from '@atalaya/ui/text-input';
import { Link, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { appHomeTexts } from './app-home.es.ts';

/** The ways in: an account, a new one, an invitation. */
export function VisitorHome() {
  const t = useTexts(appHomeTexts);
  return (
    <div className="grid items-start gap-4 md:grid-cols-3">
      <Card title={t('visitor.signInTitle')} description={t('visitor.signInText')}>
        <Link to="/admin/login" search={{ redirect: '/app' }} className={buttonClass({})}>
          {t('visitor.signIn')}
        </Link>
      </Card>
      <Card title={t('visitor.registerTitle')} description={t('visitor.registerText')}>
        <Link to="/admin/register" className={buttonClass({ variant: 'outline' })}>
          {t('visitor.register')}
        </Link>
      </Card>
      <Card title={t('visitor.invitedTitle')} description={t('visitor.invitedText')}>
        <InvitationLink />
      </Card>
    </div>
  );
}

const TOKEN = /\/invitation\/accept\/([\w-]+)/;

/** Links of mails are cut and copied: what was pasted is taken to the invitation that it names. */
function InvitationLink() {
  const t = useTexts(appHomeTexts);
  const navigate = useNavigate();
  const [link, setLink] = useState('');
  const [wasWrong, setWasWrong] = useState(false);
  const token = TOKEN.exec(link)?.[1];
  const open = (event: SubmitEvent) => {
    event.preventDefault();
    setWasWrong(token === undefined);
    if (token !== undefined) void navigate({ to: '/invitation/accept/$token', params: { token } });
  };
  return (
    <form noValidate onSubmit={open}>
      <TextInput
        type="url"
        label={t('visitor.link')}
        value={link}
        onChange={(event) => setLink(event.target.value)}
        error={wasWrong && token === undefined ? t('visitor.notALink') : undefined}
        autoComplete="off"
      />
      <Button type="submit" variant="outline">
        {t('visitor.open')}
      </Button>
    </form>
  );
}
