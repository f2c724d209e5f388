import type { FastifyReply } from 'fastify';

type File<T> = { filename: string; content: T; contentType: string };

/** Answers with a file that the browser saves under its name. */
export function sendFile<T>(reply: FastifyReply, { filename, content, contentType }: File<T>): T {
  reply.header('content-type', contentType);
  reply.header('content-disposition', `attachment; filename="${filename}"`);
  return content;
}
