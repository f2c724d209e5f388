import pg from 'pg';

/** From now on this process dies (kill -9) once so many statements were answered; returns how many have been. */
export function killAfter(last: number): () => number {
  let answered = 0;
  const original = Reflect.get(pg.Client.prototype, 'query') as (...parts: unknown[]) => unknown;
  Reflect.set(pg.Client.prototype, 'query', function counted(this: pg.Client, ...parts: unknown[]) {
    const result = Reflect.apply(original, this, parts);
    if (!(result instanceof Promise)) return result;
    return result.then((answer: unknown) => {
      answered += 1;
      if (answered === last) process.kill(process.pid, 'SIGKILL');
      return answer;
    });
  });
  return () => answered;
}
