import { OFFBOARDING_REASON_MAX } from '@atalaya/contract/limits';
import { TextInput } from '@atalaya/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { isApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/call.ts';
import type { CallParts } from '../../platform/api/route-shapes.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { LoadingDialog } from '../../shared/loading-dialog.tsx';
import { DeclinedError, useWithoutRefused } from '../../shared/use-without-refused.tsx';
import { AssigneeSelect, NOBODY } from '../tickets/tickets.face.ts';
import { Holdings } from './holdings.tsx';
import { type Holdings as HeldByAll, type MadeReceipt, holdingsQuery } from './offboarding.api.ts';
import { offboardingTexts } from './offboarding.es.ts';
import { MadeReceipts } from './receipts.tsx';

export type AskLastAdmin = <T>(act: (confirmed: boolean) => Promise<T>) => Promise<T>;
type Values = { heir_id: string; reason: string };
type Body = CallParts<'offboardUsers'>['body'];

type OffboardDialogProps = {
  ids: string[];
  askLastAdmin: AskLastAdmin;
  onDone: () => void;
  onClose: () => void;
};

/** 'Dar de baja': what these people hold, who gets their tickets, and the receipts once it is done. */
export function OffboardDialog(props: OffboardDialogProps) {
  const { ids, onDone, onClose } = props;
  const t = useTexts(offboardingTexts);
  const [receipts, setReceipts] = useState<MadeReceipt[] | null>(null);
  const { data, error, refetch } = useQuery(holdingsQuery(ids));
  if (receipts) return <MadeReceipts receipts={receipts} onClose={onClose} />;
  if (data)
    return (
      <OffboardForm
        {...props}
        items={data.items}
        onDone={(made) => {
          setReceipts(made);
          onDone();
        }}
      />
    );
  return (
    <LoadingDialog
      title={t('title', { count: ids.length })}
      closeLabel={t('close')}
      loading={t('loading')}
      gone={{ title: t('gone.title'), text: t('gone.text', { count: ids.length }), all: t('gone.all') }}
      failed={t('loadFailed')}
      error={error}
      onRetry={() => refetch()}
      onClose={onClose}
    />
  );
}

type OffboardFormProps = Omit<OffboardDialogProps, 'onDone'> & {
  items: HeldByAll;
  onDone: (receipts: MadeReceipt[]) => void;
};

function OffboardForm({ ids, items, askLastAdmin, onDone, onClose }: OffboardFormProps) {
  const t = useTexts(offboardingTexts);
  const form = useForm<Values>({ mode: 'onTouched', defaultValues: { heir_id: NOBODY, reason: '' } });
  const send = useSend(ids, askLastAdmin);
  const count = ids.length;
  return (
    <FormDialog
      form={form}
      title={t('title', { count })}
      description={t('consequence', { count })}
      submitLabel={t('offboard')}
      danger
      failedText={t('failed')}
      codeFields={{ 'ticket.not_assignable': 'heir_id', 'offboarding.heir_leaves': 'heir_id' }}
      onError={(error) => error instanceof DeclinedError}
      send={send}
      onSent={(answer) => onDone(answer.items)}
      onClose={onClose}
    >
      <Holdings items={items} />
      <Fields form={form} items={items} />
    </FormDialog>
  );
}

function Fields({ form, items }: { form: UseFormReturn<Values>; items: HeldByAll }) {
  const t = useTexts(offboardingTexts);
  const organizations = new Set(items.map(({ person }) => person.organization_id));
  const [organization_id = null] = organizations.size === 1 ? organizations : [];
  const hasTickets = items.some(({ held }) => held.some(({ kind }) => kind === 'ticket'));
  return (
    <>
      {hasTickets ? (
        <Controller
          control={form.control}
          name="heir_id"
          render={({ field, fieldState }) => (
            <AssigneeSelect
              organization_id={organization_id}
              value={field.value}
              onChange={field.onChange}
              without={items.map(({ person }) => person.id)}
              hint={t('heirHint')}
              error={fieldState.error?.message}
            />
          )}
        />
      ) : null}
      <TextInput
        label={t('reason')}
        hint={t('reasonHint')}
        maxLength={OFFBOARDING_REASON_MAX}
        error={form.formState.errors.reason?.message}
        {...form.register('reason')}
      />
    </>
  );
}

/** Sends it; where some may not be offboarded it says who, and goes on without them if the person says so. */
function useSend(ids: string[], askLastAdmin: AskLastAdmin) {
  const withoutRefused = useWithoutRefused();
  const refused = useRef<ReadonlySet<string>>(new Set());
  return ({ heir_id, reason }: Values) => {
    const body: Body = { ids, heir_id: heir_id === NOBODY ? null : heir_id, reason: reason.trim() };
    return withoutRefused(ids.length, (skip_refused) =>
      askLastAdmin(async (confirmed) => {
        const left = skip_refused ? ids.filter((id) => !refused.current.has(id)) : ids;
        try {
          return await call('offboardUsers', {
            body: { ...body, ids: left, ...(confirmed ? { confirm_last_admin: true } : {}) },
          });
        } catch (error) {
          if (isApiError(error) && error.refused)
            refused.current = new Set(error.refused.rows.map(({ id }) => id));
          throw error;
        }
      }),
    );
  };
}
