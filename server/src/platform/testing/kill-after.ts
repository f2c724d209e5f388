import { interceptAnswers } from './intercept-answers.ts';

/** From now on this process dies (kill -9) once so many statements were answered; returns how many have been. */
export function killAfter(last: number): () => number {
  let answered = 0;
  interceptAnswers(() => async () => {
    answered += 1;
    if (answered === last) process.kill(process.pid, 'SIGKILL');
  });
  return () => answered;
}
