import { Button } from '@atalaya/ui/button';
import { Select, type SelectProps } from '@atalaya/ui/select';
import { RotateCw } from 'lucide-react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { listsTexts } from './lists.es.ts';

export type RemoteSelectProps<Value extends string> = SelectProps<Value> & {
  /** What the options are read with. */
  query: { isError: boolean; isFetching: boolean; data: unknown; refetch: () => unknown };
};

/** A select whose options come from the server: where they could not be read it says so, with 'Reintentar'. */
export function RemoteSelect<Value extends string>({ query, ...props }: RemoteSelectProps<Value>) {
  const t = useTexts(listsTexts);
  const hasFailed = query.isError && query.data === undefined;
  if (!hasFailed) return <Select {...props} />;
  return (
    <div className="flex flex-wrap items-start gap-x-2">
      <Select {...props} error={props.error ?? t('optionsFailed')} />
      <Button
        variant="ghost"
        size="sm"
        icon={<RotateCw size={14} />}
        busy={query.isFetching}
        className={props.hideLabel ? '' : 'mt-7'}
        onClick={() => void query.refetch()}
      >
        {t('retry')}
      </Button>
    </div>
  );
}
