export const WEBHOOK_PAYLOADS = ['thin', 'full'] as const;
/** Why an endpoint is off: a person paused it, its receiver said that it is gone, or it failed for days. */
export const WEBHOOK_OFF_REASONS = ['paused', 'gone', 'failing'] as const;
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
/** Why a try came to nothing. `address`: it leads where no request of ours may go; `secret`: it has to be rotated. */
export const DELIVERY_PROBLEMS = [
  'address',
  'secret',
  'timeout',
  'connection',
  'certificate',
  'redirect',
  'gone',
  'status',
] as const;
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number];

/** What an endpoint is called. Of its address the host alone: paths and queries of receivers are often secret. */
export const webhookName = ({ url, description }: { url: string; description: string }): string =>
  description || (URL.parse(url)?.host ?? url);
