declare module 'autocannon' {
  type Request = {
    method?: 'GET' | 'PATCH';
    path?: string;
    body?: string;
    headers?: Record<string, string>;
    setupRequest?: (request: Request, context: Record<string, unknown>) => Request;
    onResponse?: (status: number, body: string, context: Record<string, unknown>) => void;
  };
  type Options = {
    url: string;
    connections: number;
    duration: number;
    headers: Record<string, string>;
    requests: Request[];
  };
  type Result = {
    requests: { average: number; total: number };
    latency: { p50: number; p97_5: number; p99: number };
    non2xx: number;
    errors: number;
    timeouts: number;
  };
  function autocannon(options: Options): Promise<Result>;
  export = autocannon;
}
