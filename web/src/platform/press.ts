import { afterPress, watchPresses } from '@atalaya/ui/press';
import { notifyManager } from '@tanstack/react-query';

/** While a button or a finger is down, the answers of the server are deferred: a list that changes moves what is pressed. */
export function deferAnswersWhilePressed(): void {
  watchPresses();
  notifyManager.setScheduler((tell) => setTimeout(() => afterPress(tell)));
}
